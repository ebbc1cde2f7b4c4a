/**
 * Shoppers who buy one item after the other and cancel some orders. They repeat each call with the same key until it
 * succeeds, and record the shop's responses.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Receiver, seededProducts } from '../../server/testing'

/** How long a call waits for its response before it is sent again. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 50
/** The pauses before the shop's client tries again to confirm a payment. */
const CONFIRM_PAUSES_MS = [1_000, 3_000]

/** Receives reports about a shopper's calls. */
interface Witness {
  /** Reports a failure that the shop's client would show. That client automatically repeats only confirmPayment. */
  failed(call: string, why: string): void
  bought(beganAt: number): void
}

export interface Shopper {
  origin: string
  witness: Witness
  email: string
  token: string
  addressId: string
  /** Acknowledged additions to the cart that were missing at the checkout. */
  lostLines: number
  /** Orders that the shop confirmed as paid, by the key of their checkout. */
  paid: Map<string, string>
  /** Orders that were paid and then cancelled, by id. The shop must refund them. */
  cancelled: Set<string>
  /** Orders whose payment the shop did not confirm, although the shopper paid in time. */
  unpaid: Set<string>
}

interface SeenOrder {
  id: string
  status: string
  timeline: { status: string }[]
  refunds: { amountPaise: number; state: string }[]
  priceDetails: { totalAmount: number }
  items: { quantity: number; product: { id: string } | null }[]
}

interface Calling {
  headers?: Record<string, string>
  witness?: Witness | undefined
  /** The pauses before each retry that the shop's client makes automatically. */
  ownPauses?: number[]
}

type Answered = { body: unknown } | { why: string }

async function post(url: string, body: object, headers: Record<string, string>): Promise<Answered> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (response.status >= 500) return { why: `status ${response.status}` }
    // The response's body may also be cut off.
    const answer: unknown = await response.json()
    const { errors } = answer as { errors?: { extensions?: { code?: string } }[] }
    const failed = errors?.some?.(({ extensions }) => extensions?.code === 'INTERNAL_SERVER_ERROR')
    return failed ? { why: 'INTERNAL_SERVER_ERROR' } : { body: answer }
  } catch (error) {
    return { why: String((error as Error).cause ?? error) }
  }
}

/** Repeats the call until the response is not an internal failure. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as deep as what is called
async function call(url: string, body: object, { headers = {}, witness, ownPauses = [] }: Calling = {}): Promise<any> {
  for (let tries = 1; ; tries += 1) {
    const answered = await post(url, body, headers)
    if ('body' in answered) return answered.body
    const pause = ownPauses[tries - 1]
    const what = (body as { query?: string }).query?.slice(0, 40) ?? new URL(url).pathname
    if (pause === undefined) witness?.failed(what, answered.why)
    await sleep(pause ?? PAUSE_MS)
  }
}

async function ask(
  { origin, token, witness }: Pick<Shopper, 'origin' | 'token'> & { witness?: Witness },
  query: string,
  variables: object = {},
  ownPauses: number[] = [],
) {
  const { key } = variables as { key?: string }
  // The shop's client also sends the idempotency key in this header.
  const headers = { ...(token && { authorization: token }), ...(key && { 'idempotency-key': key }) }
  const { data, errors } = await call(`${origin}/graphql`, { query, variables }, { headers, witness, ownPauses })
  if (errors) throw new Error(JSON.stringify(errors))
  return data
}

const PASSWORD = 'clay and fire'
const ADDRESS = { name: 'M', street: 'S', city: 'C', state: 'S', country: 'I', zipCode: '600004', mobile: '9000011111' }

const NOBODY: Witness = { failed() {}, bought() {} }

export async function newShopper(origin: string, witness = NOBODY): Promise<Shopper> {
  const email = `${randomUUID()}@shopper.example`
  const person = { password: PASSWORD, firstName: 'M', lastName: 'I', email }
  const { encodedToken: token } = (await call(`${origin}/api/auth/signup`, person)) as { encodedToken: string }
  const added = await call(`${origin}/api/user/address`, { address: ADDRESS }, { headers: { authorization: token } })
  return {
    origin,
    witness,
    email,
    token,
    lostLines: 0,
    addressId: (added as { address: { _id: string }[] }).address[0]!._id,
    paid: new Map(),
    cancelled: new Set(),
    unpaid: new Set(),
  }
}

const START = `mutation ($addressId: ID!, $key: String!) {
  startCheckout(addressId: $addressId, idempotencyKey: $key) { order { id number } payment { providerOrderId } userErrors { code } }
}`
const CONFIRM =
  'mutation ($input: ConfirmPaymentInput!) { confirmPayment(input: $input) { order { status } userErrors { code } } }'

const CANCEL = 'mutation ($number: String!) { cancelOrder(number: $number) { order { status } userErrors { code } } }'

/**
 * Buys until `stopped`, and completes the current purchase. Cancels one in `cancelOneOf` orders, or none if it is 0.
 */
