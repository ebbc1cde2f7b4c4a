/**
 * Answers with public responses from memory until the catalogue changes. A route says by `config.cache` that its responses may be cached,
 * and there or by `reply.cacheFor` for how long; nothing else in the server knows of the cache.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { CatalogueWatch } from '../database/catalogueWatch'
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
      /** How long a browser or a CDN may keep a response of status 200, in seconds; where missing, the handler says so each time. */
      maxAge?: number
      /** What tells the route's responses apart, the path where missing; null where a response may be the caller's own. */
      key?(request: FastifyRequest): string | null
    }
  }
  interface FastifyReply {
    /** Lets everyone have this response for so many seconds without asking again, if it is sent with that status. */
    cacheFor(seconds: number, status?: 200 | 404): FastifyReply
    cacheable: { maxAge: number; status: number } | null
  }
  interface FastifyRequest {
    /** What the response will be cached under, if everyone may have it. */
    caching: { key: string; flight: Flight; hookHeaders: Headers } | null
    isCached: boolean
    /** Whether the caller of a GET says that it has what this ETag names. */
    knows(etag: string): boolean
  }
  interface FastifyInstance {
    /** Responses from the cache, and those that had to be computed although they are for everyone. */
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
  /** Added to each public response. */
  cdnHeaders: Record<string, string>
  /** Whether even cached responses are to pass all hooks, as where developers ask for a delay. */
  passesHooks: boolean
}

/** Register it before all hooks that a cached response need not pass. */
export function responseCache({ watch, cdnHeaders, passesHooks }: Options) {
  const store = new ResponseStore(watch)
  const counts = {
    hits: 0,
    misses: 0,
    get bytes() {
      return store.bytes
    },
  }
  const repeated = new RepeatedGets()

  /** The first onRequest: a GET that was sent before needs nothing of what follows. Not async, which would be a tenth of its cost. */
  function sendRepeated(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    if (request.routeOptions.config.cache === undefined) return done()
    const known = repeated.get(request.raw)
    const cached = known && store.get(known.key)
    const variant = cached?.variantAtOnce(request.headers['accept-encoding'])
    // After a change of the catalogue the hooks come first again.
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

  /** Compressed for the first caller who takes it. */
  async function compress(request: FastifyRequest, key: string, cached: CachedResponse): Promise<Found> {
    const variant = await cached.compressFor(request.headers['accept-encoding'])
    store.weighAgain(key, cached)
    return { key, cached, variant }
  }

  /** The first preHandler: sends what is there as the caller takes it. Not async, since that would be a tenth of what it costs. */
  function sendAtOnce(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
    const key = cacheKey(request)
    const cached = key === null ? undefined : store.get(key)
    const variant = cached?.variantAtOnce(request.headers['accept-encoding'])
    if (variant) send(request, reply, { key: key!, cached: cached!, variant })
    else done()
  }

  /** The second: waits for what others compute or what has to be compressed, else notes where the response is to go. */
  async function sendLater(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const key = cacheKey(request)
    if (key === null) return undefined
    const cached = store.get(key) ?? (await store.flight(key)?.landed)
    if (cached) return send(request, reply, await compress(request, key, cached))
    counts.misses += 1
    request.caching = { key, hookHeaders: reply.getHeaders(), flight: store.begin(key) }
    return undefined
  }

  /** The onSend: caches what everyone may have, and sends it as this caller takes it. */
  async function add(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { caching } = request
    const maxAge = maxAgeOf(reply)
    if (maxAge === null || typeof payload !== 'string' || caching === null) {
      caching?.flight.land(null)
      // What everyone may see is still the caller's own where it was asked for with a token.
      if (maxAge !== null) reply.headers({ 'cache-control': `private, max-age=${maxAge}`, vary: varyOf(reply) })
      else if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
      return payload
    }
    const { 'content-type': contentType, ...own } = reply.getHeaders()
    for (const name of Object.keys(caching.hookHeaders)) delete own[name]
    const headers = { ...own, ...cdnHeaders }
    const head = { status: reply.statusCode, contentType: String(contentType), headers, vary: varyOf(reply), maxAge }
    const cached = new CachedResponse(payload, head)
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
        // The HEAD route that Fastify makes of a GET has its hooks already.
        if (!route.config?.cache || listOf(route.preHandler).includes(sendLater)) return
        route.preHandler = [...listOf(route.preHandler), sendAtOnce, sendLater]
        route.onSend = [add, ...listOf(route.onSend)]
        // Where nothing was sent, as after a connection that was lost, nobody must wait.
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

/** Those that hooks set, without the request's id. What a response varies by, theirs included, is cached with it. */
function hookHeadersOf(headers: Headers): HeaderList {
  const { 'x-request-id': _id, vary: _vary, ...same } = headers as Record<string, string>
  return listed(same)
}

/** A hook may have made the response differ by more. */
const varyOf = (reply: FastifyReply): string =>
  reply.hasHeader('vary') ? `${VARY}, ${String(reply.getHeader('vary'))}` : VARY

/** In seconds, or null where the response is not for everyone. */
function maxAgeOf({ cacheable, statusCode, routeOptions }: FastifyReply): number | null {
  if (cacheable) return cacheable.status === statusCode ? cacheable.maxAge : null
  return (statusCode === 200 ? routeOptions.config.cache?.maxAge : undefined) ?? null
}

const listOf = <Hook>(hooks: Hook | Hook[] | undefined): Hook[] =>
  hooks === undefined ? [] : ([hooks].flat() as Hook[])
