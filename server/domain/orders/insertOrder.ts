/** Writes an order with its lines and its first event, in one statement: through Prisma it takes six. */
import { v7 as uuidv7 } from 'uuid'
import { Insert } from '../../database/insert'
import type { Sql } from '../../database/sql'
import type { Order as OrderRow, OrderEvent, OrderLine } from '../../generated/prisma/client'

const ORDER_FIELDS = [
  'id',
  'userId',
  'status',
  'idempotencyKey',
  'addressId',
  'cartTotal',
  'offerDiscount',
  'couponDiscount',
  'giftWrap',
  'convenienceFee',
  'totalAmount',
  'couponCode',
  'couponPercent',
  'couponDescription',
  'deliveryName',
  'deliveryStreet',
  'deliveryCity',
  'deliveryState',
  'deliveryCountry',
  'deliveryZipCode',
  'deliveryMobile',
  'addressHash',
  'provider',
  'payOnDelivery',
  'expiresAt',
  'heldSince',
  'network',
  'placedAt',
] as const satisfies (keyof OrderRow)[]

const LINE_FIELDS = [
  'id',
  'orderId',
  'productId',
  'position',
  'title',
  'imageUrl',
  'imageAlt',
  'imageWidth',
  'imageHeight',
  'discounted',
  'original',
  'quantity',
  'estimatedDelivery',
] as const satisfies (keyof OrderLine)[]

const EVENT_FIELDS = ['id', 'orderId', 'status', 'source', 'note', 'at'] as const satisfies (keyof OrderEvent)[]

const orders = new Insert<OrderRow, (typeof ORDER_FIELDS)[number]>('shop_order', ORDER_FIELDS)
const lines = new Insert<OrderLine, (typeof LINE_FIELDS)[number]>('order_line', LINE_FIELDS)
const events = new Insert<OrderEvent, (typeof EVENT_FIELDS)[number]>('order_event', EVENT_FIELDS)

const INSERT_ORDER = {
  name: 'insert order',
  text: `WITH placed AS (${orders.from('$1')}), bought AS (${lines.from('$2')}) ${events.from('$3')}`,
}

type NewOrder = Omit<Pick<OrderRow, (typeof ORDER_FIELDS)[number]>, 'id'>
export type NewLine = Omit<Pick<OrderLine, (typeof LINE_FIELDS)[number]>, 'id' | 'orderId' | 'position'>
type FirstEvent = Pick<OrderEvent, 'source' | 'note'>

/** Gives the order's id. Its lines are in their order, and its first event is of its status and of when it was placed. */
export async function insertOrder(
  sql: Pick<Sql, 'rows'>,
  order: NewOrder,
  newLines: NewLine[],
  event: FirstEvent,
): Promise<string> {
  const id = uuidv7()
  const { status, placedAt: at } = order
  await sql.rows(INSERT_ORDER, [
    orders.json([{ id, ...order }]),
    lines.json(newLines.map((line, position) => ({ id: uuidv7(), orderId: id, position, ...line }))),
    events.json([{ id: uuidv7(), orderId: id, status, at, ...event }]),
  ])
  return id
}
