/** Payments received for an order and their refunds. Refunds never exceed the payment, and they determine the order's status. */
import type { Tx } from '../../../database/db'
import type { OrderEventSource, ReceivedPayment, Refund } from '../../../generated/prisma/client'
import { CURRENCY } from '../../../shared/money/money'
import { DomainError, invalidInput } from '../../../shared/errors'
import type { ProviderPayment } from '../../../payments/provider'
import type { Shop } from '../../shop'
import { payablePaise } from '../charges'
import { readMoney, restOf, sumOf, type Money } from '../money'
import type { PricedPieces } from '../pieces'
import { MOVES, moveOrder, noteOnce } from '../state/orderState'
import type { LockedOrder } from '../state/withOrder'
import { namedAmount } from './namedAmount'
import { notifyOfRefund } from '../messages/writeMessages'

export const ALL_REFUNDED = 'Everything was already refunded.'

/** Names the amount of all the order's payments that can still be refunded, such as `Rs. 1,249 and 270.00 USD`. */
export function namedRest(money: Money): string {
  const rests = new Map<string, number>()
  for (const payment of money.payments)
    rests.set(payment.currency, (rests.get(payment.currency) ?? 0) + restOf(payment, money))
  const due = [...rests].filter(([, rest]) => rest > 0)
  return due.map(([currency, rest]) => namedAmount(rest, currency)).join(' and ') || namedAmount(0, CURRENCY)
}

/** Records a captured payment once. Returns false if it is already recorded. `excess` is the reason why the shop must refund it. */
export async function receivePayment(
  tx: Tx,
  order: LockedOrder,
  { id, amount, currency }: Pick<ProviderPayment, 'id' | 'amount' | 'currency'>,
  excess: string | null,
): Promise<boolean> {
  const data = { id, orderId: order.id, provider: order.provider, amount, currency, excess }
  return (await tx.receivedPayment.createMany({ data, skipDuplicates: true })).count === 1
}

/** Records the payment for a pay-on-delivery order when it is delivered. */
export async function receiveAtDoor(tx: Tx, order: LockedOrder): Promise<void> {
  const orderId = order.id
  const data = { id: `door-${orderId}`, orderId, amount: payablePaise(order), currency: CURRENCY }
  await tx.receivedPayment.createMany({ data, skipDuplicates: true })
}

export interface WantedRefund {
  payment: ReceivedPayment
  /** Paise. */
  amount: number
  lines?: PricedPieces['lines'] | undefined
  reason: string
  /** The staff member who requests the refund, or null if the shop does so automatically. */
  requestedById: string | null
  /** The bank's reference for a manual refund. */
  reference?: string | null
}

/**
 * sendRefunds sends the request after the commit; a manual refund is PROCESSED immediately. Throws REFUND_TOO_LARGE, and INVALID_INPUT if the
 * refund must be manual and the reference is missing.
 */
export async function requestRefund(
  shop: Pick<Shop, 'settings' | 'payments'>,
  tx: Tx,
  order: LockedOrder,
  { payment, amount, lines, reason, requestedById, reference = null }: WantedRefund,
): Promise<LockedOrder> {
  const rest = restOf(payment, await readMoney(tx, order.id))
  if (amount > rest) {
    const message = rest > 0 ? `You can refund at most ${namedAmount(rest, payment.currency)}.` : ALL_REFUNDED
    throw new DomainError('REFUND_TOO_LARGE', { field: 'amount', message })
  }
  const isByHand = reference !== null
  if (!isByHand && payment.provider !== shop.payments.name) {
    const how = payment.provider === null ? 'on delivery' : 'through another provider'
    throw invalidInput('reference', `This was paid ${how}. Refund it manually and enter the reference of your bank.`)
  }
  const now = new Date()
  const refund = await tx.refund.create({
    data: {
      orderId: order.id,
      paymentId: payment.id,
      provider: isByHand ? null : payment.provider,
      amount,
      ...(lines && { lines }),
      ...(isByHand && { state: 'PROCESSED', endedAt: now }),
      reference,
      reason,
      dueAt: now,
      requestedById,
    },
  })
  return isByHand ? endRefund(shop, tx, order, refund, 'SHOP') : followRefunds(shop, tx, order, 'SHOP')
}

/** Requests refunds of the remainder of one payment or of all the order's payments, with a separate refund for each payment. */
export async function requestRest(
  shop: Pick<Shop, 'settings' | 'payments'>,
  tx: Tx,
  order: LockedOrder,
  { paymentId, ...wanted }: Omit<WantedRefund, 'payment' | 'amount' | 'lines'> & { paymentId?: string | undefined },
): Promise<LockedOrder> {
  const money = await readMoney(tx, order.id)
  const asked = money.payments.filter(({ id }) => paymentId === undefined || id === paymentId)
  let now = order
  for (const payment of asked) {
    const amount = restOf(payment, money)
    if (amount > 0) now = await requestRefund(shop, tx, now, { ...wanted, payment, amount })
  }
  return now
}

/** Notes a PROCESSED refund in the order's timeline and sends its webhook and email. */
export async function endRefund(
  shop: Pick<Shop, 'settings'>,
  tx: Tx,
  order: LockedOrder,
  refund: Refund,
  source: OrderEventSource,
): Promise<LockedOrder> {
  const name = refund.reference ?? refund.providerRefundId ?? refund.id
  const { currency } = await tx.receivedPayment.findUniqueOrThrow({ where: { id: refund.paymentId } })
  const note = `We refunded ${namedAmount(refund.amount, currency)} (${name}).`
  const noted = (await noteOnce(tx, order, { source, note })) ?? order
  await notifyOfRefund(shop, tx, noted, { ...refund, currency })
  return followRefunds(shop, tx, noted, source)
}

/** The amount of a payment for which refunds have been requested. */
function askedBackOf(payment: ReceivedPayment, { refunds }: Pick<Money, 'refunds'>): number {
  const isWhole = refunds.some(({ paymentId, amount }) => paymentId === payment.id && amount >= payment.amount)
  return isWhole ? payment.amount : payment.amount - restOf(payment, { refunds })
}

/**
 * Makes the order REFUND_DUE when refunds for its full amount have been requested, and REFUNDED when all are paid out. A partial refund
 * does not change the status. A refund of a whole payment counts even if it failed, because its failure may be reported before the refund
 * itself.
 */
export async function followRefunds(
  shop: Pick<Shop, 'settings'>,
  tx: Tx,
  order: LockedOrder,
  source: OrderEventSource,
): Promise<LockedOrder> {
  const { payments, refunds } = await readMoney(tx, order.id)
  const came = sumOf(payments)
  if (sumOf(payments.map((payment) => ({ amount: askedBackOf(payment, { refunds }) }))) < came) return order
  const note = 'A full refund was requested.'
  const due = MOVES[order.status].includes('REFUND_DUE')
    ? await moveOrder(shop, tx, order, 'REFUND_DUE', { source, note })
    : order
  const isBack = sumOf(refunds.filter(({ state }) => state === 'PROCESSED')) >= came
  if (due.status !== 'REFUND_DUE' || !isBack) return due
  return moveOrder(shop, tx, due, 'REFUNDED', { source, note: 'Everything was refunded.' })
}
