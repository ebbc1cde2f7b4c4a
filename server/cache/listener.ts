/**
 * Answers a GET or POST that is sent once more exactly as before, in front of Fastify: the look-up and the write to the socket are then
 * all that it costs (docs/performance.md has the figures; it may go when Fastify alone comes near them). Only routes that cache their
 * responses put requests here, and whatever a hook may have to see, a token or another site's page, is left to Fastify.
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

/** All that a response goes by, beside its URL and body. Compared piece by piece: one text of it would have to be built and hashed each time. */
interface Sent {
  host: string | undefined
  /** Of the body. */
  type: string | undefined
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
const isPlain = ({ headers }: IncomingMessage): boolean =>
  headers.authorization === undefined &&
  headers.origin === undefined &&
  headers['x-cost'] === undefined &&
  headers['x-cost-only'] === undefined

function sentBy({ headers, socket }: IncomingMessage): Sent {
  const { host, accept, 'content-type': type, 'accept-encoding': encoding, 'x-forwarded-proto': proto } = headers
  return { host, type, accept, encoding, proto, from: proto === undefined ? undefined : socket.remoteAddress }
}

const isSame = (one: Sent, other: Sent): boolean =>
  one.host === other.host &&
  one.type === other.type &&
  one.accept === other.accept &&
  one.encoding === other.encoding &&
  one.proto === other.proto &&
  one.from === other.from

const lengthOf = (target: string, { host, type, accept, encoding, proto }: Sent): number =>
  [target, host, type, accept, encoding, proto].join().length

/** Calls back with a small body that has come as a whole, and leaves it to be read again; else with null. A character is a byte. */
function peekBody(request: IncomingMessage, then: (body: string | null) => void): void {
  const length = Number(request.headers['content-length'])
  // NaN where it comes in chunks; an empty one would end here, before anybody else can hear of it.
  if (!(length > 0 && length <= LONGEST_REQUEST)) return then(null)
  request.once('readable', () => {
    const bytes = request.read() as Buffer | null
    if (bytes) request.unshift(bytes)
    then(bytes?.length === length ? bytes.toString('latin1') : null)
  })
}

export class RepeatedRequests {
  /** By URL and body, the newest way of asking first. */
  readonly #requests = new LRUCache<string, Repeated[]>({
    maxSize: LARGEST_INDEX_BYTES,
    sizeCalculation: (ways, target) => ways.reduce((sum, sent) => sum + lengthOf(target, sent) + OVERHEAD_BYTES, 0),
  })
  /** The URLs to which a POST is cached. */
  readonly #posts = new Set<string>()
  readonly #bodies = new WeakMap<IncomingMessage, string>()

  constructor(
    private readonly store: ResponseStore,
    private readonly whenServed: (request: IncomingMessage) => string,
  ) {}

  /** Before the first request. */
  expectPosts(url: string): void {
    this.#posts.add(url)
  }

  /** From now on the same request is answered with this response, for as long as that is in the store. */
  add(request: IncomingMessage, { key, etag, head }: Pick<Repeated, 'key' | 'etag' | 'head'>): void {
    const target = isPlain(request) ? this.#targetOf(request) : null
    if (target === null) return
    const sent = sentBy(request)
    if (lengthOf(target, sent) > LONGEST_REQUEST) return
    const others = (this.#requests.get(target) ?? []).filter((way) => !isSame(way, sent))
    const way = { ...sent, key, etag, head, id: head.indexOf('x-request-id') + 1 }
    this.#requests.set(target, [way, ...others].slice(0, MOST_WAYS))
  }

  /** Calls `next` where the request is Fastify's. */
  serve(request: IncomingMessage, response: ServerResponse, next: () => void): void {
    const { method, url } = request
    if (method === 'GET' && isPlain(request)) {
      if (!this.#answer(request, response, url!)) next()
    } else if (method === 'POST' && this.#posts.has(url!) && isPlain(request)) {
      peekBody(request, (body) => {
        if (body !== null) this.#bodies.set(request, body)
        if (body === null || !this.#answer(request, response, targetOf(url!, body))) next()
      })
    } else next()
  }

  #targetOf(request: IncomingMessage): string | null {
    if (request.method === 'GET') return request.url!
    const body = this.#bodies.get(request)
    return body === undefined ? null : targetOf(request.url!, body)
  }

  #answer(request: IncomingMessage, response: ServerResponse, target: string): boolean {
    const ways = this.#requests.get(target)
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

/** No URL holds a space. */
const targetOf = (url: string, body: string): string => `${url} ${body}`
