/**
 * Shoppers buy through nginx while something happens to the cluster; then what they were told is compared with what the shop has. A call of
 * theirs that fails is an error that they see, unless the shop's own client would have made it again by itself.
 */
import { SECRET, seededProducts, startReceiver } from '../../server/testing'
import { audit, buy, newShopper, type Found } from '../chaos/shoppers'
import { table } from '../chaos/table'
import { startCluster, type Cluster } from './cluster'

const SHOPPERS = 8

/** Enough for a long run, but of a few products, which have to sell out to the piece. */
const PLENTY = 100_000
const SCARCE = 3

/** All shoppers come from one address. */
const NO_LIMITS = { SIGN_INS_PER_MINUTE: '0', UNPAID_HOLDS_PER_ADDRESS: '0', UNPAID_HOLDS_PER_HOUR: '0' }

export type ClusterOptions = Omit<Parameters<typeof startCluster>[0], 'shopEnv'>

/** What shoppers went through from one moment on. */
export interface Row {
  what: string
  beganAt: number
  bought: number
  seen: string[]
  /** Seconds until a purchase was paid that began after that moment; 0 for never. */
  wentOnAfter: number
  /** The longest that any purchase took, in seconds. */
  slowest: number
  /** Seconds until every part was back in its place. */
  wholeAfter: number
  fault: string
}

/** `begin` begins a row. False where an order was lost, made twice or oversold, nothing was sold, or a row has a fault. */
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
    const row = { what, beganAt, bought: 0, seen: [], wentOnAfter: 0, slowest: 0, wholeAfter: 0, fault: '' }
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
    const isWrong = found.lost + found.twice + found.stockWrong + found.eventsWrong > 0 || found.acknowledged === 0
    return !isWrong && rows.every(({ fault }) => fault === '')
  } finally {
    closing.abort()
    await cluster.end()
    await receiver.close()
  }
}

/** Writes what happens into the last of the rows. */
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

/** Sets the stocks before trade begins, and returns them by product. */
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
  const columns = ['killed', 'bought', 'errors seen', 'went on (s)', 'slowest purchase (s)', 'whole again (s)', 'fault']
  const cells = rows.map(({ what, bought, seen, wentOnAfter, slowest, wholeAfter, fault }) => [
    ...[what, String(bought), String(seen.length)],
    ...[seconds(wentOnAfter), seconds(slowest), seconds(wholeAfter), fault],
  ])
  console.log(`\n${table(columns, cells)}\n`)
  for (const { what, seen } of rows) for (const line of new Set(seen)) console.log(`  seen after ${what}: ${line}`)
  const { acknowledged, lost, twice, stockWrong, events, eventsWrong } = found
  const totals = { acknowledged, lost, twice, 'stock wrong': stockWrong, events, 'events wrong': eventsWrong }
  console.log(`\n${table(Object.keys(totals), [Object.values(totals).map(String)])}`)
}
