/** Receives reports about refunds: from the provider's responses, its webhooks and later queries. */
import type { OrderEventSource, ReceivedPayment, Refund } from '../../../generated/prisma/client'
import type { ProviderRefund, RefundEvent } from '../../../payments/provider'
import type { Shop } from '../../shop'
import { withOrder } from '../state/withOrder'
import { isUuid } from '../../../shared/validation'
import { askForPayment, askForRefunds, failedFirst } from '../payment/askProvider'
import { recordPayment } from '../payment/payment'
import { claimEvent } from '../payment/webhookEvents'
import { applyRefund, failRefund } from '../ledger/applyRefund'
import { HOUR_MS } from '../../../shared/durations'

interface News {
  refund: ProviderRefund
  source: OrderEventSource
  /** The provider's id of a webhook event. Each event is handled once. */
  eventId?: string
}

/**
 * Returns false, and changes nothing, if the refund's payment is not on record. Throws PAYMENT_PROVIDER_UNAVAILABLE if the provider must be
 * asked about the payment's other refunds and does not answer.
 */
export async function recordRefund(shop: Shop, { refund, source, eventId }: News): Promise<boolean> {
  const provider = shop.payments.name
  const payment = await shop.db.receivedPayment.findFirst({ where: { id: refund.paymentId, provider } })
  if (!payment) return false
  const reports = failedFirst([...(await findOthers(shop, payment, refund)), refund])
  await shop.db.$transaction(async (tx) => {
    if (eventId !== undefined && !(await claimEvent(tx, { provider, eventId }))) return
    await withOrder(tx, payment.orderId, async (before) => {
      let order = before
      for (const report of reports) order = await applyRefund(shop, tx, order, report, source)
      return order
    })
  })
  return true
}

/**
 * If the payment's other refunds leave too little for this one, one of them has failed and its report is still on its way. Asks the provider
 * for all of them, so that the amount of this one is not cut.
 */
async function findOthers(
  shop: Shop,
  { id: paymentId, amount }: ReceivedPayment,
  refund: ProviderRefund,
): Promise<ProviderRefund[]> {
  if (refund.status === 'failed') return []
  const isThis = [{ providerRefundId: refund.id }, ...(isUuid(refund.key ?? '') ? [{ id: refund.key! }] : [])]
  const others = await shop.db.refund.aggregate({
    where: { paymentId, providerRefundId: { not: null }, state: { not: 'FAILED' }, NOT: { OR: isThis } },
    _sum: { amount: true },
  })
  return refund.amount + (others._sum.amount ?? 0) > amount ? askForRefunds(shop, paymentId) : []
}

/**
 * Handles a refund's webhook, which may arrive before the payment's. In that case, records the payment first: the one that the event
 * carries, or else the one that the provider returns. Ignores the refund of a payment that is for none of this shop's orders, because
 * another delivery could not change that: the account at the provider may also serve other shops and payment links. Throws
 * PAYMENT_PROVIDER_UNAVAILABLE if the payment's order cannot be determined now. The event is then not claimed, so the provider sends it
 * again.
 */
export async function recordRefundEvent(shop: Shop, { refund, paid, eventId }: RefundEvent): Promise<void> {
  if (await recordRefund(shop, { refund, source: 'WEBHOOK', eventId })) return
  const found = paid ?? (await askForPayment(shop, refund.paymentId))
  if (found) await recordPayment(shop, { ...found, refunds: [refund], source: 'WEBHOOK', eventId })
  else shop.log.warn({ refund }, 'the provider reported a refund of a payment without an order')
}

/** The provider retries a webhook for up to a day. */
const LOOKED_BACK_MS = 3 * 24 * 60 * 60 * 1000
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
    select: { providerRefundId: true, amount: true },
  })
  const amounts = new Map(known.map(({ providerRefundId, amount }) => [providerRefundId, amount]))
  const failures: unknown[] = []
  // An amount was cut if another refund of the payment failed only later.
  for (const refund of failedFirst(found).filter(({ id, amount }) => amounts.get(id) !== amount))
    await recordFound(shop, refund).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw new AggregateError(failures, 'Some refunds by the provider could not be recorded.')
  nextSearch.set(shop, now + HOUR_MS)
}

/** The reconciler finds a payment whose webhook was lost, with its refunds. */
async function recordFound(shop: Shop, refund: ProviderRefund): Promise<void> {
  if (!(await recordRefund(shop, { refund, source: 'SHOP' })))
    shop.log.warn({ refund }, 'the provider reported a refund of an unknown payment')
}

/** Marks a refund as failed after the provider refused it. Its amount can be refunded again. */
export async function recordRefusal(shop: Shop, { id, orderId }: Refund, lastError: string): Promise<void> {
  await shop.db.$transaction((tx) =>
    withOrder(tx, orderId, async (order) => {
      const { state } = await tx.refund.findUniqueOrThrow({ where: { id } })
      return state === 'REQUESTED' ? failRefund(shop, tx, order, id, { lastError }) : order
    }),
  )
}
