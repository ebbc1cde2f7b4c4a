/** What an order's buyer reads about its state: what happened, and what happens next. */
import type { OrderStatus } from '../../generated/types'
import { formatDay } from '../days'
import { statusText } from './OrderStatus'

interface Progress {
  status: OrderStatus
  timeline: { status: OrderStatus }[]
}

/**
 * The status in the buyer's words. Without AUTO_REFUND, the refund may not have been requested yet, so these do not say that it is on its way.
 */
export function buyerStatusText({ status, timeline }: Progress): string {
  if (status !== 'REFUND_DUE') return statusText(status)
  const earlier = timeline.map((event) => event.status)
  if (earlier.includes('RETURNED')) return 'Returned. Refund to come'
  if (earlier.includes('SHIPPED') || earlier.includes('DELIVERED')) return 'Refund to come'
  return 'Cancelled. Refund to come'
}

/** True if the order may still be delivered. */
const isUnderway = (status: OrderStatus): boolean =>
  ['AWAITING_PAYMENT', 'CONFIRMED', 'PAID', 'SHIPPED'].includes(status)

const INDIA_AHEAD_OF_UTC = 5.5 * 3600_000

/** The calendar day in India, such as `2025-08-05`. */
const indianDay = (instant: number): string => new Date(instant + INDIA_AHEAD_OF_UTC).toISOString().slice(0, 10)

interface Headed {
  status: OrderStatus
  items: { estimatedDelivery: string }[]
  deliveredAt: string | null
}

/** The order arrives on the day of its last line. Null if it is not on its way to the buyer, or if that day is over. */
function arrivalDayOf({ status, items }: Omit<Headed, 'deliveredAt'>, now = Date.now()): string | null {
  if (!isUnderway(status) || status === 'AWAITING_PAYMENT') return null
  const last = items
    .map(({ estimatedDelivery }) => estimatedDelivery)
    .sort()
    .at(-1)
  return last !== undefined && last >= indianDay(now) ? last : null
}

/** The page shows one day for the order, if it can, and else the day of each line. */
export const showsDayOfEachLine = (order: Omit<Headed, 'deliveredAt'>, now = Date.now()): boolean =>
  isUnderway(order.status) && arrivalDayOf(order, now) === null

/** `Arrives by Tue, 5 Aug` or `Delivered on Tue, 5 Aug`. Null if only the status can be said. */
export function headlineOf(order: Headed, now = Date.now()): string | null {
  if (order.status === 'DELIVERED' && order.deliveredAt)
    return `Delivered on ${formatDay(indianDay(Date.parse(order.deliveredAt)))}`
  const day = arrivalDayOf(order, now)
  if (day) return `Arrives by ${formatDay(day)}`
  return order.status === 'SHIPPED' ? 'On its way' : null
}

export interface Step {
  name: string
  about: string
}

/** The steps that are still to come, for an order that may be delivered. */
export function nextSteps(order: Omit<Headed, 'deliveredAt'>, now = Date.now()): Step[] {
  const { status } = order
  if (!isUnderway(status) || status === 'AWAITING_PAYMENT') return []
  const day = arrivalDayOf(order, now)
  const delivered = { name: statusText('DELIVERED'), about: day ? `Expected by ${formatDay(day)}` : 'Still to come' }
  if (status === 'SHIPPED') return [delivered]
  return [{ name: 'Packed and shipped', about: 'Next' }, delivered]
}
