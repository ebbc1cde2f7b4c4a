import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../app'
import { startPostgres, type Postgres } from '../../testing/postgres'
import { openTestDatabase, testSettings } from '../../testing/app'
import { call } from '../../testing/calls'
import { startProxy, type Proxy } from '../../testing/stand-ins/proxy'
import { CataloguePoll, forgetCatalogueChanges, tellOfCatalogue } from './cataloguePoll'
import { CatalogueWatch } from './catalogueWatch'
import { openDatabase, type Database } from '../client'

const EVERY_MS = 20
const id = 'celadon-chai-cup'
/** Registers a server as of one minute ago, so that all running transactions see it. */
const EARLIER = `INSERT INTO catalogue_poller (id, since) VALUES (gen_random_uuid(), now() - interval '1 minute')`

/** Returns the counts of the watch's events, which keep increasing. */
function record(watch: CatalogueWatch) {
  const told = { changed: 0, countsChanged: 0 }
  watch.on('changed', () => (told.changed += 1)).on('countsChanged', () => (told.countsChanged += 1))
  return told
}

describe('polling for catalogue changes', async () => {
  const { db, pool, close } = await openTestDatabase()
  const stopping: CataloguePoll[] = []
  beforeEach(() => pool.query('TRUNCATE catalogue_poller, catalogue_change'))
  afterEach(async () => void (await Promise.all(stopping.splice(0).map((poll) => poll.stop()))))
  afterAll(close)

  const rows = () => db.catalogueChange.count()
  const update = (data: Parameters<typeof db.product.update>[0]['data']) => db.product.update({ where: { id }, data })

  async function ask(): Promise<CatalogueWatch> {
    const watch = new CatalogueWatch()
    const poll = new CataloguePoll(watch, pool, EVERY_MS)
    stopping.push(poll)
    await poll.listen()
    return watch
  }

  it('writes no rows while no server is registered', async () => {
    await update({ discounted: 272 })
    await db.coupon.updateMany({ data: { percent: { increment: 0 } } })
    await tellOfCatalogue(db)
    expect(await rows()).toBe(0)
  })

  it('does not start watching until every running transaction can see the server', async () => {
    const watch = await ask()
    expect(watch.isWatching).toBe(false)
    const watching = once(watch, 'watching')
    await pool.query(`UPDATE catalogue_poller SET since = now() - interval '20 seconds'`)
    await sleep(3 * EVERY_MS)
    expect(watch.isWatching).toBe(false)
    await pool.query(`UPDATE catalogue_poller SET since = now() - interval '36 seconds'`)
    expect(await watching).toEqual([true])
  })

  it('starts watching immediately if another server is already polling', async () => {
    await pool.query(EARLIER)
    expect((await ask()).isWatching).toBe(true)
  })

  it('reports each change to every server, and reports changes to counts separately', async () => {
    await pool.query(EARLIER)
    const told = (await Promise.all([ask(), ask()])).map(record)
    await update({ title: 'A cup' })
    await expect.poll(() => told.map(({ changed }) => changed)).toEqual([1, 1])
    expect(told.map(({ countsChanged }) => countsChanged)).toEqual([0, 0])
    await update({ stock: 0 })
    await expect.poll(() => told.every(({ countsChanged }) => countsChanged > 0)).toBe(true)
    const [{ changed }] = told as [(typeof told)[number]]
    await sleep(3 * EVERY_MS)
    expect(told[0]!.changed).toBe(changed)
  })

  it('detects a replaced row, as after a failover that lost the last change', async () => {
    await pool.query(EARLIER)
    await update({ rating: 2 })
    const told = record(await ask())
    await db.$transaction([
      db.$executeRaw`DELETE FROM catalogue_change`,
      db.$executeRaw`INSERT INTO catalogue_change (counts) SELECT unnest(ARRAY[false, true])`,
    ])
    await expect.poll(() => told.countsChanged).toBe(1)
  })

  it('stops watching if its registration is deleted, until it has registered again', async () => {
    await pool.query(EARLIER)
    const watch = await ask()
    const heard: boolean[] = []
    watch.on('watching', (isWatching) => heard.push(isWatching))
    await pool.query('DELETE FROM catalogue_poller')
    await expect.poll(() => heard).toEqual([false])
    await pool.query(EARLIER)
    await expect.poll(() => heard).toEqual([false, true])
    const told = record(watch)
    await update({ title: 'Another cup' })
    await expect.poll(() => told.changed).toBe(1)
  })

  it('deletes old rows after a few minutes', async () => {
    const aged = (table: string, column: string, age: string) =>
      pool.query(`UPDATE ${table} SET ${column} = now() - interval '${age}'`)
    await pool.query(EARLIER)
    await pool.query('INSERT INTO catalogue_change (counts) SELECT true FROM generate_series(1, 2500)')
    await aged('catalogue_change', 'at', '4 minutes')
    await forgetCatalogueChanges(db)
    expect([await rows(), await db.cataloguePoller.count()]).toEqual([2500, 1])
    await aged('catalogue_change', 'at', '6 minutes')
    await aged('catalogue_poller', 'seen_at', '3 minutes')
    await forgetCatalogueChanges(db)
    expect([await rows(), await db.cataloguePoller.count()]).toEqual([0, 0])
  })
})

