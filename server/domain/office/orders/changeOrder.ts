/** The steps that all staff changes to orders share: check the permission, lock the order, check its version and write the audit log. */
import type { Tx } from '../../../database/db'
import type { OrderStatus } from '../../../generated/prisma/client'
import { DomainError } from '../../../shared/errors'
import { shownIn } from '../../orders/columns'
import { orderNumber, serialOf, type Order } from '../../orders/order'
import { lockOrder } from '../../orders/state/orderState'
import type { Shop } from '../../shop'
import { audit, type Action } from '../../audit/audit'
import type { Actor } from '../../staff/actor'

export interface OrderEdit {
  number: string
  /** The version of the order that the staff member saw. */
  version: number
}

/** Locks any shopper's order. Throws ORDER_NOT_FOUND. */
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

/** Throws ORDER_STATUS_CONFLICT with a message that names the refused action. */
export function checkStatus({ status }: Order, allowed: OrderStatus[], what: string): void {
  if (allowed.includes(status)) return
  const message = `You cannot ${what} while the status is "${status.toLowerCase().replaceAll('_', ' ')}".`
  throw new DomainError('ORDER_STATUS_CONFLICT', { field: 'number', message })
}

/** The order's data for the audit log, without name and address. */
export const describeForAudit = (order: Order) =>
  Object.fromEntries(Object.entries(shownIn('audit', order)).filter(([, value]) => value !== null))

interface Change {
  action: Action
  /**
   * True if the order is already in the state that the change would produce. A repeated call then returns the order without changing
   * anything.
   */
  isDone: (order: Order) => boolean
  /** The id of a replacement of the order that `work` changes too. It is locked before the order (orderState.ts). */
  alsoLock?: (tx: Tx, number: string) => Promise<string | null>
  work: (tx: Tx, order: Order) => Promise<Order>
}

/** Returns the order after the change. Throws FORBIDDEN, ORDER_NOT_FOUND, STALE_VERSION, and any error that `work` throws. */
export async function changeOrder(
  shop: Shop,
  actor: Actor,
  { number, version }: OrderEdit,
  { action, isDone, alsoLock, work }: Change,
): Promise<Order> {
  return shop.db.$transaction(async (tx) => {
    await actor.check(shop, tx)
    const also = await alsoLock?.(tx, number)
    if (also) await lockOrder(tx, also)
    const order = await lockByNumber(tx, number)
    if (isDone(order)) return order
    checkVersion(order, version)
    const changed = await work(tx, order)
    await audit(tx, {
      actorId: actor.id,
      action,
      subject: { type: 'Order', id: orderNumber(order) },
      before: describeForAudit(order),
      after: describeForAudit(changed),
    })
    return changed
  })
}
