/** Orders with their lines and events, by three prepared statements. */
import { Entity } from '../../database/entity'
import type { Sql, Statement } from '../../database/sql'
import type { Order as OrderRow, OrderEvent, OrderLine } from '../../generated/prisma/client'
import { Prisma } from '../../generated/prisma/client'
import type { Order } from './orders'

const order = new Entity<OrderRow>('shop_order', Prisma.OrderScalarFieldEnum)
const line = new Entity<OrderLine>('order_line', Prisma.OrderLineScalarFieldEnum)
const event = new Entity<OrderEvent>('order_event', Prisma.OrderEventScalarFieldEnum)

const READ_PAGE = {
  name: 'read orders',
  text: `SELECT ${order.columns} FROM shop_order WHERE user_id = $1::uuid AND serial < $2::int ORDER BY serial DESC LIMIT $3::int`,
}
const READ_LINES = {
  name: 'read order lines',
  text: `SELECT ${line.columns} FROM order_line WHERE order_id = ANY($1::uuid[]) ORDER BY order_id, position`,
}
const READ_EVENTS = {
  name: 'read order events',
  text: `SELECT ${event.columns} FROM order_event WHERE order_id = ANY($1::uuid[]) ORDER BY order_id, at, id`,
}

/** As high as a serial can be. */
const HIGHEST = 0x7fffffff

/** A shopper's own below a serial, newest first. */
export async function readOrdersBelow(
  sql: Sql,
  viewerId: string,
  { below, most }: { below: number | null; most: number },
): Promise<Order[]> {
  const rows = await sql.rows(READ_PAGE, [viewerId, below ?? HIGHEST, most])
  const orders = rows.map((row) => ({ ...order.read(row, 0)!, lines: [] as OrderLine[], events: [] as OrderEvent[] }))
  const byId = new Map(orders.map((each) => [each.id, each]))
  const ids = [...byId.keys()]
  const read = (statement: Statement) => (ids.length === 0 ? [] : sql.rows(statement, [ids]))
  const [lines, events] = await Promise.all([read(READ_LINES), read(READ_EVENTS)])
  for (const row of lines) {
    const found = line.read(row, 0)!
    byId.get(found.orderId)!.lines.push(found)
  }
  for (const row of events) {
    const found = event.read(row, 0)!
    byId.get(found.orderId)!.events.push(found)
  }
  return orders
}
