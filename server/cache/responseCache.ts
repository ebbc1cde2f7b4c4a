/**
 * Serves public responses from memory until the catalogue changes. A route sets `config.cache` if its responses may be cached. It sets the
 * lifetime there or calls `reply.cacheFor`. No other part of the server uses the cache.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { CatalogueWatch } from '../database/catalogue-changes/catalogueWatch'
import { cacheKey } from './cacheKey'
import {
  CachedResponse,
  isUnchanged,
  listed,
  VARY,
  type HeaderList,
  type Headers,
  type Variant,
} from './cachedResponse'
import { RepeatedGets } from './repeatedGets'
import { ResponseStore, type Flight } from './store'

declare module 'fastify' {
  interface FastifyContextConfig {
    cache?: {
      /** The time for which a browser or a CDN may keep a 200 response, in seconds. If it is missing, the handler sets it each time. */
      maxAge?: number
      /** The cache key of the route's responses; defaults to the path. Null if a response may be personal. */
      key?(request: FastifyRequest): string | null
      /** True if the route's responses show a stock only if few pieces are left (`SHOP.fewLeft`). */
      showsOnlyFew?: boolean
    }
  }
  interface FastifyReply {
    /** Lets all clients keep this response for `seconds` without revalidation, if it is sent with the given status. */
    cacheFor(seconds: number, status?: 200 | 404): FastifyReply
    cacheable: { maxAge: number; status: number } | null
  }
  interface FastifyRequest {
    /** Set if the response may become public: the key under which to cache it. */
    caching: { key: string; flight: Flight; hookHeaders: Headers } | null
    isCached: boolean
    /** Notes that the response shows the stock of a product or variant, so that a sale removes it from the cache. */
    showsStockOf(productId: string): void
    stockOf: Set<string> | undefined
    /** True if the client of a GET already has the response with this ETag. */
    knows(etag: string): boolean
  }
  interface FastifyInstance {
    /** The number of responses served from the cache, and of public responses that had to be computed. */
    cacheCounts: { hits: number; misses: number; readonly bytes: number }
  }
}

interface Found {
  key: string
  cached: CachedResponse
  variant: Variant
}

interface Options {
  watch: CatalogueWatch
  /** True if all hooks must run even for cached responses, for example when developers set a delay. */
  passesHooks: boolean
}

