/**
 * Exports orders for accounting:
 *
 * npm run orders -- export --from 2026-04-01 --to 2026-05-01 [FILE.csv]
 *
 * One row per line of each invoice issued from the first day up to, but not including, the second, in Indian time. Without a file, prints
 * the rows.
 *
 * npm run orders -- places
 *
 * Lists orders with IGST whose state or PIN code is in the seller's state, and orders whose place of supply staff have not set yet. It
 * changes nothing.
 */
import { parseArgs } from 'node:util'
import type { Db } from '../../database/db'
import { withHistory } from '../../domain/orders/order'
import { UsageError, type Call, type Command } from '../command'
import { listPlaces } from './places'
import { writeWhole } from '../files'
import { header, rowsOf } from './columns'
import { beginningOf, indianDay } from './days'

const ORDERS_AT_ONCE = 500

export const orders: Command = {
  usage: 'npm run orders -- export --from 2026-04-01 --to 2026-05-01 [FILE.csv] | places',
  async run(call, { db }) {
    if (call.args.join() === 'places') return listPlaces(db, call)
    const { from, to, file } = readArguments(call.args)
    const { terminal } = call
    const parts = exportOrders(db, { from, to }, call, file !== null)
    if (file === null) {
      for await (const part of parts) await terminal.send(part)
      return
    }
    await writeWhole(terminal.pathOf(file), parts)
    terminal.say(`The invoices are in ${file}.`)
  },
}

interface Time {
  from: Date
  to: Date
}

function readArguments(args: string[]): Time & { file: string | null } {
  const options = { from: { type: 'string' }, to: { type: 'string' } } as const
  const { values, positionals } = (() => {
    try {
      return parseArgs({ args, allowPositionals: true, options })
    } catch (error) {
      throw new UsageError((error as Error).message)
    }
  })()
  const [action, file, ...rest] = positionals
  if (action !== 'export') throw new UsageError(action === undefined ? 'Give an action.' : `Unknown: ${action}.`)
  const [from, to] = [beginningOf(values.from ?? ''), beginningOf(values.to ?? '')]
  if (!from || !to) throw new UsageError(`--${from ? 'to' : 'from'} must be a date such as 2026-04-01.`)
  if (from >= to) throw new UsageError('--to must be after --from. It is the first day that is not included.')
  if (rest.length > 0 || (file !== undefined && !/\.csv$/i.test(file)))
    throw new UsageError('Give one file that ends with .csv, or none.')
  return { from, to, file: file ?? null }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Yields the file in chunks, one per day, each sorted by order number. An invoice belongs to one day. */
async function* exportOrders(db: Db, time: Time, { settings, terminal }: Call, tells: boolean): AsyncGenerator<string> {
  yield header()
  const first = await firstDayOf(db, time)
  const total = Math.ceil((Math.min(time.to.getTime(), Date.now()) - first.getTime()) / DAY_MS)
  for (let day = 0; day < total; day += 1) {
    const from = new Date(first.getTime() + day * DAY_MS)
    const to = new Date(from.getTime() + DAY_MS)
    const sold = await listSold(db, { from, to })
    for (let done = 0; done < sold.length; done += ORDERS_AT_ONCE) {
      terminal.signal.throwIfAborted()
      const page = sold.slice(done, done + ORDERS_AT_ONCE)
      const where = { id: { in: page.map(({ id }) => id) } }
      const found = await db.order.findMany({ where, orderBy: { serial: 'asc' }, include: withHistory })
      const refunded = await sumRefunds(db, page)
      const rows = found.map((order) => rowsOf(settings, { order, refunded: refunded.get(order.id) ?? 0 }, from, to))
      yield rows.join('')
    }
    if (tells) terminal.progress(day + 1, total, 'days')
  }
}

/** Refunded amounts in paise, keyed by order id. */
async function sumRefunds({ refund }: Db, orders: { id: string }[]): Promise<Map<string, number>> {
  const orderId = { in: orders.map(({ id }) => id) }
  const sums = await refund.groupBy({ by: ['orderId'], where: { orderId, state: 'PROCESSED' }, _sum: { amount: true } })
  return new Map(sums.map((each) => [each.orderId, each._sum.amount ?? 0]))
}

/** Skips the days before the shop's first order, because callers may request all orders by giving a very early date. */
async function firstDayOf({ order }: Db, { from, to }: Time): Promise<Date> {
  const { _min } = await order.aggregate({ _min: { placedAt: true } })
  const oldest = _min.placedAt && beginningOf(indianDay(_min.placedAt))
  return !oldest ? to : oldest > from ? oldest : from
}

/** Orders that may have an invoice in that period. The invoicing code decides which of them do. */
const listSold = (db: Db, { from, to }: Time) =>
  db.$queryRaw<{ id: string }[]>`
    SELECT id::text FROM shop_order
    WHERE status <> 'CANCELLED' AND id IN (
      SELECT order_id FROM order_event WHERE status IN ('PAID', 'CONFIRMED') AND at >= ${from} AND at < ${to}
    )
    ORDER BY serial`
