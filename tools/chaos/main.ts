/**
 * `npm run chaos` kills the built shop and its database while shoppers buy. It checks that no order is lost, no item is
 * sold twice, and no refund is lost or made twice. Each order's events must arrive in order, and the shop must recover.
 * Then buyers and staff cancel, return and refund the same orders on two servers. It uses the embedded database, and PostgreSQL if that is
 * installed. `--small` tries each case once. `--after-sale` runs only the last part.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import {
  type BuiltShop,
  NO_LIMITS,
  NO_POSTGRES,
  type Proxy,
  type Receiver,
  SECRET,
  startBuiltShop,
  startPostgres,
  startProxy,
  startReceiver,
} from '../../server/testing'
import { withFolder } from '../bench/processes'
import { table } from './table'
import { audit, errorsIn, type Found } from './audit'
import { afterSale, auditAfterSale, figuresOf } from './afterSale'
import { buy, newShopper } from './shoppers'

const TRIES = process.argv.includes('--small') ? 1 : 4
/** Only the orders that buyers and staff change. */
const ONLY_AFTER_SALE = process.argv.includes('--after-sale')
const SHOPPERS = 6
/** With more callers than connections, calls always wait for a connection. A connection that ends is then passed on at once. */
const WAITING = { shoppers: 24, env: { DATABASE_CONNECTIONS: '3' }, tries: TRIES === 1 ? 3 : 30 }
/** How long shoppers place orders before the first failure and between failures. */
const TRADE_MS = 1_500
/** Orders need some steps before they can be returned. */
const AFTER_SALE_MS = 2_500
/** The maximum time for a graceful shutdown: SHUTDOWN_SECONDS and the steps after it. */
const MAX_STOP_MS = 14_000

interface Row extends Found {
  test: string
  on: string
  tries: number
  recovery: number
  error: string
}

/** Causes one failure, after which the shop must recover. Throws if a check fails. */
type Blow = (shop: BuiltShop) => Promise<void>

async function endAndStart(shop: BuiltShop, signal: 'SIGKILL' | 'SIGTERM', expected: number | string): Promise<void> {
  const began = performance.now()
  const ended = await shop.stop(signal)
  if (ended !== expected) throw new Error(`the shop exited with ${ended} after ${signal}`)
  if (performance.now() - began > MAX_STOP_MS) throw new Error(`${signal} took too long`)
  shop.start()
}

/**
 * The receiver sometimes does not respond, cuts the connection or is overloaded, so that some deliveries are always
 * pending.
 */
function trouble(receiver: Receiver): void {
  receiver.answer(({ nth }) => {
    if (nth > 1) return 204
    const nthOfAll = receiver.attempts.length
    return nthOfAll % 20 === 0 ? 'silence' : nthOfAll % 15 === 0 ? 'cut' : nthOfAll % 12 === 0 ? 503 : 204
  })
}

const tellTo = ({ url }: Receiver) => ({
  ORDER_WEBHOOK_URL: url,
  ORDER_WEBHOOK_SECRET: SECRET,
})

const KILL: Blow = (shop) => endAndStart(shop, 'SIGKILL', 'SIGKILL')
const TERM: Blow = (shop) => endAndStart(shop, 'SIGTERM', 0)

/** The shop refunds cancelled orders automatically: a second after each start, and every ten seconds. */
const REFUNDING = { AUTO_REFUND: '1' }
/** Frequent cancellations, so that a refund is always pending. */
const CANCEL_ONE_OF = 2

function rowOf(test: string, on: string): Row {
  const sold = { acknowledged: 0, lost: 0, linesLost: 0, addressesLost: 0, accountsLost: 0, twice: 0, stockWrong: 0 }
  const found = { ...sold, refunded: 0, refundsWrong: 0, events: 0, eventsWrong: 0 }
  return { test, on, tries: 0, ...found, recovery: 0, error: '' }
}

