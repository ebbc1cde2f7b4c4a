import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app'
import { openDatabase, type Database } from '../../database/client'
import { Prisma } from '../../generated/prisma/client'
import { testSettings } from '../../testing/app'
import { startPostgres, type Postgres } from '../../testing/postgres'
import { networksOf } from '../../guards/network'
import type { Shop } from '../shop'
import { searchRows } from './searchRows'

const postgres = await startPostgres()

// Needs an installed PostgreSQL server, because the embedded one has no time limits.
describe.runIf(postgres)('a search on a PostgreSQL server', () => {
  let database: Database
  let shop: Shop
  let close: () => Promise<void>

  beforeAll(async () => {
    const settings = testSettings({ DATABASE_URL: (postgres as Postgres).url })
    database = await openDatabase(settings)
    const app = await buildApp({ ...database, settings })
    await app.ready()
    const [cell] = await app.shop.cells()
    // Enough products to count as a large catalogue.
    shop = { ...app.shop, cells: () => Promise.resolve([{ ...cell!, prices: new Int32Array(5000) }]) }
    close = () => app.close()
  })
  afterAll(async () => {
    await close()
    await database.close()
    await postgres!.stop()
  })

  it('is aborted at its time limit with an error that explains what to do', async () => {
    const start = Date.now()
    const slow = searchRows(shop, Prisma.sql`SELECT pg_sleep(20)::text`)
    await expect(slow).rejects.toMatchObject({ code: 'SEARCH_TOO_BROAD', message: expect.stringContaining('fewer') })
    expect(Date.now() - start).toBeLessThan(10_000)
    const [left] = await shop.db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int FROM pg_stat_activity WHERE query LIKE '%pg_sleep(20)%' AND state = 'active' AND pid <> pg_backend_pid()`
    expect(left!.count).toBe(0)
  })

  it('returns its rows, and leaves the limit of other statements unchanged', async () => {
    expect(await searchRows(shop, Prisma.sql`SELECT current_setting('statement_timeout') AS text`)).toEqual([
      { text: '3s' },
    ])
    const [other] = await shop.db.$queryRaw<{ text: string }[]>`SELECT current_setting('statement_timeout') AS text`
    expect(other!.text).toBe('15s')
  })

  it('leaves no transaction open after it has failed', async () => {
    for (let i = 0; i < 20; i += 1)
      await expect(searchRows(shop, Prisma.sql`SELECT 1 / ${0}::int AS one`)).rejects.toThrow('division by zero')
    const [open] = await shop.db.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'`
    expect(open!.count).toBe(0)
    expect(await searchRows(shop, Prisma.sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  })

  it('is repeated after its connection was lost', async () => {
    const search = searchRows<{ one: number }>(shop, Prisma.sql`SELECT 1 AS one FROM pg_sleep(0.7)`)
    const end = () => shop.db.$queryRaw<{ ended: boolean }[]>`
      SELECT pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE query LIKE '%pg_sleep(0.7)' AND pid <> pg_backend_pid()`
    await expect.poll(end, { interval: 20 }).toEqual([{ ended: true }])
    expect(await search).toEqual([{ one: 1 }])
  })

  /** Searches from one address. */
  const searchAs = (address: string, seconds: number) =>
    searchRows({ ...shop, searcher: networksOf(address) }, Prisma.sql`SELECT pg_sleep(${seconds})::text`)
  const refused = async (searches: Promise<unknown>[]) => {
    const outcomes = await Promise.allSettled(searches)
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  }

  it('uses at most half of the connections, so other queries need not wait', async () => {
    const most = Math.floor(shop.settings.databaseConnections / 2)
    const searches = Array.from({ length: 40 }, (_, i) => searchAs(`198.51.${i}.1`, 0.05))
    const all = Promise.all(searches)
    let mostActive = 0
    let done = false
    const end = () => void (done = true)
    all.then(end, end)
    while (!done) {
      const [active] = await shop.db.$queryRaw<{ count: number }[]>`
        SELECT count(*)::int FROM pg_stat_activity
        WHERE datname = current_database() AND backend_type = 'client backend' AND state <> 'idle' AND pid <> pg_backend_pid()`
      mostActive = Math.max(mostActive, active!.count)
    }
    await all
    expect(mostActive).toBeGreaterThan(0)
    expect(mostActive).toBeLessThanOrEqual(most)
  })

  it.each([
    ['one subscriber', () => '203.0.113.7', 20],
    ['256 addresses of one network', (i: number) => `203.0.113.${i}`, 40],
    ['65,536 networks of one IPv6 subscriber', (i: number) => `2001:db8:7:${i.toString(16)}::1`, 40],
    ['256 networks of one IPv6 subscriber', (i: number) => `2001:db8:8:1${i.toString(16).padStart(2, '0')}::1`, 40],
  ])('by %s is refused above a number, while others are answered', async (_who, addressOf, most) => {
    const ended = refused(Array.from({ length: 100 }, (_, i) => searchAs(addressOf(i), 0.05)))
    expect(await searchAs('198.51.100.1', 0)).toHaveLength(1)
    const reasons = await ended
    expect(reasons).toHaveLength(100 - most)
    for (const reason of reasons)
      expect(reason).toMatchObject({
        code: 'SEARCH_TOO_BROAD',
        message: expect.stringContaining('Too many searches'),
      })
    // None of them is counted any longer.
    expect(await searchAs(addressOf(1), 0)).toHaveLength(1)
  })
})
