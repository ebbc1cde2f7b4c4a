/** Staff actions on orders: ship, deliver, cancel, change the address. returnChanges.ts handles returns, refundOrder.ts refunds. */
import { DomainError, invalidInput } from '../../../shared/errors'
import { placeOfSupply, stateCode } from '../../../shared/money/states'
import { invalidMessage, parseField, parseInput } from '../../../shared/validation'
import { hasAddress, moveTo, parseDelivery, type NewAddress } from '../../orders/placement/changeAddress'
import { termsAt, termsOf } from '../../orders/invoiceTerms'
import { officeReason, shipmentInput, shipmentMessage } from '../../../shared/officeInput'
import type { Order } from '../../orders/order'
import { cancelForShop } from '../../orders/after-sale/cancel'
import type { SomePieces } from '../../orders/pieces'
import { moveOrder, noteOnce } from '../../orders/state/orderState'
import { updateOrder } from '../../orders/state/withOrder'
import { receiveAtDoor } from '../../orders/ledger/ledger'
import type { Shop } from '../../shop'
import type { Actor } from '../../staff/actor'
import { changeOrder, checkStatus, type OrderEdit } from './changeOrder'
import { checkNumberIsFree, checkSharing } from './parcelNumbers'

/**
 * Moves a PAID or CONFIRMED order to SHIPPED. For a SHIPPED order, corrects the carrier and tracking number. Throws TRACKING_NUMBER_USED
 * if another order has the number, unless `sharesParcelWith` names it. Like the functions below, throws INVALID_INPUT,
 * ORDER_STATUS_CONFLICT, and the errors of changeOrder.
 */
export async function shipOrder(
  shop: Shop,
  actor: Actor,
  {
    trackingUrl,
    sharesParcelWith,
    ...input
  }: OrderEdit & {
    carrier: string
    trackingNumber: string
    trackingUrl?: string | null
    sharesParcelWith?: readonly string[] | null
  },
): Promise<Order> {
  const parcel = parseInput(shipmentInput, { ...input, trackingUrl: trackingUrl ?? '' }, shipmentMessage(input))
  const shipment = { ...parcel, trackingUrl: parcel.trackingUrl || null }
  const sharesWith = sharesParcelWith ?? []
  checkSharing(sharesWith)
  const hasNumber = (order: Order) =>
    order.carrier === shipment.carrier && order.trackingNumber === shipment.trackingNumber
  const isSame = (order: Order) => hasNumber(order) && order.trackingUrl === shipment.trackingUrl
  const words = `${shipment.carrier}, tracking number ${shipment.trackingNumber}.`
  return changeOrder(shop, actor, input, {
    action: 'shipOrder',
    isDone: (order) => order.status === 'SHIPPED' && isSame(order),
    async work(tx, order) {
      checkStatus(order, ['PAID', 'CONFIRMED', 'SHIPPED'], 'ship the order')
      if (!hasNumber(order)) await checkNumberIsFree(tx, order, shipment, sharesWith)
      if (order.status !== 'SHIPPED')
        return moveOrder(shop, tx, order, 'SHIPPED', { source: 'SHOP', note: `Shipped with ${words}` }, shipment)
      await noteOnce(tx, order, { source: 'SHOP', note: `Tracking corrected: ${words}` })
      return updateOrder(tx, order, shipment)
    },
  })
}

/** Moves SHIPPED to DELIVERED. After that, a pay-on-delivery order counts as paid. */
export const deliverOrder = (shop: Shop, actor: Actor, edit: OrderEdit): Promise<Order> =>
  changeOrder(shop, actor, edit, {
    action: 'deliverOrder',
    isDone: ({ status }) => status === 'DELIVERED',
    async work(tx, order) {
      checkStatus(order, ['SHIPPED'], 'mark the order as delivered')
      if (order.payOnDelivery) await receiveAtDoor(tx, order)
      const note = order.payOnDelivery ? 'Delivered. We received the payment on delivery.' : 'Delivered.'
      return moveOrder(shop, tx, order, 'DELIVERED', { source: 'SHOP', note })
    },
  })

/**
 * Cancels an order before it is shipped. An unpaid order becomes CANCELLED. A paid order becomes REFUND_DUE, and its refund is requested
 * unless the shop has since changed its payment provider. A payment that arrives later is refunded. The shopper sees `reason`. `lines` cancels
 * these pieces and keeps the rest.
 */
export async function cancelByShop(
  shop: Shop,
  actor: Actor,
  { restock, lines, ...input }: OrderEdit & { reason: string; restock: boolean; lines?: SomePieces[] | null },
): Promise<Order> {
  const reason = parseField('reason', officeReason, input.reason)
  return changeOrder(shop, actor, input, {
    action: 'cancelOrderByShop',
    isDone: ({ cancelledByShop }) => cancelledByShop,
    async work(tx, order) {
      checkStatus(order, ['AWAITING_PAYMENT', 'CONFIRMED', 'PAID'], 'cancel the order')
      return cancelForShop(shop, tx, order, { lines, restock, reason, actorId: actor.id })
    },
  })
}

/** Changes the delivery address of an order that is not shipped. Throws the errors of moveTo. */
export async function changeAddressByShop(
  shop: Shop,
  actor: Actor,
  { address: input, accepted, ...edit }: OrderEdit & NewAddress,
): Promise<Order> {
  const address = parseDelivery(input)
  return changeOrder(shop, actor, edit, {
    action: 'changeOrderAddress',
    isDone: (order) => hasAddress(order, address),
    async work(tx, order) {
      checkStatus(order, ['AWAITING_PAYMENT', 'CONFIRMED', 'PAID'], 'change the address')
      return moveTo(shop, tx, order, address, { accepted, source: 'SHOP' })
    },
  })
}

/**
 * Answers where an order is supplied, if its address does not show it: a state of India in any usual spelling, or null for a place outside
 * India. The taxes of its invoice follow from that; the total stays.
 */
export async function setPlaceOfSupply(
  shop: Shop,
  actor: Actor,
  { state, ...edit }: OrderEdit & { state?: string | null },
): Promise<Order> {
  const buyerState = state == null ? null : stateCode(state)
  if (state != null && buyerState === null) throw invalidInput('state', invalidMessage('state'))
  return changeOrder(shop, actor, edit, {
    action: 'setPlaceOfSupply',
    isDone: (order) => !order.isPlaceUnclear && termsOf(order).buyerState === buyerState,
    async work(tx, order) {
      if (!order.isPlaceUnclear) {
        const message = 'The place of supply of this order is known.'
        throw new DomainError('ORDER_STATUS_CONFLICT', { field: 'number', message })
      }
      const invoiceTerms = termsAt(termsOf(order), buyerState)
      const place = buyerState === null ? 'outside India' : placeOfSupply(buyerState)
      await noteOnce(tx, order, { source: 'SHOP', note: `Place of supply for the invoice: ${place}.` })
      return updateOrder(tx, order, { isPlaceUnclear: false, invoiceTerms })
    },
  })
}
