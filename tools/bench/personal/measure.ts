/**
 * Measures the personal requests in the recorded session: statements and round trips, CPU time compared with the reference, and 50
 * concurrent shoppers.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Postgres } from '../../../server/testing'
import { measureGrowth, type Growth, type GrowthSize } from '../growth'
import { withFolder, withShop, type Running } from '../processes'
import { ask, callOf, requestOf } from '../recording'
import type { LeftOut, Row } from '../rows'
import { measureCosts, type Costs, type Place, type Turns } from './costs'
import { findPostmaster } from './cpu'
import { makeShoppers, tidyUp, type Shopper } from './shoppers'
import { SUBJECTS, type Subject } from './subjects'
import { startCountingProxy, type Trips } from './trips'
import { walkTogether, type Times } from './walk'

const SECRET = 'the secret of a benchmark, which is none'
/** Settings for the measured shop. All shoppers come from one address, and maintenance does not disturb the counts. */
const SHOP = {
  JWT_SECRET: SECRET,
  SIGN_INS_PER_MINUTE: '0',
  UNPAID_HOLDS_PER_ADDRESS: '0',
  MAINTENANCE_SECONDS: '3600',
}
const COUNTED = 5

/** The target per operation, as a multiple of the reference's CPU time. */
const TIMES_REFERENCE: Record<string, number> = {
  CartPageQuery: 3,
  OrdersPageQuery: 3,
  AddToCart: 2.5,
  ChangeCartQuantity: 2.5,
}
const ROUND_TRIPS: Record<string, number> = { AddToCart: 6, ChangeCartQuantity: 6 }
const P95_MS = 60
/** Login has no target, because the password hash deliberately takes most of its time. */
const UNLIMITED = 'Login'
const MEMORY = {
  name: 'Resident memory with a PostgreSQL server, after personal calls',
  unit: 'MB',
  target: 400,
} as const
/** The reference's CPU time as a multiple of the bare server's, from the first measurement. */
const RECORDED = JSON.parse(readFileSync(join(import.meta.dirname, 'reference.json'), 'utf8')) as Record<string, number>
const DEARER = 1.3

export interface Size {
  turns: Turns
  /** The time for which the 50 shoppers repeat the recorded session. `warmUp` is the time before that, in which V8 compiles the code. */
  seconds: number
  warmUp: number
  /** The number of shoppers. */
  shoppers: number
  growth?: GrowthSize
}

export interface Personal {
  rows: Row[]
  leftOut: LeftOut[]
  /** Operations whose reference now costs more than allowed, with the cost. */
  tooDear: string[]
  growth?: Growth
}

/** Measures the subjects whose name matches `only`. */
export async function measurePersonal({ url }: Postgres, size: Size, only = /./): Promise<Personal> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    const subjects = SUBJECTS.filter(({ name }) => only.test(name))
    const { shoppers, trips } = await countTrips(url, db, subjects, size.shoppers)
    const postmaster = await findPostmaster(db)
    const because = 'the database runs on another machine'
    if (postmaster === null) return { rows: [], tooDear: [], leftOut: [{ name: 'Personal calls', because }] }
    const place: Place = { db, url, postmaster, secret: SECRET, shoppers }
    return await withShopOn(url, async (shop) => {
      await tidyUp(db)
      const times = await walkTogether(shop.origin, shoppers, size)
      const costs = await measureCosts(shop, place, subjects, size.turns)
      print(trips, costs, times)
      const rows = [...rowsOf(trips, costs), rowOf(times), { ...MEMORY, value: shop.memoryMb() }]
      const growth = size.growth && (await measureGrowth(growingCart(shop, shoppers[0]!), size.growth))
      return { rows, leftOut: [], tooDear: whatIsTooDear(costs), ...(growth && { growth }) }
    })
  } finally {
    await db.end()
  }
}

function growingCart({ origin }: Running, { token }: Shopper) {
  const { path, headers } = callOf(requestOf('cart', 'CartPageQuery'), { token })
  return { 'Cart page': { url: origin + path, request: { headers } } }
}

const withShopOn = <T>(url: string, measure: Parameters<typeof withShop<T>>[1]): Promise<T> =>
  withFolder((folder) => withShop({ DATABASE_URL: url, DATA_DIR: folder, ...SHOP }, measure))

