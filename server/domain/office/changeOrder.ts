/** The frame of every change that staff makes of an order: who asks, the order's lock, its version, and the record of it. */
import type { Tx } from '../../database/client'
import type { OrderStatus } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import { shownIn } from '../orders/columns'
import { orderNumber, serialOf, type Order } from '../orders/orders'
import { lockOrder } from '../orders/orderState'
import type { Shop } from '../shop'
import { audit } from './audit'
import { requireStaff } from './staff'

export interface OrderEdit {
  number: string
  /** Of the order as whoever edits it saw it. */
  version: number
}

/** Under its lock, whoever's it is. Throws ORDER_NOT_FOUND. */
export async function lockByNumber(tx: Tx, number: string): Promise<Order> {
  const serial = serialOf(number)
  const found = serial === null ? null : await tx.order.findUnique({ where: { serial }, select: { id: true } })
  if (!found) throw new DomainError('ORDER_NOT_FOUND', { field: 'number' })
  return lockOrder(tx, found.id)
}

/** Throws STALE_VERSION. */
export function checkVersion({ version }: Order, seen: number): void {
  if (version !== seen) throw new DomainError('STALE_VERSION', { field: 'version' })
}

/** Throws ORDER_STATUS_CONFLICT, which says what cannot be done. */
export function checkStatus({ status }: Order, allowed: OrderStatus[], what: string): void {
  if (allowed.includes(status)) return
  const message = `An order that is ${status} cannot be ${what}.`
  throw new DomainError('ORDER_STATUS_CONFLICT', { field: 'number', message })
}

/** What the record of changes says of an order: nobody's name or address. */
export const describeForAudit = (order: Order) =>
  Object.fromEntries(Object.entries(shownIn('audit', order)).filter(([, value]) => value !== null))

interface Change {
  action: string
  /** Whether the order is what the change would make of it: then a call that is sent again is answered, and nothing changes. */
  isDone: (order: Order) => boolean
  work: (tx: Tx, order: Order) => Promise<Order>
}

/** The order as it is afterwards. Throws FORBIDDEN, ORDER_NOT_FOUND, STALE_VERSION, and what `work` throws. */
export async function changeOrder(
  { db }: Shop,
  viewerId: string,
  { number, version }: OrderEdit,
  { action, isDone, work }: Change,
): Promise<Order> {
  return db.$transaction(async (tx) => {
    await requireStaff(tx, viewerId)
    const order = await lockByNumber(tx, number)
    if (isDone(order)) return order
    checkVersion(order, version)
    const changed = await work(tx, order)
    await audit(tx, {
      actorId: viewerId,
      action,
      subject: { type: 'Order', id: orderNumber(order) },
      before: describeForAudit(order),
      after: describeForAudit(changed),
    })
    return changed
  })
}
