/** Handles all reports about a payment: from the shopper's confirmation, the webhook and the reconciler. */
import { retryIdempotent } from '../../../database/retry'
import type { Tx } from '../../../database/db'
import type { OrderEventSource } from '../../../generated/prisma/client'
import type { ProviderPayment } from '../../../payments/provider'
import { CURRENCY, toPaise } from '../../../shared/money/money'
import { takeOrderedOut } from '../../cart/cart'
import { canUseAgain } from '../../cart/coupons'
import { lockCartIfAny } from '../../cart/lockCart'
import { lockOrder, moveOrder, noteOnce, piecesOf } from '../orderState'
import type { Order } from '../order'
import { receivePayment } from '../refunds/refunds'
import type { Shop } from '../../shop'
import { moveStock } from '../stock'

interface News {
  /** The provider's id of the order. */
  providerOrderId: string
  payment: ProviderPayment
  source: OrderEventSource
  /** The provider's id of a webhook event. Each event is handled once. */
  eventId?: string
}

/**
 * Moves the order forward, never back, under its lock. AWAITING_PAYMENT becomes PAID or REFUND_DUE. CANCELLED becomes PAID if its items can
 * be taken again and the cancellation is at most settings.latePaymentMs old. It becomes REFUND_DUE otherwise, and also if the buyer or the
 * shop cancelled it on purpose. The result does not depend on the sequence or number of reports. Returns the order's new state, or null if
 * the order is unknown or the event was handled before.
 */
export async function recordPayment(
  shop: Shop,
  { providerOrderId, payment, source, eventId }: News,
): Promise<Order | null> {
  const provider = shop.payments.name
  const found = await shop.db.order.findFirst({
    where: { providerOrderId, provider },
    select: { id: true, userId: true },
  })
  if (!found) {
    shop.log.warn({ providerOrderId, paymentId: payment.id }, 'news of a payment for an unknown order')
    return null
  }
  const take = async (tx: Tx): Promise<Outcome | { order: null; alarm: null }> => {
    if (eventId !== undefined && !(await claimEvent(tx, { provider, eventId }))) return { order: null, alarm: null }
    await lockCartIfAny(tx, found.userId)
    return settle(shop, tx, await lockOrder(tx, found.id), payment, source)
  }
  const { order, alarm } = await retryIdempotent(shop.settings.databaseLimits.retryMs, () => shop.db.$transaction(take))
  if (alarm) shop.log.error({ orderId: found.id, providerOrderId, payment }, alarm)
  return order
}

/**
 * Records the event in the transaction that handles it. A concurrent delivery waits, and after a failure the provider can send the event
 * again.
 */
export async function claimEvent(
  tx: Tx,
  event: { provider: Shop['payments']['name']; eventId: string },
): Promise<boolean> {
  const { count } = await tx.webhookEvent.createMany({ data: event, skipDuplicates: true })
  return count === 1
}

interface Outcome {
  order: Order
  /** The log message for staff if the shop must refund the payment. */
  alarm: string | null
}

async function settle(
  shop: Shop,
  tx: Tx,
  order: Order,
  payment: ProviderPayment,
  source: OrderEventSource,
): Promise<Outcome> {
  const isOpen = order.status === 'AWAITING_PAYMENT' || order.status === 'CANCELLED'
  if (payment.status === 'captured' && isOpen) return settleOpen(shop, tx, order, payment, source)
  if (payment.status === 'captured' && order.paymentId !== payment.id) return noteSecond(tx, order, payment, source)
  if (payment.status === 'failed' && order.status === 'AWAITING_PAYMENT') {
    const note = `Payment ${payment.id} failed. The order can still be paid.`
    return { order: (await noteOnce(tx, order, { source, note })) ?? order, alarm: null }
  }
  return { order, alarm: null }
}

async function settleOpen(
  shop: Shop,
  tx: Tx,
  order: Order,
  payment: ProviderPayment,
  source: OrderEventSource,
): Promise<Outcome> {
  const holdsStock = order.status === 'AWAITING_PAYMENT'
  const paid = { paymentId: payment.id }
  const fault = await faultOf(shop, tx, order, payment)
  if (fault) {
    if (holdsStock) await moveStock(tx, { returned: piecesOf(order) })
    await receivePayment(tx, order, payment, fault.note)
    const note = `Payment ${payment.id} ${fault.note}: it goes back.`
    return { order: await moveOrder(shop, tx, order, 'REFUND_DUE', { source, note }, paid), alarm: fault.alarm }
  }
  await receivePayment(tx, order, payment, null)
  await takeOrderedOut(tx, order.userId, piecesOf(order))
  const note = `Payment ${payment.id} received.`
  return { order: await moveOrder(shop, tx, order, 'PAID', { source, note }, paid), alarm: null }
}

/** Why a captured payment does not pay an open order. If null, the order's items have been taken. */
async function faultOf(
  shop: Shop,
  tx: Tx,
  order: Order,
  { amount, currency }: ProviderPayment,
): Promise<{ note: string; alarm: string } | null> {
  if (amount !== toPaise(order.totalAmount) || currency !== CURRENCY)
    return {
      note: "is not of the order's amount",
      alarm: "a payment is not of its order's amount and currency: refund it",
    }
  if (order.status === 'AWAITING_PAYMENT') return null
  if (await isOfDeletedAccount(tx, order))
    return {
      note: 'came after the account was deleted',
      alarm: 'a payment came for a cancelled order whose account was deleted: refund it',
    }
  if (order.cancelledByBuyer)
    return {
      note: 'came after you cancelled the order',
      alarm: 'a payment came for an order that its buyer had cancelled: refund it',
    }
  if (order.cancelledByShop)
    return {
      note: 'came after the shop cancelled the order',
      alarm: 'a payment came for an order that the shop had cancelled: refund it',
    }
  if (isTooLate(shop, order))
    return {
      note: 'came too long after the order was cancelled',
      alarm: 'a payment came too long after its order was cancelled: refund it',
    }
  if (!(await canUseAgain(tx, order)))
    return {
      note: 'came after the order was cancelled and its coupon was used up',
      alarm: 'a payment came for a cancelled order whose coupon is used up: refund it',
    }
  if (!(await takeAgain(tx, order)))
    return {
      note: 'came after the order was cancelled and its stock was gone',
      alarm: 'a payment came for a cancelled order whose stock is gone: refund it',
    }
  return null
}

/** The delivery address of a deleted account has been erased. */
async function isOfDeletedAccount(tx: Tx, { userId }: Order): Promise<boolean> {
  const { deletedAt } = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { deletedAt: true } })
  return deletedAt !== null
}

/** True if the order was cancelled so long ago that its prices are no longer valid. */
function isTooLate({ settings: { latePaymentMs } }: Shop, { events, expiresAt }: Order): boolean {
  const since = events.findLast(({ status }) => status === 'CANCELLED')?.at ?? expiresAt
  return latePaymentMs > 0 && Date.now() - since.getTime() > latePaymentMs
}

async function takeAgain(tx: Tx, order: Order): Promise<boolean> {
  const isWhole = order.lines.every(({ productId }) => productId !== null)
  return isWhole && (await moveStock(tx, { taken: piecesOf(order) })) === null
}

async function noteSecond(tx: Tx, order: Order, payment: ProviderPayment, source: OrderEventSource): Promise<Outcome> {
  const excess = 'came on top of another'
  await receivePayment(tx, order, payment, excess)
  const note = `Payment ${payment.id} ${excess}: it goes back.`
  const noted = await noteOnce(tx, order, { source, note })
  return noted ? { order: noted, alarm: 'a second payment came for one order: refund it' } : { order, alarm: null }
}
