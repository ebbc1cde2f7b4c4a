/** Records what the provider reports about a refund. The result does not depend on the sequence or number of reports. */
import type { Tx } from '../../../database/db'
import type { OrderEventSource, Refund } from '../../../generated/prisma/client'
import type { ProviderRefund } from '../../../payments/provider'
import { MAX_PAISE } from '../../../shared/money/money'
import { isUuid } from '../../../shared/validation'
import type { Shop } from '../../shop'
import { notifyOfRefund } from '../messages/writeMessages'
import type { LockedOrder } from '../state/withOrder'
import { endRefund, followRefunds } from './ledger'

/**
 * A PROCESSED refund stays PROCESSED, and a failed refund that is paid out after all becomes PROCESSED. Also records refunds that the shop
 * did not request, for example those made in the provider's dashboard. The payment is on record.
 */
export async function applyRefund(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  refund: ProviderRefund,
  source: OrderEventSource,
): Promise<LockedOrder> {
  const row = await findRefund(tx, refund)
  // This report is older than the one about the failure.
  if (row?.state === 'FAILED' && refund.status === 'pending') return order
  const rest = await restAtProvider(tx, refund, row)
  const isFailed = refund.status === 'failed'
  const excess = isFailed ? 0 : refund.amount - rest
  if (excess > 0)
    shop.log.error(
      { orderId: order.id, refund, rest },
      'the provider reports refunds above the payment; compare the order with its dashboard',
    )
  // The takings count no refund above the payment, because the provider cannot have returned more than it received.
  const amount = Math.min(refund.amount - Math.max(0, excess), MAX_PAISE)
  if (amount <= 0) return order
  const isCorrected = row !== null && !isFailed && (await correctAmount(shop, tx, row, amount))
  const known = row ?? (await putOnRecord(shop, tx, order, { ...refund, amount }))
  // A new refund may exceed the rest if it failed: it was asked for before later refunds reduced the rest.
  const isNewAndFits = !row && refund.amount <= rest
  const followed = isNewAndFits || isCorrected ? await followRefunds(shop, tx, order, source) : order
  const applied = await apply(shop, tx, followed, known, refund, source)
  return row ? applied : followRefunds(shop, tx, applied, source)
}

async function findRefund(tx: Tx, { id, key, paymentId }: ProviderRefund): Promise<Refund | null> {
  const own = key !== null && isUuid(key) ? [{ id: key }] : []
  return tx.refund.findFirst({ where: { paymentId, OR: [{ providerRefundId: id }, ...own] } })
}

/**
 * The part of the payment that the provider's other refunds leave, in paise. Refunds that have not reached the provider and manual refunds
 * do not limit what the provider can refund.
 */
async function restAtProvider(tx: Tx, { paymentId }: ProviderRefund, row: Refund | null): Promise<number> {
  const { amount } = await tx.receivedPayment.findUniqueOrThrow({ where: { id: paymentId } })
  const isOther = {
    providerRefundId: { not: null },
    state: { not: 'FAILED' as const },
    ...(row && { id: { not: row.id } }),
  }
  const others = await tx.refund.aggregate({ where: { paymentId, ...isOther }, _sum: { amount: true } })
  return Math.max(0, amount - (others._sum.amount ?? 0))
}

function putOnRecord(
  { payments }: Shop,
  tx: Tx,
  { id: orderId }: LockedOrder,
  { id: providerRefundId, paymentId, amount }: ProviderRefund,
): Promise<Refund> {
  const reason = "Made on the payment provider's website."
  const provider = payments.name
  const data = { orderId, paymentId, provider, providerRefundId, amount, reason, attempts: 1, dueAt: new Date() }
  return tx.refund.create({ data })
}

/**
 * Records the amount that the provider actually refunds. Staff get an alert if it differs from the requested amount. Returns true if it
 * changed.
 */
async function correctAmount(
  { log }: Pick<Shop, 'log'>,
  tx: Tx,
  { id, orderId, amount: askedAmount }: Refund,
  amount: number,
): Promise<boolean> {
  if (amount === askedAmount) return false
  await tx.refund.update({ where: { id }, data: { amount } })
  await tx.refund.updateMany({ where: { id, askedAmount: null }, data: { askedAmount } })
  log.error({ orderId, refundId: id, askedAmount, amount }, 'the provider refunded a different amount')
  return true
}

async function apply(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { id, state, askedAmount }: Refund,
  { id: providerRefundId, status, amount }: ProviderRefund,
  source: OrderEventSource,
): Promise<LockedOrder> {
  if (status === 'processed' && state !== 'PROCESSED') {
    const data = { state: 'PROCESSED', providerRefundId, endedAt: new Date(), lastError: null } as const
    const refund = await tx.refund.update({ where: { id }, data })
    return endRefund(shop, tx, order, refund, source)
  }
  if (status === 'failed' && state === 'REQUESTED')
    return failRefund(shop, tx, order, id, {
      providerRefundId,
      // While the refund was pending, the shop may have counted only the part that other refunds had left.
      amount: Math.min(amount, MAX_PAISE),
      askedAmount: askedAmount === amount ? null : askedAmount,
      lastError: 'The payment provider could not pay out the refund.',
    })
  if (state === 'REQUESTED') await tx.refund.update({ where: { id }, data: { providerRefundId } })
  return order
}

export async function failRefund(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  id: string,
  data: { providerRefundId?: string; amount?: number; askedAmount?: number | null; lastError: string },
): Promise<LockedOrder> {
  const refund = await tx.refund.update({ where: { id }, data: { ...data, state: 'FAILED', endedAt: new Date() } })
  const { currency } = await tx.receivedPayment.findUniqueOrThrow({ where: { id: refund.paymentId } })
  await notifyOfRefund(shop, tx, order, { ...refund, currency })
  shop.log.error(
    { orderId: order.id, refundId: id, why: data.lastError },
    'a refund failed; check the order in the office',
  )
  return order
}
