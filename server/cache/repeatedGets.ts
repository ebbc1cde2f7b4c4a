/**
 * Finds the cached response for a GET by the request as it was sent. Without this, each hit would parse the same URL and match the same
 * page again; docs/performance.md has the figures. Delete this file when a hit without it costs less than a tenth more.
 */
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { HeaderList } from './cachedResponse'

const LARGEST_INDEX_BYTES = 8 * 1024 * 1024
/** The memory of an entry in addition to its text. */
const OVERHEAD_BYTES = 1024
/** Callers decide how long an entry's text is, so it has a limit. */
const LONGEST_REQUEST = 8 * 1024

export interface Repeated {
  /** The key in the store. */
  key: string
  etag: string
  /** The headers that hooks set. They are the same each time, except for the request's id. */
  hookHeaders: HeaderList
}

/** CORS hooks must see another site's origin, and the cost must be computed when a caller requests it. */
const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.origin === undefined &&
  headers['x-cost'] === undefined &&
  headers['x-cost-only'] === undefined

/**
 * Everything in a request that its response depends on; null if hooks must see the request. Headers cannot contain line breaks, so they
 * separate the parts.
 */
function describe(request: IncomingMessage): string | null {
  if (!isPlain(request)) return null
  const { host, accept, authorization, 'accept-encoding': encoding, 'x-forwarded-proto': proto } = request.headers
  // A proxy's header counts only if it comes from a trusted address.
  const proxied = proto === undefined ? '' : `${String(proto)}\n${request.socket.remoteAddress}`
  return `${request.url}\n${host}\n${accept}\n${encoding}\n${authorization === undefined ? '' : 'token'}\n${proxied}`
}

export class RepeatedGets {
  readonly #requests = new LRUCache<string, Repeated>({
    maxSize: LARGEST_INDEX_BYTES,
    sizeCalculation: (_repeated, text) => text.length + OVERHEAD_BYTES,
  })

  get(request: IncomingMessage): Repeated | undefined {
    const text = describe(request)
    return text === null ? undefined : this.#requests.get(text)
  }

  add(request: IncomingMessage, repeated: Repeated): void {
    const text = describe(request)
    if (text !== null && text.length <= LONGEST_REQUEST) this.#requests.set(text, repeated)
  }
}