const postgres = process.env['BENCH_DATABASE_URL'] ? null : await startPostgres()

// Needs an installed PostgreSQL server, because no other client can change data in the embedded one.
describe.runIf(postgres)('a server with CATALOGUE_POLL_SECONDS', () => {
  const { url } = (postgres ?? { url: '' }) as Postgres
  const [admin, rival] = [new pg.Client(url), new pg.Client(url)]
  let [proxy, database] = [] as unknown as [Proxy, Database]
  const settings = () =>
    testSettings({ DATABASE_URL: proxy.url, DATABASE_RETRY_SECONDS: '0.2', CATALOGUE_POLL_SECONDS: '0.2' })
  const setPrice = (client: pg.Client, price: number) =>
    client.query('UPDATE product SET discounted = $1 WHERE id = $2', [price, id])
  const changed = () => once(database.catalogue, 'changed')

  beforeAll(async () => {
    await Promise.all([admin.connect(), rival.connect()])
    proxy = await startProxy(url)
    const first = await openDatabase(settings())
    expect(first.catalogue.isWatching).toBe(false)
    await first.close()
    await admin.query(`UPDATE catalogue_poller SET since = now() - interval '1 minute'`)
    database = await openDatabase(settings())
  })
  afterAll(async () => {
    await Promise.all([database.close(), admin.end(), rival.end()])
    await proxy.close()
    await postgres!.stop()
  })

  it('caches immediately after a restart, and does not use LISTEN', async () => {
    expect(database.catalogue.isWatching).toBe(true)
    const { rows } = await admin.query(`SELECT FROM pg_stat_activity WHERE query LIKE 'LISTEN%'`)
    expect(rows).toEqual([])
  })

  it('notices changes made on another connection within two polls', async () => {
    const heard = changed()
    const began = performance.now()
    await setPrice(admin, 301)
    await heard
    expect(performance.now() - began).toBeLessThan(10_000)
  })

  it('reports each change exactly once, even if it commits late', async () => {
    const told = record(database.catalogue)
    await rival.query('BEGIN')
    await setPrice(rival, 302)
    // Makes the change look a minute old.
    await rival.query(
      `UPDATE catalogue_change SET at = now() - interval '1 minute' WHERE xmin::text = pg_current_xact_id()::text`,
    )
    const heard = changed()
    await admin.query(`UPDATE product SET title = 'Later' WHERE id = 'saffron-nut-bowl'`)
    await heard
    await sleep(500)
    expect(told.changed).toBe(1)
    await rival.query('COMMIT')
    await expect.poll(() => told.changed).toBe(2)
  })

  it('does not block a checkout behind another transaction', async () => {
    await rival.query('BEGIN')
    await setPrice(rival, 303)
    await admin.query(`SET lock_timeout = '1s'`)
    await admin.query(`UPDATE product SET stock = stock - 1 WHERE id = 'saffron-nut-bowl'`)
    await rival.query('ROLLBACK')
  })

  it('caches nothing while the database is down, and shows the changes afterwards', async () => {
    const app = await buildApp({ ...database, settings: settings() })
    const price = async () => (await call(app, 'GET', `/api/products/${id}`)).json().product?.price.discounted
    // The earlier change may not have been reported yet.
    await expect.poll(() => price().then(() => app.cacheCounts.hits)).toBeGreaterThan(0)
    const lost = once(database.catalogue, 'watching')
    proxy.open(false)
    expect(await lost).toEqual([false])
    await setPrice(admin, 304)
    expect([await price(), app.cacheCounts.bytes]).toEqual([undefined, 0])
    const found = once(database.catalogue, 'watching')
    proxy.open(true)
    expect(await found).toEqual([true])
    expect(await price()).toBe(304)
    await app.close()
  })
})
