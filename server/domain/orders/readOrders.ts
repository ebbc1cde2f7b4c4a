/** Orders with their lines and events, in one statement. */
import { Entity } from '../../database/entity'
import type { Sql } from '../../database/sql'
import type { Order as OrderRow, OrderEvent, OrderLine } from '../../generated/prisma/client'
import { Prisma } from '../../generated/prisma/client'
import type { Order } from './orders'

const order = new Entity<OrderRow>('shop_order', Prisma.OrderScalarFieldEnum, {
  expiresAt: true,
  heldSince: true,
  eraseAddressAt: true,
  placedAt: true,
  paymentAskedAt: true,
})
const line = new Entity<OrderLine>('line', Prisma.OrderLineScalarFieldEnum, { estimatedDelivery: true })
const event = new Entity<OrderEvent>('event', Prisma.OrderEventScalarFieldEnum, { at: true })

const SELECT_ORDER = `
    SELECT ${order.columns},
      (SELECT json_agg(json_build_array(${line.elements}) ORDER BY position)
        FROM order_line AS line WHERE line.order_id = shop_order.id) AS lines,
      (SELECT json_agg(json_build_array(${event.elements}) ORDER BY at, id)
        FROM order_event AS event WHERE event.order_id = shop_order.id) AS events
    FROM shop_order`
const READ_ORDER = { name: 'read order', text: `${SELECT_ORDER} WHERE id = $1::uuid` }
const READ_PAGE = {
  name: 'read orders',
  text: `${SELECT_ORDER} WHERE user_id = $1::uuid AND serial < $2::int ORDER BY serial DESC LIMIT $3::int`,
}

function orderOf(row: unknown[]): Order {
  const [lines, events] = row.slice(order.width) as [unknown[][] | null, unknown[][] | null]
  return {
    ...order.read(row)!,
    lines: (lines ?? []).map((values) => line.readJson(values)),
    events: (events ?? []).map((values) => event.readJson(values)),
  }
}

/** One that is known to be there. */
export async function readOrder(sql: Pick<Sql, 'rows'>, id: string): Promise<Order> {
  const [row] = await sql.rows(READ_ORDER, [id])
  return orderOf(row!)
}

/** Above any serial. */
const NO_SERIAL = 0x7fffffff

/** A shopper's own below a serial, newest first. */
export async function readOrdersBelow(
  sql: Pick<Sql, 'rows'>,
  viewerId: string,
  { below, most }: { below: number | null; most: number },
): Promise<Order[]> {
  const rows = await sql.rows(READ_PAGE, [viewerId, below ?? NO_SERIAL, most])
  return rows.map(orderOf)
}
