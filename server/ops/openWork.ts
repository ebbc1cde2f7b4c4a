/**
 * Counts the orders, payments and refunds that need someone’s action, for /metrics. Finished orders are not counted: a shop has millions of
 * them, and each scrape must cost the same.
 */
import type { Db } from '../database/db'
import { Prisma, type OrderStatus, type RefundState } from '../generated/prisma/client'

interface Counted {
  orders: { state: string; count: number }[]
  payments: { provider: string; state: string; count: number }[]
  refunds: { state: string; count: number }[]
  held: { orders: number; pieces: number }
}

/** Staff or the buyer must act on orders with these states. */
const OPEN_ORDERS: OrderStatus[] = [
  'AWAITING_PAYMENT',
  'PAID',
  'CONFIRMED',
  'REFUND_DUE',
  'RETURN_REQUESTED',
  'RETURNED',
]
const OPEN_REFUNDS: RefundState[] = ['REQUESTED', 'FAILED']
/** Each count stops here, in case a shop never ships its orders. */
const MAX_COUNTED = 10_000

/** Each part of these statements reads one range of an index. The embedded database has one connection, so they are few. */
export async function readOrders(db: Db): Promise<Counted> {
  const open = OPEN_ORDERS.map(
    (status) => Prisma.sql`
      (SELECT id, status, provider FROM shop_order WHERE status = ${status}::"OrderStatus" LIMIT ${MAX_COUNTED})`,
  )
  const rows = await db.$queryRaw<{ status: OrderStatus; provider: string; count: number; pieces: number }[]>`
    SELECT status::text, provider::text, count(*)::int AS count, COALESCE(sum(pieces), 0)::int AS pieces
    FROM (${Prisma.join(open, ' UNION ALL ')}) AS open
      LEFT JOIN LATERAL (
        SELECT sum(quantity) AS pieces FROM order_line WHERE order_id = open.id AND status = 'AWAITING_PAYMENT'
      ) AS held ON true
    GROUP BY status, provider`
  const unfinished = OPEN_REFUNDS.map(
    (state) => Prisma.sql`
      SELECT ${state} AS state, count(*)::int AS count
      FROM (SELECT FROM refund WHERE state = ${state}::"RefundState" LIMIT ${MAX_COUNTED}) AS unfinished`,
  )
  const refunds = await db.$queryRaw<{ state: string; count: number }[]>`${Prisma.join(unfinished, ' UNION ALL ')}`
  const countOf = (status: OrderStatus) =>
    rows.filter((row) => row.status === status).reduce((sum, { count }) => sum + count, 0)
  const paymentsOf = (status: OrderStatus, state: string) =>
    rows.filter((row) => row.status === status).map(({ provider, count }) => ({ provider, state, count }))
  return {
    orders: OPEN_ORDERS.map((state) => ({ state, count: countOf(state) })),
    payments: [...paymentsOf('AWAITING_PAYMENT', 'awaited'), ...paymentsOf('REFUND_DUE', 'refund_due')],
    refunds,
    held: {
      orders: countOf('AWAITING_PAYMENT'),
      pieces: rows.reduce((sum, { pieces }) => sum + pieces, 0),
    },
  }
}