/**
 * Counts statements and round trips, and creates the shoppers. The lowest of several counts excludes the server's other
 * statements.
 */
async function countTrips(
  url: string,
  db: pg.Client,
  subjects: Subject[],
  count: number,
): Promise<{ shoppers: Shopper[]; trips: Map<string, Trips> }> {
  const proxy = await startCountingProxy(url)
  try {
    return await withShopOn(proxy.url, async ({ origin }) => {
      const shoppers = await makeShoppers(origin, db, SECRET, count)
      const trips = new Map<string, Trips>()
      for (const { name, request, values } of subjects)
        for (let n = 0; n <= COUNTED; n += 1) {
          await tidyUp(db)
          const filled = await values(shoppers[n]!, n, origin)
          proxy.reset()
          await ask(origin, request, filled)
          const counted = proxy.read()
          const least = trips.get(name)
          // The first request is skipped, because it also sends the document's text to the server.
          if (n > 0 && (!least || counted.statements < least.statements)) trips.set(name, counted)
        }
      return { shoppers, trips }
    })
  } finally {
    proxy.close()
  }
}

const p95 = (times: number[]): number => [...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1]!

function print(trips: Map<string, Trips>, costs: Map<string, Costs>, times: Times): void {
  const ms = (value: number | undefined) => (value === undefined ? '' : value.toFixed(2))
  const names = [...costs.keys(), ...[...times.keys()].filter((name) => !costs.has(name))]
  const lines = names.map((name) => {
    const [count, cost, all] = [trips.get(name), costs.get(name), times.get(name)]
    return {
      request: name,
      statements: count?.statements ?? '',
      'round trips': count ? `${count.roundTrips} + ${count.transactionTrips}` : '',
      'shop, ms': cost ? `${ms(cost.shop.server)} + ${ms(cost.shop.database)}` : '',
      'reference, ms': cost?.reference ? `${ms(cost.reference.server)} + ${ms(cost.reference.database)}` : '',
      'x reference': ms(cost?.timesReference),
      'reference x bare': ms(cost?.referenceTimesBare),
      'p95, ms': all ? p95(all).toFixed(0) : '',
      calls: all?.length ?? '',
    }
  })
  console.log('Requests of the walk. Round trips: with work + only BEGIN or COMMIT. Milliseconds: server + database.')
  console.table(lines)
}

function rowsOf(trips: Map<string, Trips>, costs: Map<string, Costs>): Row[] {
  const add = costs.get('AddToCart')?.reference
  return [
    ...Object.entries(ROUND_TRIPS).flatMap(([name, target]): Row[] => {
      const counted = trips.get(name)
      const row = { name: `Round trips of ${name}, without BEGIN and COMMIT`, unit: '', target } as const
      return counted ? [{ ...row, value: counted.roundTrips }] : []
    }),
    ...Object.entries(TIMES_REFERENCE).flatMap(([name, target]): Row[] => {
      const cost = costs.get(name)
      // A quantity change is compared with the reference's addition to the cart.
      const value = cost?.timesReference ?? (cost && add && sum(cost.shop) / sum(add))
      return value === undefined
        ? []
        : [{ name: `Processor time of ${name}, of the reference`, value, unit: 'x', target }]
    }),
  ]
}

const sum = ({ server, database }: { server: number; database: number }): number => server + database

function rowOf(times: Times): Row {
  const [name, all] = [...times].filter(([name]) => name !== UNLIMITED).sort(([, a], [, b]) => p95(b) - p95(a))[0]!
  return { name: `p95 of the slowest request, ${name}, 50 shoppers`, value: p95(all), unit: 'ms', target: P95_MS }
}

const whatIsTooDear = (costs: Map<string, Costs>): string[] =>
  [...costs].flatMap(([name, { referenceTimesBare: now }]) => {
    const most = DEARER * (RECORDED[name] ?? Infinity)
    if (now === undefined || now <= most) return []
    return [
      `The reference's ${name} costs ${now.toFixed(2)} times the bare server's processor time, ${most.toFixed(2)} at most.`,
    ]
  })
