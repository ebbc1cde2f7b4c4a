/** Shoppers who buy one piece after the other, some of which they cancel, and send a call again, under its key, until it is answered; and what they were told. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Receiver } from '../testing/webhookReceiver'
import products from '../../prisma/catalogue/products.json' with { type: 'json' }

/** How long a call waits for its answer before it is sent again. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 50

interface Shopper {
  origin: string
  token: string
  addressId: string
  /** Orders that were confirmed to them as paid, by the key of their checkout. */
  paid: Map<string, string>
  /** Orders that they paid and cancelled, by id: their money goes back. */
  cancelled: Set<string>
}

interface Order {
  id: string
  status: string
  timeline: { status: string }[]
  refunds: { amount: number; state: string }[]
  priceDetails: { totalAmount: number }
  items: { quantity: number; product: { id: string } | null }[]
}

/** Until it is answered by anything but a failure of the shop's. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as deep as what is called
async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<any> {
  for (;;) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).catch(() => null)
    // The body may be cut off too.
    const answer: unknown = response && response.status < 500 ? await response.json().catch(() => null) : null
    const failed = (answer as { errors?: { extensions?: { code?: string } }[] } | null)?.errors?.some(
      ({ extensions }) => extensions?.code === 'INTERNAL_SERVER_ERROR',
    )
    if (answer !== null && !failed) return answer
    await sleep(PAUSE_MS)
  }
}

async function ask({ origin, token }: Pick<Shopper, 'origin' | 'token'>, query: string, variables: object = {}) {
  const { data, errors } = await post(`${origin}/graphql`, { query, variables }, token ? { authorization: token } : {})
  if (errors) throw new Error(JSON.stringify(errors))

  return data
}

const ADDRESS = { name: 'M', street: 'S', city: 'C', state: 'S', country: 'I', zipCode: '600004', mobile: '9000011111' }

export async function newShopper(origin: string): Promise<Shopper> {
  const person = { password: 'clay and fire', firstName: 'M', lastName: 'I', email: `${randomUUID()}@shopper.example` }
  const { encodedToken: token } = (await post(`${origin}/api/auth/signup`, person)) as { encodedToken: string }
  const added = await post(`${origin}/api/user/address`, { address: ADDRESS }, { authorization: token })
  return {
    origin,
    token,
    addressId: (added as { address: { _id: string }[] }).address[0]!._id,
    paid: new Map(),
    cancelled: new Set(),
  }
}

const START = `mutation ($addressId: ID!, $key: String!) {
  startCheckout(addressId: $addressId, idempotencyKey: $key) { order { id number } payment { providerOrderId } userErrors { code } }
}`
const CONFIRM =
  'mutation ($input: ConfirmPaymentInput!) { confirmPayment(input: $input) { order { status } userErrors { code } } }'

const CANCEL = 'mutation ($number: String!) { cancelOrder(number: $number) { order { status } userErrors { code } } }'

/** Buys until told to stop, and finishes what it is in the middle of. Of so many orders one is cancelled; none with 0. */
export async function buy(shopper: Shopper, stopped: AbortSignal, cancelOneOf = 0): Promise<void> {
  const { origin, token, addressId, paid, cancelled } = shopper
  for (let i = Math.floor(Math.random() * products.length); !stopped.aborted; i += 1) {
    const product = { _id: products[i % products.length]!.id }
    await post(`${origin}/api/user/cart`, { product }, { authorization: token, 'idempotency-key': randomUUID() })
    const key = randomUUID()
    const { startCheckout } = await ask(shopper, START, { addressId, key })
    if (!startCheckout.order || !startCheckout.payment) {
      await ask(shopper, 'mutation { clearCart { cart { id } } }')
      continue
    }
    const { providerOrderId } = startCheckout.payment as { providerOrderId: string }
    const signed = await post(`${origin}/api/payments/sandbox/pay`, { orderId: providerOrderId })
    const [paymentId, signature] = [signed.razorpay_payment_id, signed.razorpay_signature] as string[]
    const orderId = startCheckout.order.id as string
    const { confirmPayment } = await ask(shopper, CONFIRM, {
      input: { orderId, providerOrderId, paymentId, signature },
    })
    if (confirmPayment.order?.status !== 'PAID') continue
    if (cancelOneOf === 0 || i % cancelOneOf !== 0) {
      paid.set(key, orderId)
      continue
    }
    const { cancelOrder } = await ask(shopper, CANCEL, { number: startCheckout.order.number as string })
    if (cancelOrder.order) cancelled.add(orderId)
  }
}

