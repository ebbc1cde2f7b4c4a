/** A collector of OpenTelemetry traces, which keeps what it receives. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: object }[]
}

interface Export {
  resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
}

export interface TraceCollector {
  url: string
  /** All bodies as JSON. */
  text(): string
  spans(): Span[]
  close(): Promise<void>
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const bodies: Export[] = []
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') bodies.push((await json(request)) as Export)
    response.setHeader('content-type', 'application/json').end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    text: () => JSON.stringify(bodies),
    spans: () =>
      bodies.flatMap(({ resourceSpans }) => resourceSpans.flatMap((each) => each.scopeSpans.flatMap((s) => s.spans))),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
