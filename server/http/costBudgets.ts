/** Limits the cost per minute of operations and pages, for each network and each account, or for each API key. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { bodyBytes, hasLargeBody } from '../http/bodies'
import { Budget, type Bucket, type Drawn } from '../guards/budget'
import { TooManyRequests } from './tooManyRequests'

declare module 'fastify' {
  interface FastifyInstance {
    /** Deducts points from the client's budgets. If too few are left, the caller must not do the work. */
    drawCost(request: FastifyRequest, points: number): Promise<Drawn>
    /** Charges the client for work that is already done, even if too few points are left. */
    chargeCost(request: FastifyRequest, points: number): Promise<void>
    /** Charges for this scope's large bodies before they are parsed, and rejects bodies above the limit. */
    limitBodies(): void
  }
}

/** A point is about 10 µs, the time to parse this many bytes, or to read and validate this many characters of a valid document. */
export const BYTES_A_POINT = 10

const bucketOf = (kind: string, { id }: { id: string }): Bucket[] => [{ key: `${kind} ${id}`, times: 1 }]

/** The buckets of the address's network and of the wider networks around it. */
const bucketsOf = (request: FastifyRequest): Bucket[] =>
  request.findNetworks().map(({ key, times }) => ({ key: `address ${key}`, times }))

/** Register this plugin after requestLimits, because both share Redis. */
export const costBudgets = fp(
  async (app: FastifyInstance) => {
    const addresses = new Budget(app.limits['cost.perNetwork'], app.redis)
    const users = new Budget(app.limits['cost.perAccount'], app.redis)
    const keys = new Budget(app.limits['cost.perKey'], app.redis)
    app.decorate('drawCost', async (request, points) => {
      const holder = request.findHolder()
      if (holder?.isKey) return keys.draw(bucketOf('key', holder), points)
      const ofAddress = await addresses.draw(bucketsOf(request), points)
      if (ofAddress.retryAfterSeconds !== null || !holder) return ofAddress
      const ofUser = await users.draw(bucketOf('user', holder), points)
      return ofUser.left < ofAddress.left || ofUser.retryAfterSeconds !== null ? ofUser : ofAddress
    })
    const drawBody = async (request: FastifyRequest) => {
      const { retryAfterSeconds } = await app.drawCost(request, Math.ceil(bodyBytes(request) / BYTES_A_POINT))
      if (retryAfterSeconds !== null) throw new TooManyRequests(retryAfterSeconds)
    }
    app.decorate('limitBodies', function (this: FastifyInstance) {
      this.addHook('onRequest', (request, _reply, done) => {
        if (hasLargeBody(request)) drawBody(request).then(() => done(), done)
        else done()
      })
    })
    app.decorate('chargeCost', async (request, points) => {
      const holder = request.findHolder()
      if (holder?.isKey) return keys.charge(bucketOf('key', holder), points)
      await addresses.charge(bucketsOf(request), points)
      if (holder) await users.charge(bucketOf('user', holder), points)
    })
  },
  { name: 'costBudgets', dependencies: ['requestLimits', 'auth'] },
)
