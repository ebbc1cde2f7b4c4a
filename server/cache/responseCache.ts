/**
 * Public responses, the same for everyone until the catalogue changes, from memory. A route says by `config.cache` that its responses
 * may be cached, and there or by `reply.cacheFor` for how long; nothing else in the server knows of the cache.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { CatalogueWatch } from '../database/catalogueWatch'
import { cacheKey } from './cacheKey'
import { CachedResponse, isUnchanged, VARY, type Headers, type Variant } from './cachedResponse'
import { inFrontOfFastify, RepeatedRequests } from './listener'
import { ResponseStore, type Flight } from './store'

declare module 'fastify' {
  interface FastifyContextConfig {
    cache?: {
      /** How long a browser or a CDN may keep a response of status 200, in seconds; where missing, the handler says so each time. */
      maxAge?: number
      /** What tells the route's responses apart, the path where missing; null where a response may be the caller's own. */
      key?(request: FastifyRequest): string | null | Promise<string | null>
    }
  }
  interface FastifyReply {
    /** Lets everyone have this response, for so many seconds without asking again. */
    cacheFor(seconds: number): FastifyReply
    maxAge: number | null
  }
  interface FastifyRequest {
    /** What the response will be cached under, if everyone may have it. */
    caching: { key: string; flight: Flight; hookHeaders: Headers } | null
    isCached: boolean
  }
  interface FastifyInstance {
    /** Responses from the cache, and those that had to be computed although they are for everyone. */
    cacheCounts: { hits: number; misses: number }
  }
}

type Place = Pick<NonNullable<FastifyRequest['caching']>, 'key' | 'hookHeaders'>

interface Options {
  watch: CatalogueWatch
  /** For a request that Fastify does not see: counts and logs it, and gives its id. */
  logRepeated(path: string): string
}

/** Gives the server to build the app with, and the plugin to register before the routes. */
export function responseCache({ watch, logRepeated }: Options) {
  const store = new ResponseStore(watch)
  const counts = { hits: 0, misses: 0 }
  const repeated = new RepeatedRequests(store, ({ url }) => {
    counts.hits += 1
    return logRepeated(url!)
  })

  /** Compressed as the caller takes it, and from now on sent without Fastify to whoever asks exactly the same. */
  async function choose(
    request: FastifyRequest,
    { key, hookHeaders }: Place,
    cached: CachedResponse,
  ): Promise<Variant> {
    const { 'accept-encoding': acceptEncoding } = request.headers
    const variant = cached.variantAtOnce(acceptEncoding) ?? (await cached.compressFor(acceptEncoding))
    store.weighAgain(key, cached)
    repeated.add(request.raw, { key, etag: variant.etag, headers: listed({ ...hookHeaders, ...variant.headers }) })
    return variant
  }

  /** The preHandler: sends what is cached, or notes where the response is to go. */
  async function lookUp(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const key = await cacheKey(request)
    if (key === null) return undefined
    const { 'x-request-id': _id, ...hookHeaders } = reply.getHeaders()
    const cached = store.get(key) ?? (await store.flight(key)?.landed)
    if (!cached) {
      counts.misses += 1
      request.caching = { key, hookHeaders, flight: store.begin(key) }
      return undefined
    }
    counts.hits += 1
    request.isCached = true
    const variant = await choose(request, { key, hookHeaders }, cached)
    reply.code(cached.status).headers(variant.headers)
    if (isUnchanged(request.raw, variant.etag)) return reply.code(304).send()
    return reply.type(cached.contentType).send(variant.bytes)
  }

  /** The onSend: caches what everyone may have, and sends it as this caller takes it. */
  async function add(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
    const { caching, isCached } = request
    if (isCached) return payload
    const maxAge = maxAgeOf(reply)
    if (maxAge === null || typeof payload !== 'string' || caching === null) {
      caching?.flight.land(null)
      // What everyone may see is still the caller's own where it was asked for with a token.
      if (maxAge !== null) reply.headers({ 'cache-control': `private, max-age=${maxAge}`, vary: VARY })
      return payload
    }
    const { 'x-request-id': _id, 'content-type': contentType, ...headers } = reply.getHeaders()
    for (const name of Object.keys(caching.hookHeaders)) delete headers[name]
    const cached = new CachedResponse(payload, {
      status: reply.statusCode,
      contentType: String(contentType),
      headers,
      maxAge,
    })
    caching.flight.land(cached)
    const variant = await choose(request, caching, cached)
    reply.headers(variant.headers)
    if (!isUnchanged(request.raw, variant.etag)) return variant.bytes
    reply.code(304).removeHeader('content-type')
    return null
  }

  const plugin = fp(
    async (app: FastifyInstance) => {
      app.decorate('cacheCounts', counts)
      app.decorateRequest('caching', null)
      app.decorateRequest('isCached', false)
      app.decorateReply('maxAge', null)
      app.decorateReply('cacheFor', function (this: FastifyReply, seconds: number) {
        this.maxAge = seconds
        return this
      })
      app.addHook('onRoute', (route: RouteOptions) => {
        // The HEAD route that Fastify makes of a GET has its hooks already.
        if (!route.config?.cache || listOf(route.preHandler).includes(lookUp)) return
        route.preHandler = [...listOf(route.preHandler), lookUp]
        route.onSend = [add, ...listOf(route.onSend)]
        // Where nothing was sent, as after a connection that was lost, nobody must wait.
        route.onResponse = [
          ...listOf(route.onResponse),
          async ({ caching }: FastifyRequest) => caching?.flight.land(null),
        ]
      })
    },
    { name: 'responseCache' },
  )
  return { plugin, serverFactory: inFrontOfFastify(repeated) }
}

/** In seconds, or null where the response is not for everyone. */
function maxAgeOf({ maxAge, statusCode, routeOptions }: FastifyReply): number | null {
  if (statusCode >= 500) return null
  return maxAge ?? (statusCode === 200 ? routeOptions.config.cache?.maxAge : undefined) ?? null
}

const listOf = <Hook>(hooks: Hook | Hook[] | undefined): Hook[] =>
  hooks === undefined ? [] : ([hooks].flat() as Hook[])

/** Names and values by turns. */
const listed = (headers: Headers): string[] => Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
