import { expect, it } from 'vitest'
import { startBuiltShop } from '../testing/builtShop'
import { startTraceCollector } from '../testing/stand-ins/traceCollector'

// The bundle contains pg, so an instrumentation that waits for Node to load it would send no spans of statements.
it('the built server sends spans of requests and their statements', async () => {
  const collector = await startTraceCollector()
  const shop = await startBuiltShop({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } })
  try {
    expect((await fetch(`${shop.origin}/api/products/celadon-chai-cup`)).status).toBe(200)
    // Closing sends the last spans.
    expect(await shop.stop('SIGTERM')).toBe(0)
    const spans = collector.spans()
    const request = spans.find(({ name }) => name === 'GET /api/products/:productId')!
    const own = spans.filter(({ traceId }) => traceId === request.traceId).map(({ name }) => name)
    expect(own).toContainEqual(expect.stringMatching(/^pg\.query:/))
  } finally {
    await shop.close()
    await collector.close()
  }
})
