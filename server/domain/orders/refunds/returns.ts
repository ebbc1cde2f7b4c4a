/** Lets buyers request the return of a delivered order. */
import { DomainError } from '../../../shared/errors'
import { RETURN_REASONS, returnInput } from '../../../shared/delivery/returns'
import { SHOP } from '../../../shared/shop'
import { parseInput } from '../../../shared/validation'
import { lockCart, type SignedIn } from '../../lockCart'
import { deliveredAt, endOfReturns, hasAskedForReturn } from '../orderActions'
import { getOrderByNumber } from '../orders'
import type { Order } from '../order'
import { lockOrder, moveOrder } from '../state/orderState'
import type { Shop } from '../../shop'

/**
 * Allowed within SHOP.returnWindowDays of the delivery, once per order. The timeline records the reason. The shop decides later by moving
 * the order out of RETURN_REQUESTED. Throws ORDER_NOT_FOUND, INVALID_INPUT, ORDER_NOT_DELIVERED, RETURN_ALREADY_REQUESTED,
 * RETURN_WINDOW_CLOSED, UNAUTHENTICATED.
 */
export async function requestReturn(
  shop: Shop,
  viewer: SignedIn,
  number: string,
  input: { reason: string; note?: string | null },
  now = new Date(),
): Promise<Order> {
  const { id } = await getOrderByNumber(shop, viewer.id, number)
  const { reason, note } = parseInput(returnInput, { reason: input.reason, note: input.note ?? '' })
  return shop.db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    const order = await lockOrder(tx, id)
    refuseReturn(order, now)
    const words = `${RETURN_REASONS[reason]}.${note === '' ? '' : ` “${note}”`}`
    return moveOrder(shop, tx, order, 'RETURN_REQUESTED', { source: 'SHOPPER', note: words })
  })
}

function refuseReturn(order: Order, now: Date): void {
  if (hasAskedForReturn(order)) throw new DomainError('RETURN_ALREADY_REQUESTED', { field: 'number' })
  const delivered = deliveredAt(order)
  if (order.status !== 'DELIVERED' || !delivered) throw new DomainError('ORDER_NOT_DELIVERED', { field: 'number' })
  if (now < endOfReturns(delivered)) return
  const message = `Returns are possible within ${SHOP.returnWindowDays} days of delivery.`
  throw new DomainError('RETURN_WINDOW_CLOSED', { field: 'number', message })
}
