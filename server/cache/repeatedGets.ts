/**
 * Finds the cached response for a GET from the unparsed request. Without this, each hit would parse the same URL and match the same page
 * again, which takes longer than sending it. The lookup is a hook, so that request ids, logs, metrics and shutdown include these requests: a
 * listener in front of Fastify was 10% faster, but bypassed all hooks. Delete this file once a hit costs less than 10% more without it.
 */
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { HeaderList } from './cachedResponse'

const MAX_INDEX_BYTES = 8 * 1024 * 1024
/** The memory that an entry takes in addition to its text. */
const OVERHEAD_BYTES = 1024
/** Clients control the length of an entry's text, so it is limited. */
const MAX_REQUEST = 8 * 1024

export interface Repeated {
  /** The key in the store. */
  key: string
  etag: string
  /** The headers that hooks set. They are the same each time, except for the request's id. */
  hookHeaders: HeaderList
}

/** Cross-origin requests must reach the CORS hooks, and requests for the query cost must reach the code that computes it. */
const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.origin === undefined &&
  headers['x-cost'] === undefined &&
  headers['x-cost-only'] === undefined

/**
 * Everything in a request that its response depends on; null if the hooks must process the request. The parts are separated by line breaks,
 * which headers cannot contain.
 */
function describe(request: IncomingMessage): string | null {
  if (!isPlain(request)) return null
  const { host, accept, authorization, 'accept-encoding': encoding, 'x-forwarded-proto': proto } = request.headers
  // A proxy's header counts only if it was sent from a trusted address.
  const proxied = proto === undefined ? '' : `${String(proto)}\n${request.socket.remoteAddress}`
  return `${request.url}\n${host}\n${accept}\n${encoding}\n${authorization === undefined ? '' : 'token'}\n${proxied}`
}

export class RepeatedGets {
  readonly #requests = new LRUCache<string, Repeated>({
    maxSize: MAX_INDEX_BYTES,
    sizeCalculation: (_repeated, text) => text.length + OVERHEAD_BYTES,
  })

  get(request: IncomingMessage): Repeated | undefined {
    const text = describe(request)
    return text === null ? undefined : this.#requests.get(text)
  }

  add(request: IncomingMessage, repeated: Repeated): void {
    const text = describe(request)
    if (text !== null && text.length <= MAX_REQUEST) this.#requests.set(text, repeated)
  }
}
