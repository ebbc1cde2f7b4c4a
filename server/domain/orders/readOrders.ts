/** Reads a shopper's orders with their lines and events in one statement. */
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { columnsOf, statement, withDates, type Param, type Sql } from '../../database/sql'
import { Prisma } from '../../generated/prisma/client'
import type { Order } from './order'

/** Newest first. */
const READ_PAGE = statement('read orders', (db, userId: Param<string>, below: Param<number>, most: Param<number>) =>
  db
    .selectFrom('shopOrder')
    .where('shopOrder.userId', '=', userId)
    .where('shopOrder.serial', '<', below)
    .orderBy('shopOrder.serial', 'desc')
    .limit(most)
    .select(columnsOf('shopOrder', Prisma.OrderScalarFieldEnum))
    .select((order) => [
      jsonArrayFrom(
        order
          .selectFrom('orderLine')
          .whereRef('orderLine.orderId', '=', 'shopOrder.id')
          .select(columnsOf('orderLine', Prisma.OrderLineScalarFieldEnum))
          .orderBy('orderLine.position'),
      ).as('lines'),
      jsonArrayFrom(
        order
          .selectFrom('orderEvent')
          .whereRef('orderEvent.orderId', '=', 'shopOrder.id')
          .select(columnsOf('orderEvent', Prisma.OrderEventScalarFieldEnum))
          .orderBy('orderEvent.at')
          .orderBy('orderEvent.id'),
      ).as('events'),
    ]),
)

/** A number greater than any serial. */
const NO_SERIAL = 0x7fffffff

/** A shopper's orders with serials less than `below`, newest first. With `below` null, begins at the newest order. */
export async function readOrdersBelow(
  sql: Sql,
  viewerId: string,
  { below, most }: { below: number | null; most: number },
): Promise<Order[]> {
  const orders = await sql.rows(READ_PAGE, viewerId, below ?? NO_SERIAL, most)
  return orders.map((order) => ({
    ...order,
    lines: order.lines.map((line) => withDates(line, 'estimatedDelivery')),
    events: order.events.map((event) => withDates(event, 'at')),
  }))
}
