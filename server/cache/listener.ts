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
/** Of one URL: browsers, feeds and the like that ask for it each in their own way. The oldest goes for a new one. */
const MOST_WAYS = 8

/** All that the response to a GET goes by, beside its URL. Compared piece by piece: one text of it would have to be built and hashed each time. */
interface Sent {
  host: string | undefined
  accept: string | undefined
  encoding: string | undefined
  /** Whether it is believed goes by who says so. */
  proto: string | string[] | undefined
  from: string | undefined
}

interface Repeated extends Sent {
  key: string
  etag: string
  /** From hooks: the same for whoever asks the same, but for the request's id. */
  head: HeaderList
  /** Where that id stands in it. */
  id: number
}

/** Nothing that a hook of Fastify may have to see: a token, another site's page, or somebody who asks what an operation costs. */
const isPlainGet = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.authorization === undefined &&
  headers.origin === undefined &&
  headers['x-cost'] === undefined &&
  headers['x-cost-only'] === undefined

function sentBy({ headers, socket }: IncomingMessage): Sent {
  const { host, accept, 'accept-encoding': encoding, 'x-forwarded-proto': proto } = headers
  return { host, accept, encoding, proto, from: proto === undefined ? undefined : socket.remoteAddress }
}

const isSame = (one: Sent, other: Sent): boolean =>
  one.host === other.host &&
  one.accept === other.accept &&
  one.encoding === other.encoding &&
  one.proto === other.proto &&
  one.from === other.from

const lengthOf = (url: string, { host, accept, encoding, proto }: Sent): number =>
  [url, host, accept, encoding, proto].join().length

export class RepeatedRequests {
  /** By URL, the newest way of asking first. */
  readonly #requests = new LRUCache<string, Repeated[]>({
    maxSize: LARGEST_INDEX_BYTES,
    sizeCalculation: (ways, url) => ways.reduce((sum, sent) => sum + lengthOf(url, sent) + OVERHEAD_BYTES, 0),
  })

  constructor(
    private readonly store: ResponseStore,
    private readonly whenServed: (request: IncomingMessage) => string,
  ) {}

  /** From now on the same GET is answered with this response, for as long as that is in the store; nothing where it is another method. */
  add(request: IncomingMessage, { key, etag, head }: Pick<Repeated, 'key' | 'etag' | 'head'>): void {
    if (!isPlainGet(request)) return
    const [url, sent] = [request.url!, sentBy(request)]
    if (lengthOf(url, sent) > LONGEST_REQUEST) return
    const others = (this.#requests.get(url) ?? []).filter((way) => !isSame(way, sent))
    const way = { ...sent, key, etag, head, id: head.indexOf('x-request-id') + 1 }
    this.#requests.set(url, [way, ...others].slice(0, MOST_WAYS))
  }

  /** False where the request is Fastify's. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (!isPlainGet(request)) return false
    const ways = this.#requests.get(request.url!)
    if (!ways) return false
    const sent = sentBy(request)
    const repeated = ways.find((way) => isSame(way, sent))
    const cached = repeated && this.store.get(repeated.key)
    const variant = cached?.variantAtOnce(sent.encoding)
    // After a change of the catalogue Fastify goes first again.
    if (!variant || variant.etag !== repeated!.etag) return false
    const { head, id } = repeated!
    // Written before anybody else can use the list.
    head[id] = this.whenServed(request)
    cached!.write(request, response, head, variant)
    return true
  }
}
