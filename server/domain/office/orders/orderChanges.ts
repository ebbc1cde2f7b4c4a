/** Staff actions on orders: ship, deliver, cancel, accept returns. refundOrder.ts handles refunds. */
import type { Tx } from '../../../database/db'
import { parseField, parseInput } from '../../../shared/validation'
import { officeReason, shipmentInput } from '../../../shared/officeInput'
import { hasAskedForReturn } from '../../orders/orderActions'
import type { Order } from '../../orders/order'
import { lockOrder, moveOrder, noteOnce, piecesOf } from '../../orders/orderState'
import { receiveAtDoor, requestRest } from '../../orders/refunds/refunds'
import { moveStock, type Pieces } from '../../orders/stock'
import type { Shop } from '../../shop'
import { changeOrder, checkStatus, type OrderEdit } from './changeOrder'

/**
 * Moves PAID or CONFIRMED to SHIPPED. For a SHIPPED order, corrects the carrier and tracking number. Like the functions below, throws
 * INVALID_INPUT, ORDER_STATUS_CONFLICT, and the errors of changeOrder.
 */
export async function shipOrder(
  shop: Shop,
  viewerId: string,
  { trackingUrl, ...input }: OrderEdit & { carrier: string; trackingNumber: string; trackingUrl?: string | null },
): Promise<Order> {
  const parcel = parseInput(shipmentInput, { ...input, trackingUrl: trackingUrl ?? '' })
  const shipment = { ...parcel, trackingUrl: parcel.trackingUrl || null }
  const isSame = (order: Order) =>
    order.carrier === shipment.carrier &&
    order.trackingNumber === shipment.trackingNumber &&
    order.trackingUrl === shipment.trackingUrl
  const words = `${shipment.carrier}, tracking number ${shipment.trackingNumber}.`
  return changeOrder(shop, viewerId, input, {
    action: 'shipOrder',
    isDone: (order) => order.status === 'SHIPPED' && isSame(order),
    async work(tx, order) {
      checkStatus(order, ['PAID', 'CONFIRMED', 'SHIPPED'], 'shipped')
      if (order.status !== 'SHIPPED')
        return moveOrder(shop, tx, order, 'SHIPPED', { source: 'SHOP', note: `Sent with ${words}` }, shipment)
      await noteOnce(tx, order, { source: 'SHOP', note: `It goes with ${words}` })
      await tx.order.update({ where: { id: order.id }, data: shipment })
      return lockOrder(tx, order.id)
    },
  })
}

/** Moves SHIPPED to DELIVERED. An order on delivery counts as paid from then on. */
export const deliverOrder = (shop: Shop, viewerId: string, edit: OrderEdit): Promise<Order> =>
  changeOrder(shop, viewerId, edit, {
    action: 'deliverOrder',
    isDone: ({ status }) => status === 'DELIVERED',
    async work(tx, order) {
      checkStatus(order, ['SHIPPED'], 'delivered')
      if (order.payOnDelivery) await receiveAtDoor(tx, order)
      const note = order.payOnDelivery ? 'Delivered, and paid at the door.' : 'Delivered.'
      return moveOrder(shop, tx, order, 'DELIVERED', { source: 'SHOP', note })
    },
  })

/**
 * Cancels an order before its shipment. An unpaid order becomes CANCELLED. A paid order becomes REFUND_DUE, and its refund is requested
 * unless the shop has since changed its payment provider. A later payment is refunded. The shopper sees `reason`.
 */
export async function cancelByShop(
  shop: Shop,
  viewerId: string,
  { restock, ...input }: OrderEdit & { reason: string; restock: boolean },
): Promise<Order> {
  const reason = parseField('reason', officeReason, input.reason)
  const entry = { source: 'SHOP', note: `The shop cancelled it: ${reason}` } as const
  const cancelled = { cancelledByShop: true }
  return changeOrder(shop, viewerId, input, {
    action: 'cancelOrderByShop',
    isDone: ({ cancelledByShop }) => cancelledByShop,
    async work(tx, order) {
      checkStatus(order, ['AWAITING_PAYMENT', 'CONFIRMED', 'PAID'], 'cancelled')
      if (restock) await moveStock(tx, { returned: piecesOf(order) })
      if (order.status !== 'PAID') return moveOrder(shop, tx, order, 'CANCELLED', entry, cancelled)
      const due = await moveOrder(shop, tx, order, 'REFUND_DUE', entry, cancelled)
      if (order.provider !== shop.payments.name) return due
      return requestRest(shop, tx, due, { reason, requestedById: viewerId })
    },
  })
}

/**
 * Records a returned parcel: moves RETURN_REQUESTED, or SHIPPED if the buyer did not accept it, to RETURNED. refundOrder refunds the
 * payment.
 */
export const acceptReturn = (
  shop: Shop,
  viewerId: string,
  { restock, ...edit }: OrderEdit & { restock: boolean },
): Promise<Order> =>
  changeOrder(shop, viewerId, edit, {
    action: 'acceptReturn',
    isDone: ({ status }) => status === 'RETURNED',
    async work(tx, order) {
      checkStatus(order, ['RETURN_REQUESTED', 'SHIPPED'], 'taken back')
      if (restock) await putBack(tx, order)
      const note = 'It is back with us.'
      return moveOrder(shop, tx, await lockOrder(tx, order.id), 'RETURNED', { source: 'SHOP', note })
    },
  })

/** Moves RETURN_REQUESTED back to DELIVERED: the buyer keeps the goods. The shopper sees `reason`. */
export async function refuseReturn(
  shop: Shop,
  viewerId: string,
  input: OrderEdit & { reason: string },
): Promise<Order> {
  const reason = parseField('reason', officeReason, input.reason)
  return changeOrder(shop, viewerId, input, {
    action: 'refuseReturn',
    isDone: (order) => order.status === 'DELIVERED' && hasAskedForReturn(order),
    async work(tx, order) {
      checkStatus(order, ['RETURN_REQUESTED'], 'kept from being returned')
      const note = `We cannot take it back: ${reason}`
      return moveOrder(shop, tx, order, 'DELIVERED', { source: 'SHOP', note })
    },
  })
}

/** Returns an order's items to stock, each item once: either all remaining ones, or the given quantities per line as far as they remain. */
export async function putBack(tx: Tx, order: Order, quantities?: Map<string, number>): Promise<void> {
  const returned: Pieces[] = []
  for (const { id, productId, quantity, restocked } of order.lines) {
    const pieces = Math.min(quantities ? (quantities.get(id) ?? 0) : quantity, quantity - restocked)
    if (pieces === 0) continue
    await tx.orderLine.update({ where: { id }, data: { restocked: { increment: pieces } } })
    if (productId !== null) returned.push({ productId, quantity: pieces })
  }
  await moveStock(tx, { returned })
}
