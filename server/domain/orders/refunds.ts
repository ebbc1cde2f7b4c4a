/** Money that came for an order and money that goes back: of no payment more than came, and what an order's status makes of it. */
import type { DbOrTx, Tx } from '../../database/client'
import type { OrderEventSource, ReceivedPayment, Refund } from '../../generated/prisma/client'
import { CURRENCY } from '../../shared/money'
import { formatPaise } from '../../shared/paise'
import { DomainError, invalidInput } from '../../shared/errors'
import type { ProviderPayment } from '../../payments/provider'
import type { Shop } from '../shop'
import type { Order } from './orders'
import { lockOrder, MOVES, moveOrder, noteOnce } from './orderState'
import { tellOfRefund } from './orderNews'

interface Money {
  /** Oldest first, and likewise the next. */
  payments: ReceivedPayment[]
  refunds: Refund[]
}

export async function readMoney(db: DbOrTx, orderId: string): Promise<Money> {
  const payments = await db.receivedPayment.findMany({ where: { orderId }, orderBy: { receivedAt: 'asc' } })
  return { payments, refunds: await db.refund.findMany({ where: { orderId }, orderBy: { id: 'asc' } }) }
}

const sum = (amounts: { amount: number }[]): number => amounts.reduce((total, { amount }) => total + amount, 0)

/** What can still be asked for of a payment, in paise: a refund that failed leaves its money there. */
export const restOf = ({ id, amount }: ReceivedPayment, { refunds }: Pick<Money, 'refunds'>): number =>
  amount - sum(refunds.filter(({ paymentId, state }) => paymentId === id && state !== 'FAILED'))

/** All that can still be asked for of an order's money, in paise. */
export const restOfAll = (money: Money): number =>
  money.payments.reduce((total, payment) => total + restOf(payment, money), 0)

/** Under the order's lock: a captured payment, once. False where it is on record. `excess` says why the shop must not keep it. */
export async function receivePayment(
  tx: Tx,
  order: Order,
  { id, amount, currency }: Pick<ProviderPayment, 'id' | 'amount' | 'currency'>,
  excess: string | null,
): Promise<boolean> {
  const data = { id, orderId: order.id, provider: order.provider, amount, currency, excess }
  return (await tx.receivedPayment.createMany({ data, skipDuplicates: true })).count === 1
}

/** Under the order's lock: what is paid at the door counts as paid once it is delivered. */
export async function receiveAtDoor(tx: Tx, { id: orderId, totalAmount }: Order): Promise<void> {
  const data = { id: `door-${orderId}`, orderId, amount: totalAmount * 100, currency: CURRENCY }
  await tx.receivedPayment.createMany({ data, skipDuplicates: true })
}

export interface WantedRefund {
  payment: ReceivedPayment
  /** Paise. */
  amount: number
  lines?: { lineId: string; quantity: number }[] | undefined
  reason: string
  /** Whoever of the staff asks for it; null where the shop does by itself. */
  requestedById: string | null
  /** Of a refund that was made by hand: what the bank calls it. */
  reference?: string | null
}

/**
 * Under the order's lock. The provider is asked after the commit (sendRefunds); one that was made by hand is PROCESSED at once.
 * Throws REFUND_TOO_LARGE, and INVALID_INPUT where it can be made by hand alone and there is no reference.
 */
export async function requestRefund(
  shop: Pick<Shop, 'settings' | 'payments'>,
  tx: Tx,
  order: Order,
  { payment, amount, lines, reason, requestedById, reference = null }: WantedRefund,
): Promise<Order> {
  const rest = restOf(payment, await readMoney(tx, order.id))
  if (amount > rest) {
    const message = rest > 0 ? `At most ${formatPaise(rest)} can still go back.` : 'All of it went back already.'
    throw new DomainError('REFUND_TOO_LARGE', { field: 'amount', message })
  }
  const isByHand = reference !== null
  if (!isByHand && payment.provider !== shop.payments.name) {
    const how = payment.provider === null ? 'at the door' : 'through another provider'
    throw invalidInput('reference', `This was paid ${how}: pay it back by hand, and say what your bank calls that.`)
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
  if (isByHand) return endRefund(shop, tx, await lockOrder(tx, order.id), refund, 'SHOP')
  return followRefunds(shop, tx, await lockOrder(tx, order.id), 'SHOP')
}

/** Under the order's lock: all that is left of its money, or of one of its payments; in as many refunds as there are payments. */
export async function requestRest(
  shop: Pick<Shop, 'settings' | 'payments'>,
  tx: Tx,
  order: Order,
  { paymentId, ...wanted }: Omit<WantedRefund, 'payment' | 'amount' | 'lines'> & { paymentId?: string | undefined },
): Promise<Order> {
  const money = await readMoney(tx, order.id)
  const asked = money.payments.filter(({ id }) => paymentId === undefined || id === paymentId)
  let now = order
  for (const payment of asked) {
    const amount = restOf(payment, money)
    if (amount > 0) now = await requestRefund(shop, tx, now, { ...wanted, payment, amount })
  }
  return now
}

/** Under the order's lock, for a refund that is PROCESSED since: its timeline says so, and whoever is to know hears of it. */
export async function endRefund(
  shop: Pick<Shop, 'settings'>,
  tx: Tx,
  order: Order,
  refund: Refund,
  source: OrderEventSource,
): Promise<Order> {
  const name = refund.reference ?? refund.providerRefundId ?? refund.id
  const note = `${formatPaise(refund.amount)} went back (${name}).`
  const noted = (await noteOnce(tx, order, { source, note })) ?? order
  await tellOfRefund(shop, tx, noted, refund)
  return followRefunds(shop, tx, noted, source)
}

/** An order of which all money is asked for is REFUND_DUE, and REFUNDED once all of it is back; a part changes nothing. */
async function followRefunds(
  shop: Pick<Shop, 'settings'>,
  tx: Tx,
  order: Order,
  source: OrderEventSource,
): Promise<Order> {
  const { payments, refunds } = await readMoney(tx, order.id)
  const came = sum(payments)
  if (sum(refunds.filter(({ state }) => state !== 'FAILED')) < came) return order
  const note = 'All of its money goes back.'
  const due = MOVES[order.status].includes('REFUND_DUE')
    ? await moveOrder(shop, tx, order, 'REFUND_DUE', { source, note })
    : order
  const isBack = sum(refunds.filter(({ state }) => state === 'PROCESSED')) >= came
  if (due.status !== 'REFUND_DUE' || !isBack) return due
  return moveOrder(shop, tx, due, 'REFUNDED', { source, note: 'All of its money is back.' })
}
