/** The steps that all staff changes to orders share: check the permission, lock the order, check its version and write the audit log. */
import type { Tx } from '../../../database/db'
import type { OrderStatus } from '../../../generated/prisma/client'
import { DomainError } from '../../../shared/errors'
import { shownIn } from '../../orders/columns'
import { orderNumber, serialOf, type Order } from '../../orders/order'
import { withOrder, type LockedOrder } from '../../orders/state/withOrder'
import type { Shop } from '../../shop'
import { audit, type Action } from '../../audit/audit'
import type { Actor } from '../../staff/actor'

export interface OrderEdit {
  number: string
  /** The version of the order that the staff member saw. */
  version: number
}

/** Changes any shopper's order. Returns it as it was before, and after the change. Throws ORDER_NOT_FOUND. */
export async function changeByNumber(
  tx: Tx,
  number: string,
  change: (order: LockedOrder) => Promise<LockedOrder>,
): Promise<{ before: Order; changed: Order }> {
  const serial = serialOf(number)
  const found = serial === null ? null : await tx.order.findUnique({ where: { serial }, select: { id: true } })
  if (!found) throw new DomainError('ORDER_NOT_FOUND', { field: 'number' })
  let before = null as Order | null
  const changed = await withOrder(tx, found.id, (order) => {
    before = order
    return change(order)
  })
  return { before: before ?? changed, changed }
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
  work: (tx: Tx, order: LockedOrder) => Promise<LockedOrder>
}

/** Returns the order after the change. Throws FORBIDDEN, ORDER_NOT_FOUND, STALE_VERSION, and any error that `work` throws. */
export async function changeOrder(
  shop: Shop,
  actor: Actor,
  { number, version }: OrderEdit,
  { action, isDone, work }: Change,
): Promise<Order> {
  return shop.db.$transaction(async (tx) => {
    await actor.check(shop, tx)
    const { before, changed } = await changeByNumber(tx, number, async (order) => {
      if (isDone(order)) return order
      checkVersion(order, version)
      return work(tx, order)
    })
    if (!isDone(before))
      await audit(tx, {
        actorId: actor.id,
        action,
        subject: { type: 'Order', id: orderNumber(before) },
        before: describeForAudit(before),
        after: describeForAudit(changed),
      })
    return changed
  })
}
