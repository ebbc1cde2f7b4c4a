/** What its buyer can do with an order as it stands: the one place that says so, for pages and mutations alike. */
import type { OrderStatus } from '../../generated/prisma/client'
import { SHOP } from '../../shared/shop'
import type { Order } from './orders'

export type OrderAction = 'PAY' | 'CANCEL' | 'REQUEST_RETURN' | 'BUY_AGAIN' | 'INVOICE'

const DAY_MS = 24 * 60 * 60 * 1000

/** Its pieces are held still. */
export const isPayable = ({ status, expiresAt }: Order, now = new Date()): boolean =>
  status === 'AWAITING_PAYMENT' && expiresAt > now

const BEFORE_IT_LEAVES: OrderStatus[] = ['AWAITING_PAYMENT', 'CONFIRMED', 'PAID']

export const isCancellable = ({ status }: Order): boolean => BEFORE_IT_LEAVES.includes(status)

const eventOf = ({ events }: Order, ...statuses: OrderStatus[]) =>
  events.find(({ status }) => statuses.includes(status))

/** Null before it is. */
export const deliveredAt = (order: Order): Date | null => eventOf(order, 'DELIVERED')?.at ?? null

/** Null until it is shipped. */
export function shipmentOf(order: Order) {
  const { carrier, trackingNumber, trackingUrl } = order
  const shippedAt = eventOf(order, 'SHIPPED')?.at
  if (carrier === null || trackingNumber === null || !shippedAt) return null
  return { carrier, trackingNumber, trackingUrl, shippedAt, deliveredAt: deliveredAt(order) }
}

/** The shop may have refused it since. */
export const hasAskedForReturn = (order: Order): boolean => eventOf(order, 'RETURN_REQUESTED') !== undefined

/** The instant from which it is too late. */
export const endOfReturns = (delivered: Date): Date => new Date(delivered.getTime() + SHOP.returnWindowDays * DAY_MS)

/** Null where a return cannot be asked for, or not any more. */
export function returnableUntil(order: Order, now = new Date()): Date | null {
  const delivered = deliveredAt(order)
  if (order.status !== 'DELIVERED' || !delivered || hasAskedForReturn(order)) return null
  const end = endOfReturns(delivered)
  return now < end ? end : null
}

/** When it was sold, by being paid or confirmed; null before that, and where it was cancelled before any money came. */
export const soldAt = (order: Order): Date | null =>
  order.status === 'CANCELLED' ? null : (eventOf(order, 'PAID', 'CONFIRMED')?.at ?? null)

/** What can be paid need not be bought again. */
const isBuyable = (order: Order, now: Date): boolean =>
  !isPayable(order, now) && order.lines.some(({ productId }) => productId !== null)

export function actionsOf(order: Order, now = new Date()): OrderAction[] {
  const actions: [OrderAction, boolean][] = [
    ['PAY', isPayable(order, now)],
    ['CANCEL', isCancellable(order)],
    ['REQUEST_RETURN', returnableUntil(order, now) !== null],
    ['BUY_AGAIN', isBuyable(order, now)],
    ['INVOICE', soldAt(order) !== null],
  ]
  return actions.flatMap(([action, isPossible]) => (isPossible ? [action] : []))
}
