/** Lets buyers cancel an order by its number until it is shipped. */
import { DomainError, invalidInput } from '../../../shared/errors'
import { lockCart, type SignedIn } from '../../lockCart'
import { isCancellable } from '../orderActions'
import { getOrderByNumber } from '../orders'
import { withHistory, type Order } from '../order'
import { lockOrder, moveOrder, piecesOf } from '../state/orderState'
import { namedRest, readMoney } from '../ledger/ledger'
import type { Shop } from '../../shop'
import { moveStock } from '../state/stock'
import { cancelPieces, pickCancelled } from './cancelPieces'
import { allPieces, type SomePieces } from '../pieces'
import { giveUpReplaced } from './replacement'

/**
 * Returns the items to stock immediately. A paid order, or one whose payment arrives later, becomes REFUND_DUE, the status from which
 * refunds are made (docs/orders.md). An unpaid order becomes CANCELLED. A repeated call changes nothing. Throws ORDER_NOT_FOUND,
 * ORDER_NOT_CANCELLABLE, UNAUTHENTICATED, and INVALID_INPUT and STALE_VERSION for
 * `lines`, which cancel these pieces and keep the rest (cancelPieces.ts).
 */
export async function cancelByBuyer(
  shop: Shop,
  viewer: SignedIn,
  number: string,
  { lines, version }: { lines?: SomePieces[] | null; version?: number | null } = {},
): Promise<Order> {
  if (lines && version == null) throw invalidInput('version', 'Give the `version` of the order with `lines`.')
  const { id } = await getOrderByNumber(shop, viewer.id, number)
  return shop.db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    const order = await lockOrder(tx, id)
    if (order.cancelledByBuyer) return order
    // Otherwise, a repeated call would cancel more pieces.
    if (lines && version !== order.version) throw new DomainError('STALE_VERSION', { field: 'version' })
    // A payment that arrives later is then refunded instead of reviving the order.
    if (order.status === 'CANCELLED')
      return tx.order.update({ where: { id }, data: { cancelledByBuyer: true }, include: withHistory })
    if (!isCancellable(order)) throw new DomainError('ORDER_NOT_CANCELLABLE', { field: 'number' })
    if (lines) {
      const { pieces, isAll } = pickCancelled(order, lines)
      const by = { source: 'SHOPPER', actorId: null, restock: true, reason: null } as const
      if (!isAll) return cancelPieces(shop, tx, order, pieces, by)
    }
    await giveUpReplaced(shop, tx, order, allPieces(order))
    await moveStock(tx, { returned: piecesOf(order) })
    const cancelled = { cancelledByBuyer: true }
    if (order.status !== 'PAID')
      return moveOrder(
        shop,
        tx,
        order,
        'CANCELLED',
        { source: 'SHOPPER', note: 'You cancelled this order.' },
        cancelled,
      )
    const rest = namedRest(await readMoney(tx, order.id))
    const note = `You cancelled this order. We will refund ${rest} to the card or account you used.`
    return moveOrder(shop, tx, order, 'REFUND_DUE', { source: 'SHOPPER', note }, cancelled)
  })
}
