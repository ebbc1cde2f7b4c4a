/**
 * Shoppers buy through nginx while one process after the other is killed -9, each at a random moment of their trade; then what they were
 * told is compared with what the shop has. Fails where an order was lost, made twice or oversold, or a shopper saw an error that none should see.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { audit, buy, newShopper, type Found } from '../chaos/shoppers'
import { table } from '../chaos/table'
import { SECRET, startReceiver } from '../testing/webhookReceiver'
import { startCluster, type Cluster, type Part } from './cluster'
import products from '../../prisma/catalogue/products.json' with { type: 'json' }

const SHOPPERS = 8
/** Trade goes on for so long between two kills, and some more at random. */
const TRADE_MS = 3_000
const MOST_MORE_MS = 3_000
/** After the primary's death purchases have to go on within this time. */
const LONGEST_PAUSE_MS = 30_000
const LONGEST_MENDING_MS = 120_000

/** Enough for a long run, but of a few products, which have to sell out to the piece. */
const PLENTY = 100_000
const SCARCE = 3

/** All shoppers come from one address. */
const NO_LIMITS = { SIGN_INS_PER_MINUTE: '0', UNPAID_HOLDS_PER_ADDRESS: '0', UNPAID_HOLDS_PER_HOUR: '0' }

interface Blow {
  what: string
  /** Which of the parts die, all at the same moment. */
  victims: (part: Part) => boolean
  /** Whether shoppers may see errors of it: nothing stands before nginx here, and a client whose connection breaks cannot know. */
  mayBeSeen?: boolean
}

const named = (what: string, mayBeSeen = false): Blow => ({ what, victims: ({ name }) => name === what, mayBeSeen })
const inRole = (what: string, role: string): Blow => ({ what, victims: (part) => part.role === role })

const PRIMARY = inRole('the primary', 'primary')
const SERVER = named('shop-1')

const BLOWS: Blow[] = [
  SERVER,
  PRIMARY,
  inRole('the synchronous standby', 'synchronous standby'),
  inRole('the other standby', 'standby'),
  named('pgbouncer-1'),
  { what: 'both PgBouncers', victims: ({ name }) => name.startsWith('pgbouncer') },
  named('haproxy'),
  named('redis'),
  named('etcd-1'),
  { what: "the primary's Patroni", victims: () => false },
  { what: "the primary's machine", victims: () => false },
  named('nginx', true),
]

interface Row {
  what: string
  pids: number[]
  /** Purchases that were paid between this kill and the next one. */
  bought: number
  seen: string[]
  /** Seconds from the kill until a purchase was paid that began after it. */
  wentOn: number
  /** The longest that any purchase took. */
  slowest: number
  /** Seconds until every part was back in its place. */
  mended: number
  fault: string
}

type Options = Omit<Parameters<typeof startCluster>[0], 'shopEnv'>

/** False where anything was not as it has to be. `isSmall` kills two. */
export async function killEach(options: Options, isSmall: boolean): Promise<boolean> {
  const receiver = await startReceiver()
  const hooks = { ORDER_WEBHOOK_URL: receiver.url, ORDER_WEBHOOK_SECRET: SECRET }
  const cluster = await startCluster({ ...options, shopEnv: { ...NO_LIMITS, ...hooks } })
  const closing = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => closing.abort())
  const rows: Row[] = []
  let current: Row | null = null
  let killedAt = 0
  const witness = {
    failed: (call: string, why: string) => void current?.seen.push(`${call}: ${why}`),
    bought(beganAt: number) {
      if (!current) return
      const now = Date.now()
      current.bought += 1
      current.slowest = Math.max(current.slowest, (now - beganAt) / 1000)
      if (beganAt >= killedAt) current.wentOn ||= (now - killedAt) / 1000
    },
  }
  try {
    const stocks = await restock(cluster)
    const shoppers = await Promise.all(Array.from({ length: SHOPPERS }, () => newShopper(cluster.origin, witness)))
    const trade = Promise.all(shoppers.map((shopper) => buy(shopper, closing.signal)))
    trade.catch(() => {})
    for (const blow of isSmall ? [SERVER, PRIMARY] : BLOWS) {
      if (closing.signal.aborted) break
      await sleep(TRADE_MS + Math.random() * MOST_MORE_MS)
      const victims = await victimsOf(cluster, blow)
      current = { what: blow.what, pids: victims, bought: 0, seen: [], wentOn: 0, slowest: 0, mended: 0, fault: '' }
      rows.push(current)
      killedAt = Date.now()
      for (const pid of victims) process.kill(pid, 'SIGKILL')
      console.log(`  killed ${blow.what} (${victims.join(', ')})`)
      await cluster.whole(LONGEST_MENDING_MS).catch((error: Error) => (current!.fault = error.message))
      current.mended = (Date.now() - killedAt) / 1000
      await sleep(TRADE_MS)
      current.fault ||= faultOf(current, blow)
    }
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

function faultOf({ seen, wentOn }: Row, { mayBeSeen }: Blow): string {
  if (wentOn === 0 || wentOn * 1000 > LONGEST_PAUSE_MS) return 'purchases did not go on in time'
  return seen.length > 0 && !mayBeSeen ? 'shoppers saw errors' : ''
}

/** Sets the stocks before trade begins, and returns them by product. */
async function restock(cluster: Cluster): Promise<Map<string, number>> {
  const scarce = products.slice(-SCARCE).map(({ id }) => id)
  await cluster.onPrimary(async (client) => {
    await client.query('UPDATE product SET stock = $1 WHERE NOT id = ANY($2)', [PLENTY, scarce])
  })
  return new Map(products.map(({ id, stock }) => [id, scarce.includes(id) ? stock : PLENTY]))
}

async function victimsOf(cluster: Cluster, { what, victims }: Blow): Promise<number[]> {
  const parts = await cluster.parts()
  const n = parts.find(({ role }) => role === 'primary')?.name.slice(-1)
  const names =
    what === "the primary's Patroni"
      ? [`patroni-${n}`]
      : what === "the primary's machine"
        ? [`patroni-${n}`, `postgres-${n}`]
        : parts.filter(victims).map(({ name }) => name)
  const pids = parts.filter(({ name }) => names.includes(name)).map(({ pid }) => pid)
  if (pids.length === 0 || pids.includes(null)) throw new Error(`${what} is not running`)
  return pids as number[]
}

function print(rows: Row[], found: Found): void {
  const seconds = (value: number) => (value === 0 ? '-' : value.toFixed(1))
  const columns = ['killed', 'bought', 'errors seen', 'went on (s)', 'slowest purchase (s)', 'whole again (s)', 'fault']
  const cells = rows.map(({ what, bought, seen, wentOn, slowest, mended, fault }) => [
    ...[what, String(bought), String(seen.length)],
    ...[seconds(wentOn), seconds(slowest), seconds(mended), fault],
  ])
  console.log(`\n${table(columns, cells)}\n`)
  for (const { what, seen } of rows) for (const line of new Set(seen)) console.log(`  seen after ${what}: ${line}`)
  const { acknowledged, lost, twice, stockWrong, events, eventsWrong } = found
  const totals = { acknowledged, lost, twice, 'stock wrong': stockWrong, events, 'events wrong': eventsWrong }
  console.log(`\n${table(Object.keys(totals), [Object.values(totals).map(String)])}`)
}
