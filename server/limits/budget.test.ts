import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, it } from 'vitest'
import { hasRedis, startRedis } from '../testing/redis'
import { Budget } from './budget'

const redis = hasRedis ? await startRedis() : null
const client = redis && new Redis(redis.url)
afterAll(async () => {
  client?.disconnect()
  await redis?.stop()
})

describe.each([
  ['in memory', null, true],
  ['in Redis (skipped where no redis-server is installed)', client, hasRedis],
] as const)('a budget %s', (_where, store, isThere) => {
  it.skipIf(!isThere)('can be spent until it is empty, and reports when it will be refilled', async () => {
    const budget = new Budget(600, store)
    expect(await budget.draw('a', 400)).toEqual({ retryAfterSeconds: null, left: 200 })
    const refused = await budget.draw('a', 300)
    // The budget is 100 points short, and ten are restored each second.
    expect(refused.retryAfterSeconds).toBeGreaterThan(5)
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(10)
    expect(refused.left).toBeGreaterThanOrEqual(200)
    expect((await budget.draw('b', 600)).retryAfterSeconds).toBeNull()
  })

  it.skipIf(!isThere)('refills at an even rate', async () => {
    const budget = new Budget(60_000, store)
    await budget.draw('c', 60_000)
    // One point is restored each millisecond, so the second call must follow within a second.
    expect((await budget.draw('c', 1000)).retryAfterSeconds).toBe(1)
    await sleep(1100)
    expect((await budget.draw('c', 1000)).retryAfterSeconds).toBeNull()
  })
})

describe('a budget', () => {
  it('has no limit at 0', async () => {
    expect(await new Budget(0, null).draw('a', 1e9)).toEqual({ retryAfterSeconds: null, left: Infinity })
  })

  it.skipIf(!hasRedis)('is shared by all servers, which count separately while Redis is down', async () => {
    const own = await startRedis()
    const [one, other] = [0, 1].map(() => new Redis(own.url, { retryStrategy: () => null }).on('error', () => {}))
    const budgets = [one!, other!].map((each) => new Budget(100, each))
    for (const each of [one!, other!]) await expect.poll(() => each.status).toBe('ready')
    expect((await budgets[0]!.draw('a', 100)).retryAfterSeconds).toBeNull()
    expect((await budgets[1]!.draw('a', 50)).retryAfterSeconds).not.toBeNull()
    await own.stop()
    await expect.poll(() => other!.status).not.toBe('ready')
    expect((await budgets[1]!.draw('a', 100)).retryAfterSeconds).toBeNull()
    expect((await budgets[1]!.draw('a', 50)).retryAfterSeconds).not.toBeNull()
  })
})
