/** Reading orders: one by its number, or a shopper's own, newest first. What changes one stands in orderState. */
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

/** With its lines, and its events oldest first. */
export type Order = Prisma.OrderGetPayload<{ include: typeof withHistory }>
/** @public for codegen.ts */
export type OrderLine = Order['lines'][number]

/** What a shopper quotes: `CER-` and six or more digits, unique and rising. */
export const orderNumber = ({ serial }: { serial: number }): string => `CER-${String(serial).padStart(6, '0')}`

/** The serial behind a number exactly as orderNumber words it, else null. */
export function serialOf(number: string): number | null {
  const serial = Number(/^CER-([0-9]{6,10})$/.exec(number)?.[1] ?? NaN)
  return isSerial(serial) && orderNumber({ serial }) === number ? serial : null
}

/** What fits the column: the database refuses to compare anything larger with it. */
const isSerial = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 0x7fffffff

/** Null where the viewer has no such order, another shopper's included. */
export async function findOrderByNumber({ db }: Shop, viewerId: string, number: string): Promise<Order | null> {
  const serial = serialOf(number)
  if (serial === null) return null
  return db.order.findFirst({ where: { serial, userId: viewerId }, include: withHistory })
}

/** Another shopper's order is as good as none. Throws ORDER_NOT_FOUND. */
export async function getOrderByNumber(shop: Shop, viewerId: string, number: string): Promise<Order> {
  const order = await findOrderByNumber(shop, viewerId, number)
  if (!order) throw new DomainError('ORDER_NOT_FOUND', { field: 'number' })
  return order
}

/** In whole rupees, as it was when the order was placed. */
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
  /** All of the viewer's orders; counted only where someone asks. */
  totalCount(): Promise<number>
}

/** Every shopper's list of orders has one order of its own: newest first. */
const QUESTION = 'orders'

/** The viewer's own, newest first; `first` is 1 to 100, `after` a cursor of an earlier page. Throws INVALID_INPUT, STALE_CURSOR. */
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

/** Its cursor is made where someone asks. A class, since V8 makes a hidden class for every object literal with a getter. */
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
