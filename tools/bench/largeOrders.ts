/**
 * `npx tsx tools/bench/largeOrders.ts [orders] [calls]` measures the built shop after years of trade, on a PostgreSQL server. It creates
 * the orders (100,000 by default), then sends requests from shoppers and staff one after another, each about a different record. It prints
 * the milliseconds from each request's start to the end of its response.
 */
import { type Db, generateOrders, NO_POSTGRES, openDatabase, startPostgres, sumDays } from '../../server/testing'
import { parseSettings } from '../../server/settings'
import { ask } from './largeOrders/ask'
import { CALLS, TAKINGS_CALLS, type Call, type Sample } from './largeOrders/calls'
import { measurePurchases } from './largeOrders/purchases'
import { takeSample, SHOP_OF_SAMPLE } from './largeOrders/sample'
import { withFolder, withShop } from './processes'
import { median } from './rows'

const WARM_UP = 3

/** Times in milliseconds, by the name of the call. */
type Times = Record<string, number[]>

/** Migrates, seeds and fills the database before the shop starts. */
async function withOrders<T>(url: string, orders: number, measure: (db: Db) => Promise<T>): Promise<T> {
  const unlimited = { DATABASE_STATEMENT_SECONDS: '0', DATABASE_QUERY_SECONDS: '0' }
  const { db, close } = await openDatabase(parseSettings({ DATABASE_URL: url, ...unlimited }))
  try {
    const started = performance.now()
    await generateOrders(db, orders)
    console.log(`Made ${orders} orders in ${((performance.now() - started) / 1000).toFixed(0)} s.`)
    return await measure(db)
  } finally {
    await close()
  }
}

async function measureCalls(
  origin: string,
  kinds: Record<string, Call>,
  { sample, calls }: { sample: Sample; calls: number },
): Promise<Times> {
  const times: Times = {}
  for (const [name, call] of Object.entries(kinds)) {
    const all: number[] = []
    for (let n = 0; n < WARM_UP + calls; n += 1) all.push((await ask(origin, call(sample, n))).ms)
    times[name] = all.slice(WARM_UP)
  }
  return times
}

/** The time to compute the first daily totals in a shop that has none yet. Maintenance needs a few rounds for this. */
async function timeOfSums(db: Db): Promise<number> {
  const started = performance.now()
  while ((await sumDays(db)) > 0);
  return performance.now() - started
}

async function measure(db: Db, origin: string, calls: number): Promise<Times> {
  const asked = { sample: await takeSample(db, WARM_UP + calls), calls }
  const unsummed = await measureCalls(origin, TAKINGS_CALLS, asked)
  const sums = { 'upkeep: all days added up, once': [await timeOfSums(db)] }
  return {
    ...(await measureCalls(origin, CALLS, asked)),
    ...Object.fromEntries(Object.entries(unsummed).map(([name, all]) => [`${name}, no day added up yet`, all])),
    ...sums,
    ...(await measurePurchases(origin, asked.sample, WARM_UP)),
  }
}

const p95 = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]!

function print(times: Times): void {
  const rows = Object.entries(times).map(([call, all]) => ({
    call,
    'median, ms': Number(median(all).toFixed(1)),
    'p95, ms': Number(p95(all).toFixed(1)),
  }))
  console.table(rows)
}

const [orders, calls] = [process.argv[2] ?? '100000', process.argv[3] ?? '20'].map(Number) as [number, number]
if (!(orders >= 1000) || !(calls >= 1)) throw new Error('At least 1000 orders, and one call of each kind.')
const postgres = await startPostgres()
if (!postgres) throw new Error(NO_POSTGRES)
try {
  const { url } = postgres
  const times = await withOrders(url, orders, (db) =>
    withFolder((folder) =>
      withShop({ DATABASE_URL: url, DATA_DIR: folder, ...SHOP_OF_SAMPLE }, ({ origin }) => measure(db, origin, calls)),
    ),
  )
  print(times)
} finally {
  await postgres.stop()
}
