/**
 * Orders for accounting:
 *
 *   npm run orders -- export --from 2026-04-01 --to 2026-05-01 [FILE.csv]
 *
 * A row per line of every invoice that was issued from the first day on and before the second, by Indian time; without a file it is printed.
 */
import { parseArgs } from 'node:util'
import { Prisma } from '../../generated/prisma/client'
import type { Db } from '../../database/client'
import { withHistory } from '../../domain/orders/orders'
import { UsageError, type Call, type Command } from '../command'
import { writeWhole } from '../files'
import { header, rowsOf } from './columns'
import { beginningOf } from './days'

const ORDERS_AT_ONCE = 500

export const orders: Command = {
  usage: 'npm run orders -- export --from 2026-04-01 --to 2026-05-01 [FILE.csv]',
  async run(call, { db }) {
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
  if (action !== 'export') throw new UsageError(action === undefined ? 'Say what to do.' : `Unknown: ${action}.`)
  const [from, to] = [beginningOf(values.from ?? ''), beginningOf(values.to ?? '')]
  if (!from || !to) throw new UsageError(`--${from ? 'to' : 'from'} must be a day, as 2026-04-01.`)
  if (from >= to) throw new UsageError('--to must be after --from: it is the first day that is left out.')
  if (rest.length > 0 || (file !== undefined && !/\.csv$/i.test(file)))
    throw new UsageError('Name one file that ends with .csv, or none.')
  return { from, to, file: file ?? null }
}

/** The file, part by part: page after page by the orders' numbers, of which none is read twice. */
async function* exportOrders(db: Db, time: Time, { settings, terminal }: Call, tells: boolean): AsyncGenerator<string> {
  yield header()
  const total = tells ? await countSold(db, time) : 0
  let done = 0
  for (let after = 0; ;) {
    terminal.signal.throwIfAborted()
    const page = await db.$queryRaw<{ id: string; serial: number }[]>`
      SELECT id, serial FROM shop_order WHERE serial > ${after} AND ${soldIn(time)} ORDER BY serial LIMIT ${ORDERS_AT_ONCE}`
    const found = await db.order.findMany({
      where: { id: { in: page.map(({ id }) => id) } },
      orderBy: { serial: 'asc' },
      include: withHistory,
    })
    const refunded = await sumRefunds(db, page)
    const rows = found
      .map((order) => rowsOf(settings, { order, refunded: refunded.get(order.id) ?? 0 }, time.from, time.to))
      .join('')
    if (rows) yield rows
    if (tells && page.length > 0) terminal.progress((done += page.length), total, 'orders')
    if (page.length < ORDERS_AT_ONCE) return
    after = page.at(-1)!.serial
  }
}

/** Paise that are back, by the order's id. */
async function sumRefunds({ refund }: Db, orders: { id: string }[]): Promise<Map<string, number>> {
  const orderId = { in: orders.map(({ id }) => id) }
  const sums = await refund.groupBy({ by: ['orderId'], where: { orderId, state: 'PROCESSED' }, _sum: { amount: true } })
  return new Map(sums.map((each) => [each.orderId, each._sum.amount ?? 0]))
}

/** Of all orders those that may have an invoice of that time; which they really have is for the invoice to say. */
const soldIn = ({ from, to }: Time): Prisma.Sql => Prisma.sql`placed_at < ${to} AND status <> 'CANCELLED' AND EXISTS (
  SELECT FROM order_event WHERE order_id = shop_order.id AND order_event.status IN ('PAID', 'CONFIRMED') AND at >= ${from} AND at < ${to})`

async function countSold(db: Db, time: Time): Promise<number> {
  const [row] = await db.$queryRaw<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM shop_order WHERE ${soldIn(time)}`
  return row!.count
}