/** Shoppers buy on all shops while the first shop suffers the failures. */
async function run(
  test: string,
  on: string,
  envs: Record<string, string>[],
  blow: Blow,
  { tries = TRIES, shoppers: callers = SHOPPERS } = {},
): Promise<Row> {
  const cancelOneOf = envs.some((env) => 'AUTO_REFUND' in env) ? CANCEL_ONE_OF : 0
  const row = rowOf(test, on)
  const receiver = await startReceiver()
  trouble(receiver)
  const shops: BuiltShop[] = []
  const closing = new AbortController()
  try {
    const start = (env: Record<string, string>) =>
      startBuiltShop({ env: { ...NO_LIMITS, ...env, ...tellTo(receiver) } }).then((shop) => shops.push(shop))
    await Promise.all(envs.map(start))
    const shoppers = await Promise.all(
      Array.from({ length: callers }, (_, i) => newShopper(shops[i % shops.length]!.origin)),
    )
    const trade = Promise.all(shoppers.map((shopper) => buy(shopper, closing.signal, cancelOneOf)))
    trade.catch(() => {})
    for (; row.tries < tries; row.tries += 1) {
      await sleep(TRADE_MS)
      await blow(shops[0]!)
      row.recovery = Math.max(row.recovery, await shops[0]!.ready())
    }
    await sleep(TRADE_MS)
    closing.abort()
    await trade
    Object.assign(row, await audit(shoppers, receiver))
    if (row.acknowledged === 0) row.error = 'nothing was sold'
  } catch (error) {
    row.error = (error as Error).message
  } finally {
    closing.abort()
    for (const shop of shops) await shop.close()
    await receiver.close()
  }
  return row
}

/** Buyers and staff change the same orders on two servers. Each blow strikes once. */
async function runAfterSale(db: pg.Pool, env: Record<string, string>, blows: Blow[]): Promise<Row> {
  const row = rowOf('after-sale on two servers', 'PostgreSQL')
  const receiver = await startReceiver()
  trouble(receiver)
  const shops: BuiltShop[] = []
  const closing = new AbortController()
  try {
    for (let i = 0; i < 2; i += 1)
      shops.push(await startBuiltShop({ env: { ...NO_LIMITS, ...REFUNDING, ...env, ...tellTo(receiver) } }))
    const origins = shops.map(({ origin }) => origin)
    const traffic = afterSale(db, origins, closing.signal)
    traffic.catch(() => {})
    for (const blow of blows) {
      await sleep(AFTER_SALE_MS)
      await blow(shops[row.tries % shops.length]!)
      row.tries += 1
      for (const shop of shops) row.recovery = Math.max(row.recovery, await shop.ready())
    }
    await sleep(AFTER_SALE_MS)
    closing.abort()
    const told = await traffic
    const wrong = await auditAfterSale(db, told)
    const { orders, refunds, events } = await figuresOf(db)
    Object.assign(row, { acknowledged: orders, refunded: refunds, events, error: wrong.join('; ') })
    const done = [...told.acknowledged].map(([kind, n]) => `${kind} ${n}`).join(', ')
    console.log(`After-sale: ${done}, reviews ${told.stars.size}, refused ${told.refused}`)
    if (orders === 0 || refunds === 0) row.error = 'nothing was sold or refunded'
  } catch (error) {
    row.error = (error as Error).message
  } finally {
    closing.abort()
    for (const shop of shops) await shop.close()
    await receiver.close()
  }
  return row
}

