/** Handles all reports about a refund: from the provider's response, its webhook and later queries. */
import type { Tx } from '../../../database/db'
import type { OrderEventSource, Refund } from '../../../generated/prisma/client'
import type { ProviderRefund } from '../../../payments/provider'
import { isUuid } from '../../../shared/validation'
import type { Shop } from '../../shop'
import type { Order } from '../order'
import { lockOrder } from '../orderState'
import { tellOfRefund } from '../news/orderNews'
import { claimEvent } from '../payment/payment'
import { endRefund } from './refunds'

interface News {
  refund: ProviderRefund
  source: OrderEventSource
  /** The provider's id of a webhook event. Each event is handled once. */
  eventId?: string
}

/**
 * The result does not depend on the sequence or number of reports: a PROCESSED refund stays PROCESSED, and a failed refund that is paid out
 * after all becomes PROCESSED. Also records refunds that the shop did not request, for example those made in the provider's dashboard.
 */
export async function recordRefund(shop: Shop, { refund, source, eventId }: News): Promise<void> {
  const provider = shop.payments.name
  const payment = await shop.db.receivedPayment.findFirst({ where: { id: refund.paymentId, provider } })
  if (!payment) {
    shop.log.warn({ refund }, 'a report about a refund of an unknown payment')
    return
  }
  await shop.db.$transaction(async (tx) => {
    if (eventId !== undefined && !(await claimEvent(tx, { provider, eventId }))) return
    const order = await lockOrder(tx, payment.orderId)
    const row = (await findRefund(tx, refund)) ?? (await putOnRecord(tx, order, refund, provider))
    if (!row) return
    if (refund.status !== 'failed') await correctAmount(shop, tx, row, refund)
    await apply(shop, tx, order, row, refund, source)
  })
}

async function findRefund(tx: Tx, { id, key, paymentId }: ProviderRefund): Promise<Refund | null> {
  const own = key !== null && isUuid(key) ? [{ id: key }] : []
  return tx.refund.findFirst({ where: { paymentId, OR: [{ providerRefundId: id }, ...own] } })
}

/** A failed refund that the shop did not request is not recorded. */
async function putOnRecord(
  tx: Tx,
  { id: orderId }: Order,
  { id: providerRefundId, paymentId, amount, status }: ProviderRefund,
  provider: Shop['payments']['name'],
): Promise<Refund | null> {
  if (status === 'failed') return null
  const reason = "Made on the payment provider's website."
  const data = { orderId, paymentId, provider, providerRefundId, amount, reason, attempts: 1, dueAt: new Date() }
  return tx.refund.create({ data })
}

/** Records the amount that the provider actually refunds. Staff get an alert if it differs from the requested amount. */
async function correctAmount(
  { log }: Pick<Shop, 'log'>,
  tx: Tx,
  { id, orderId, amount: askedAmount }: Refund,
  { amount }: ProviderRefund,
): Promise<void> {
  if (amount === askedAmount) return
  await tx.refund.update({ where: { id }, data: { amount } })
  await tx.refund.updateMany({ where: { id, askedAmount: null }, data: { askedAmount } })
  log.error({ orderId, refundId: id, askedAmount, amount }, 'the provider refunded another amount')
}

async function apply(
  shop: Shop,
  tx: Tx,
  order: Order,
  { id, state }: Refund,
  { id: providerRefundId, status }: ProviderRefund,
  source: OrderEventSource,
): Promise<void> {
  const now = new Date()
  if (status === 'processed' && state !== 'PROCESSED') {
    const data = { state: 'PROCESSED', providerRefundId, endedAt: now, lastError: null } as const
    const refund = await tx.refund.update({ where: { id }, data })
    await endRefund(shop, tx, order, refund, source)
  } else if (status === 'failed' && state === 'REQUESTED') {
    await fail(shop, tx, order, id, {
      providerRefundId,
      lastError: 'The payment provider could not pay out the refund.',
    })
  } else if (state === 'REQUESTED') {
    await tx.refund.update({ where: { id }, data: { providerRefundId } })
  }
}

async function fail(
  shop: Shop,
  tx: Tx,
  order: Order,
  id: string,
  data: { providerRefundId?: string; lastError: string },
): Promise<void> {
  const refund = await tx.refund.update({ where: { id }, data: { ...data, state: 'FAILED', endedAt: new Date() } })
  await tellOfRefund(shop, tx, await lockOrder(tx, order.id), refund)
  shop.log.error(
    { orderId: order.id, refundId: id, why: data.lastError },
    'a refund failed: please check it in the office',
  )
}

/** The provider retries a webhook for up to a day. */
const LOOKED_BACK_MS = 3 * 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
const nextSearch = new WeakMap<Shop, number>()

/**
 * Every hour, queries the provider for the refunds from the last three days. Records unknown refunds, such as refunds made in the
 * provider's dashboard whose webhook was lost.
 */
export async function findRefundsElsewhere(shop: Shop, now = Date.now()): Promise<void> {
  if (now < (nextSearch.get(shop) ?? 0)) return
  const found = await shop.payments.listRefunds(new Date(now - LOOKED_BACK_MS))
  const ids = found.map(({ id }) => id)
  const known = await shop.db.refund.findMany({
    where: { providerRefundId: { in: ids }, state: 'PROCESSED' },
    select: { providerRefundId: true },
  })
  const isKnown = new Set(known.map(({ providerRefundId }) => providerRefundId))
  const failures: unknown[] = []
  for (const refund of found.filter(({ id }) => !isKnown.has(id)))
    await recordRefund(shop, { refund, source: 'SHOP' }).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Some refunds by the provider could not be recorded.')
  nextSearch.set(shop, now + HOUR_MS)
}

/** Marks a refund as failed after the provider refused it. Its amount can be refunded again. */
export async function recordRefusal(shop: Shop, { id, orderId }: Refund, lastError: string): Promise<void> {
  await shop.db.$transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const { state } = await tx.refund.findUniqueOrThrow({ where: { id } })
    if (state === 'REQUESTED') await fail(shop, tx, order, id, { lastError })
  })
}
