/**
 * The one place that changes an order's status, and writes its timeline with it. docs/orders.md draws the moves.
 *
 * Locks are taken in one order everywhere, so that nobody waits in a circle: the record of a webhook event, the shopper's cart,
 * the order's row, the limits of pay on delivery, the network's holds, a coupon, then products by id. Steps that are not needed are left out, none is taken early.
 */
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../database/client'
import type { OrderEventSource, OrderStatus, Prisma } from '../../generated/prisma/client'
import type { Shop } from '../shop'
import { withHistory, type Order } from './orders'
import { tellOfOrder } from './orderNews'
import { moveStock, type Pieces } from './stock'

export interface Entry {
  source: OrderEventSource
  /** For the shopper's eyes. */
  note: string
}

/** Holds the order until the transaction ends, and reads it as it is then. */
export async function lockOrder(tx: Tx, orderId: string): Promise<Order> {
  await tx.$queryRaw`SELECT id FROM shop_order WHERE id = ${orderId}::uuid FOR UPDATE`
  return tx.order.findUniqueOrThrow({ where: { id: orderId }, include: withHistory })
}

/** Every legal move; whatever is not here is a fault of the shop's. */
export const MOVES: Record<OrderStatus, readonly OrderStatus[]> = {
  AWAITING_PAYMENT: ['PAID', 'CANCELLED', 'REFUND_DUE'],
  CONFIRMED: ['SHIPPED', 'CANCELLED'],
  PAID: ['SHIPPED', 'REFUND_DUE'],
  // REFUND_DUE from here on: staff refunds all of it, such as a parcel that was lost, or that its buyer may keep.
  SHIPPED: ['DELIVERED', 'RETURNED', 'REFUND_DUE'],
  DELIVERED: ['RETURN_REQUESTED', 'REFUND_DUE'],
  RETURN_REQUESTED: ['RETURNED', 'DELIVERED', 'REFUND_DUE'],
  RETURNED: ['REFUND_DUE'],
  // Money that was under way when the order ended.
  CANCELLED: ['PAID', 'REFUND_DUE'],
  REFUND_DUE: ['REFUNDED'],
  REFUNDED: [],
}

/** Under the order's lock. Whoever is to know hears of it once the transaction has ended. */
export async function moveOrder(
  shop: Pick<Shop, 'settings'>,
  tx: Tx,
  order: Order,
  status: OrderStatus,
  entry: Entry,
  data: Prisma.OrderUncheckedUpdateInput = {},
): Promise<Order> {
  if (!MOVES[order.status].includes(status))
    throw new Error(`An order that is ${order.status} does not become ${status}.`)
  await append(tx, order, status, entry)
  const moved = await tx.order.update({ where: { id: order.id }, data: { ...data, status }, include: withHistory })
  await tellOfOrder(shop, tx, moved, order.status)
  return moved
}

/** Under the order's lock: a remark that leaves the status as it is, and is made once. Null where it stood there already. */
export async function noteOnce(tx: Tx, order: Order, entry: Entry): Promise<Order | null> {
  if (order.events.some(({ note }) => note === entry.note)) return null
  await append(tx, order, order.status, entry)
  return lockOrder(tx, order.id)
}

/** Later than the last entry, whatever the clock of the server that wrote that one. */
async function append(tx: Tx, { id: orderId, events }: Order, status: OrderStatus, entry: Entry): Promise<void> {
  const last = events.at(-1)?.at.getTime() ?? 0
  const at = new Date(Math.max(Date.now(), last + 1))
  await tx.orderEvent.create({ data: { id: uuidv7(), orderId, status, at, ...entry } })
}

/** What an order holds of the shelf; a product that the shop no longer has is left out, and so is what staff put back. */
export const piecesOf = ({ lines }: Order): Pieces[] =>
  lines.flatMap(({ productId, quantity, restocked }) =>
    productId === null || quantity === restocked ? [] : [{ productId, quantity: quantity - restocked }],
  )

/** Under the lock of an order without money: its stock goes back. `freeKey` lets the call be sent once more. */
export async function cancelOrder(
  shop: Pick<Shop, 'settings'>,
  tx: Tx,
  order: Order,
  entry: Entry,
  { freeKey = false, byShop = false } = {},
): Promise<Order> {
  await moveStock(tx, { returned: piecesOf(order) })
  const data = { ...(freeKey && { idempotencyKey: null }), ...(byShop && { cancelledByShop: true }) }
  return moveOrder(shop, tx, order, 'CANCELLED', entry, data)
}
