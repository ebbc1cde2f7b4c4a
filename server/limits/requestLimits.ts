/** Limits the REST and GraphQL requests per minute, and the logins and sign-ups, from one network address. */
import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import fp from 'fastify-plugin'
import type { Redis } from 'ioredis'
import { hasLargeBody } from '../http/bodies'
import { networkOf } from '../domain/network'
import type { Settings } from '../settings'
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
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** The maximum number of addresses that this process counts at the same time. */
const LARGEST_NUMBER_OF_ADDRESSES = 50_000

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

/** Null, or the number of seconds until the next call is allowed. The domain has no access to the request and passes only the address. */
async function countCall(limiter: Limiter, limit: number, address: string): Promise<number | null> {
  if (limit === 0) return null
  const counted = await limiter({ ip: address, routeOptions: {} } as FastifyRequest)
  return !counted.isAllowed && counted.isExceeded ? Math.max(1, counted.ttlInSeconds) : null
}

export const requestLimits = fp(
  async (app: FastifyInstance, settings: Settings) => {
    const redis = await openRedis(app, settings)
    app.decorate('redis', redis)
    const { requestsPerMinute } = settings
    const limits = {
      [ANONYMOUS]: most(requestsPerMinute.anonymous),
      [SIGNED_IN]: most(requestsPerMinute.signedIn),
      [KEY]: most(requestsPerMinute.key),
    }
    await app.register(rateLimit, {
      global: false,
      max: (_request, key) => limits[key.split(' ')[0] as keyof typeof limits],
      // A token with a wrong signature is treated as a missing token.
      async keyGenerator(request) {
        const holder = await request.findHolder()
        if (holder?.isKey) return `${KEY} ${holder.id}`
        return `${holder ? SIGNED_IN : ANONYMOUS} ${networkOf(request.ip)}`
      },
      timeWindow: MINUTE_MS,
      cache: LARGEST_NUMBER_OF_ADDRESSES,
      nameSpace: 'cerashop-requests-',
      ...(redis && { redis }),
      skipOnError: true,
      // Sets RateLimit-Limit, RateLimit-Remaining and RateLimit-Reset.
      enableDraftSpec: true,
      errorResponseBuilder: (_request, { ttl }) => new TooManyRequests(Math.max(1, Math.ceil(ttl / 1000))),
    })
    app.decorate('limitRequests', function (this: FastifyInstance) {
      if (Object.values(requestsPerMinute).every((limit) => limit === 0)) return
      const count = app.rateLimit()
      /** `isShared`: the response may be cached, so it has the same headers for all clients. */
      const limit = async (scope: FastifyInstance, request: FastifyRequest, reply: FastifyReply, isShared: boolean) => {
        await count.call(scope, request, reply)
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
      max: settings.signIn.perAddressAndMinute,
      keyGenerator: ({ ip }) => `sign-in ${networkOf(ip)}`,
    })
    const limitCodes = app.createRateLimit({
      max: settings.codes.perNetworkAndHour,
      timeWindow: HOUR_MS,
      keyGenerator: ({ ip }) => `code ${networkOf(ip)}`,
    })
    app.decorate('countSignIn', (address) => countCall(limitSignIns, settings.signIn.perAddressAndMinute, address))
    app.decorate('countCodeRequest', (address) => countCall(limitCodes, settings.codes.perNetworkAndHour, address))
  },
  { name: 'requestLimits' },
)
