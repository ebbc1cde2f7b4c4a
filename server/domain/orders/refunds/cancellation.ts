/** Lets buyers cancel an order by its number until it is shipped. */
import { DomainError } from '../../../shared/errors'
import { lockCart, type SignedIn } from '../../lockCart'
import { isCancellable } from '../orderActions'
import { getOrderByNumber } from '../orders'
import { withHistory, type Order } from '../order'
import { lockOrder, moveOrder, piecesOf } from '../state/orderState'
import { namedRest, readMoney } from '../ledger/ledger'
import type { Shop } from '../../shop'
import { moveStock } from '../state/stock'

/**
 * Returns the items to stock immediately. A paid order, or one whose payment arrives later, becomes REFUND_DUE, the status from which
 * refunds are made (docs/orders.md). An unpaid order becomes CANCELLED. A repeated call changes nothing. Throws ORDER_NOT_FOUND,
 * ORDER_NOT_CANCELLABLE, UNAUTHENTICATED.
 */
export async function cancelByBuyer(shop: Shop, viewer: SignedIn, number: string): Promise<Order> {
  const { id } = await getOrderByNumber(shop, viewer.id, number)
  return shop.db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    const order = await lockOrder(tx, id)
    if (order.cancelledByBuyer) return order
    // A payment that arrives later is then refunded instead of reviving the order.
    if (order.status === 'CANCELLED')
      return tx.order.update({ where: { id }, data: { cancelledByBuyer: true }, include: withHistory })
    if (!isCancellable(order)) throw new DomainError('ORDER_NOT_CANCELLABLE', { field: 'number' })
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
