/**
 * Has the provider make the refunds that were asked for, each once: whatever it is that ends a server between two lines, the next
 * one asks the provider what there is before it asks for anything, and by the same key.
 */
import type { Refund } from '../../generated/prisma/client'
import { RefundRefused, type ProviderRefund } from '../../payments/provider'
import type { Shop } from '../shop'
import { lockOrder } from './orderState'
import { recordRefund, recordRefusal } from './refundNews'
import { requestRest } from './refunds'

/** In one round. */
const MOST = 50
/** Until then no other server takes the same refund. Where a call takes longer, two ask by the same key: then one is made. */
const LEASE_MS = 30_000
const MINUTE_MS = 60_000
/** After the first time that nobody knows what became of it, or that the provider has yet to pay it out; then the last again and again. */
const RETRIES_MS = [0.5, 2, 10, 30, 120, 360].map((minutes) => minutes * MINUTE_MS)
/** After so many failures in a row the provider counts as down: the rest is sent next time. */
const FAILURES = 3

/** What is due, one after another; several servers share it. */
export async function sendRefunds(shop: Shop, now = new Date()): Promise<void> {
  let failures = 0
  for (let sent = 0; sent < MOST && failures < FAILURES; sent += 1) {
    const refund = await claimNext(shop, now)
    if (!refund) return
    failures = (await send(shop, refund)) ? 0 : failures + 1
  }
}

/** What comes after a try is written before it, so that a server that dies meanwhile needs nobody to tidy up. */
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

/** False where the provider could not be asked. */
async function send(shop: Shop, refund: Refund): Promise<boolean> {
  try {
    const made = await make(shop, refund)
    if ('refused' in made) await recordRefusal(shop, refund, made.refused)
    else await recordRefund(shop, { refund: made, source: 'SHOP' })
    // Of one that is over this has no meaning.
    await postpone(shop, refund, null)
    return true
  } catch (error) {
    shop.log.warn({ err: error, refundId: refund.id }, 'could not make a refund; trying again later')
    const { cause, message } = error as Error
    await postpone(shop, refund, cause instanceof Error ? cause.message : message)
    return false
  }
}

/** Throws PAYMENT_PROVIDER_UNAVAILABLE: then nobody knows. */
async function make({ payments }: Shop, { id: key, paymentId, amount, attempts }: Refund) {
  const find = async (): Promise<ProviderRefund | undefined> =>
    (await payments.findRefunds(paymentId)).find((refund) => refund.key === key)
  const earlier = attempts > 1 ? await find() : undefined
  if (earlier) return earlier
  try {
    return await payments.refund({ paymentId, amount, key })
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    return (await find()) ?? { refused: error.message }
  }
}

async function postpone({ db }: Shop, { id, attempts }: Refund, lastError: string | null): Promise<void> {
  const delay = RETRIES_MS[Math.min(attempts, RETRIES_MS.length) - 1]!
  const dueAt = new Date(Date.now() + delay)
  await db.refund.updateMany({ where: { id, state: 'REQUESTED' }, data: { dueAt, ...(lastError && { lastError }) } })
}

/**
 * With settings.autoRefund: asks for money that the shop must not keep, and for that of orders that are REFUND_DUE, where nobody
 * has asked for any of it. What failed once is for people to look into.
 */
export async function requestOwedRefunds(shop: Shop): Promise<void> {
  if (!shop.settings.autoRefund) return
  for (const { id, orderId, excess } of await findOwed(shop)) {
    await shop.db.$transaction(async (tx) => {
      const order = await lockOrder(tx, orderId)
      if ((await tx.refund.count({ where: { paymentId: id } })) > 0) return
      const reason = excess === null ? 'The order is not to be had any more.' : `The payment ${excess}.`
      await requestRest(shop, tx, order, { paymentId: id, reason, requestedById: null })
    })
  }
}

/** Each half by an index of its own: one condition with OR would read every payment. */
const findOwed = ({ db, payments }: Shop) =>
  db.$queryRaw<{ id: string; orderId: string; excess: string | null }[]>`
    SELECT id, order_id::text AS "orderId", excess FROM (
      SELECT * FROM received_payment WHERE excess IS NOT NULL
      UNION
      SELECT received_payment.* FROM shop_order JOIN received_payment ON order_id = shop_order.id
      WHERE shop_order.status = 'REFUND_DUE'
    ) AS owed
    WHERE provider = ${payments.name}::"PaymentProvider"
      AND NOT EXISTS (SELECT FROM refund WHERE payment_id = owed.id)
    ORDER BY received_at LIMIT ${MOST}`