export async function buy(shopper: Shopper, stopped: AbortSignal, cancelOneOf = 0): Promise<void> {
  const { origin, witness, token, addressId, paid, cancelled } = shopper
  for (let i = Math.floor(Math.random() * seededProducts.length); !stopped.aborted; i += 1) {
    const beganAt = Date.now()
    const product = { _id: seededProducts[i % seededProducts.length]!.id }
    const added = { authorization: token, 'idempotency-key': randomUUID() }
    const { cart } = await call(`${origin}/api/user/cart`, { product }, { headers: added, witness })
    // Sold out.
    if (!cart) continue
    const key = randomUUID()
    const { startCheckout } = await ask(shopper, START, { addressId, key })
    if (!startCheckout.order || !startCheckout.payment) {
      const codes = (startCheckout.userErrors as { code: string }[]).map(({ code }) => code)
      if (codes.includes('CART_EMPTY')) shopper.lostLines += 1
      // Otherwise another shopper bought the last item.
      await ask(shopper, 'mutation { clearCart { cart { id } } }')
      continue
    }
    const { providerOrderId } = startCheckout.payment as { providerOrderId: string }
    const pays = { 'idempotency-key': providerOrderId }
    const paying = { orderId: providerOrderId }
    const signed = await call(`${origin}/api/payments/sandbox/pay`, paying, { headers: pays, witness })
    const [paymentId, signature] = [signed.razorpay_payment_id, signed.razorpay_signature] as string[]
    const orderId = startCheckout.order.id as string
    const input = { orderId, providerOrderId, paymentId, signature }
    const { confirmPayment } = await ask(shopper, CONFIRM, { input }, CONFIRM_PAUSES_MS)
    if (confirmPayment.order?.status !== 'PAID') {
      shopper.unpaid.add(orderId)
      continue
    }
    witness.bought(beganAt)
    if (cancelOneOf === 0 || i % cancelOneOf !== 0) {
      paid.set(key, orderId)
      continue
    }
    const { cancelOrder } = await ask(shopper, CANCEL, { number: startCheckout.order.number as string })
    if (cancelOrder.order) cancelled.add(orderId)
  }
}

async function ordersOf(shopper: Shopper): Promise<SeenOrder[]> {
  const query = `query ($after: String) { me { orders(first: 100, after: $after) {
    nodes { id status timeline { status } refunds { amountPaise state } priceDetails { totalAmount } items { quantity product { id } } } pageInfo { hasNextPage endCursor } } } }`
  const orders: SeenOrder[] = []
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo } = (await ask(shopper, query, { after })).me.orders
    orders.push(...(nodes as SeenOrder[]))
    if (!pageInfo.hasNextPage) return orders
    after = pageInfo.endCursor as string
  }
}

export interface Found {
  /** Orders that the shop confirmed as paid. */
  acknowledged: number
  /** Orders that are not paid in the database, although the shopper paid. */
  lost: number
  /** Acknowledged additions to a cart, addresses and accounts that are missing. */
  linesLost: number
  addressesLost: number
  accountsLost: number
  /** Paid orders beyond the requested ones, where one key created two orders. */
  twice: number
  /** Products whose stock and orders do not add up to the initial stock. */
  stockWrong: number
  /** Orders that were paid and cancelled. */
  refunded: number
  /** Cancelled orders that were refunded too little or too much. */
  refundsWrong: number
  /** Order events that the receiver got. */
  events: number
  /** Orders with missing events, or with events in the wrong order. */
  eventsWrong: number
}

/** The sum of everything that must not happen. */
export const faultsIn = (found: Found): number =>
  found.lost +
  found.linesLost +
  found.addressesLost +
  found.accountsLost +
  found.twice +
  found.stockWrong +
  found.refundsWrong +
  found.eventsWrong

const SEEDED: ReadonlyMap<string, number> = new Map(seededProducts.map(({ id, stock }) => [id, stock]))

