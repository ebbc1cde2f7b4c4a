/** Compares the responses that shoppers got with the orders, stock, refunds and events of the shop. */
import { setTimeout as sleep } from 'node:timers/promises'
import { type Receiver, seededProducts } from '../../server/testing'
import { ask, call, PASSWORD, type Shopper } from './shoppers'

interface SeenOrder {
  id: string
  status: string
  timeline: { status: string }[]
  refunds: { amountPaise: number; state: string }[]
  priceDetails: { totalAmount: number }
  items: { quantity: number; product: { id: string } | null }[]
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
  /** Orders that the database does not show as paid, although the shopper paid. */
  lost: number
  /** Additions to a cart, addresses and accounts that were acknowledged but are missing. */
  linesLost: number
  addressesLost: number
  accountsLost: number
  /** Paid orders in excess of those requested, because one key created two orders. */
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

/** The total number of losses, duplicates and other errors. */
export const errorsIn = (found: Found): number =>
  found.lost +
  found.linesLost +
  found.addressesLost +
  found.accountsLost +
  found.twice +
  found.stockWrong +
  found.refundsWrong +
  found.eventsWrong

const SEEDED: ReadonlyMap<string, number> = new Map(seededProducts.map(({ id, stock }) => [id, stock]))

/** The time that the last refunds and events may take: a claim's expiry plus another attempt. */
const LAST_REFUNDS_MS = 90_000
const LAST_EVENTS_MS = 90_000

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
  // The rest can be checked only for shoppers with an account.
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
  const { nodes } = (await ask(visitor, '{ products(first: 100) { nodes { variants { id stock } } } }')).products as {
    nodes: { variants: { id: string; stock: number }[] }[]
  }
  const variants = nodes.flatMap((node) => node.variants)
  for (const [id, stock] of stocks) {
    const left = variants.find((variant) => variant.id === id)?.stock ?? NaN
    if (left < 0 || left + (taken.get(id) ?? 0) !== stock) found.stockWrong += 1
  }
  return found
}
