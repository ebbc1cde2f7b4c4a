/**
 * 50 shoppers who visit the shop again and again, on a PostgreSQL server. Each takes one step per second, with a small random pause. They
 * begin at different times over the length of a visit; if all began in the same second, all would place their orders in the same second. Their searches were never requested before, so that no cache has the responses. They visit twice: the second time, other
 * visitors ask for pages that the server must render.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Postgres } from '../../server/testing'
import { cpuMsOf, cpuMsOfPostgres, findPostmaster } from '../usage'
import { operation, page, restPost, send as sendTo, type Call } from './calls'
import { startBareCart, withFolder, withShop } from './processes'
import { median, p95, rowOf, type Row } from './rows'

export interface Size {
  shoppers: number
  /** The number of orders that each shopper places before the measurement. V8 compiles the code meanwhile. */
  ordersBefore: number
  /** For how long the shoppers visit the shop. */
  seconds: number
  /** The number of visits in which one request is sent after another, to measure the processor time of each. */
  alone: number
}

const P95_MS = 60
/** AddToCart may cost this many times as much as the least change of a cart. */
const CART_RATIO = 2.3
/** How often the least change of a cart is sent before the measurement, for V8. */
const BARE_WARM_UP = 300
const NEW_PAGES_PER_SECOND = 4
const STEP_MS = 1_000
/** The steps of a visit. */
const STEPS = 11
const RANDOM_MS = 300
/** How long the server may work after a response, for example on an email. That work counts for the request. */
const AFTERWARDS_MS = 20

const PRODUCTS = ['celadon-chai-cup', 'ash-ripple-ramen-bowl', 'grand-moon-jar', 'sea-glass-serving-bowl']
const WORDS = ['bowl', 'blue plate', 'chai cup', 'moon jar', 'serving', 'celdon', 'ramen', 'vase']
const ADDRESS = { name: 'M', street: 'S', city: 'C', state: 'S', country: 'I', zipCode: '600004', mobile: '9000011111' }

interface Shopper {
  token: string
  addressId: string
}

/** Sends a request, and returns the JSON of its response, or null for a page. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- the responses have no common type
type Send = (call: Call) => Promise<any>

const sender =
  (origin: string): Send =>
  async (call) => {
    const text = await sendTo(origin, call)
    return text.startsWith('{') ? JSON.parse(text) : null
  }

let last = 0
/** A search and a price limit that were never requested before. */
function newSearch() {
  last += 1
  return { search: `${WORDS[last % WORDS.length]} ${last} cm`, maxPrice: 1_000 + last }
}

const nth = (n: number): string => PRODUCTS[n % PRODUCTS.length]!
const own = ({ token }: Shopper, name: string, variables: object = {}): Call => operation(name, variables, token)

/** A shopper's n-th visit: the steps that follow each other. A step may send several requests. */
function visit(shopper: Shopper, n: number): ((send: Send) => Promise<unknown>)[] {
  const productId = nth(n)
  let expectedTotal: number
  let checkout: { order: { id: string; number: string }; payment: { providerOrderId: string } }
  return [
    (send) => Promise.all([send(page('Home page', '/')), send(own(shopper, 'ShopperQuery'))]),
    (send) => send(operation('SearchBarQuery', { text: newSearch().search })),
    (send) => send(operation('ProductsPageQuery', { filter: newSearch(), sort: 'FEATURED', first: 8, page: 1 })),
    (send) => send(operation('ProductPageQuery', { id: productId })),
    (send) => send(own(shopper, 'AddToCart', { variantId: productId, quantity: 1, idempotencyKey: randomUUID() })),
    (send) => send(own(shopper, 'CartPageQuery')),
    (send) =>
      send(own(shopper, 'ChangeCartQuantity', { productId, action: 'INCREMENT', idempotencyKey: randomUUID() })),
    async (send) => {
      const { data } = await send(own(shopper, 'CheckoutPageQuery'))
      expectedTotal = data.me.cart.priceDetails.totalAmount
    },
    async (send) => {
      const { addressId } = shopper
      const variables = { addressId, expectedTotal, idempotencyKey: randomUUID() }
      checkout = (await send(own(shopper, 'StartCheckout', variables))).data.startCheckout
    },
    async (send) => {
      const { order, payment } = checkout
      const { providerOrderId } = payment
      const paid = await send(restPost('/api/payments/sandbox/pay', { orderId: providerOrderId }))
      const { razorpay_payment_id: paymentId, razorpay_signature: signature } = paid as Record<string, string>
      await send(
        own(shopper, 'ConfirmPayment', { input: { orderId: order.id, providerOrderId, paymentId, signature } }),
      )
      await send(own(shopper, 'OrderSummaryPageQuery', { number: order.number }))
    },
    (send) => send(own(shopper, 'OrdersPageQuery', { after: null })),
  ]
}

