/**
 * Sends requested refunds to the provider, once each. They are stored before, because a request that both stored a refund and called the provider
 * could lose it or send it twice in a crash. After a crash at any point, the next server first checks the provider for existing
 * refunds, and repeats the request with the same key.
 */
import type { Refund } from '../../../generated/prisma/client'
import { RefundRefused, type ProviderRefund } from '../../../payments/provider'
import { DomainError } from '../../../shared/errors'
import type { Shop } from '../../shop'
import { withOrder } from '../state/withOrder'
import { recordRefund, recordRefusal } from './refundReports'
import { requestRest } from '../ledger/ledger'

/** The maximum number of refunds per maintenance round. */
const MOST = 50
/**
 * For this long, no other server takes the same refund. If a call takes longer, two servers send the same key, and the provider makes one
 * refund.
 */
const LEASE_MS = 30_000
const MINUTE_MS = 60_000
/** The delays after each attempt that failed or that has not led to a payout yet. The last delay repeats. */
const RETRIES_MS = [0.5, 2, 10, 30, 120, 360].map((minutes) => minutes * MINUTE_MS)
/** After this many failures in a row, the provider is considered down, and the remaining refunds are sent in the next round. */
const FAILURES = 3

/** Sends the due refunds one after another. Several servers can share the work. */
export async function sendRefunds(shop: Shop, now = new Date()): Promise<void> {
  let failures = 0
  for (let sent = 0; sent < MOST && failures < FAILURES; sent += 1) {
    const refund = await claimNext(shop, now)
    if (!refund) return
    failures = (await send(shop, refund)) ? 0 : failures + 1
  }
}

/** Writes the next due time before the attempt, so a crash needs no cleanup. */
async function claimNext({ db, payments }: Shop, now: Date): Promise<Refund | null> {
  const [claimed] = await db.$queryRaw<{ id: string }[]>`
    UPDATE refund SET attempts = attempts + 1, due_at = ${new Date(now.getTime() + LEASE_MS)}
    WHERE id = (
      SELECT id FROM refund
      WHERE state = 'REQUESTED' AND due_at <= ${now} AND provider = ${payments.name}::"PaymentProvider"
      ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id::text`
  return claimed ? db.refund.findUniqueOrThrow({ where: claimed }) : null
}

/** False if the provider could not be reached. */
async function send(shop: Shop, refund: Refund): Promise<boolean> {
  try {
    const made = await make(shop, refund)
    if ('refused' in made) {
      // The provider may have refused because of refunds made in its dashboard.
      for (const other of made.others) await recordRefund(shop, { refund: other, source: 'SHOP' })
      await recordRefusal(shop, refund, made.refused)
    } else await recordRefund(shop, { refund: made, source: 'SHOP' })
    // Has no effect on a completed refund.
    await postpone(shop, refund, null)
    return true
  } catch (error) {
    shop.log.warn({ err: error, refundId: refund.id }, 'could not send a refund; trying again later')
    const { cause, message } = error as Error
    await postpone(shop, refund, cause instanceof Error ? cause.message : message)
    return false
  }
}

/**
 * Never sends a refund that has the provider's id: it exists already. One made in the provider's dashboard has no key of the shop. Throws
 * PAYMENT_PROVIDER_UNAVAILABLE. In that case, the refund may or may not exist.
 */
async function make({ payments }: Shop, { id: key, providerRefundId, paymentId, amount, attempts }: Refund) {
  const isThis = (refund: ProviderRefund): boolean => refund.key === key || refund.id === providerRefundId
  const isAtProvider = providerRefundId !== null
  const earlier = attempts > 1 || isAtProvider ? (await payments.findRefunds(paymentId)).find(isThis) : undefined
  if (earlier) return earlier
  if (isAtProvider)
    throw new DomainError('PAYMENT_PROVIDER_UNAVAILABLE', {
      message: `The payment provider does not list the refund ${providerRefundId}.`,
    })
  try {
    return await payments.refund({ paymentId, amount, key })
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    const others = await payments.findRefunds(paymentId)
    return others.find(isThis) ?? { refused: error.message, others }
  }
}

async function postpone({ db }: Shop, { id, attempts }: Refund, lastError: string | null): Promise<void> {
  const delay = RETRIES_MS[Math.min(attempts, RETRIES_MS.length) - 1]!
  const dueAt = new Date(Date.now() + delay)
  await db.refund.updateMany({ where: { id, state: 'REQUESTED' }, data: { dueAt, ...(lastError && { lastError }) } })
}

/**
 * If settings.autoRefund is on, requests refunds of the rest of excess payments and of REFUND_DUE orders. Staff handle payments with a
 * failed refund.
 */
export async function requestOwedRefunds(shop: Shop): Promise<void> {
  if (!shop.settings.autoRefund) return
  for (const { id, orderId, excess } of await findOwed(shop)) {
    await shop.db.$transaction((tx) =>
      withOrder(tx, orderId, async (order) => {
        if ((await tx.refund.count({ where: { paymentId: id, state: 'FAILED' } })) > 0) return order
        const reason = excess === null ? 'The order was cancelled or returned.' : excess
        return requestRest(shop, tx, order, { paymentId: id, reason, requestedById: null })
      }),
    )
  }
}

/** A UNION, so that each half uses its index. A single condition with OR would make PostgreSQL read all payments. */
const findOwed = ({ db, payments }: Shop) =>
  db.$queryRaw<{ id: string; orderId: string; excess: string | null }[]>`
    SELECT id, order_id::text AS "orderId", excess FROM (
      SELECT * FROM received_payment WHERE excess IS NOT NULL
      UNION
      SELECT received_payment.* FROM shop_order JOIN received_payment ON order_id = shop_order.id
      WHERE shop_order.status = 'REFUND_DUE'
    ) AS owed
    WHERE provider = ${payments.name}::"PaymentProvider"
      AND NOT EXISTS (SELECT FROM refund WHERE payment_id = owed.id AND state = 'FAILED')
      AND amount > (SELECT COALESCE(sum(amount), 0) FROM refund WHERE payment_id = owed.id)
    ORDER BY received_at LIMIT ${MOST}`
