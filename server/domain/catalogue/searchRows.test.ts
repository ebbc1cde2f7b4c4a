import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../../app'
import { openDatabase, type Database } from '../../database/client'
import { Prisma } from '../../generated/prisma/client'
import { testSettings, withLimits } from '../../testing/app'
import { startPostgres, type Postgres } from '../../testing/postgres'
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
      SELECT count(*)::int FROM pg_stat_activity WHERE state LIKE 'idle in transaction%'`
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

  /** Searches from one network. */
  const searchAs = (searcher: string, seconds: number) =>
    searchRows({ ...shop, searcher: [{ key: searcher, times: 1 }] }, Prisma.sql`SELECT pg_sleep(${seconds})::text`)
  const refused = async (searches: Promise<unknown>[]) => {
    const outcomes = await Promise.allSettled(searches)
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  }
  const TOO_MANY = { code: 'SEARCH_TOO_BROAD', message: expect.stringContaining('Too many searches') }

  it('uses at most half of the connections, so other queries need not wait', async () => {
    const most = Math.floor(shop.settings.databaseConnections / 2)
    const searches = Array.from({ length: 40 }, (_, i) => searchAs(`network ${i}`, 0.05))
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

  it('from a busy network waits or is refused, while one from another network runs immediately', async () => {
    const flood = Array.from({ length: 60 }, () => searchAs('a', 0.2))
    const ended = refused(flood)
    let isOver = false
    void ended.then(() => (isOver = true))
    await searchAs('b', 0)
    expect(isOver).toBe(false)
    const reasons = await ended
    // Two searches run and twenty wait.
    expect(reasons).toHaveLength(60 - 22)
    for (const reason of reasons) expect(reason).toMatchObject(TOO_MANY)
    // All slots are free again.
    expect(await searchRows(shop, Prisma.sql`SELECT 1 AS one`)).toEqual([{ one: 1 }])
  })

  it('from a new network runs before the queued searches of several busy networks', async () => {
    const busy = ['a', 'b', 'c', 'd'].flatMap((network) => Array.from({ length: 22 }, () => searchAs(network, 0.2)))
    const ended = refused(busy)
    let isOver = false
    void ended.then(() => (isOver = true))
    await searchAs('new', 0)
    expect(isOver).toBe(false)
    await ended
  })

  it('from a new network is neither refused nor last if busy networks fill the queue', async () => {
    const networks = Array.from({ length: 10 }, (_, i) => `busy ${i}`)
    const busy = networks.flatMap((network) => Array.from({ length: 22 }, () => searchAs(network, 0.1)))
    const ended = refused(busy)
    let isOver = false
    void ended.then(() => (isOver = true))
    await searchAs('newcomer', 0)
    expect(isOver).toBe(false)
    expect((await ended).length).toBeGreaterThan(0)
  })

  it('is refused after waiting for 5 seconds', async () => {
    const slow = { ...withLimits(shop, { searchMs: 20_000 }), searcher: [{ key: 'a', times: 1 }] }
    const two = [1, 2].map(() => searchRows(slow, Prisma.sql`SELECT pg_sleep(6)::text`))
    await expect(searchAs('a', 0)).rejects.toMatchObject(TOO_MANY)
    await Promise.all(two)
    expect(await searchAs('a', 0)).toHaveLength(1)
  })
})
