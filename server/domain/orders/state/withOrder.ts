/**
 * Locks an order for a change, and counts its pieces and its debt again afterwards. The linter lets no other module store these counts or
 * make a LockedOrder.
 *
 * To avoid deadlocks, all code takes locks in this sequence: the record of a webhook event, the shopper's cart, the shopper's account
 * (lockCart), the order's row with those of its replacements, the pay-on-delivery limits, the network's holds, a coupon, then products by id.
 * Code may skip a step but must not take a lock early.
 */
import type { Tx } from '../../../database/db'
import type { OrderStatus, Prisma } from '../../../generated/prisma/client'
import { readMoney } from '../money'
import { withHistory, type Order, type OrderLine } from '../order'
import { awaitedOf, columnsOf, countsOf, owedPaiseOf, type Family } from './recount'

declare const locked: unique symbol

/** An order that this transaction has locked, as it was when it was read. Only this module makes one. */
export type LockedOrder = Order & { readonly [locked]: true }

/** Such an order has no pieces to count and owes nothing, so its payment is recorded without further statements. */
const UNSOLD: readonly OrderStatus[] = ['AWAITING_PAYMENT', 'CANCELLED']

/**
 * Locks the order, its replacements and the order that it replaces until the transaction ends, and changes it. Afterwards, the counts and the
 * debts of all of them are computed again and stored. It returns the order after its last step. Calls can be nested.
 */
export async function withOrder(
  tx: Tx,
  id: string,
  change: (order: LockedOrder) => Promise<LockedOrder>,
): Promise<Order> {
  await lockFamily(tx, id)
  const order = await read(tx, id)
  const changed = await change(order)
  return UNSOLD.includes(order.status) ? changed : recount(tx, order)
}

/**
 * Until the transaction ends, locks the buyer's orders in these statuses, except replacements. They are not shipped, and nothing was paid for
 * them, so the shop owes nothing for them, whatever happens later.
 */
export async function lockUnpaid(
  tx: Tx,
  userId: string,
  statuses: readonly ('AWAITING_PAYMENT' | 'CONFIRMED')[],
): Promise<LockedOrder[]> {
  const held = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM shop_order WHERE user_id = ${userId}::uuid AND status = ANY(${statuses}::"OrderStatus"[]) AND NOT is_replacement
    ORDER BY id FOR UPDATE`
  if (held.length === 0) return []
  const found = await tx.order.findMany({ where: { id: { in: held.map(({ id }) => id) } }, include: withHistory })
  return found as LockedOrder[]
}

/** Returns the order with its present columns and events. The counts that follow from returns may be out of date until the end. */
export const reread = (tx: Tx, { id }: LockedOrder): Promise<LockedOrder> => read(tx, id)

const read = async (tx: Tx, id: string): Promise<LockedOrder> =>
  (await tx.order.findUniqueOrThrow({ where: { id }, include: withHistory })) as LockedOrder

/** The columns of an order that other modules change: all but its debt, which only this module writes. */
export type OrderChanges = Omit<Prisma.OrderUncheckedUpdateManyInput, 'owedPaise'>

export async function updateOrder(tx: Tx, { id }: LockedOrder, data: OrderChanges): Promise<LockedOrder> {
  return (await tx.order.update({ where: { id }, data, include: withHistory })) as LockedOrder
}

/** Counts pieces that were cancelled before the shipment, or that are back in stock after it. */
export async function countPieces(
  tx: Tx,
  _order: LockedOrder,
  pieces: readonly { line: Pick<OrderLine, 'id'>; quantity: number }[],
  count: 'cancelled' | 'restocked',
): Promise<void> {
  for (const { line, quantity } of pieces)
    await tx.orderLine.update({ where: { id: line.id }, data: { [count]: { increment: quantity } } })
}

/**
 * Computes and stores the counts and the debts of the order, its replacements and the order that it replaces. Returns the
 * order after that. withOrder does this at the end. A step calls it earlier only if it needs the counts, for a decision or a message.
 */
export async function recount(tx: Tx, { id }: LockedOrder): Promise<LockedOrder> {
  const family = await readFamily(tx, id)
  const { paid } = family
  const orders = [paid, ...family.replacements]
  const counts = countsOf(family)
  for (const line of orders.flatMap(({ lines }) => lines)) {
    const data = columnsOf(line, counts.get(line.id)!)
    if (Object.entries(data).every(([name, count]) => line[name as keyof typeof data] === count)) continue
    await tx.orderLine.update({ where: { id: line.id }, data })
    Object.assign(line, data)
  }
  const owedPaise = owedPaiseOf(paid, await readMoney(tx, paid.id))
  if (owedPaise !== paid.owedPaise)
    orders[0] = await tx.order.update({ where: { id: paid.id }, data: { owedPaise }, include: withHistory })
  return orders.find((order) => order.id === id) as LockedOrder
}

/** Counts the pieces of each line of the order, singly, for which the shop will owe money when all accepted pieces are back. */
export const awaitedPieces = async (tx: Tx, { id }: LockedOrder): Promise<Map<string, number>> =>
  awaitedOf(await readFamily(tx, id))

async function readFamily(tx: Tx, id: string): Promise<Family> {
  const ids = await lockFamily(tx, id)
  const where = { id: { in: ids } }
  const orders = await tx.order.findMany({ where, orderBy: { serial: 'asc' }, include: withHistory })
  const requests = await tx.orderReturn.findMany({ where: { orderId: { in: ids } }, include: { lines: true } })
  const [paid, ...replacements] = orders as [Order, ...Order[]]
  return { paid, replacements, requests }
}

/**
 * Locks the order that was paid and its replacements, from the oldest to the newest. Returns their ids. Of an order without replacements, only
 * the order itself. While a call waits for the paid order, another may create a replacement, which the call locks only when it counts. The paid
 * order comes first, so no transaction holds the new replacement while it waits for the paid order.
 */
async function lockFamily(tx: Tx, id: string): Promise<string[]> {
  const family = await tx.$queryRaw<{ id: string }[]>`
    WITH paid AS (
      SELECT coalesce((
        SELECT paid_line.order_id FROM order_line JOIN order_line AS paid_line ON paid_line.id = order_line.replaces_line_id
        WHERE order_line.order_id = ${id}::uuid LIMIT 1
      ), ${id}::uuid) AS id
    )
    SELECT id::text FROM shop_order WHERE id = ANY(ARRAY(
      SELECT id FROM paid
      UNION SELECT copy.order_id FROM paid JOIN order_line ON order_line.order_id = paid.id
        JOIN order_line AS copy ON copy.replaces_line_id = order_line.id
    ))
    ORDER BY serial FOR UPDATE`
  return family.map((order) => order.id)
}
