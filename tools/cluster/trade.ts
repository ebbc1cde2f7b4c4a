/**
 * Shoppers buy through nginx while parts of the cluster fail. Afterwards, their responses are compared with the shop's
 * state. A failed call counts as a visible error, unless the shop's client would have repeated it automatically.
 */
import { SECRET, seededProducts, startReceiver } from '../../server/testing'
import { audit, errorsIn, type Found } from '../chaos/audit'
import { buy, newShopper } from '../chaos/shoppers'
import { table } from '../chaos/table'
import { startCluster, type Cluster } from './cluster'

const SHOPPERS = 8

/** Enough for a long run. A few products have little stock, and exactly that stock must be sold. */
const PLENTY = 100_000
const SCARCE = 3

/** All shoppers come from one address. */
const NO_LIMITS = { LIMITS: 'off' }

export type ClusterOptions = Omit<Parameters<typeof startCluster>[0], 'shopEnv'>

/** The shoppers' experience after a given moment. */
export interface Row {
  what: string
  beganAt: number
  bought: number
  seen: string[]
  /** Seconds until a purchase that began after that moment was paid, or 0 if none was. */
  wentOnAfter: number
  /** The duration of the slowest purchase, in seconds. */
  slowest: number
  /** Seconds until all parts were running again. */
  wholeAfter: number
  error: string
}

/**
 * `begin` starts a row. Returns false if something was lost, made twice or oversold, if nothing was sold, or if a row reports an error.
 */
export async function tradeDuring(
  options: ClusterOptions,
  act: (cluster: Cluster, begin: (what: string) => Row) => Promise<void>,
): Promise<boolean> {
  const receiver = await startReceiver()
  const hooks = { ORDER_WEBHOOK_URL: receiver.url, ORDER_WEBHOOK_SECRET: SECRET }
  const cluster = await startCluster({ ...options, shopEnv: { ...NO_LIMITS, ...hooks } })
  const closing = new AbortController()
  const rows: Row[] = []
  const begin = (what: string): Row => {
    const beganAt = Date.now()
    const row = { what, beganAt, bought: 0, seen: [], wentOnAfter: 0, slowest: 0, wholeAfter: 0, error: '' }
    rows.push(row)
    return row
  }
  try {
    const stocks = await restock(cluster)
    const witness = witnessOf(rows)
    const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, () => newShopper(cluster.origin, witness)))
    const trade = Promise.all(shoppers.map((shopper) => buy(shopper, closing.signal)))
    trade.catch(() => {})
    await act(cluster, begin)
    closing.abort()
    await trade
    const found = await audit(shoppers, receiver, stocks)
    print(rows, found)
    const isWrong = errorsIn(found) > 0 || found.acknowledged === 0
    return !isWrong && rows.every(({ error }) => error === '')
  } finally {
    closing.abort()
    await cluster.end()
    await receiver.close()
  }
}

/** Records the events in the latest row. */
const witnessOf = (rows: Row[]) => ({
  failed: (call: string, why: string) => void rows.at(-1)?.seen.push(`${call}: ${why}`),
  bought(beganAt: number) {
    const row = rows.at(-1)
    if (!row) return
    const now = Date.now()
    row.bought += 1
    row.slowest = Math.max(row.slowest, (now - beganAt) / 1000)
    if (beganAt >= row.beganAt) row.wentOnAfter ||= (now - row.beganAt) / 1000
  },
})

/** Sets the stocks before shoppers start buying, and returns them by product. */
async function restock(cluster: Cluster): Promise<Map<string, number>> {
  const scarce = seededProducts.slice(-SCARCE).map(({ id }) => id)
  const stocks = new Map(seededProducts.map(({ id, stock }) => [id, scarce.includes(id) ? stock : PLENTY]))
  await cluster.onPrimary((client) =>
    client.query(
      'UPDATE product SET stock = wanted.stock FROM unnest($1::text[], $2::int[]) AS wanted (id, stock) WHERE product.id = wanted.id',
      [[...stocks.keys()], [...stocks.values()]],
    ),
  )
  return stocks
}

function print(rows: Row[], found: Found): void {
  const seconds = (value: number) => (value === 0 ? '-' : value.toFixed(1))
  const columns = [
    'killed',
    'bought',
    'errors seen',
    'went on (s)',
    'slowest purchase (s)',
    'whole again (s)',
    'problem',
  ]
  const cells = rows.map(({ what, bought, seen, wentOnAfter, slowest, wholeAfter, error }) => [
    ...[what, String(bought), String(seen.length)],
    ...[seconds(wentOnAfter), seconds(slowest), seconds(wholeAfter), error],
  ])
  console.log(`\n${table(columns, cells)}\n`)
  for (const { what, seen } of rows) for (const line of new Set(seen)) console.log(`  seen after ${what}: ${line}`)
  const { acknowledged, lost, linesLost, addressesLost, accountsLost, twice, stockWrong, events, eventsWrong } = found
  const totals = {
    ...{ acknowledged, lost, 'lines lost': linesLost, 'addresses lost': addressesLost, 'accounts lost': accountsLost },
    ...{ twice, 'stock wrong': stockWrong, events, 'events wrong': eventsWrong },
  }
  console.log(`\n${table(Object.keys(totals), [Object.values(totals).map(String)])}`)
}
