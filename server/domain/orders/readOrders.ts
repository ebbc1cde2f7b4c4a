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

const EVENTS = `(SELECT json_agg(json_build_array(${event.elements}) ORDER BY at, id)
        FROM order_event AS event WHERE event.order_id = shop_order.id)`
const selectOrder = (events: string): string => `
    SELECT json_build_array(${order.elements},
      (SELECT json_agg(json_build_array(${line.elements}) ORDER BY position)
        FROM order_line AS line WHERE line.order_id = shop_order.id),
      ${events}) AS found
    FROM shop_order`
const PAGE = 'WHERE user_id = $1::uuid AND serial < $2::int ORDER BY serial DESC LIMIT $3::int'

const READ_ORDER = { name: 'read order', text: `${selectOrder(EVENTS)} WHERE id = $1::uuid` }
const READ_PAGE = { name: 'read orders', text: `${selectOrder(EVENTS)} ${PAGE}` }
const READ_PAGE_WITHOUT_EVENTS = { name: 'read orders without events', text: `${selectOrder('NULL')} ${PAGE}` }

function orderOf([found]: unknown[]): Order {
  const values = found as unknown[]
  const [lines, events] = values.slice(order.width) as [unknown[][] | null, unknown[][] | null]
  return Object.assign(order.read(values), {
    lines: (lines ?? []).map((each) => line.read(each)),
    // Every order has one: where none was read, whatever needs one fails at once.
    events: events?.map((each) => event.read(each)) as Order['events'],
  })
}

/** One that is known to be there. */
export async function readOrder(sql: Pick<Sql, 'rows'>, id: string): Promise<Order> {
  const [row] = await sql.rows(READ_ORDER, [id])
  return orderOf(row!)
}

/** Above any serial. */
const NO_SERIAL = 0x7fffffff

/** A shopper's own below a serial, newest first. Their events are an eighth of what a page costs: read only where something needs them. */
export async function readOrdersBelow(
  sql: Pick<Sql, 'rows'>,
  viewerId: string,
  { below, most, withEvents }: { below: number | null; most: number; withEvents: boolean },
): Promise<Order[]> {
  const statement = withEvents ? READ_PAGE : READ_PAGE_WITHOUT_EVENTS
  return (await sql.rows(statement, [viewerId, below ?? NO_SERIAL, most])).map(orderOf)
}
