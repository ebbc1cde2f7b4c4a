import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app'
import { asNobody, giveToNobody, startPostgres, startStandby, type Postgres } from '../testing/postgres'
import { freePort } from '../testing/processes'
import { findViewer } from '../domain/login/accounts'
import { limitsFor } from '../guards/limits'
import { runOnce } from '../domain/idempotency'
import { isUnavailable } from '../external/unavailable'
import { health } from '../ops/health'
import type { Ops } from '../ops/parts'
import { testSettings } from '../testing/app'
import { ask } from '../testing/calls'
import { newShopper, type Shopper } from '../testing/data/factories'
import { startProxy, type Proxy } from '../testing/stand-ins/proxy'
import { isDatabaseUnavailable } from './unavailable'
import { connect, openDatabase, type Database } from './client'
import type { DbOrTx, Tx } from './db'
import { Pool } from './connections'
import { createServerPool, DATABASE_LIMITS } from './pool'

const PGBOUNCER = '/usr/sbin/pgbouncer'
const postgres = process.env['BENCH_DATABASE_URL'] ? null : await startPostgres()

it('PostgreSQL and PgBouncer are installed in CI', () => {
  if (process.env['CI']) expect([postgres !== null, existsSync(PGBOUNCER)]).toEqual([true, true])
})

