/** What shoppers and staff read, as the client's pages ask for it; the n-th call of a kind is about something else than the one before. */
import { dayInIndia } from '../../shared/delivery'
import type { Question } from './ask'

/** An order out of all, and whoever bought it. */
export interface Sampled {
  number: string
  paymentId: string
  mobile: string
  email: string
  token: string
  /** An address of the buyer's, to check out with. */
  addressId: string
}

export interface Sample {
  orders: Sampled[]
  /** Of somebody who works in the office. */
  staffToken: string
}

export type Call = (sample: Sample, n: number) => Question

const DAY_MS = 24 * 60 * 60 * 1000
const NAMES = ['Meera', 'Tara', 'Arjun', 'Kabir', 'Anaya', 'Rohan', 'Isha']
const TABS = ['PAID', 'SHIPPED', 'DELIVERED', 'REFUNDED', 'CANCELLED']

const ORDERS = `{ me { orders(first: 10) {
  totalCount pageInfo { hasNextPage }
  nodes { number status placedAt items { title quantity image { url alt } } priceDetails { totalAmount } actions }
} } }`
const ORDER = `query ($number: String!) { me { order(number: $number) {
  number status placedAt items { title quantity } priceDetails { totalAmount } timeline { status at note } deliveryAddress { name city }
} } }`
const LIST = `query ($filter: OfficeOrderFilter) { office { orders(first: 25, filter: $filter) {
  pageInfo { hasNextPage }
  nodes { order {
    number status placedAt payOnDelivery items { title quantity } deliveryAddress { name city } priceDetails { totalAmount }
  } }
} } }`
const COUNTS = '{ office { orderCounts { status count isMore } } }'
const TO_DO = `{ office { today {
  toPack needsAttention { order { number status } } failedRefunds { number refund { amount } }
  paymentsToReturn { number payment { refundable excess } }
} } }`
const TAKINGS = `query ($from: Date!, $to: Date!) { office { takings(from: $from, to: $to) { day gross refunds net orders } } }`

const nth = <Item>(items: Item[], n: number): Item => items[n % items.length]!

const own =
  (query: string): Call =>
  ({ orders }, n) => {
    const { number, token } = nth(orders, n)
    return { query, variables: { number }, token }
  }

const list =
  (filterOf: (order: Sampled, n: number) => object | null): Call =>
  ({ orders, staffToken: token }, n) => ({ query: LIST, variables: { filter: filterOf(nth(orders, n), n) }, token })

/** So many days ago, in India. */
const dayAgo = (days: number): string => dayInIndia(new Date(Date.now() - days * DAY_MS))
const midnight = (day: string): string => `${day}T00:00:00+05:30`

const takings =
  (spanOf: (n: number) => { from: string; to: string }): Call =>
  ({ staffToken: token }, n) => ({ query: TAKINGS, variables: spanOf(n), token })

export const TAKINGS_CALLS: Record<string, Call> = {
  'staff: takings of a month': takings((n) => ({ from: dayAgo(30 * n + 29), to: dayAgo(30 * n) })),
  'staff: takings of a year': takings((n) => ({ from: dayAgo(364 + n), to: dayAgo(n) })),
}

export const CALLS: Record<string, Call> = {
  'me { orders(first: 10) } with lines': own(ORDERS),
  'me { order(number) }': own(ORDER),
  'staff: newest orders': list(() => null),
  'staff: a tab of them': list((_, n) => ({ status: [nth(TABS, n)] })),
  'staff: by number': list(({ number }) => ({ search: number })),
  'staff: by payment': list(({ paymentId }) => ({ search: paymentId })),
  'staff: by mobile': list(({ mobile }) => ({ search: mobile })),
  'staff: by e-mail': list(({ email }) => ({ search: email })),
  'staff: orders of a day of last year': list((_, n) => ({
    placedFrom: midnight(dayAgo(400 + n)),
    placedTo: midnight(dayAgo(399 + n)),
  })),
  'staff: a name that every eighth order has': list((_, n) => ({ search: nth(NAMES, n) })),
  'staff: counts of the tabs': ({ staffToken: token }) => ({ query: COUNTS, token }),
  'staff: what is to do': ({ staffToken: token }) => ({ query: TO_DO, token }),
  ...TAKINGS_CALLS,
}
