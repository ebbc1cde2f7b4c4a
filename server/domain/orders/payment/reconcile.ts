/** Queries the payment provider for orders whose payment may have been missed because a browser was closed or a webhook was lost. */
import { setTimeout as sleep } from 'node:timers/promises'
import { CURRENCY, toPaise } from '../../../shared/money/money'
import { recordPayment } from './payment'
import type { Shop } from '../../shop'
import { HOUR_MS } from '../../../shared/durations'

const BATCH = 50
/** A shopper who has just placed an order is still entering payment details. */
const SETTLE_MS = 5_000
/** For this long, the shop asks about late or second payments of settled and cancelled orders. Later ones arrive by webhook. */
const ASKED_FOR_MS = 24 * HOUR_MS
/** The shop queries the provider about a settled order once at each of these ages. A second payment without a webhook is rare. */
const SETTLED_AGES_MS = [60_000, HOUR_MS, 6 * HOUR_MS, 23 * HOUR_MS]
/** After this many failures in a row, the provider is considered down, and the remaining orders wait for the next round. */
const FAILURES = 3
const PAUSE_MS = 20

interface Asked {
  id: string
  providerOrderId: string
  totalAmount: number
}

/** Runs one round for a limited number of orders: first those about to expire, then those whose last query was longest ago. */
export async function reconcilePayments(shop: Shop, now = new Date()): Promise<void> {
  let failures = 0
  for (const order of await chooseOrders(shop, now)) {
    try {
      await askAboutPayment(shop, order)
      failures = 0
    } catch (error) {
      shop.log.warn(
        { err: error, orderId: order.id },
        'could not request an order from the payment provider; trying again later',
      )
      if (++failures === FAILURES) return
      await sleep(PAUSE_MS)
    }
  }
}

/** Queries the provider for one order and records its payments. Throws PAYMENT_PROVIDER_UNAVAILABLE. */
export async function askAboutPayment(shop: Shop, { providerOrderId, totalAmount }: Omit<Asked, 'id'>): Promise<void> {
  const order = { providerOrderId, amount: toPaise(totalAmount), currency: CURRENCY }
  for (const payment of await shop.payments.listPayments(order)) {
    await recordPayment(shop, { providerOrderId, payment, source: 'SHOP' })
  }
}

/**
 * Chooses waiting orders in every round. Chooses cancelled orders less and less often: each pause is half of the order's age at the
 * previous request, which results in about twenty requests in a day. Chooses all other orders, which are paid, four times in a day. The
 * statement marks the orders while choosing them, so several servers share most of the work. A repeated query is harmless.
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
          AND expires_at > ${new Date(now.getTime() - ASKED_FOR_MS)}
          AND (payment_asked_at IS NULL OR payment_asked_at + (payment_asked_at - placed_at) / 2 < ${now})
        OR status IN ('PAID', 'SHIPPED', 'DELIVERED', 'RETURN_REQUESTED', 'RETURNED', 'REFUND_DUE', 'REFUNDED')
          AND expires_at > ${new Date(now.getTime() - ASKED_FOR_MS)}
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
