import pg from 'pg'
import { expect, it } from 'vitest'
import { buildApp } from '../app'
import { openTestDatabase, testSettings } from '../testing/app'
import { ask } from '../testing/calls'
import { startTraceCollector } from '../testing/stand-ins/traceCollector'

it("the shop sends spans for the request, the operation and the statement, within the client's trace and without values", async () => {
  const { query } = pg.Client.prototype
  const collector = await startTraceCollector()
  const database = await openTestDatabase()
  const settings = testSettings({ ...database.env, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const app = await buildApp({ ...database, settings })
  app.get('/broken', () => database.db.$queryRaw`SELECT ${'kiln'}::text, ${'glaze'}::text::date`)

  const [traceId, parent] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  const headers = { traceparent: `00-${traceId}-${parent}-01` }
  await ask(app, 'query Two { products(first: 2) { nodes { id } } }', { headers })
  await app.inject({ url: '/broken?search=slip', headers })
  await database.db.product.count()
  await app.close()
  await database.close()
  await collector.close()
  expect(pg.Client.prototype.query).toBe(query)

  const spans = collector.spans()
  // Nothing outside a request begins a trace.
  expect(spans.filter((span) => span.traceId !== traceId)).toEqual([])
  const request = spans.find(({ name }) => name === 'POST /graphql')!
  expect(request.parentSpanId).toBe(parent)
  const handler = spans.find(({ parentSpanId }) => parentSpanId === request.spanId)!
  expect(handler.name).toBe('handler')
  const own = spans.filter(({ parentSpanId }) => parentSpanId === handler.spanId).map(({ name }) => name)
  expect(own).toContain('query Two')
  expect(own).toContainEqual(expect.stringMatching(/^pg\.query:SELECT/))

  const broken = spans.find(({ name }) => name === 'GET /broken')!
  expect(broken.attributes).toContainEqual({ key: 'url.path', value: { stringValue: '/broken' } })
  expect(broken.attributes.map(({ key }) => key)).toContain('shop.request_id')
  expect(collector.text()).toContain('SELECT $1::text, $2::text::date')
  expect(collector.text()).not.toMatch(/kiln|glaze|slip/)
})
