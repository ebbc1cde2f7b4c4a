/** What staff does with an order on its way: ship, deliver, cancel, take back. Its money is in refundOrder.ts. */
import type { Tx } from '../../database/client'
import { parseField, parseInput } from '../../shared/validation'
import { officeReason, shipmentInput } from '../../shared/officeInput'
import { hasAskedForReturn } from '../orders/orderActions'
import type { Order } from '../orders/orders'
import { lockOrder, moveOrder, noteOnce, piecesOf } from '../orders/orderState'
import { receiveAtDoor, requestRest } from '../orders/refunds'
import { moveStock, type Pieces } from '../orders/stock'
import type { Shop } from '../shop'
import { changeOrder, checkStatus, type OrderEdit } from './changeOrder'

/**
 * PAID or CONFIRMED to SHIPPED; of a parcel that is on its way it corrects carrier and number. Throws INVALID_INPUT,
 * ORDER_STATUS_CONFLICT, and what changeOrder throws; likewise the next.
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

/** SHIPPED to DELIVERED. What is paid at the door counts as paid from then on. */
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
 * What has not left the shop: without money CANCELLED; what was paid is REFUND_DUE, and its refund asked for, unless the provider
 * that has its money is not the shop's any more. Money that comes later goes back. `reason` is for the shopper's eyes.
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

/** The parcel is back: RETURN_REQUESTED, or SHIPPED where nobody took it, to RETURNED. Its money is given back by refundOrder. */
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

/** RETURN_REQUESTED to DELIVERED: its buyer keeps it. `reason` is for the shopper's eyes. */
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

/** Back on the shelf, each piece once: all that the order still has, or so many of some lines, as far as it has them. */
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
