/**
 * Handles all reports about a payment: from the shopper's confirmation, the webhook and the reconciler. A valid signature proves neither the
 * amount nor that the money has arrived, so a confirmation also asks the provider for both, which costs one call.
 */
import type { Tx } from '../../../database/db'
import type { OrderEventSource } from '../../../generated/prisma/client'
import type { OrderPayment, ProviderPayment, ProviderRefund } from '../../../payments/provider'
import { CURRENCY, formatRupees, MAX_PAISE, toPaise } from '../../../shared/money/money'
import { takeOrderedOut } from '../../cart/cart'
import { canUseAgain } from '../../cart/coupons'
import { lockCartIfAny } from '../../lockCart'
import { moveOrder, noteOnce, piecesOf } from '../state/orderState'
import { withOrder, type LockedOrder } from '../state/withOrder'
import { withHistory, type Order } from '../order'
import { applyRefund } from '../ledger/applyRefund'
import { receivePayment } from '../ledger/ledger'
import type { Shop } from '../../shop'
import { moveStock } from '../state/stock'
import { findRefundsOf } from './askProvider'
import { namedAmount } from '../ledger/namedAmount'
import { claimEvent } from './webhookEvents'

interface News extends OrderPayment {
  /** Refunds of the payment that the same report contains. */
  refunds?: ProviderRefund[]
  source: OrderEventSource
  /** The provider's id of a webhook event. Each event is handled once. */
  eventId?: string
}

/**
 * Moves the order only forward, never back, while holding its lock. AWAITING_PAYMENT becomes PAID or REFUND_DUE. CANCELLED becomes PAID if
 * its items can be taken from stock again and the cancellation is at most settings.latePaymentMs old. Otherwise, or if the buyer or the
 * shop cancelled it on purpose, it becomes REFUND_DUE. The same transaction records the payment's refunds, so an order whose money went
 * back is never seen as PAID. The result does not depend on the sequence or number of reports. Returns the order's new state, or null if
 * the order is unknown or the event was handled before. Throws PAYMENT_PROVIDER_UNAVAILABLE if the payment has refunds that the provider
 * does not list now.
 */
export async function recordPayment(
  shop: Shop,
  { providerOrderId, payment, refunds: told = [], source, eventId }: News,
): Promise<Order | null> {
  const provider = shop.payments.name
  const found = await shop.db.order.findFirst({
    where: { providerOrderId, provider },
    select: { id: true, userId: true, paymentId: true },
  })
  if (!found) {
    shop.log.warn({ providerOrderId, paymentId: payment.id }, 'the provider reported a payment of an unknown order')
    return null
  }
  const refunds = await findRefundsOf(shop, payment, told)
  // Most payments are reported twice: by the shopper and by the webhook.
  if (found.paymentId === payment.id && refunds.length === 0)
    return shop.db.order.findUniqueOrThrow({ where: { id: found.id }, include: withHistory })
  let alarm = null as string | null
  const take = async (tx: Tx): Promise<Order | null> => {
    alarm = null
    if (eventId !== undefined && !(await claimEvent(tx, { provider, eventId }))) return null
    await lockCartIfAny(tx, found.userId)
    return withOrder(tx, found.id, async (before) => {
      const settled = await settle(shop, tx, before, { payment, refunds, source })
      alarm = settled.alarm
      let { order } = settled
      if (!isTooLarge(payment)) for (const refund of refunds) order = await applyRefund(shop, tx, order, refund, source)
      return order
    })
  }
  const order = await shop.db.$transaction(take, { isIdempotent: true })
  if (alarm) shop.log.error({ orderId: found.id, providerOrderId, payment }, alarm)
  return order
}

interface Outcome {
  order: LockedOrder
  /** The log message for staff if the shop must refund the payment. */
  alarm: string | null
}

interface Report {
  payment: ProviderPayment
  /** The payment's refunds that are reported with it. */
  refunds: ProviderRefund[]
  source: OrderEventSource
}

async function settle(shop: Shop, tx: Tx, order: LockedOrder, report: Report): Promise<Outcome> {
  const { payment, source } = report
  if (payment.status === 'captured' && isTooLarge(payment)) return noteTooLarge(tx, order, payment, source)
  const isOpen = order.status === 'AWAITING_PAYMENT' || order.status === 'CANCELLED'
  if (payment.status === 'captured' && isOpen) return settleOpen(shop, tx, order, report)
  if (payment.status === 'captured' && order.paymentId !== payment.id) return noteSecond(tx, order, payment, source)
  if (payment.status === 'failed' && order.status === 'AWAITING_PAYMENT') {
    const note = `A payment attempt failed (${payment.id}). You can still pay for this order.`
    return { order: (await noteOnce(tx, order, { source, note })) ?? order, alarm: null }
  }
  return { order, alarm: null }
}

