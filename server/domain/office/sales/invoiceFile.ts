/** All invoices of a period as CSV, one row per invoice line. The accountant gets it from the Sales page or from `npm run orders`. */
import type { Db } from '../../../database/db'
import { beginningOf } from '../../../shared/indianDays'
import { dayInIndia } from '../../../shared/delivery/delivery'
import type { Settings } from '../../../settings'
import { withHistory } from '../../orders/order'
import { header, rowsOf } from './invoiceColumns'
import type { Period } from './period'
import { DAY_MS } from '../../../shared/durations'

const ORDERS_AT_ONCE = 500

interface Options {
  /** Called after each day with orders, and at the end. */
  onDay?: (done: number, total: number) => void
  /** Called before each day with orders and before each page of them. An error ends the file. */
  check?: () => void | Promise<void>
}

/**
 * Yields the file in chunks of at most 500 orders. Each day is sorted by order number, and an invoice belongs to one day. No connection of
 * the database is held between two chunks.
 */
export async function* invoiceFile(
  { db, settings }: { db: Db; settings: Settings },
  period: Period,
  { onDay, check }: Options = {},
): AsyncGenerator<string> {
  yield header()
  const first = await firstDayOf(db, period)
  const total = Math.ceil((Math.min(period.to.getTime(), Date.now()) - first.getTime()) / DAY_MS)
  const days = await listDays(db, { from: first, to: new Date(first.getTime() + total * DAY_MS) })
  for (const day of days) {
    const from = new Date(first.getTime() + day * DAY_MS)
    const to = new Date(from.getTime() + DAY_MS)
    await check?.()
    const sold = await listSold(db, { from, to })
    for (let done = 0; done < sold.length; done += ORDERS_AT_ONCE) {
      await check?.()
      const page = sold.slice(done, done + ORDERS_AT_ONCE)
      const where = { id: { in: page.map(({ id }) => id) } }
      const found = await db.order.findMany({ where, orderBy: { serial: 'asc' }, include: withHistory })
      const refunded = await sumRefunds(db, page)
      const rows = found.map((order) => rowsOf(settings, { order, refunded: refunded.get(order.id) ?? 0 }, from, to))
      yield rows.join('')
    }
    onDay?.(day + 1, total)
  }
  if (total > 0 && days.at(-1) !== total - 1) onDay?.(total, total)
}

/** Refunded amounts in paise, keyed by order id. */
async function sumRefunds({ refund }: Db, orders: { id: string }[]): Promise<Map<string, number>> {
  const orderId = { in: orders.map(({ id }) => id) }
  const sums = await refund.groupBy({ by: ['orderId'], where: { orderId, state: 'PROCESSED' }, _sum: { amount: true } })
  return new Map(sums.map((each) => [each.orderId, each._sum.amount ?? 0]))
}

/** Skips the days before the shop's first order, because callers may request all orders by giving a very early date. */
async function firstDayOf({ order }: Db, { from, to }: Period): Promise<Date> {
  const { _min } = await order.aggregate({ _min: { placedAt: true } })
  const oldest = _min.placedAt && beginningOf(dayInIndia(_min.placedAt))
  return !oldest ? to : oldest > from ? oldest : from
}

/** The days with orders that may have an invoice, counted from the first day of the period. One statement, because most days may be empty. */
async function listDays(db: Db, { from, to }: Period): Promise<number[]> {
  const rows = await db.$queryRaw<{ day: number }[]>`
    SELECT DISTINCT floor(extract(epoch FROM at - ${from}::timestamptz) * 1000 / ${DAY_MS}::float8)::int AS day FROM order_event
    WHERE status IN ('PAID', 'CONFIRMED') AND at >= ${from} AND at < ${to} ORDER BY day`
  return rows.map(({ day }) => day)
}

/** Orders that may have an invoice in that period. The invoicing code decides which of them do. */
const listSold = (db: Db, { from, to }: Period) =>
  db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM shop_order
    WHERE status <> 'CANCELLED' AND id IN (
      SELECT order_id FROM order_event WHERE status IN ('PAID', 'CONFIRMED') AND at >= ${from} AND at < ${to}
    )
    ORDER BY serial`