async function onPostgres(): Promise<Row[]> {
  const postgres = await startPostgres()
  if (!postgres) {
    console.log(`Only the embedded database: ${NO_POSTGRES}.`)
    return []
  }
  // A pool connects again after a restart.
  const admin = new pg.Pool({ connectionString: postgres.url, max: 1 }).on('error', () => {})
  const rows: Row[] = []
  let databases = 0
  /** Uses a separate database, behind a proxy that can fail. */
  async function on(
    test: string,
    servers: number,
    blow: (proxy: Proxy) => Blow,
    { env: more = {}, ...size }: { env?: Record<string, string>; tries?: number; shoppers?: number } = {},
  ): Promise<void> {
    const name = `chaos_${(databases += 1)}`
    await admin.query(`CREATE DATABASE ${name}`)
    const proxy = await startProxy(Object.assign(new URL(postgres!.url), { pathname: `/${name}` }).href)
    const env = {
      DATABASE_URL: proxy.url,
      JWT_SECRET: 'one secret for all servers of the chaos',
      ...more,
    }
    const envs = Array.from({ length: servers }, () => env)
    rows.push(await run(test, 'PostgreSQL', envs, blow(proxy), size))
    await proxy.close()
  }
  const terminate: Blow = async () => {
    await admin.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname LIKE $1',
      ['chaos_%'],
    )
  }
  const { restart } = postgres
  async function tradeOn(): Promise<void> {
    await on('kill -9', 1, () => KILL)
    await on('SIGTERM', 1, () => TERM)
    await on('all connections terminated', 1, () => terminate)
    await on('the same while calls wait', 1, () => terminate, WAITING)
    if (restart) await on('restart while calls wait', 1, () => restart, WAITING)
    await on('database down for 3 s', 1, (proxy) => async () => {
      proxy.open(false)
      await sleep(3_000)
      proxy.open(true)
    })
    await on('connections stop responding', 1, (proxy) => async () => proxy.silence())
    await on('SIGTERM, database not responding', 1, (proxy) => async (shop) => {
      proxy.silence()
      await TERM(shop)
    })
    for (let i = 0; i < TRIES; i += 1) await on('two servers start together', 2, () => async () => {}, { tries: 1 })
    await on('one of two servers killed', 2, () => KILL)
    await on('the same while refunds are made', 2, () => KILL, { env: REFUNDING })
  }
  if (!ONLY_AFTER_SALE) await tradeOn()
  await admin.query('CREATE DATABASE chaos_after_sale')
  const address = Object.assign(new URL(postgres.url), { pathname: '/chaos_after_sale' }).href
  const db = new pg.Pool({ connectionString: address, max: 6 }).on('error', () => {})
  const strikes: Blow[] = [KILL, terminate, ...(restart ? [restart] : [])]
  const rounds = Array.from({ length: TRIES }, () => strikes).flat()
  rows.push(
    await runAfterSale(db, { DATABASE_URL: address, JWT_SECRET: 'one secret for all servers of the chaos' }, rounds),
  )
  await db.end()
  await admin.end()
  await postgres.stop()
  return rows
}

function print(rows: Row[]): void {
  const columns = ['test', 'on', 'tries', 'acknowledged', 'lost', 'lines', 'addresses', 'accounts', 'twice']
  columns.push('stock wrong', 'refunded', 'refunds wrong', 'events', 'events wrong', 'recovery (s)', 'error')
  const cells = rows.map((row) => [
    ...[row.test, row.on, row.tries, row.acknowledged, row.lost].map(String),
    ...[row.linesLost, row.addressesLost, row.accountsLost, row.twice, row.stockWrong].map(String),
    ...[row.refunded, row.refundsWrong, row.events, row.eventsWrong].map(String),
    ...[row.recovery.toFixed(1), row.error],
  ])
  console.log(table(columns, cells))
}

const onEmbedded = () =>
  withFolder(async (folder) => [
    await run('kill -9', 'embedded', [{ DATA_DIR: `${folder}/killed` }], KILL),
    await run('SIGTERM', 'embedded', [{ DATA_DIR: `${folder}/ended` }], TERM),
    await run('kill -9 while refunds are made', 'embedded', [{ DATA_DIR: `${folder}/refunding`, ...REFUNDING }], KILL),
  ])

const rows = ONLY_AFTER_SALE ? [] : await onEmbedded()
rows.push(...(await onPostgres()))
print(rows)
process.exit(rows.some((row) => errorsIn(row) > 0 || row.error !== '') ? 1 : 0)