async function settleOpen(shop: Shop, tx: Tx, order: LockedOrder, report: Report): Promise<Outcome> {
  const { payment, source } = report
  const holdsStock = order.status === 'AWAITING_PAYMENT'
  const paid = { paymentId: payment.id }
  const error = await errorOf(shop, tx, order, report)
  if (error) {
    if (holdsStock) await moveStock(tx, { returned: piecesOf(order) })
    await receivePayment(tx, order, payment, `${error.reason}.`)
    const note = error.alarm === null ? `${error.reason}.` : `${error.reason}, so we will refund it.`
    return { order: await moveOrder(shop, tx, order, 'REFUND_DUE', { source, note }, paid), alarm: error.alarm }
  }
  await receivePayment(tx, order, payment, null)
  await takeOrderedOut(tx, order.userId, piecesOf(order))
  const note = `Payment received (${payment.id}).`
  return { order: await moveOrder(shop, tx, order, 'PAID', { source, note }, paid), alarm: null }
}

/**
 * The reason why a captured payment cannot be accepted for the order, and the alarm if the shop must refund it. Null if it is accepted; the
 * order's items are then taken from stock.
 */
async function errorOf(
  shop: Shop,
  tx: Tx,
  order: Order,
  { payment: { amount, currency }, refunds }: Report,
): Promise<{ reason: string; alarm: string | null } | null> {
  if (amount !== toPaise(order.totalAmount) || currency !== CURRENCY)
    return {
      reason: `We received ${namedAmount(amount, currency)} instead of ${formatRupees(order.totalAmount)}`,
      alarm: 'a payment has the wrong amount or currency: refund it',
    }
  if (order.status === 'AWAITING_PAYMENT') return null
  const refunded = refunds.filter(({ status }) => status !== 'failed').reduce((sum, refund) => sum + refund.amount, 0)
  // The order must not take its items again for money that has gone back.
  if (refunded >= amount)
    return { reason: 'The payment arrived after the order was cancelled and was already refunded', alarm: null }
  if (await isOfDeletedAccount(tx, order))
    return {
      reason: 'The payment arrived after the account was deleted',
      alarm: 'a payment arrived for a cancelled order of a deleted account: refund it',
    }
  if (order.cancelledByBuyer)
    return {
      reason: 'The payment arrived after the order was cancelled',
      alarm: 'a payment arrived for an order that the buyer had cancelled: refund it',
    }
  if (order.cancelledByShop)
    return {
      reason: 'The payment arrived after the shop cancelled the order',
      alarm: 'a payment arrived for an order that the shop had cancelled: refund it',
    }
  if (isTooLate(shop, order))
    return {
      reason: 'The payment arrived too long after the order was cancelled',
      alarm: 'a payment arrived too long after the order was cancelled: refund it',
    }
  if (!(await canUseAgain(tx, order)))
    return {
      reason: 'The payment arrived after the order was cancelled and the coupon was used up',
      alarm: 'a payment arrived for a cancelled order and the coupon is used up: refund it',
    }
  if (!(await takeAgain(tx, order)))
    return {
      reason: 'The payment arrived after the order was cancelled and the items were sold out',
      alarm: 'a payment arrived for a cancelled order and the items are sold out: refund it',
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

/** The shop can neither record nor refund such a payment. It is never for the order's amount, because an order's total is limited. */
const isTooLarge = ({ amount }: ProviderPayment): boolean => amount > MAX_PAISE

async function noteTooLarge(
  tx: Tx,
  order: LockedOrder,
  { id, amount, currency }: ProviderPayment,
  source: OrderEventSource,
): Promise<Outcome> {
  const note = `We received ${namedAmount(amount, currency)} (${id}) instead of ${formatRupees(order.totalAmount)}. Please write to us about this payment.`
  const noted = await noteOnce(tx, order, { source, note })
  const alarm = "a payment is larger than the shop can record: refund it on the payment provider's website"
  return { order: noted ?? order, alarm: noted && alarm }
}

async function noteSecond(
  tx: Tx,
  order: LockedOrder,
  payment: ProviderPayment,
  source: OrderEventSource,
): Promise<Outcome> {
  await receivePayment(tx, order, payment, 'This is a second payment for the order.')
  const note = `We received a second payment (${payment.id}), so we will refund it.`
  const noted = await noteOnce(tx, order, { source, note })
  return noted ? { order: noted, alarm: 'an order has a second payment: refund it' } : { order, alarm: null }
}