/** A page that was never requested before. Most have products. */
function newPage(): Call {
  last += 1
  const query = new URLSearchParams({ max: String(1_000 + last) })
  if (last % 4 === 0) query.set('search', newSearch().search)
  return page('Page never asked for', `/products?${query.toString()}`)
}

async function signUp(send: Send): Promise<Shopper> {
  const person = { password: 'clay and fire', firstName: 'M', lastName: 'I', email: `${randomUUID()}@shopper.example` }
  const { encodedToken: token } = await send(restPost('/api/auth/signup', person))
  const saved = await send(restPost('/api/user/address', { address: ADDRESS }, { authorization: token as string }))
  return { token, addressId: saved.address[0]._id }
}

/** Values by the name of a request. */
type Measured<Value> = Map<string, Value[]>

function note<Value>(measured: Measured<Value>, name: string, value: Value): void {
  const values = measured.get(name)
  if (values) values.push(value)
  else measured.set(name, [value])
}

/**
 * All shoppers visit the shop at the same time, and others ask for some new pages a second. Returns the milliseconds from each request's
 * start to the end of its response.
 */
async function visitTogether(
  send: Send,
  shoppers: Shopper[],
  seconds: number,
  pagesPerSecond: number,
): Promise<Measured<number>> {
  const times: Measured<number> = new Map()
  const end = performance.now() + seconds * 1_000
  const timed: Send = async (call) => {
    const began = performance.now()
    const response = await send(call)
    note(times, call.name, performance.now() - began)
    return response
  }
  const visitOften = async (shopper: Shopper, i: number) => {
    await sleep(Math.random() * STEP_MS * STEPS)
    for (let n = i; ; n += 1)
      for (const step of visit(shopper, n)) {
        if (performance.now() > end) return
        const next = performance.now() + STEP_MS - RANDOM_MS / 2 + Math.random() * RANDOM_MS
        await step(timed)
        await sleep(Math.max(0, next - performance.now()))
      }
  }
  const askForPages = async () => {
    const asked: Promise<unknown>[] = []
    while (performance.now() < end) {
      asked.push(timed(newPage()))
      await sleep(1_000 / pagesPerSecond)
    }
    await Promise.all(asked)
  }
  await Promise.all([...shoppers.map(visitOften), ...(pagesPerSecond > 0 ? [askForPages()] : [])])
  return times
}

interface Cost {
  server: number
  database: number
}

const sum = ({ server, database }: Cost): number => server + database

/** What `act` costs, while no other request is answered. */
async function weigh<Result>(act: () => Promise<Result>, read: () => Cost): Promise<{ result: Result; cost: Cost }> {
  const before = read()
  const result = await act()
  await sleep(AFTERWARDS_MS)
  const { server, database } = read()
  return { result, cost: { server: server - before.server, database: database - before.database } }
}

/** The processor time of each request in milliseconds. */
async function visitAlone(send: Send, shoppers: Shopper[], visits: number, read: () => Cost): Promise<Measured<Cost>> {
  const costs: Measured<Cost> = new Map()
  let waiting = Promise.resolve()
  const weighed: Send = (call) => {
    const weighing = waiting.then(async () => {
      const { result, cost } = await weigh(() => send(call) as Promise<unknown>, read)
      note(costs, call.name, cost)
      return result
    })
    waiting = weighing.then(() => {})
    return weighing
  }
  for (let n = 0; n < visits; n += 1) {
    for (const step of visit(shoppers[n % shoppers.length]!, n)) await step(weighed)
    await weighed(newPage())
  }
  return costs
}

