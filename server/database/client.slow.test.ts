import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app'
import { startPostgres, type Postgres } from '../testing/postgres'
import type { Settings } from '../settings'
import { testSettings } from '../testing/app'
import { ask, call } from '../testing/calls'
import { startProxy, type Proxy } from '../testing/stand-ins/proxy'
import { eventually, statementsOf } from '../testing/statements'
import { isDatabaseUnavailable } from './unavailable'
import type { DatabaseLimits } from './pool'
import { openDatabase } from './client'

const postgres = await startPostgres()

// Needs an installed PostgreSQL server, because the embedded one has no network that could fail.
describe.runIf(postgres)('a PostgreSQL server', () => {
  const { url } = (postgres ?? { url: '' }) as Postgres
  let proxy: Proxy
  const closes: (() => Promise<unknown>)[] = []
  const admin = new pg.Client(url)

  beforeAll(async () => {
    await admin.connect()
    proxy = await startProxy(url)
  })
  afterEach(async () => {
    proxy.open(true)
    for (const close of closes.splice(0).reverse()) await close()
  })
  afterAll(async () => {
    await admin.end()
    await proxy.close()
    await postgres!.stop()
  })

  /** Short timeouts, to keep the tests fast. */
  const settingsOf = (env: Record<string, string> = {}): Settings =>
    testSettings({
      ...{ DATABASE_URL: proxy.url, DATABASE_CONNECTIONS: '2' },
      ...{ DATABASE_RETRY_SECONDS: '0.2', ...env },
    })
  const LIMITS = { connectMs: 2_000, queryMs: 1_000, heartbeatMs: 300 }

  async function open(env: Record<string, string> = {}, limits: Partial<DatabaseLimits> = {}) {
    const database = await openDatabase(settingsOf(env), { ...LIMITS, ...limits })
    closes.push(() => database.close())
    return database
  }

  async function openApp(env: Record<string, string> = {}, limits: Partial<DatabaseLimits> = {}) {
    const database = await open(env, limits)
    const app = await buildApp({ ...database, settings: settingsOf(env) })
    await app.ready()
    closes.push(() => app.close())
    return { app, catalogue: database.catalogue }
  }

  it('is seeded only once by servers that start together', async () => {
    for (let round = 0; round < 3; round += 1) {
      const name = `together_${round}`
      await admin.query(`CREATE DATABASE ${name}`)
      const own = { DATABASE_URL: Object.assign(new URL(url), { pathname: `/${name}` }).href }
      const servers = await Promise.all([1, 2, 3].map(() => open(own, { queryMs: 20_000 })))
      expect(await Promise.all(servers.map(({ db }) => db.product.count()))).toEqual([28, 28, 28])
    }
  })

  it('is not trusted while it does not respond: nothing is cached, and later reads show the changes', async () => {
    const { app, catalogue } = await openApp()
    const price = async () =>
      (await call(app, 'GET', '/api/products/celadon-chai-cup')).json().product?.price?.discounted
    await price()
    await price()
    await expect.poll(() => catalogue.isWatching).toBe(true)
    const lost = new Promise<void>((resolve) => {
      catalogue.on('watching', (isWatching: boolean) => {
        if (!isWatching) resolve()
      })
    })
    proxy.silence()
    await admin.query("UPDATE product SET discounted = 333 WHERE id = 'celadon-chai-cup'")
    await lost
    expect(await eventually(price, (value) => value === 333)).toBe(333)
    await expect.poll(() => catalogue.isWatching).toBe(true)
  })

  it('fails at most one query per connection when it stops responding', async () => {
    const { db } = await open()
    await Promise.all([db.user.count(), db.user.count()])
    proxy.silence()
    const failed = await Promise.all([
      db.user.count().catch((error: unknown) => error),
      db.$transaction((tx) => tx.user.count()).catch((error: unknown) => error),
    ])
    expect(failed.map(isDatabaseUnavailable)).toEqual([true, true])
    for (let i = 0; i < 5; i += 1) expect(await db.$transaction((tx) => tx.user.count())).toBe(2)
  })

  it('leaves no connection open if it stops responding during transactions', async () => {
    const { db } = await open()
    const begun = () =>
      db.$transaction(async (tx) => {
        await tx.user.count()
        await sleep(100)
        proxy.silence()
        return tx.user.count()
      })
    for (let i = 0; i < 3; i += 1) {
      const results = await Promise.allSettled([begun(), begun()])
      for (const result of results) expect(isDatabaseUnavailable((result as PromiseRejectedResult).reason)).toBe(true)
    }
    expect(await Promise.all([1, 2, 3].map(() => db.$transaction((tx) => tx.user.count())))).toEqual([2, 2, 2])
  })

  it('delays callers instead of failing them if few connections are left', async () => {
    await admin.query(`CREATE ROLE few LOGIN CONNECTION LIMIT 3 PASSWORD '${new URL(url).password}'`)
    for (const what of ['SCHEMA public', 'ALL TABLES IN SCHEMA public'])
      await admin.query(`GRANT ALL ON ${what} TO few`)
    const own = { DATABASE_URL: Object.assign(new URL(url), { username: 'few' }).href }
    const { db } = await open({ ...own, DATABASE_CONNECTIONS: '10', DATABASE_RETRY_SECONDS: '10' })
    const counts = await Promise.all(Array.from({ length: 100 }, () => db.user.count()))
    expect(new Set(counts)).toEqual(new Set([2]))
    const change = () => db.product.updateMany({ where: { id: 'celadon-chai-cup' }, data: { rating: 4 } })
    const changes = await Promise.all(Array.from({ length: 100 }, change))
    expect(new Set(changes.map(({ count }) => count))).toEqual(new Set([1]))
  })

  it('makes REST, GraphQL and pages respond with 503 and Retry-After while it is down', async () => {
    const { app } = await openApp()
    const asked = () =>
      Promise.all([
        call(app, 'GET', '/api/categories'),
        call(app, 'POST', '/api/auth/login', {
          body: { email: 'guest@cerashop.example', password: 'guest-at-cerashop' },
        }),
        call(app, 'GET', '/graphql?query={products{totalCount}}'),
        call(app, 'GET', '/product/celadon-chai-cup', { headers: { accept: 'text/html' } }),
        call(app, 'GET', '/sitemap.xml'),
      ])
    proxy.open(false)
    const answers = await asked()
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 503, 503, 503])
    expect(answers.map(({ headers }) => headers['retry-after'])).toEqual(['5', '5', '5', '5', '5'])
    for (const { body } of answers) expect(body).not.toMatch(/prisma|database server at/i)
    const [categories, login, graphql, page] = answers
    for (const answer of [categories, login]) {
      const requestId = answer.headers['x-request-id']
      expect(answer.json()).toEqual({
        error: { message: expect.stringContaining('temporarily unavailable'), requestId },
      })
    }
    expect(graphql.json().errors[0].extensions).toEqual({ code: 'SERVICE_UNAVAILABLE', requestId: expect.any(String) })
    expect(page.body).toContain('<p>The shop is temporarily unavailable.')
    expect((await ask(app, 'mutation { clearCart { cart { id } } }')).errors![0]!.extensions.code).toBe(
      'UNAUTHENTICATED',
    )
    const ready = () => app.opsServer.inject('/health/ready')
    const { statusCode, json } = await ready()
    expect([statusCode, json().checks.server, json().checks.listener]).toEqual([
      503,
      'ok',
      'does not receive catalogue changes',
    ])
    expect(json().checks.database).not.toBe('ok')
    proxy.open(true)
    // On a busy machine, a call may still get a connection that broke.
    const statuses = async () => (await asked()).map(({ statusCode }) => statusCode)
    await expect.poll(statuses).toEqual([200, 200, 200, 200, 200])
  })

  it('cancels a statement that takes too long, and the caller receives 503 without a retry', async () => {
    const { app } = await openApp({ DATABASE_RETRY_SECONDS: '10' }, { statementMs: 2_000, queryMs: 20_000 })
    await admin.query('BEGIN')
    await admin.query('LOCK TABLE category')
    const statements = await statementsOf(async () => {
      expect((await call(app, 'GET', '/api/categories')).statusCode).toBe(503)
    })
    expect(statements.filter((text) => text.includes('category'))).toHaveLength(1)
    await admin.query('ROLLBACK')
    expect((await call(app, 'GET', '/api/categories')).statusCode).toBe(200)
  })

  it('delays the startup of the shop until the database is up', async () => {
    proxy.open(false)
    const opening = open()
    await sleep(700)
    proxy.open(true)
    expect(await (await opening).db.product.count()).toBe(28)
  })

  it('makes the shop fail to start with an error that names the setting, if the database never comes up', async () => {
    const told = (DATABASE_URL: string) =>
      openDatabase(settingsOf({ DATABASE_URL }), { ...LIMITS, waitMs: 1_000 }).then(
        String,
        (error: Error) => error.message,
      )
    proxy.open(false)
    expect(await told(proxy.url)).toMatch(/^No database responded at DATABASE_URL .* within 1 seconds/)
    expect(await told('postgres://postgres@127.0.0.1:1/x')).toMatch(
      /^No database responded at DATABASE_URL .*ECONNREFUSED/,
    )
    expect(await told(`${url}_nope`)).toBe(
      'The server of DATABASE_URL refused the connection: database "postgres_nope" does not exist.',
    )
  })
})
