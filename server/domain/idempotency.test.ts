import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { Prisma } from '../generated/prisma/client'
import { startTestApp } from '../testing/app'
import { newShopper } from '../testing/data/factories'
import { KEY_LIFETIME_MS, runOnce, sweepIdempotencyKeys, type Replay } from './idempotency'

const app = await startTestApp({}, { limits: { 'lists.idempotencyKeys': 5 } })
const { db } = app.shop

interface Count {
  version: number
  at: Date
}

const schema = z.object({ version: z.int(), at: z.coerce.date() })
const replay: Replay<Count, Count> = {
  schema,
  restore: async (_tx, _id, stored) => stored ?? { version: -1, at: new Date() },
}

/** Counts the runs with an update that is rolled back if the run fails. */
async function counter() {
  const { id } = await newShopper(app)
  const check = vi.fn()
  const run = (key: string | null, { input = {}, fails = false }: { input?: unknown; fails?: boolean } = {}) => {
    const call = { operation: 'count', input, idempotency: key === null ? undefined : { key }, replay, check }
    return runOnce(app.shop, id, call, async (tx) => {
      const { version } = await tx.cart.update({ where: { userId: id }, data: { version: { increment: 1 } } })
      if (fails) throw new Error('the work failed')
      return { version, at: new Date(0) }
    })
  }
  const count = async () => (await db.cart.findUniqueOrThrow({ where: { userId: id } })).version
  return { id, run, count, check }
}

describe('runOnce', () => {
  it('runs every call that has no key', async () => {
    const { run, count } = await counter()
    await run(null)
    await run(null)
    expect(await count()).toBe(2)
  })

  it('returns the stored result, with dates restored as Date objects', async () => {
    const { run } = await counter()
    const first = await run('key')
    expect(await run('key')).toStrictEqual(first)
    expect(first.at).toBeInstanceOf(Date)
  })

  it.each([[null], [{ version: 'one' }], [{ at: '1970-01-01T00:00:00.000Z' }]])(
    'does not run again, but restores the result from current data, if %j is stored',
    async (result) => {
      const { id, run, count } = await counter()
      await run('key')
      await db.idempotencyKey.updateMany({ where: { userId: id }, data: { result: result ?? Prisma.DbNull } })
      expect((await run('key')).version).toBe(-1)
      expect(await count()).toBe(1)
    },
  )

  it('refuses a replay, but not the first call, to a caller who has lost access', async () => {
    const { run, check } = await counter()
    check.mockRejectedValue(new Error('the session ended'))
    await run('key')
    await expect(run('key')).rejects.toThrow('the session ended')
    expect(check).toHaveBeenCalledTimes(1)
  })

  it('stores neither the key nor the change if the work fails, so another input can use the key', async () => {
    const { id, run, count } = await counter()
    await expect(run('key', { fails: true })).rejects.toThrow('the work failed')
    expect([await count(), await db.idempotencyKey.count({ where: { userId: id } })]).toEqual([0, 0])
    expect((await run('key', { input: 'another' })).version).toBe(1)
  })

  it('lets a waiting call do the work if the first call fails', async () => {
    const { run, count } = await counter()
    const answers = await Promise.allSettled([
      run('key', { fails: true }),
      run('key'),
      run('key', { fails: true }),
      run('key'),
    ])
    // A call with `fails` fails, or returns the stored result of an earlier successful call.
    expect(answers[1]).toMatchObject({ status: 'fulfilled', value: { version: 1 } })
    expect(answers[3]).toMatchObject({ status: 'fulfilled', value: { version: 1 } })
    expect(await count()).toBe(1)
  })
})

describe("a server's clock that is a day ahead", () => {
  it('forgets no key, so a repeated call has no second effect', async () => {
    const { run, count } = await counter()
    await run('key')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3600_000 })
    try {
      await sweepIdempotencyKeys(db)
      await run('key')
    } finally {
      vi.useRealTimers()
    }
    expect(await count()).toBe(1)
  })
})

describe('the keys of a shopper', () => {
  it('are limited by the setting: the oldest key is deleted, and its call can run again', async () => {
    const { id, run, count } = await counter()
    for (let i = 1; i <= 7; i++) await run(`key ${i}`)
    const living = () => db.idempotencyKey.findMany({ where: { userId: id }, orderBy: { createdAt: 'asc' } })
    expect((await living()).map(({ key }) => key)).toEqual([3, 4, 5, 6, 7].map((i) => `key ${i}`))
    expect((await run('key 3')).version).toBe(3)
    expect(await count()).toBe(7)
    expect((await run('key 1')).version).toBe(8)
    expect(await living()).toHaveLength(5)
  })

  it("stay within the limit with concurrent calls, without affecting other shoppers' keys", async () => {
    const [one, other] = [await counter(), await counter()]
    await other.run('kept')
    await Promise.all(Array.from({ length: 20 }, (_, i) => one.run(`key ${i}`)))
    expect(await one.count()).toBe(20)
    expect(await db.idempotencyKey.count({ where: { userId: one.id } })).toBe(5)
    expect((await other.run('kept')).version).toBe(1)
  })
})

describe('sweepIdempotencyKeys', () => {
  it('deletes only keys older than 24 hours', async () => {
    const { id, run } = await counter()
    for (const key of ['old', 'new']) await run(key)
    const now = Date.now()
    const age = (key: string, ms: number) =>
      db.idempotencyKey.updateMany({ where: { userId: id, key }, data: { createdAt: new Date(now - ms) } })
    await age('old', KEY_LIFETIME_MS + 1000)
    await age('new', KEY_LIFETIME_MS - 60_000)
    await sweepIdempotencyKeys(db)
    expect((await db.idempotencyKey.findMany({ where: { userId: id } })).map(({ key }) => key)).toEqual(['new'])
    expect(KEY_LIFETIME_MS).toBe(24 * 3600_000)
  })
})
