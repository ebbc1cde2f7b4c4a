import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, it } from 'vitest'
import { hasRedis, startRedis } from '../testing/redis'
import { Budget } from './budget'

const bucket = (key: string, times = 1) => [{ key, times }]

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
    expect(await budget.draw(bucket('a'), 400)).toEqual({ retryAfterSeconds: null, left: 200 })
    const refused = await budget.draw(bucket('a'), 300)
    // The budget is 100 points short, and ten are restored each second.
    expect(refused.retryAfterSeconds).toBeGreaterThan(5)
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(10)
    expect(refused.left).toBeGreaterThanOrEqual(200)
    expect((await budget.draw(bucket('b'), 600)).retryAfterSeconds).toBeNull()
  })

  it.skipIf(!isThere)('refills at an even rate', async () => {
    const budget = new Budget(60_000, store)
    await budget.draw(bucket('c'), 60_000)
    // One point is restored each millisecond, so the second call must follow within a second.
    expect((await budget.draw(bucket('c'), 1000)).retryAfterSeconds).toBe(1)
    await sleep(1100)
    expect((await budget.draw(bucket('c'), 1000)).retryAfterSeconds).toBeNull()
  })
})

describe.each([
  ['in memory', null, true],
  ['in Redis (skipped where no redis-server is installed)', client, hasRedis],
] as const)('the budgets of a network and a wider one %s', (_where, store, isThere) => {
  const of = (narrow: string) => [...bucket(narrow), ...bucket('wide', 3)]

  it.skipIf(!isThere)('are drawn from together, or not at all', async () => {
    const budget = new Budget(600, store)
    for (const narrow of ['n1', 'n2', 'n3']) expect((await budget.draw(of(narrow), 500)).retryAfterSeconds).toBeNull()
    expect((await budget.draw(of('n1'), 200)).retryAfterSeconds).not.toBeNull()
    const refused = await budget.draw(of('n4'), 400)
    // The wide budget is 100 points short, and thirty are restored each second.
    expect([refused.retryAfterSeconds! > 0, refused.retryAfterSeconds! <= 4]).toEqual([true, true])
    expect(refused.left).toBeLessThan(400)
    expect((await budget.draw(bucket('n4'), 600)).retryAfterSeconds).toBeNull()
  })

  it.skipIf(!isThere)('are both charged for work that is done', async () => {
    const budget = new Budget(600, store)
    await budget.charge([...bucket('c1'), ...bucket('wider', 3)], 3000)
    expect((await budget.draw(bucket('c1'), 1)).retryAfterSeconds).toBeGreaterThan(200)
    expect((await budget.draw([...bucket('c2'), ...bucket('wider', 3)], 1)).retryAfterSeconds).toBeGreaterThan(30)
  })
})

describe('a budget', () => {
  it('has no limit at 0', async () => {
    expect(await new Budget(0, null).draw(bucket('a'), 1e9)).toEqual({ retryAfterSeconds: null, left: Infinity })
  })

  it.skipIf(!hasRedis)('is shared by all servers, which count separately while Redis is down', async () => {
    const own = await startRedis()
    const [one, other] = [0, 1].map(() => new Redis(own.url, { retryStrategy: () => null }).on('error', () => {}))
    const budgets = [one!, other!].map((each) => new Budget(100, each))
    for (const each of [one!, other!]) await expect.poll(() => each.status).toBe('ready')
    expect((await budgets[0]!.draw(bucket('a'), 100)).retryAfterSeconds).toBeNull()
    expect((await budgets[1]!.draw(bucket('a'), 50)).retryAfterSeconds).not.toBeNull()
    await own.stop()
    await expect.poll(() => other!.status).not.toBe('ready')
    expect((await budgets[1]!.draw(bucket('a'), 100)).retryAfterSeconds).toBeNull()
    expect((await budgets[1]!.draw(bucket('a'), 50)).retryAfterSeconds).not.toBeNull()
  })
})
