/**
 * Requests from shoppers and staff, with the client's documents. Consecutive requests of the same kind are for different records.
 */
import { readOwnOperations } from '../../../server/testing'
import { dayInIndia } from '../../../server/shared/delivery/delivery'
import type { Question } from './ask'

/** A sampled order, with its buyer. */
export interface Sampled {
  number: string
  paymentId: string
  mobile: string
  email: string
  token: string
  /** The buyer's address for a checkout. */
  addressId: string
}

export interface Sample {
  orders: Sampled[]
  /** The token of a staff account. */
  staffToken: string
}

export type Call = (sample: Sample, n: number) => Question

const DAY_MS = 24 * 60 * 60 * 1000
const NAMES = ['Meera', 'Tara', 'Arjun', 'Kabir', 'Anaya', 'Rohan', 'Isha']
const TABS = ['PAID', 'SHIPPED', 'DELIVERED', 'REFUNDED', 'CANCELLED']

const operations = new Map(readOwnOperations().map(({ name, text }) => [name, text]))

/** The document of a client operation. */
export function documentOf(name: string): string {
  const text = operations.get(name)
  if (!text) throw new Error(`The client has no operation ${name}.`)
  return text
}

const nth = <Item>(items: Item[], n: number): Item => items[n % items.length]!

const own =
  (operation: string): Call =>
  ({ orders }, n) => {
    const { number, token } = nth(orders, n)
    return { query: documentOf(operation), variables: { number }, token }
  }

const list =
  (filterOf: (order: Sampled, n: number) => object): Call =>
  ({ orders, staffToken: token }, n) => ({
    query: documentOf('OfficeOrdersPageQuery'),
    variables: { filter: filterOf(nth(orders, n), n) },
    token,
  })

/** The day in India `days` ago. */
const dayAgo = (days: number): string => dayInIndia(new Date(Date.now() - days * DAY_MS))
const midnight = (day: string): string => `${day}T00:00:00+05:30`

const takings =
  (spanOf: (n: number) => { from: string; to: string }): Call =>
  ({ staffToken: token }, n) => ({ query: documentOf('OfficeTakingsPageQuery'), variables: spanOf(n), token })

export const TAKINGS_CALLS: Record<string, Call> = {
  'staff: takings of a month': takings((n) => ({ from: dayAgo(30 * n + 29), to: dayAgo(30 * n) })),
  'staff: takings of a year': takings((n) => ({ from: dayAgo(364 + n), to: dayAgo(n) })),
}

export const CALLS: Record<string, Call> = {
  'shopper: orders page': own('OrdersPageQuery'),
  'shopper: page of an order': own('OrderPageQuery'),
  'staff: newest orders': list(() => ({})),
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
  'staff: today': ({ staffToken: token }) => ({ query: documentOf('OfficeTodayPageQuery'), token }),
  ...TAKINGS_CALLS,
}
