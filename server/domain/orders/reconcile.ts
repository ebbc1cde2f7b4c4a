/** Asks the payment provider about orders whose payment nobody told of: a browser that is gone, a webhook that was lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import { CURRENCY, toPaise } from '../../shared/money'
import { recordPayment } from './payment'
import type { Shop } from '../shop'

const BATCH = 50
/** A shopper who has just placed an order is still typing a card number. */
const SETTLE_MS = 5_000
const HOUR_MS = 60 * 60 * 1000
/** How long an order that waits no more may still receive a payment that was under way, or a second one. */
const LATE_PAYMENT_MS = 24 * HOUR_MS
/** At which ages a settled order is asked about once each: a second payment that no webhook told of is rare. */
const SETTLED_AGES_MS = [60_000, HOUR_MS, 6 * HOUR_MS, 23 * HOUR_MS]
/** After so many failures in a row the provider counts as down: the rest is asked next time. */
const FAILURES = 3
const PAUSE_MS = 20

interface Asked {
  id: string
  providerOrderId: string
  totalAmount: number
}

/** One round: a bounded number of orders, those about to expire and those not asked about for longest first. */
export async function reconcilePayments(shop: Shop, now = new Date()): Promise<void> {
  let failures = 0
  for (const order of await chooseOrders(shop, now)) {
    try {
      await askAboutPayment(shop, order)
      failures = 0
    } catch (error) {
      shop.log.warn(
        { err: error, orderId: order.id },
        'could not ask the payment provider about an order; asking again later',
      )
      if (++failures === FAILURES) return
      await sleep(PAUSE_MS)
    }
  }
}

/** Throws PAYMENT_PROVIDER_UNAVAILABLE. */
export async function askAboutPayment(shop: Shop, { providerOrderId, totalAmount }: Omit<Asked, 'id'>): Promise<void> {
  const order = { providerOrderId, amount: toPaise(totalAmount), currency: CURRENCY }
  for (const payment of await shop.payments.listPayments(order)) {
    await recordPayment(shop, { providerOrderId, payment, source: 'SHOP' })
  }
}

/**
 * Waiting orders are asked about in every round. Cancelled ones less and less often: again when half as much time has passed
 * as there was between the order and the last time, some twenty times in a day. Any other, which has its payment, four times
 * in a day. The mark is set while choosing, so that several servers share most of the work; asking twice would be harmless.
 */
const chooseOrders = (shop: Shop, now: Date): Promise<Asked[]> => shop.db.$queryRaw<Asked[]>`
  UPDATE shop_order SET payment_asked_at = ${now} WHERE id IN (
    SELECT id FROM shop_order
    WHERE provider_order_id IS NOT NULL
      AND provider = ${shop.payments.name}::"PaymentProvider"
      AND placed_at < ${new Date(now.getTime() - SETTLE_MS)}
      AND (
        status = 'AWAITING_PAYMENT'
        OR status = 'CANCELLED'
          AND expires_at > ${new Date(now.getTime() - LATE_PAYMENT_MS)}
          AND (payment_asked_at IS NULL OR payment_asked_at + (payment_asked_at - placed_at) / 2 < ${now})
        OR status IN ('PAID', 'SHIPPED', 'DELIVERED', 'RETURN_REQUESTED', 'RETURNED', 'REFUND_DUE', 'REFUNDED')
          AND expires_at > ${new Date(now.getTime() - LATE_PAYMENT_MS)}
          AND EXISTS (
            SELECT FROM unnest(${SETTLED_AGES_MS}::int[]) AS age
            WHERE placed_at + age * interval '1 millisecond' <= ${now}
              AND (payment_asked_at IS NULL OR payment_asked_at < placed_at + age * interval '1 millisecond')
          )
      )
    ORDER BY status = 'AWAITING_PAYMENT' AND expires_at < ${now} DESC, payment_asked_at NULLS FIRST, serial
    LIMIT ${BATCH}
    FOR UPDATE SKIP LOCKED
  )
  RETURNING id, provider_order_id AS "providerOrderId", total_amount AS "totalAmount"`