async function ordersOf(shopper: Shopper): Promise<Order[]> {
  const query = `query ($after: String) { me { orders(first: 100, after: $after) {
    nodes { id status timeline { status } refunds { amount state } priceDetails { totalAmount } items { quantity product { id } } } pageInfo { hasNextPage endCursor } } } }`
  const orders: Order[] = []
  for (let after: string | null = null; ;) {
    const { nodes, pageInfo } = (await ask(shopper, query, { after })).me.orders
    orders.push(...(nodes as Order[]))
    if (!pageInfo.hasNextPage) return orders
    after = pageInfo.endCursor as string
  }
}

export interface Found {
  /** Orders that shoppers were told are paid. */
  acknowledged: number
  /** Those of them that the shop does not have as paid. */
  lost: number
  /** Orders that are paid beyond what was asked for: one key led to two. */
  twice: number
  /** Products of which stock and orders do not add up to what there was. */
  stockWrong: number
  /** Orders that were paid and cancelled. */
  refunded: number
  /** Those of them of which not all money went back, or more than came. */
  refundsWrong: number
  /** Of orders, that the receiver has. */
  events: number
  /** Orders of which it has not every event, or not in their order. */
  eventsWrong: number
}

/** How long the last refunds and events may take: a claim that runs out, and another attempt. */
const LAST_REFUNDS_MS = 90_000
const LAST_EVENTS_MS = 60_000

async function auditEvents(shoppers: Shopper[], receiver: Receiver) {
  const deadline = Date.now() + LAST_EVENTS_MS
  for (;;) {
    const orders = (await Promise.all(shoppers.map(ordersOf))).flat()
    const wrong = orders.filter(({ id, timeline }) => {
      // A note leaves the status as it is, and is not told.
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
      const back = refunds.reduce((sum, { amount, state }) => sum + (state === 'PROCESSED' ? amount : 0), 0)
      return status !== 'REFUNDED' || refunds.length !== 1 || back !== totalAmount * 100
    })
    const refunded = shoppers.reduce((sum, each) => sum + each.cancelled.size, 0)
    const missing = refunded - cancelled.length
    if (wrong.length === 0 || Date.now() > deadline) return { refunded, refundsWrong: wrong.length + missing }
    await sleep(500)
  }
}

/** Compares what shoppers were told with what the shop has now. */
export async function audit(shoppers: Shopper[], receiver: Receiver): Promise<Found> {
  const found: Found = {
    acknowledged: 0,
    lost: 0,
    twice: 0,
    stockWrong: 0,
    ...(await auditRefunds(shoppers)),
    ...(await auditEvents(shoppers, receiver)),
  }
  const taken = new Map<string, number>()
  for (const shopper of shoppers) {
    const orders = await ordersOf(shopper)
    const paid = orders.filter(({ status }) => status === 'PAID')
    const told = [...shopper.paid.values()]
    found.acknowledged += told.length
    found.lost += told.filter((id) => !paid.some((order) => order.id === id)).length
    found.twice += paid.filter(({ id }) => !told.includes(id)).length + told.length - new Set(told).size
    for (const { items } of orders.filter(({ status }) => ['PAID', 'AWAITING_PAYMENT'].includes(status)))
      for (const { product, quantity } of items) taken.set(product!.id, (taken.get(product!.id) ?? 0) + quantity)
  }
  const visitor = { origin: shoppers[0]!.origin, token: '' }
  const { nodes } = (await ask(visitor, '{ products(first: 100) { nodes { id quantityAvailable } } }')).products as {
    nodes: { id: string; quantityAvailable: number }[]
  }
  for (const { id, stock } of products) {
    const left = nodes.find((node) => node.id === id)?.quantityAvailable ?? NaN
    if (left < 0 || left + (taken.get(id) ?? 0) !== stock) found.stockWrong += 1
  }
  return found
}
