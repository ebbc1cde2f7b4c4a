/** The actions that an order's buyer can take. Pages and mutations both use this module. */
import type { OrderStatus } from '../../generated/prisma/client'
import { trackingLink } from '../../shared/delivery/couriers'
import { SHOP } from '../../shared/shop'
import type { Order } from './order'
import { returnablePieces } from './pieces'
import { DAY_MS } from '../../shared/durations'

export type OrderAction = 'PAY' | 'CANCEL' | 'CHANGE_ADDRESS' | 'REQUEST_RETURN' | 'BUY_AGAIN' | 'INVOICE'

/** True until the order's hold expires. */
export const isPayable = ({ status, expiresAt }: Order, now = new Date()): boolean =>
  status === 'AWAITING_PAYMENT' && expiresAt > now

const UNSHIPPED: OrderStatus[] = ['AWAITING_PAYMENT', 'CONFIRMED', 'PAID']

/** True until the order is shipped or cancelled. Until then, it can be cancelled and its address can change. */
export const isUnshipped = ({ status }: Order): boolean => UNSHIPPED.includes(status)

const eventOf = ({ events }: Order, ...statuses: OrderStatus[]) =>
  events.find(({ status }) => statuses.includes(status))

/** Null before delivery. */
export const deliveredAt = (order: Order): Date | null => eventOf(order, 'DELIVERED')?.at ?? null

/** Null before shipment. The tracking page is the one that staff entered, or else the courier's. */
export function shipmentOf(order: Order) {
  const { carrier, trackingNumber, trackingUrl } = order
  const shippedAt = eventOf(order, 'SHIPPED')?.at
  if (carrier === null || trackingNumber === null || !shippedAt) return null
  const link = trackingUrl ?? trackingLink(carrier, trackingNumber)
  return { carrier, trackingNumber, trackingUrl: link, shippedAt, deliveredAt: deliveredAt(order) }
}

/** The time at which the return window closes. */
export const endOfReturns = (delivered: Date): Date => new Date(delivered.getTime() + SHOP.returnWindowDays * DAY_MS)

/** Null if a return cannot be requested now. */
export function returnableUntil(order: Order, now = new Date()): Date | null {
  const delivered = deliveredAt(order)
  if (order.status !== 'DELIVERED' || !delivered) return null
  if (!order.lines.some((line) => returnablePieces(line) > 0)) return null
  const end = endOfReturns(delivered)
  return now < end ? end : null
}

/** The time of payment or confirmation. Null before that, and for an order that was cancelled unpaid. */
export const soldAt = (order: Order): Date | null =>
  order.status === 'CANCELLED' ? null : (eventOf(order, 'PAID', 'CONFIRMED')?.at ?? null)

/** An order that can still be paid cannot be bought again. */
const isBuyable = (order: Order, now: Date): boolean =>
  !isPayable(order, now) && order.lines.some(({ productId }) => productId !== null)

export function actionsOf(order: Order, now = new Date()): OrderAction[] {
  const actions: [OrderAction, boolean][] = [
    ['PAY', isPayable(order, now)],
    ['CANCEL', isUnshipped(order)],
    ['CHANGE_ADDRESS', isUnshipped(order)],
    ['REQUEST_RETURN', returnableUntil(order, now) !== null],
    ['BUY_AGAIN', isBuyable(order, now)],
    ['INVOICE', soldAt(order) !== null && !order.isReplacement],
  ]
  return actions.flatMap(([action, isPossible]) => (isPossible ? [action] : []))
}
