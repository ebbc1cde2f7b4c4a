/**
 * Answers a GET that is sent once more exactly as before, in front of Fastify: the look-up and the write to the socket are then all that
 * it costs (docs/performance.md has the figures; it may go when Fastify alone comes near them). Only routes that cache their responses
 * put requests here, and whatever a hook may have to see, a token or another site's page, is left to Fastify.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { LRUCache } from 'lru-cache'
import type { HeaderList } from './cachedResponse'
import type { ResponseStore } from './store'

/** Of what leads to a response; the responses themselves are in the store, and weighed there. */
const LARGEST_INDEX_BYTES = 8 * 1024 * 1024
/** Beside its text, what one entry takes. */
const OVERHEAD_BYTES = 1024
/** An entry's text may be what a caller wrote. */
const LONGEST_REQUEST = 8 * 1024

interface Repeated {
  key: string
  etag: string
  /** From hooks: the same for whoever asks the same, but for the request's id. */
  head: HeaderList
}

/** All that the response to a GET goes by. Null where Fastify has to see it. */
function asSent({ method, url, headers, socket }: IncomingMessage): string | null {
  if (method !== 'GET' || headers.authorization !== undefined || headers.origin !== undefined) return null
  // Whoever asks what an operation costs is not answered from the cache.
  if (headers['x-cost'] !== undefined || headers['x-cost-only'] !== undefined) return null
  // No header can hold a line break.
  const { host, accept, 'accept-encoding': encoding, 'x-forwarded-proto': proto } = headers
  // Whether this is believed goes by who says so.
  const forwarded = proto === undefined ? '' : `${String(proto)} ${socket.remoteAddress}`
  return `${host}\n${forwarded}\n${accept}\n${encoding}\n${url}`
}

export class RepeatedRequests {
  readonly #requests = new LRUCache<string, Repeated>({
    maxSize: LARGEST_INDEX_BYTES,
    sizeCalculation: (_repeated, request) => request.length + OVERHEAD_BYTES,
  })

  constructor(
    private readonly store: ResponseStore,
    private readonly whenServed: (request: IncomingMessage) => string,
  ) {}

  /** From now on the same GET is answered with this response, for as long as that is in the store; nothing where it is another method. */
  add(request: IncomingMessage, { key, etag, head }: Repeated): void {
    const sent = asSent(request)
    if (sent === null || sent.length > LONGEST_REQUEST) return
    const id = head.indexOf('x-request-id')
    this.#requests.set(sent, { key, etag, head: head.toSpliced(id, 2) })
  }

  /** False where the request is Fastify's. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const sent = asSent(request)
    const repeated = sent === null ? undefined : this.#requests.get(sent)
    const cached = repeated && this.store.get(repeated.key)
    const variant = cached?.variantAtOnce(request.headers['accept-encoding'])
    // After a change of the catalogue Fastify goes first again.
    if (!variant || variant.etag !== repeated!.etag) return false
    cached!.write(request, response, [...repeated!.head, 'x-request-id', this.whenServed(request)], variant)
    return true
  }
}
