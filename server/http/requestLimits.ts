/**
 * Limits the REST and GraphQL requests per minute, and the logins, sign-ups and codes, from one network. Requests also count for the wider
 * networks around it, because one subscriber may own many networks.
 */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { Redis } from 'ioredis'
import { hasLargeBody } from '../http/bodies'
import { networksOf, type Network } from '../guards/network'
import type { Settings } from '../settings'
import type { RuleName } from '../guards/rules'
import { RULES } from '../guards/rules'
import { openRedis } from './redis'
import { TooManyRequests } from './tooManyRequests'

declare module 'fastify' {
  interface FastifyInstance {
    /** Counts all requests in this scope except those served from the cache, and refuses requests above the limit. */
    limitRequests(): void
    /** Null, or the number of seconds after which this network address may log in or sign up again. */
    countSignIn: (address: string) => Promise<number | null>
    /** Null, or the number of seconds after which this network address may request a code again. */
    countCodeRequest: (address: string) => Promise<number | null>
    /** Null if each server counts separately. */
    redis: Redis | null
  }
  interface FastifyRequest {
    /** The client's networks, the narrowest first. */
    findNetworks(): [Network, ...Network[]]
    networks: [Network, ...Network[]] | null
  }
}

/** The maximum number of networks that this process counts at the same time, for each kind of call. */
const MAX_COUNTED_NETWORKS = 50_000

interface Counted {
  /** Null if the call is allowed. Otherwise the whole seconds until the next one is. */
  retryAfterSeconds: number | null
  /** RateLimit-Limit, -Remaining and -Reset of the narrowest network. Empty without a limit. */
  headers: Record<string, number>
}

/** The rules that count calls in a time. */
type Counting = Extract<RuleName, `requests.${string}` | 'signIns.perNetwork' | 'codes.perNetwork'>

/**
 * Counts the calls of a rule, given the caller's networks. A wider network is counted only if the narrower one has calls left, so that one
 * client cannot use up the calls of its neighbours.
 */
function callCounter(app: FastifyInstance, name: Counting) {
  const limit = app.limits[name]
  // The plugin expects a request. It passes it only to these functions, so a network can take its place.
  const networkIn = (request: FastifyRequest): Network => request as unknown as Network
  const count = app.createRateLimit({
    max: (request) => limit * networkIn(request).times,
    keyGenerator: (request) => `${name} ${networkIn(request).key}`,
    timeWindow: RULES[name].within,
    // The plugin's own `cache` option does not apply here, and the type of these options lacks it.
    ...{ cache: MAX_COUNTED_NETWORKS },
  })
  return async (networks: Network[]): Promise<Counted> => {
    if (limit === 0) return { retryAfterSeconds: null, headers: {} }
    let headers: Counted['headers'] | undefined
    for (const network of networks) {
      const counted = await count({ ...network, routeOptions: {} } as unknown as FastifyRequest)
      // Only an allow list would allow calls that are not counted.
      if (counted.isAllowed) continue
      headers ??= {
        'ratelimit-limit': counted.max,
        'ratelimit-remaining': counted.remaining,
        'ratelimit-reset': counted.ttlInSeconds,
      }
      if (counted.isExceeded) return { retryAfterSeconds: Math.max(1, counted.ttlInSeconds), headers }
    }
    return { retryAfterSeconds: null, headers: headers ?? {} }
  }
}

export const requestLimits = fp(
  async (app: FastifyInstance, settings: Settings) => {
    const redis = await openRedis(app, settings)
    app.decorate('redis', redis)
    app.decorateRequest('networks', null)
    app.decorateRequest('findNetworks', function (this: FastifyRequest) {
      return (this.networks ??= networksOf(this.ip))
    })
    await app.register(rateLimit, {
      global: false,
      nameSpace: 'cerashop-requests-',
      ...(redis && { redis }),
      skipOnError: true,
    })
    const countAnonymous = callCounter(app, 'requests.perNetwork')
    const countSignedIn = callCounter(app, 'requests.perNetworkOfUsers')
    const countOfKey = callCounter(app, 'requests.perKey')
    /** A token with a wrong signature is treated as a missing token. So is an API key that is not known yet. */
    const countRequest = (request: FastifyRequest): Promise<Counted> => {
      const holder = request.findHolder()
      if (holder?.isKey) return countOfKey([{ key: holder.id, times: 1 }])
      return (holder ? countSignedIn : countAnonymous)(request.findNetworks())
    }
    app.decorate('limitRequests', function (this: FastifyInstance) {
      const { limits } = app
      if (!limits['requests.perNetwork'] && !limits['requests.perNetworkOfUsers'] && !limits['requests.perKey']) return
      /** `isShared`: the response may be cached, so it has the same headers for all clients. */
      const limit = async (request: FastifyRequest, reply: FastifyReply, isShared: boolean) => {
        const { retryAfterSeconds, headers } = await countRequest(request)
        if (!isShared || retryAfterSeconds !== null) reply.headers(headers)
        if (retryAfterSeconds !== null) throw new TooManyRequests(retryAfterSeconds)
        // Looked up only after the request was counted, so invented keys above the limit cost no database statement.
        await request.meetKey()
      }
      // A cached response is not counted, but parsing a large body for it is.
      const isOfCache = ({ routeOptions }: FastifyRequest) => routeOptions.config?.cache !== undefined
      const isCountedLater = (request: FastifyRequest) => isOfCache(request) && !hasLargeBody(request)
      // Not async, because every cached response would bear the cost of a promise.
      this.addHook('onRequest', (request, reply, done) => {
        if (isCountedLater(request)) done()
        else limit(request, reply, isOfCache(request)).then(() => done(), done)
      })
      // Runs after the cache's own hooks.
      const limitLater = async (request: FastifyRequest, reply: FastifyReply) => {
        if (isCountedLater(request)) await limit(request, reply, request.caching !== null)
      }
      this.addHook('onRoute', (route: RouteOptions) => {
        if (route.config?.cache) route.preHandler = [route.preHandler ?? [], limitLater].flat()
      })
    })
    const countSignIns = callCounter(app, 'signIns.perNetwork')
    const countCodes = callCounter(app, 'codes.perNetwork')
    app.decorate('countSignIn', async (address) => (await countSignIns(networksOf(address))).retryAfterSeconds)
    app.decorate('countCodeRequest', async (address) => (await countCodes(networksOf(address))).retryAfterSeconds)
  },
  { name: 'requestLimits' },
)
