/** Counts orders and payments by state for /metrics. */
import type { Db } from '../database/db'

interface Counted {
  orders: { state: string; count: number }[]
  payments: { provider: string; state: string; count: number }[]
  refunds: { state: string; count: number }[]
  held: { orders: number; pieces: number }
}

/**
 * Uses few statements, because the embedded database has one connection. Open orders have an index, and one pass over it computes the other
 * counts.
 */
export async function readOrders(db: Db): Promise<Counted> {
  const rows = await db.$queryRaw<
    { status: string; provider: string; payment: string; count: number; pieces: number }[]
  >`
    SELECT status::text, provider::text, count(*)::int AS count,
      CASE WHEN status = 'REFUND_DUE' THEN 'refund_due' WHEN status = 'REFUNDED' THEN 'refunded' WHEN payment_id IS NOT NULL THEN 'captured'
        WHEN status = 'AWAITING_PAYMENT' THEN 'awaited' ELSE 'none' END AS payment,
      COALESCE(sum((SELECT sum(quantity) FROM order_line WHERE order_id = shop_order.id))
        FILTER (WHERE status = 'AWAITING_PAYMENT'), 0)::int AS pieces
    FROM shop_order GROUP BY status, provider, payment`
  const refunds = await db.$queryRaw<{ state: string; count: number }[]>`
    SELECT state::text, count(*)::int AS count FROM refund GROUP BY state`
  const orders = new Map<string, number>()
  for (const { status, count } of rows) orders.set(status, (orders.get(status) ?? 0) + count)
  const payments = new Map<string, Counted['payments'][number]>()
  for (const { provider, payment: state, count } of rows) {
    const key = `${provider} ${state}`
    payments.set(key, { provider, state, count: (payments.get(key)?.count ?? 0) + count })
  }
  return {
    orders: [...orders].map(([state, count]) => ({ state, count })),
    payments: [...payments.values()],
    refunds,
    held: {
      orders: orders.get('AWAITING_PAYMENT') ?? 0,
      pieces: rows.reduce((sum, { pieces }) => sum + pieces, 0),
    },
  }
}