/** Register this plugin before all hooks that a cached response may skip. */
export function responseCache({ watch, passesHooks }: Options) {
  const store = new ResponseStore(watch)
  const counts = {
    hits: 0,
    misses: 0,
    get bytes() {
      return store.bytes
    },
  }
  const repeated = new RepeatedGets()

  /** The first onRequest hook: a repeated GET skips everything that follows. Not async, because that would make it 10% more expensive. */
  function sendRepeated(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    if (request.routeOptions.config.cache === undefined) return done()
    const known = repeated.get(request.raw)
    const cached = known && store.get(known.key)
    const variant = cached?.variantAtOnce(request.headers['accept-encoding'])
    // After a catalogue change, all hooks run again for a repeated request.
    if (variant?.etag !== known?.etag || !variant) return done()
    counts.hits += 1
    request.isCached = true
    reply.hijack()
    cached!.write(request.raw, reply.raw, ['x-request-id', request.id, ...known!.hookHeaders], variant)
  }

  function send(request: FastifyRequest, reply: FastifyReply, { key, cached, variant }: Found): FastifyReply {
    counts.hits += 1
    request.isCached = true
    const hookHeaders = hookHeadersOf(reply.getHeaders())
    repeated.add(request.raw, { key, etag: variant.etag, hookHeaders })
    reply.hijack()
    cached.write(request.raw, reply.raw, ['x-request-id', request.id, ...hookHeaders], variant)
    return reply
  }

  /** Compresses the response for the first client that accepts the encoding. */
  async function compress(request: FastifyRequest, key: string, cached: CachedResponse): Promise<Found> {
    const variant = await cached.compressFor(request.headers['accept-encoding'])
    store.weighAgain(key, cached)
    return { key, cached, variant }
  }

  /**
   * The first preHandler: sends the cached response if it exists in the client's encoding. Not async, because that would make it 10% more
   * expensive.
   */
  function sendAtOnce(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const key = cacheKey(request)
    const cached = key === null ? undefined : store.get(key)
    const variant = cached?.variantAtOnce(request.headers['accept-encoding'])
    if (variant) send(request, reply, { key: key!, cached: cached!, variant })
    else done()
  }

  /** The second preHandler: waits for another request's computation or for compression. Otherwise, notes where to store the response. */
  async function sendLater(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const key = cacheKey(request)
    if (key === null) return undefined
    const known = store.get(key)
    const found = known ? { cached: known } : await store.findOrBegin(key)
    if ('cached' in found) return send(request, reply, await compress(request, key, found.cached))
    counts.misses += 1
    request.caching = { key, hookHeaders: reply.getHeaders(), flight: found.flight }
    return undefined
  }

  /** The onSend hook: caches a public response, and sends it in the client's encoding. */
  async function add(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { caching } = request
    const maxAge = maxAgeOf(reply)
    if (maxAge === null || typeof payload !== 'string' || caching === null) {
      caching?.flight.land(null)
      // If the request had a token, only the client may cache the response.
      if (maxAge !== null) reply.headers({ 'cache-control': `private, max-age=${maxAge}`, vary: varyOf(reply) })
      else if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      return payload
    }
    const { 'content-type': contentType, ...headers } = reply.getHeaders()
    for (const name of Object.keys(caching.hookHeaders)) delete headers[name]
    const { stockOf, routeOptions } = request
    const head = { status: reply.statusCode, contentType: String(contentType), headers, vary: varyOf(reply), maxAge }
    const cached = new CachedResponse(payload, {
      ...head,
      stockOf,
      showsOnlyFew: routeOptions.config.cache?.showsOnlyFew,
    })
    caching.flight.land(cached)
    const { key, variant } = await compress(request, caching.key, cached)
    repeated.add(request.raw, { key, etag: variant.etag, hookHeaders: hookHeadersOf(caching.hookHeaders) })
    reply.headers(variant.headers)
    if (!isUnchanged(request.raw, variant.etag)) return variant.bytes
    reply.code(304).removeHeader('content-type')
    return null
  }

  return fp(
    async (app: FastifyInstance) => {
      app.decorate('cacheCounts', counts)
      app.decorateRequest('caching', null)
      app.decorateRequest('isCached', false)
      app.decorateRequest('stockOf', undefined)
      app.decorateRequest('showsStockOf', function (this: FastifyRequest, productId: string) {
        this.stockOf ??= new Set()
        this.stockOf.add(productId)
      })
      app.decorateRequest('knows', function (this: FastifyRequest, etag: string) {
        return isUnchanged(this.raw, etag)
      })
      app.decorateReply('cacheable', null)
      app.decorateReply('cacheFor', function (this: FastifyReply, maxAge: number, status = 200) {
        this.cacheable = { maxAge, status }
        return this
      })
      if (!passesHooks) app.addHook('onRequest', sendRepeated)
      app.addHook('onRoute', (route: RouteOptions) => {
        // Fastify's HEAD route for a GET already has these hooks.
        if (!route.config?.cache || listOf(route.preHandler).includes(sendLater)) return
        route.preHandler = [...listOf(route.preHandler), sendAtOnce, sendLater]
        route.onSend = [add, ...listOf(route.onSend)]
        // If no response was sent, for example after the connection was lost, other requests must not wait for it.
        route.onResponse = [
          ...listOf(route.onResponse),
          ({ caching }: FastifyRequest, _reply: FastifyReply, done: () => void) => {
            caching?.flight.land(null)
            done()
          },
        ]
      })
    },
    { name: 'responseCache' },
  )
}

/** Headers set by hooks, without the request's id. The `vary` header is cached with the response. */
function hookHeadersOf(headers: Headers): HeaderList {
  const { 'x-request-id': _id, vary: _vary, ...same } = headers as Record<string, string>
  return listed(same)
}

/** A hook may add more request headers that the response depends on. */
const varyOf = (reply: FastifyReply): string =>
  reply.hasHeader('vary') ? `${VARY}, ${String(reply.getHeader('vary'))}` : VARY

/** In seconds; null if the response is not public. */
function maxAgeOf({ cacheable, statusCode, routeOptions }: FastifyReply): number | null {
  if (cacheable) return cacheable.status === statusCode ? cacheable.maxAge : null
  return (statusCode === 200 ? routeOptions.config.cache?.maxAge : undefined) ?? null
}

const listOf = <Hook>(hooks: Hook | Hook[] | undefined): Hook[] =>
  hooks === undefined ? [] : ([hooks].flat() as Hook[])
