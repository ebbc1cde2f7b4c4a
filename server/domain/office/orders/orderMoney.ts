/**
 * An order's money as staff see it: payments with the amounts that can still be refunded, and refunds with the staff who requested them.
 */
import type { Prisma, ReceivedPayment } from '../../../generated/prisma/client'
import { isUnshipped } from '../../orders/orderActions'
import { orderNumber, type Order } from '../../orders/order'
import { restOf } from '../../orders/money'
import type { Shop } from '../../shop'
import { listFailedRefunds, listOwedPayments } from './orders'

const withRequester = {
  requestedBy: { select: { id: true, firstName: true, lastName: true, email: true } },
} satisfies Prisma.RefundInclude

export type OfficeRefund = Prisma.RefundGetPayload<{ include: typeof withRequester }>

export interface OfficePayment extends ReceivedPayment {
  /** Paise. */
  refundable: number
}

export interface OfficeMoney {
  /** Oldest first, like the refunds. */
  payments: OfficePayment[]
  refunds: OfficeRefund[]
}

/** Returned in the order of the ids. Reads all orders with two statements. */
export async function moneyByOrderIds({ db }: Shop, orderIds: readonly string[]): Promise<OfficeMoney[]> {
  const where = { orderId: { in: [...orderIds] } }
  const [payments, refunds] = await Promise.all([
    db.receivedPayment.findMany({ where, orderBy: { receivedAt: 'asc' } }),
    db.refund.findMany({ where, orderBy: { id: 'asc' }, include: withRequester }),
  ])
  return orderIds.map((id) => {
    const own = refunds.filter(({ orderId }) => orderId === id)
    const came = payments.filter(({ orderId }) => orderId === id)
    return {
      payments: came.map((payment) => ({ ...payment, refundable: restOf(payment, { refunds: own }) })),
      refunds: own,
    }
  })
}

export const refundableOf = ({ payments }: OfficeMoney): number =>
  payments.reduce((sum, { refundable }) => sum + refundable, 0)

export type OfficeOrderAction =
  | 'SHIP'
  | 'DELIVER'
  | 'CANCEL'
  | 'CHANGE_ADDRESS'
  | 'DECIDE_RETURN'
  | 'RECEIVE_RETURN'
  | 'ACCEPT_RETURN'
  | 'REFUSE_RETURN'
  | 'REFUND'
  | 'SET_PLACE'

/** The actions that staff can take on an order. `request` is its newest return request. */
export function officeActionsOf(
  order: Order,
  refundable: number,
  request: { decidedAt: Date | null } | null,
): OfficeOrderAction[] {
  const { status, isPlaceUnclear } = order
  const isAsked = status === 'RETURN_REQUESTED'
  const isDecided = isAsked && request !== null && request.decidedAt !== null
  const actions: [OfficeOrderAction, boolean][] = [
    ['SHIP', ['PAID', 'CONFIRMED', 'SHIPPED'].includes(status)],
    ['DELIVER', status === 'SHIPPED'],
    ['CANCEL', isUnshipped(order)],
    ['CHANGE_ADDRESS', isUnshipped(order)],
    ['DECIDE_RETURN', isAsked && request !== null && !isDecided],
    ['RECEIVE_RETURN', isDecided],
    ['ACCEPT_RETURN', isAsked || status === 'SHIPPED'],
    ['REFUSE_RETURN', isAsked],
    ['REFUND', refundable > 0],
    ['SET_PLACE', isPlaceUnclear && status !== 'CANCELLED'],
  ]
  return actions.flatMap(([action, isPossible]) => (isPossible ? [action] : []))
}

/** Failed refunds with their order numbers. */
export async function readFailedRefunds(shop: Shop): Promise<{ number: string; refund: OfficeRefund }[]> {
  const failed = await listFailedRefunds(shop)
  const where = { id: { in: failed.map(({ id }) => id) } }
  const include = { ...withRequester, order: { select: { serial: true } } }
  const found = await shop.db.refund.findMany({ where, include, orderBy: { endedAt: 'desc' } })
  return found.map(({ order, ...refund }) => ({ number: orderNumber(order), refund }))
}

/** Payments to refund, with their order numbers. */
export async function readOwedPayments(shop: Shop): Promise<{ number: string; payment: OfficePayment }[]> {
  const owed = await listOwedPayments(shop)
  const orderIds = [...new Set(owed.map(({ orderId }) => orderId))]
  const orders = await shop.db.order.findMany({ where: { id: { in: orderIds } }, select: { id: true, serial: true } })
  const serials = new Map(orders.map(({ id, serial }) => [id, serial]))
  const payments = new Map(
    (await moneyByOrderIds(shop, orderIds)).flatMap((money) => money.payments).map((each) => [each.id, each]),
  )
  return owed.map(({ id, orderId }) => ({
    number: orderNumber({ serial: serials.get(orderId)! }),
    payment: payments.get(id)!,
  }))
}
