/** Reads orders: one by its number, or a shopper's own, newest first. orderState changes them. */
import type { Prisma } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import { explainPrice, type PriceDetails } from '../../shared/pricing'
import { checkFirst, decodeCursor, encodeCursor, notACursor, type Page } from '../cursor'
import type { Shop } from '../shop'
import { readOrdersBelow } from './readOrders'

export const withHistory = {
  lines: { orderBy: { position: 'asc' } },
  events: { orderBy: [{ at: 'asc' }, { id: 'asc' }] },
} satisfies Prisma.OrderInclude

/** With its lines, and with its events oldest first. */
export type Order = Prisma.OrderGetPayload<{ include: typeof withHistory }>
/** @public for codegen.ts */
export type OrderLine = Order['lines'][number]

/** The order number that shoppers see: `CER-` and six or more digits, unique and rising. */
export const orderNumber = ({ serial }: { serial: number }): string => `CER-${String(serial).padStart(6, '0')}`

/** The serial of a number in exactly the form of orderNumber, else null. */
export function serialOf(number: string): number | null {
  const serial = Number(/^CER-([0-9]{6,10})$/.exec(number)?.[1] ?? NaN)
  return isSerial(serial) && orderNumber({ serial }) === number ? serial : null
}

/** The range of the column: the database rejects a comparison with a larger value. */
const isSerial = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 0x7fffffff

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

/** In whole rupees, as computed when the order was placed. */
export const priceOfOrder = (order: Order): PriceDetails =>
  explainPrice(
    {
      cartTotal: order.cartTotal,
      offerDiscount: order.offerDiscount,
      couponDiscount: order.couponDiscount,
      giftWrap: order.giftWrap,
      convenienceFee: order.convenienceFee,
      totalAmount: order.totalAmount,
    },
    order.couponCode === null ? null : { code: order.couponCode, percent: order.couponPercent! },
  )

export interface OrderPage extends Page<Order> {
  /** The number of all the viewer's orders, counted only on request. */
  totalCount(): Promise<number>
}

/** All lists of orders share one sort: newest first. */
const QUESTION = 'orders'

/** The viewer's orders, newest first. `first` is 1 to 100, `after` a cursor of an earlier page. Throws INVALID_INPUT, STALE_CURSOR. */
export async function listOrders(
  { db, sql }: Shop,
  viewerId: string,
  { first, after }: { first: number; after?: string | null },
): Promise<OrderPage> {
  checkFirst(first)
  const below = after == null ? null : serialOfCursor(after)
  const found = await readOrdersBelow(sql, viewerId, { below, most: first + 1 })
  return {
    edges: found.slice(0, first).map((order) => new OrderEdge(order)),
    hasNextPage: found.length > first,
    hasPreviousPage: below !== null,
    totalCount: () => db.order.count({ where: { userId: viewerId } }),
  }
}

/** Computes the cursor only on request. It is a class because V8 makes a hidden class for every object literal with a getter. */
class OrderEdge {
  constructor(readonly node: Order) {}

  get cursor(): string {
    return encodeCursor(QUESTION, [this.node.serial])
  }
}

function serialOfCursor(cursor: string): number {
  const [serial] = decodeCursor(QUESTION, cursor, ['number'])
  if (!isSerial(serial)) throw notACursor()
  return serial
}