/** The median processor time of the least change of a cart (bareCart.ts), in the cart of one of the shoppers. */
async function weighBareCart(db: pg.Client, url: string, changes: number, databaseMs: () => number): Promise<number> {
  const { rows } = await db.query<{ id: string }>('SELECT id FROM cart LIMIT 1')
  const { origin, pid, stop } = await startBareCart(url)
  const change = (i: number) => sendTo(origin, restPost('/cart', { cartId: rows[0]!.id, productId: nth(i) }))
  const read = () => ({ server: cpuMsOf(pid), database: databaseMs() })
  try {
    for (let i = 0; i < BARE_WARM_UP; i += 1) await change(i)
    const costs: number[] = []
    for (let i = 0; i < changes; i += 1) costs.push(sum((await weigh(() => change(i), read)).cost))
    return median(costs)
  } finally {
    await stop()
  }
}

/** Prints a table of all requests. Returns rows for the slowest ones, and one that compares AddToCart with the least change of a cart. */
export async function measureShoppers({ url }: Postgres, size: Size): Promise<Row[]> {
  const db = new pg.Client(url)
  await db.connect()
  try {
    return await withFolder((folder) =>
      withShop({ DATABASE_URL: url, DATA_DIR: folder }, async ({ origin, child }) => {
        await db.query('UPDATE product SET stock = 1000000 WHERE id = ANY ($1)', [PRODUCTS])
        const send = sender(origin)
        const shoppers: Shopper[] = []
        for (let i = 0; i < size.shoppers; i += 1) shoppers.push(await signUp(send))
        const prepare = async (shopper: Shopper) => {
          for (let n = 0; n < size.ordersBefore; n += 1) for (const step of visit(shopper, n)) await step(send)
        }
        await Promise.all(shoppers.map(prepare))
        const quiet = await visitTogether(send, shoppers, size.seconds, 0)
        const times = await visitTogether(send, shoppers, size.seconds, NEW_PAGES_PER_SECOND)
        const postmaster = await findPostmaster(db)
        const databaseMs = () => (postmaster ? cpuMsOfPostgres(postmaster) : NaN)
        const read = () => ({ server: cpuMsOf(child.pid!), database: databaseMs() })
        const costs = await visitAlone(send, shoppers, size.alone, read)
        const added = median(costs.get('AddToCart')!.map(sum))
        const bare = await weighBareCart(db, url, size.alone, databaseMs)
        print(size.shoppers, quiet, times, costs)
        return [
          slowestOf(`${size.shoppers} shoppers`, quiet),
          slowestOf(`${size.shoppers} shoppers beside ${NEW_PAGES_PER_SECOND} new pages a second`, times),
          rowOf('AddToCart, of the least change of a cart over node-postgres', added / bare, 'x', CART_RATIO),
        ]
      }),
    )
  } finally {
    await db.end()
  }
}

function slowestOf(who: string, times: Measured<number>): Row {
  const [name, slowest] = [...times].sort(([, a], [, b]) => p95(b) - p95(a))[0]!
  return rowOf(`p95 of the slowest request of ${who}, ${name}`, p95(slowest), 'ms', P95_MS)
}

function print(shoppers: number, quiet: Measured<number>, times: Measured<number>, costs: Measured<Cost>): void {
  console.log(`${shoppers} shoppers. CPU time is the median of requests sent one after another.`)
  console.table(
    [...costs].map(([name, all]) => ({
      operation: name,
      calls: times.get(name)?.length ?? 0,
      'p95, ms': quiet.has(name) ? p95(quiet.get(name)!).toFixed(0) : '',
      'p95 beside pages, ms': times.has(name) ? p95(times.get(name)!).toFixed(0) : '',
      'server, ms': median(all.map(({ server }) => server)).toFixed(1),
      'database, ms': median(all.map(({ database }) => database)).toFixed(1),
    })),
  )
}