/** How long the last refunds and events may take: an expired claim plus another attempt. */
const LAST_REFUNDS_MS = 90_000
const LAST_EVENTS_MS = 60_000

async function auditEvents(shoppers: Shopper[], receiver: Receiver) {
  const deadline = Date.now() + LAST_EVENTS_MS
  for (;;) {
    const orders = (await Promise.all(shoppers.map(ordersOf))).flat()
    const wrong = orders.filter(({ id, timeline }) => {
      // A note does not change the status, so it causes no event.
      const happened = timeline.flatMap(({ status }, i) => (status === timeline[i - 1]?.status ? [] : [status]))
      return happened.join() !== receiver.statusesOf(id).join()
    })
    const events = new Set(receiver.received.map(({ id }) => id)).size
    if (wrong.length === 0 || Date.now() > deadline) return { events, eventsWrong: wrong.length }
    await sleep(500)
  }
}

async function auditRefunds(shoppers: Shopper[]) {
  const deadline = Date.now() + LAST_REFUNDS_MS
  for (;;) {
    const cancelled = (await Promise.all(shoppers.map(ordersOf))).flatMap((orders, i) =>
      orders.filter(({ id }) => shoppers[i]!.cancelled.has(id)),
    )
    const wrong = cancelled.filter(({ status, refunds, priceDetails: { totalAmount } }) => {
      const back = refunds.reduce((sum, { amountPaise, state }) => sum + (state === 'PROCESSED' ? amountPaise : 0), 0)
      return status !== 'REFUNDED' || refunds.length !== 1 || back !== totalAmount * 100
    })
    const refunded = shoppers.reduce((sum, each) => sum + each.cancelled.size, 0)
    const missing = refunded - cancelled.length
    if (wrong.length === 0 || Date.now() > deadline) return { refunded, refundsWrong: wrong.length + missing }
    await sleep(500)
  }
}

async function hasAccount({ origin, email }: Shopper): Promise<boolean> {
  const answer: { encodedToken?: string } = await call(`${origin}/api/auth/login`, { email, password: PASSWORD })
  return answer.encodedToken !== undefined
}

async function hasAddress(shopper: Shopper): Promise<boolean> {
  const { addresses } = (await ask(shopper, '{ me { addresses { id } } }')).me as { addresses: { id: string }[] }
  return addresses.some(({ id }) => id === shopper.addressId)
}

const countMissing = (checks: boolean[]): number => checks.filter((isPresent) => !isPresent).length

/** Compares the responses that shoppers got with the shop's state. `stocks` are the initial stocks by product. */
export async function audit(all: Shopper[], receiver: Receiver, stocks = SEEDED): Promise<Found> {
  const accounts = await Promise.all(all.map(hasAccount))
  // The rest is only visible with an account.
  const shoppers = all.filter((_, i) => accounts[i])
  const found: Found = {
    acknowledged: 0,
    lost: 0,
    linesLost: all.reduce((sum, { lostLines }) => sum + lostLines, 0),
    addressesLost: countMissing(await Promise.all(shoppers.map(hasAddress))),
    accountsLost: countMissing(accounts),
    twice: 0,
    stockWrong: 0,
    ...(await auditRefunds(shoppers)),
    ...(await auditEvents(shoppers, receiver)),
  }
  const taken = new Map<string, number>()
  for (const shopper of shoppers) {
    const orders = await ordersOf(shopper)
    const paid = orders.filter(({ status }) => status === 'PAID')
    const told = [...shopper.paid.values(), ...shopper.unpaid]
    found.acknowledged += told.length
    found.lost += told.filter((id) => !paid.some((order) => order.id === id)).length
    found.twice += paid.filter(({ id }) => !told.includes(id)).length + told.length - new Set(told).size
    for (const { items } of orders.filter(({ status }) => ['PAID', 'AWAITING_PAYMENT'].includes(status)))
      for (const { product, quantity } of items) taken.set(product!.id, (taken.get(product!.id) ?? 0) + quantity)
  }
  const visitor = { origin: all[0]!.origin, token: '' }
  const { nodes } = (await ask(visitor, '{ products(first: 100) { nodes { id quantityAvailable } } }')).products as {
    nodes: { id: string; quantityAvailable: number }[]
  }
  for (const [id, stock] of stocks) {
    const left = nodes.find((node) => node.id === id)?.quantityAvailable ?? NaN
    if (left < 0 || left + (taken.get(id) ?? 0) !== stock) found.stockWrong += 1
  }
  return found
}
