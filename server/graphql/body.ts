/**
 * Reads the JSON of a POST; one that was sent before, byte for byte, only once its response turns out not to be in the cache. Parsing it
 * and finding its cache key would be a third of what a cached response costs beside the socket (docs/performance.md has the figures; it
 * may go when a bare Fastify's POST is no longer the yardstick).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a POST: its JSON, and the operation that it was found to hold the last time; its `body` is missing then, until it is read. */
    json: { text: string; operation: string | undefined } | null
  }
}

const LARGEST_BYTES = 8 * 1024 * 1024
const CHARACTER_BYTES = 2
/** What is remembered of a body beside itself; measured, and rounded up. */
const OVERHEAD_BYTES = 1024
/** An operation is seldom longer. */
const LONGEST_BODY = 16 * 1024

const operations = new LRUCache<string, string>({
  maxSize: LARGEST_BYTES,
  sizeCalculation: (operation, text) => (text.length + operation.length) * CHARACTER_BYTES + OVERHEAD_BYTES,
})

export function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.decorateRequest('json', null)
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    const operation = operations.get(text)
    request.json = { text, operation }
    if (operation === undefined) void parse(request, text, done)
    else done(null)
  })
}

/** To be called before its body is used. */
export function readBody(request: FastifyRequest): void {
  if (request.json?.operation !== undefined) request.body = JSON.parse(request.json.text)
}

/** From now on the same bytes are the same operation. */
export function rememberOperation({ json }: FastifyRequest, operation: string): void {
  if (json && json.operation === undefined && json.text.length <= LONGEST_BODY) operations.set(json.text, operation)
}
