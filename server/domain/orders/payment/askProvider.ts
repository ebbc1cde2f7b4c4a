/** Asks the provider about a payment while a shopper or the provider's webhook waits for the response. */
import type { OrderPayment, ProviderPayment, ProviderRefund } from '../../../payments/provider'
import { DomainError } from '../../../shared/errors'
import type { Shop } from '../../shop'

/** Razorpay ends a webhook request after 5 seconds. The rest of that time is for the database. */
const ASK_MS = 3_000

export const ON_ITS_WAY =
  'The payment provider has not confirmed your payment yet. Your payment is safe, and we will confirm the order automatically.'

const notConfirmed = (cause?: unknown) =>
  new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', { message: ON_ITS_WAY, cause })

/** Throws PAYMENT_PROVIDER_UNAVAILABLE, also after ASK_MS. */
async function ask<Answer>(question: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ASK_MS / 1000} s`)), ASK_MS)
  })
  try {
    return await Promise.race([question, late])
  } catch (cause) {
    throw notConfirmed(cause)
  } finally {
    clearTimeout(timer!)
  }
}

/** Returns null for a payment that is for no order. Throws PAYMENT_PROVIDER_UNAVAILABLE. */
export const askForPayment = ({ payments }: Shop, paymentId: string): Promise<OrderPayment | null> =>
  ask(payments.findPayment(paymentId))

/** All refunds of the payment at the provider. Throws PAYMENT_PROVIDER_UNAVAILABLE. */
export const askForRefunds = ({ payments }: Shop, paymentId: string): Promise<ProviderRefund[]> =>
  ask(payments.findRefunds(paymentId))

/** Failed refunds come first, because they leave more of the payment for the others. */
export const failedFirst = (refunds: ProviderRefund[]): ProviderRefund[] =>
  refunds.toSorted((one, other) => Number(other.status === 'failed') - Number(one.status === 'failed'))

const sum = (amounts: Iterable<number>): number => [...amounts].reduce((total, amount) => total + amount, 0)

/**
 * Returns the refunds to record together with the payment: `told`, and those that the provider lists if the payment's report counts more
 * refunds than the shop knows. Throws PAYMENT_PROVIDER_UNAVAILABLE.
 */
export async function findRefundsOf(
  shop: Shop,
  { id: paymentId, status, refunded }: ProviderPayment,
  told: ProviderRefund[],
): Promise<ProviderRefund[]> {
  const { db, log } = shop
  // The shop never had the money of an authorized payment that went back.
  if (status !== 'captured') return []
  if (refunded === 0) return told
  const where = { paymentId, providerRefundId: { not: null }, state: { not: 'FAILED' as const } }
  const recorded = await db.refund.findMany({ where, select: { providerRefundId: true, amount: true } })
  const known = new Map([
    ...recorded.map(({ providerRefundId, amount }) => [providerRefundId, amount] as const),
    ...told.filter(({ status }) => status !== 'failed').map(({ id, amount }) => [id, amount] as const),
  ])
  if (sum(known.values()) >= refunded) return told
  const listed = await askForRefunds(shop, paymentId)
  // The report may be older than the list, so refunds that have failed since then count too.
  if (sum(listed.map(({ amount }) => amount)) < refunded) {
    log.error(
      { paymentId, refunded, listed },
      'the provider refunded more of a payment than it lists; trying again later',
    )
    throw notConfirmed()
  }
  return failedFirst([...listed, ...told])
}
