/**
 * Remembers which cached response answers a GET, by the request as it was sent. Without it the plugin would parse the same URL, and
 * match the same page, for each hit: docs/performance.md has the figures. It may go when a hit without it costs less than a tenth more.
 */
import type { IncomingMessage } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { HeaderList } from './cachedResponse'

const LARGEST_INDEX_BYTES = 8 * 1024 * 1024
/** What an entry takes besides its text. */
const OVERHEAD_BYTES = 1024
/** A caller writes the text of an entry. */
const LONGEST_REQUEST = 8 * 1024

export interface Repeated {
  /** In the store. */
  key: string
  etag: string
  /** The headers that hooks set; the same each time, but for the request's id. */
  hookHeaders: HeaderList
}

/** CORS hooks have to see another site's origin, and a cost that is asked for has to be computed. */
const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.origin === undefined &&
  headers['x-cost'] === undefined &&
  headers['x-cost-only'] === undefined

/** All that a response depends on; null where hooks have to see the request. No header holds a line break. */
function describe(request: IncomingMessage): string | null {
  if (!isPlain(request)) return null
  const { host, accept, authorization, 'accept-encoding': encoding, 'x-forwarded-proto': proto } = request.headers
  // A proxy's word counts only from an address that is trusted.
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
