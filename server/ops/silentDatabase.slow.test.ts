import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app'
import { openDatabase, type Database } from '../database/client'
import { testSettings } from '../testing/app'
import { startPostgres } from '../testing/postgres'
import { startProxy, type Proxy } from '../testing/stand-ins/proxy'
import { statementsOf } from '../testing/statements'

const postgres = await startPostgres()

/** Well above the two seconds after which the database counts as unavailable, and well below the ten that Prometheus waits. */
const SOON_MS = 6_000

describe.runIf(postgres)('while the database does not respond', () => {
  let [app, database, proxy] = [] as unknown as [FastifyInstance, Database, Proxy]

  beforeAll(async () => {
    proxy = await startProxy(postgres!.url)
    const settings = testSettings({ DATABASE_URL: proxy.url, DATABASE_CONNECTIONS: '2' })
    database = await openDatabase(settings)
    app = await buildApp({ ...database, settings })
  })
  afterAll(async () => {
    proxy.open(false)
    await app.close()
    await database.close()
    await proxy.close()
    await postgres!.stop()
  })

  const scrape = async () => {
    const began = performance.now()
    const { statusCode, body } = await app.opsServer.inject('/metrics')
    return { statusCode, body, ms: performance.now() - began }
  }

  it('/metrics and /health/ready respond quickly, and report that the database is down', async () => {
    expect((await scrape()).body).toMatch(/^shop_database_up 1$/m)
    // The proxy silences only connections that are already open, so all must be open.
    await Promise.all([1, 2].map(() => app.shop.db.$queryRaw`SELECT pg_sleep(0.3)::text`))
    expect(database.pool.totalCount).toBe(2)
    proxy.silence()
    const { statusCode, body, ms } = await scrape()
    expect([statusCode, ms < SOON_MS]).toEqual([200, true])
    expect(body).toMatch(/^shop_database_up 0$/m)
    // Unknown values are absent, and values that the process can count are present.
    expect(body).not.toMatch(/^shop_(orders|held_orders|payments_to_return)\b/m)
    expect(body).toMatch(/^nodejs_eventloop_lag_p99_seconds /m)
    const ready = await app.opsServer.inject('/health/ready')
    expect([ready.statusCode, ready.json().checks.database]).toEqual([503, 'does not respond'])
  })

  it('scrapes share one pending query', async () => {
    proxy.open(false)
    proxy.open(true)
    await expect.poll(async () => (await scrape()).body).toMatch(/^shop_database_up 1$/m)
    const locking = new pg.Client(postgres!.url)
    await locking.connect()
    await locking.query('BEGIN; LOCK TABLE shop_order')
    const answers: Awaited<ReturnType<typeof scrape>>[] = []
    const asked = await statementsOf(async () => {
      answers.push(...(await Promise.all([scrape(), scrape(), scrape()])))
      answers.push(await scrape())
    })
    expect(answers).toHaveLength(4)
    for (const { body } of answers) {
      // A slow database is not away.
      expect(body).toMatch(/^shop_database_up 1$/m)
      expect(body).not.toMatch(/^shop_held_orders\b/m)
    }
    expect(asked.filter((sql) => sql.includes('AS pieces FROM order_line'))).toHaveLength(1)
    await locking.query('COMMIT')
    await locking.end()
    await expect.poll(async () => (await scrape()).body).toMatch(/^shop_held_orders 0$/m)
  })
})
