/** Reads orders: one by its number, or a shopper's own orders, newest first. orderState changes them. */
import { DomainError } from '../../shared/errors'
import { checkFirst, decodeCursor, encodeCursor, notACursor, pageOf, type Page } from '../cursor'
import type { Shop } from '../shop'
import { isSerial, serialOf, withHistory, type Order } from './order'
import { readOrdersBelow } from './readOrders'

/** Null if the viewer has no such order. Other shoppers' orders are not found. */
export async function findOrderByNumber({ db }: Shop, viewerId: string, number: string): Promise<Order | null> {
  const serial = serialOf(number)
  if (serial === null) return null
  return db.order.findFirst({ where: { serial, userId: viewerId }, include: withHistory })
}

/** Treats another shopper's order as not found. Throws ORDER_NOT_FOUND. */
export async function getOrderByNumber(shop: Shop, viewerId: string, number: string): Promise<Order> {
  const order = await findOrderByNumber(shop, viewerId, number)
  if (!order) throw new DomainError('ORDER_NOT_FOUND', { field: 'number' })
  return order
}

export interface OrderPage extends Page<Order> {
  /** The total number of the viewer's orders, counted only on request. */
  totalCount(): Promise<number>
}

/** All order lists share one sort: newest first. */
const QUESTION = 'orders'

/** The viewer's orders, newest first. `first` is 1 to 100. `after` is a cursor from an earlier page. Throws INVALID_INPUT, STALE_CURSOR. */
export async function listOrders(
  { db, sql }: Shop,
  viewerId: string,
  { first, after }: { first: number; after?: string | null },
): Promise<OrderPage> {
  checkFirst(first)
  const below = after == null ? null : serialOfCursor(after)
  const found = await readOrdersBelow(sql, viewerId, { below, most: first + 1 })
  return {
    ...pageOf(found, { first, after }, ({ serial }) => encodeCursor(QUESTION, [serial])),
    totalCount: () => db.order.count({ where: { userId: viewerId } }),
  }
}

function serialOfCursor(cursor: string): number {
  const [serial] = decodeCursor(QUESTION, cursor, ['number'])
  if (!isSerial(serial)) throw notACursor()
  return serial
}