// Needs an installed PostgreSQL server: the embedded one has no standby.
describe.runIf(postgres)('a PostgreSQL server', () => {
  const { url } = (postgres ?? { url: '' }) as Postgres
  const id = 'celadon-chai-cup'
  const admin = new pg.Client(url)
  let [proxy, standby] = [] as unknown as [Proxy, Postgres]
  const settings = (env: Record<string, string>) =>
    testSettings({ DATABASE_URL: proxy.url, DATABASE_RETRY_SECONDS: '3', ...env })
  const LIMITS = { connectMs: 60_000, heartbeatMs: 1_000 }

  async function withDatabase(env: Record<string, string>, work: (database: Database) => Promise<void>): Promise<void> {
    const database = await openDatabase(settings(env), LIMITS)
    await work(database).finally(() => database.close())
  }

  beforeAll(async () => {
    await admin.connect()
    proxy = await startProxy(url)
    await withDatabase({}, async () => {})
    standby = await startStandby(url)
  })
  afterAll(async () => {
    await admin.end()
    await standby.stop()
    await proxy.close()
    await postgres!.stop()
  })

  describe('when its connection is lost', () => {
    const raise = (tx: Tx) => tx.product.update({ where: { id }, data: { rating: { increment: 1 } } })
    const rating = async () =>
      (await admin.query<{ rating: number }>('SELECT rating FROM product WHERE id = $1', [id])).rows[0]!.rating
    const setRating = () => admin.query('UPDATE product SET rating = 1 WHERE id = $1', [id])

    it('retries a query, or a transaction that was not yet committing', () =>
      withDatabase({}, async ({ db }) => {
        await setRating()
        for (const words of ['BEGIN', 'UPDATE', 'COMMIT']) {
          proxy.loseQuestion(words)
          const changing = db.$transaction(raise)
          // The client cannot determine whether the commit succeeded.
          if (words === 'COMMIT')
            expect(isDatabaseUnavailable(await changing.catch((error: unknown) => error))).toBe(true)
          else await changing
        }
        expect(await rating()).toBe(3)
        proxy.loseAnswerTo('SELECT')
        expect((await db.product.findUniqueOrThrow({ where: { id } })).rating).toBe(3)
      }))

    it('does not repeat a change outside a transaction, which may have taken effect', () =>
      withDatabase({}, async ({ db }) => {
        await setRating()
        proxy.loseAnswerTo('UPDATE')
        const changing = db.product.updateMany({ where: { id }, data: { rating: { increment: 1 } } })
        expect(isDatabaseUnavailable(await changing.catch((error: unknown) => error))).toBe(true)
        proxy.loseAnswerTo('UPDATE')
        const raw = db.$queryRaw`UPDATE product SET rating = rating + 1 WHERE id = ${id} RETURNING id`
        expect(isDatabaseUnavailable(await raw.catch((error: unknown) => error))).toBe(true)
        expect(await rating()).toBe(3)
      }))

    it('repeats each kind of read', () =>
      withDatabase({}, async (database) => {
        const { db } = database
        const app = await buildApp({ ...database, settings: settings({}) })
        const user = await db.user.findFirstOrThrow()
        const reads: [string, () => Promise<unknown>][] = [
          ['SELECT', () => db.product.count()],
          ['SELECT', () => db.product.findUniqueOrThrow({ where: { id }, include: { furtherImages: true } })],
          ['SELECT', () => db.$queryRaw`SELECT 1`],
          ['user_account', () => findViewer(app.shop, user)],
        ]
        for (const [words, read] of reads) {
          proxy.loseAnswerTo(words)
          const removed = once(database.pool, 'remove')
          await read()
          await removed
        }
        await app.close()
      }))

    it('retries a commit only with an idempotency key, so that it takes effect once', () =>
      withDatabase({}, async ({ db }) => {
        await setRating()
        proxy.loseAnswerTo('COMMIT')
        expect(isDatabaseUnavailable(await db.$transaction(raise).catch((error: unknown) => error))).toBe(true)
        expect(await rating()).toBe(2)

        const user = await db.user.findFirstOrThrow()
        const replay = { schema: { parse: () => ({}), safeParse: () => ({ data: {} }) }, restore: async () => 'again' }
        const keyed = {
          operation: 'raise',
          input: id,
          idempotency: { key: 'once' },
          replay,
          check: async () => {},
        } as unknown as Parameters<typeof runOnce<string, unknown>>[2]
        proxy.loseAnswerTo('COMMIT')
        const told = await runOnce({ db, limits: limitsFor(settings({})) }, user.id, keyed, async (tx) => {
          await raise(tx)
          return 'first'
        })
        expect([told, await rating()]).toEqual(['again', 3])
      }))

    it('is reported as unavailable after a reset during a commit, and an operation with an idempotency key is repeated', () =>
      withDatabase({}, async (database) => {
        const app = await buildApp({ ...database, settings: settings({}) })
        const shopper = await newShopper(app)
        const ADD = `mutation ($key: String) {
          addToCart(productId: "${id}", quantity: 1, idempotencyKey: $key) { cart { totalQuantity } userErrors { code } } }`
        for (const lose of ['resetAnswerTo', 'loseAnswerTo', 'loseQuestion'] as const) {
          proxy[lose]('COMMIT')
          const plain = await ask(app, ADD, { token: shopper.token })
          expect([plain.status, plain.errors?.[0]?.extensions.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
          const before = (await ask(app, '{ me { cart { totalQuantity } } }', { token: shopper.token })).data.me.cart
          proxy[lose]('COMMIT')
          const keyed = await ask(app, ADD, { token: shopper.token, variables: { key: lose } })
          expect(keyed.data.addToCart).toEqual({ cart: { totalQuantity: before.totalQuantity + 1 }, userErrors: [] })
        }
        await app.close()
      }))

    it('is reported as unavailable after DATABASE_RETRY_SECONDS', () =>
      withDatabase({ DATABASE_RETRY_SECONDS: '0.2' }, async ({ db }) => {
        proxy.open(false)
        const began = performance.now()
        const failed = await Promise.all([
          db.$transaction(raise).catch((error: unknown) => error),
          db.user.count().catch((error: unknown) => error),
        ])
        proxy.open(true)
        expect(failed.map(isDatabaseUnavailable)).toEqual([true, true])
        expect(performance.now() - began).toBeLessThan(10_000)
      }))
  })

  describe('that ends connections while calls wait for one', () => {
    const CALLERS = 24
    const few = { DATABASE_CONNECTIONS: '3' }
    const QUERY = '{ me { cart { totalQuantity } } }'
    const ADD = `mutation { addToCart(productId: "${id}", quantity: 1) { userErrors { code } } }`

    /** Each shopper sends reads and changes until `isOver`. Returns the statuses that they received. */
    async function sendUntil(app: FastifyInstance, shoppers: Shopper[], isOver: () => boolean): Promise<Set<number>> {
      const statuses = new Set<number>()
      await Promise.all(
        shoppers.map(async ({ token }) => {
          while (!isOver()) for (const query of [QUERY, ADD]) statuses.add((await ask(app, query, { token })).status)
        }),
      )
      return statuses
    }

    it.each([CALLERS, 1])('does not end the process if the end arrives with a response, with %i callers', (callers) =>
      withDatabase({ ...few, DATABASE_RETRY_SECONDS: '0.2' }, async ({ db }) => {
        const transaction = () => db.$transaction((tx) => tx.product.count())
        const alone = () => db.product.count()
        for (let round = 0; round < 10; round += 1) {
          proxy.terminate(false)
          // All connections are open and busy, so that the other calls wait for them. Without async, Prisma would send these later.
          const busy = Array.from({ length: 3 }, async () => db.$queryRaw`SELECT pg_sleep(0.2)::text`)
          await sleep(100)
          proxy.terminate(true)
          const calls = Array.from({ length: callers }, (_, i) => (i % 2 === 0 ? transaction() : alone()))
          for (const result of await Promise.allSettled([...busy, ...calls]))
            if (result.status === 'rejected') expect(isDatabaseUnavailable(result.reason)).toBe(true)
        }
        proxy.terminate(false)
        expect(await transaction()).toBe(28)
      }),
    )

    it('answers each call or returns 503 while all connections are terminated 20 times', () =>
      withDatabase(few, async (database) => {
        const app = await buildApp({ ...database, settings: settings(few) })
        const shoppers = await Promise.all(Array.from({ length: CALLERS }, () => newShopper(app)))
        let times = 0
        const sending = sendUntil(app, shoppers, () => times >= 20)
        while (times < 20) {
          await sleep(100)
          const { rowCount } = await admin.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`)
          if (rowCount! > 0) times += 1
        }
        expect([...(await sending)].filter((status) => status !== 200 && status !== 503)).toEqual([])
        await app.close()
      }))
  })

  /** Keeps the process busy, so that the server's message arrives only after the next statement was sent, as its answer. */
  function workFor(ms: number): void {
    for (const end = performance.now() + ms; performance.now() < end;);
  }

  it.each([
    ['lock_timeout', '', async (tx: Tx) => void (await tx.product.update({ where: { id }, data: { rating: 2 } }))],
    ['idle_in_transaction_session_timeout', '', async () => sleep(300)],
    [
      'idle_in_transaction_session_timeout',
      ' and ends the connection as a statement arrives',
      async () => workFor(300),
    ],
  ])('that sets %s%s makes the client retry, and then report the database as unavailable', (name, _, work) =>
    withDatabase({ DATABASE_RETRY_SECONDS: '2' }, async ({ db }) => {
      await admin.query('BEGIN')
      await admin.query('UPDATE product SET rating = 3 WHERE id = $1', [id])
      let attempts = 0
      const failure = await db
        .$transaction(async (tx) => {
          attempts += 1
          await tx.$executeRawUnsafe(`SET LOCAL ${name} = '50ms'`)
          await work(tx)
          await tx.$executeRaw`SELECT 1`
        })
        .catch((error: unknown) => error)
      expect([isUnavailable(failure), attempts > 1]).toEqual([true, true])
      await admin.query('ROLLBACK')
    }),
  )

  it('with serializable transactions makes the client retry after a conflict, even at the commit', () =>
    withDatabase({}, async ({ db }) => {
      await db.product.update({ where: { id }, data: { stock: 0 } })
      const addIfRead = () =>
        db.$transaction(async (tx) => {
          await tx.$executeRaw`SET TRANSACTION ISOLATION LEVEL SERIALIZABLE`
          const { stock } = await tx.product.findUniqueOrThrow({ where: { id } })
          await tx.product.update({ where: { id }, data: { stock: stock + 1 } })
        })
      const results = await Promise.allSettled(Array.from({ length: 8 }, addIfRead))
      for (const result of results) if (result.status === 'rejected') expect(isUnavailable(result.reason)).toBe(true)
      const done = results.filter(({ status }) => status === 'fulfilled').length
      expect((await db.product.findUniqueOrThrow({ where: { id } })).stock).toBe(done)
    }))

  it('makes the client retry one of two transactions that deadlock', () =>
    withDatabase({}, async ({ db }) => {
      const ids = (await db.product.findMany({ take: 2, orderBy: { id: 'asc' } })).map((each) => each.id)
      await db.product.updateMany({ where: { id: { in: ids } }, data: { stock: 10 } })
      let arrived = 0
      const take = (order: string[]) =>
        db.$transaction(async (tx) => {
          for (const each of order) {
            await tx.product.update({ where: { id: each }, data: { stock: { decrement: 1 } } })
            arrived += 1
            while (arrived < 2) await sleep(5)
          }
        })
      await Promise.all([take(ids), take(ids.toReversed())])
      const products = await db.product.findMany({ where: { id: { in: ids } } })
      expect(products.map(({ stock }) => stock)).toEqual([8, 8])
    }))

  it('that becomes read-only loses its connections, and calls are repeated on new ones', () =>
    withDatabase({}, async ({ db }) => {
      const setStock = (on: DbOrTx) => on.product.updateMany({ where: { id }, data: { stock: 40 } })
      for (const change of [() => setStock(db), () => db.$transaction(setStock)]) {
        // The pool uses this connection again for the next call.
        await db.$executeRaw`SET default_transaction_read_only = on`
        expect(await change()).toEqual({ count: 1 })
      }
    }))

  it('is rejected if it is a standby', async () => {
    const own = settings({ DATABASE_URL: standby.url, DATABASE_RETRY_SECONDS: '0.1' })
    await expect(openDatabase(own, { waitMs: 100 })).rejects.toThrow(
      /No database responded at DATABASE_URL .*read-only/,
    )
    const pool = createServerPool({ url: standby.url, connections: 1, limits: DATABASE_LIMITS, isPooled: false })
    await expect(pool.query('SELECT 1')).rejects.toThrow('the server is a standby')
    await pool.end()
    // A pooler may briefly connect to a standby.
    const db = connect(new Pool({ connectionString: standby.url }), 1_000)
    const server = Fastify()
    const app = { isClosing: () => false, outside: { services: new Map() } }
    await health(server, { db, app, catalogue: { isWatching: true } } as unknown as Ops)
    const { statusCode, json } = await server.inject('/health/ready')
    expect([statusCode, json().checks.database]).toEqual([503, 'is a standby'])
    await db.$disconnect()
  })

  describe.runIf(existsSync(PGBOUNCER))('behind PgBouncer in transaction mode (skipped if it is not installed)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cerashop-pooler-'))
    let pooler: ChildProcess
    let port = 0

    beforeAll(async () => {
      port = await freePort()
      const { port: target, password } = new URL(url)
      const server = `host=127.0.0.1 port=${target} user=postgres password=${password}`
      const lines = ['[databases]', `* = ${server}`, '[pgbouncer]', 'auth_type = any']
      lines.push('pool_mode = transaction', 'listen_addr = 127.0.0.1', `listen_port = ${port}`, 'default_pool_size = 3')
      writeFileSync(join(folder, 'pooler.ini'), [...lines, 'unix_socket_dir =', ''].join('\n'))
      giveToNobody(folder)
      const [program, ...args] = [...asNobody, PGBOUNCER, '-q', join(folder, 'pooler.ini')]
      pooler = spawn(program, args, { stdio: 'ignore' })
    })
    afterAll(() => {
      pooler.kill('SIGKILL')
      rmSync(folder, { recursive: true })
    })

    it('reads and writes, and receives notifications over DATABASE_DIRECT_URL', async () => {
      const pooled = `postgres://postgres@127.0.0.1:${port}/postgres`
      const own = { DATABASE_URL: pooled, DATABASE_DIRECT_URL: url }
      await withDatabase(own, async ({ db, catalogue }) => {
        expect(catalogue.isWatching).toBe(true)
        const heard = new Promise<void>((resolve) => catalogue.once('changed', resolve))
        const counts = Array.from({ length: 20 }, () => db.$transaction((tx) => tx.product.count()))
        expect(new Set(await Promise.all(counts))).toEqual(new Set([28]))
        await db.product.update({ where: { id }, data: { discounted: 271 } })
        await heard
      })
    })

    it('uses UTC in each transaction, although the database has another time zone', async () => {
      const pooled = `postgres://postgres@127.0.0.1:${port}/postgres`
      await admin.query(`ALTER DATABASE postgres SET timezone TO 'Asia/Kolkata'`)
      try {
        await withDatabase({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: url }, async ({ db }) => {
          const zones = Array.from({ length: 20 }, () =>
            db.$transaction((tx) => tx.$queryRaw`SELECT current_setting('TimeZone') AS zone`),
          )
          expect(await Promise.all(zones)).toEqual(Array(20).fill([{ zone: 'UTC' }]))
        })
      } finally {
        await admin.query('ALTER DATABASE postgres RESET timezone')
      }
    })
  })
})
