/**
 * Limits the REST and GraphQL requests per minute, and the logins, sign-ups and codes, from one network. Requests also count for the wider
 * networks around it, because one subscriber may own many networks.
 */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { Redis } from 'ioredis'
import { hasLargeBody } from '../http/bodies'
import { networksOf, type Network } from '../domain/network'
import type { Settings } from '../settings'
import { Budget } from './budget'
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

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The maximum number of addresses that this process counts at the same time. */
const MAX_COUNTED_ADDRESSES = 50_000

const SIGNED_IN = 'signed-in'
const KEY = 'key'
const ANONYMOUS = 'anonymous'

const UNLIMITED = Number.MAX_SAFE_INTEGER
/** 0 means no limit. */
const most = (limit: number): number => limit || UNLIMITED

const LIMIT_HEADER = 'ratelimit-limit'

function removeHeaders(reply: FastifyReply): void {
  for (const name of [LIMIT_HEADER, 'ratelimit-remaining', 'ratelimit-reset']) reply.removeHeader(name)
}

type Limiter = ReturnType<FastifyInstance['createRateLimit']>

/** A network in place of a request. */
interface NetworkCall extends Network {
  routeOptions: object
}
const networkIn = (request: FastifyRequest): Network => request as unknown as NetworkCall

/**
 * Null, or the number of seconds until the next call is allowed. The domain has no access to the request and passes only the address. A wider
 * network is counted only if the narrower one has calls left, so that one client cannot use up the calls of its neighbours.
 */
async function countCall(limiter: Limiter, limit: number, address: string): Promise<number | null> {
  if (limit === 0) return null
  for (const network of networksOf(address)) {
    const call: NetworkCall = { ...network, routeOptions: {} }
    const counted = await limiter(call as unknown as FastifyRequest)
    if (!counted.isAllowed && counted.isExceeded) return Math.max(1, counted.ttlInSeconds)
  }
  return null
}

/** The options of a limit that `countCall` counts. */
const perNetwork = (name: string, limit: number) => ({
  max: (request: FastifyRequest) => limit * networkIn(request).times,
  keyGenerator: (request: FastifyRequest) => `${name} ${networkIn(request).key}`,
})

/** From the limit of a network's logged-in users. Visitors have a quarter of it, and an API key a tenth. 0 means no limit. */
export const requestsPerMinute = (signedIn: number) => ({
  signedIn,
  anonymous: Math.ceil(signedIn / 4),
  key: Math.ceil(signedIn / 10),
})

export const requestLimits = fp(
  async (app: FastifyInstance, settings: Settings) => {
    const redis = await openRedis(app, settings)
    app.decorate('redis', redis)
    app.decorateRequest('networks', null)
    app.decorateRequest('findNetworks', function (this: FastifyRequest) {
      return (this.networks ??= networksOf(this.ip))
    })
    const { requestsPerMinute, signInsPerMinute, codes } = app.limits
    const limits = {
      [ANONYMOUS]: most(requestsPerMinute.anonymous),
      [SIGNED_IN]: most(requestsPerMinute.signedIn),
      [KEY]: most(requestsPerMinute.key),
    }
    await app.register(rateLimit, {
      global: false,
      max: (_request, key) => limits[key.split(' ')[0] as keyof typeof limits],
      // A token with a wrong signature is treated as a missing token. So is an API key that is not known yet.
      keyGenerator(request) {
        const holder = request.findHolder()
        if (holder?.isKey) return `${KEY} ${holder.id}`
        return `${holder ? SIGNED_IN : ANONYMOUS} ${request.findNetworks()[0].key}`
      },
      timeWindow: MINUTE_MS,
      cache: MAX_COUNTED_ADDRESSES,
      nameSpace: 'cerashop-requests-',
      ...(redis && { redis }),
      skipOnError: true,
      // Sets RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset.
      enableDraftSpec: true,
      errorResponseBuilder: (_request, { ttl }) => new TooManyRequests(Math.max(1, Math.ceil(ttl / 1000))),
    })
    const wide = {
      [ANONYMOUS]: new Budget(requestsPerMinute.anonymous, redis),
      [SIGNED_IN]: new Budget(requestsPerMinute.signedIn, redis),
    }
    /** Counts the request for the wider networks around the client's network. */
    const limitWide = async (request: FastifyRequest) => {
      const holder = request.findHolder()
      if (holder?.isKey || request.findNetworks().length === 1) return
      const kind = holder ? SIGNED_IN : ANONYMOUS
      const [, ...wider] = request.findNetworks()
      const buckets = wider.map(({ key, times }) => ({ key: `requests ${kind} ${key}`, times }))
      const { retryAfterSeconds } = await wide[kind].draw(buckets, 1)
      if (retryAfterSeconds !== null) throw new TooManyRequests(retryAfterSeconds)
    }
    app.decorate('limitRequests', function (this: FastifyInstance) {
      if (Object.values(requestsPerMinute).every((limit) => limit === 0)) return
      const count = app.rateLimit()
      /** `isShared`: the response may be cached, so it has the same headers for all clients. */
      const limit = async (scope: FastifyInstance, request: FastifyRequest, reply: FastifyReply, isShared: boolean) => {
        await count.call(scope, request, reply)
        await limitWide(request)
        // Looked up only after the request was counted, so invented keys above the limit cost no database statement.
        await request.meetKey()
        if (isShared || reply.getHeader(LIMIT_HEADER) === UNLIMITED) removeHeaders(reply)
      }
      // A cached response is not counted, but parsing a large body for it is.
      const isOfCache = ({ routeOptions }: FastifyRequest) => routeOptions.config?.cache !== undefined
      const isCountedLater = (request: FastifyRequest) => isOfCache(request) && !hasLargeBody(request)
      // Not async, because every cached response would bear the cost of a promise.
      this.addHook('onRequest', function (request, reply, done) {
        if (isCountedLater(request)) done()
        else limit(this, request, reply, isOfCache(request)).then(() => done(), done)
      })
      // Runs after the cache's own hooks.
      const limitLater: typeof count = async function (this: FastifyInstance, request, reply) {
        if (isCountedLater(request)) await limit(this, request, reply, request.caching !== null)
      }
      this.addHook('onRoute', (route: RouteOptions) => {
        if (route.config?.cache) route.preHandler = [route.preHandler ?? [], limitLater].flat()
      })
    })
    const limitSignIns = app.createRateLimit({
      ...perNetwork('sign-in', signInsPerMinute),
    })
    const limitCodes = app.createRateLimit({
      ...perNetwork('code', codes.perNetworkAndHour),
      timeWindow: HOUR_MS,
    })
    app.decorate('countSignIn', (address) => countCall(limitSignIns, signInsPerMinute, address))
    app.decorate('countCodeRequest', (address) => countCall(limitCodes, codes.perNetworkAndHour, address))
  },
  { name: 'requestLimits' },
)
