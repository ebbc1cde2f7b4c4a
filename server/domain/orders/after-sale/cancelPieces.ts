/** Cancels pieces of an order that is not shipped, and keeps the rest. Cancelling all of them cancels the order. */
import type { Tx } from '../../../database/db'
import { DomainError } from '../../../shared/errors'
import type { Shop } from '../../shop'
import { readMoney, requestRefund, restOf, storeOwed } from '../ledger/ledger'
import { notifyOfChange } from '../messages/writeMessages'
import type { Order, OrderLine } from '../order'
import { addNote, lockOrder } from '../state/orderState'
import { moveStock } from '../state/stock'
import { sentPieces } from '../../../shared/money/orderNow'
import { countPieces, inStock, namesOf, pickLines, priceOf, type SomePieces } from '../pieces'
import { giveUpReplaced } from './replacement'

interface Cancelled {
  pieces: { line: OrderLine; quantity: number }[]
  /** True if no piece of the order would be left. */
  isAll: boolean
}

/** Throws INVALID_INPUT, and ORDER_NOT_CANCELLABLE for an order that awaits its payment: its amount is already with the provider. */
export function pickCancelled(order: Order, lines: readonly SomePieces[]): Cancelled {
  const pieces = pickLines(order, lines, sentPieces, 'cancel')
  const left = order.lines.reduce((sum, line) => sum + sentPieces(line), 0)
  const isAll = left === pieces.reduce((sum, { quantity }) => sum + quantity, 0)
  if (!isAll && order.status === 'AWAITING_PAYMENT') {
    const message =
      'An unpaid order can only be cancelled whole. Pay it first, or cancel it and order the other items again.'
    throw new DomainError('ORDER_NOT_CANCELLABLE', { field: 'lines', message })
  }
  return { pieces, isAll }
}

interface How {
  source: 'SHOPPER' | 'SHOP'
  /** True if the pieces return to stock. */
  restock: boolean
  /** The reason that the buyer reads, or null. */
  reason: string | null
  /** What the shop refunds in the same step, in paise. If missing, it refunds the price of the pieces later. */
  amount?: number
}

interface Who extends How {
  /** The staff member, or null for the buyer. */
  actorId: string | null
}

/**
 * Counts the pieces as cancelled, returns them to stock, and tells the buyer. The shop owes the price of a paid order's pieces. The caller
 * holds the order's lock and has checked its status.
 */
export async function countCancelled(
  shop: Shop,
  tx: Tx,
  before: Order,
  pieces: Cancelled['pieces'],
  { source, restock, reason, amount }: How,
): Promise<Order> {
  await countPieces(tx, pieces, (quantity) => ({ cancelled: { increment: quantity } }))
  await giveUpReplaced(shop, tx, before, pieces)
  if (restock) await moveStock(tx, { returned: inStock(pieces) })
  const note = `${source === 'SHOP' ? 'We' : 'You'} cancelled ${namesOf(pieces)}.${reason === null ? '' : ` Reason: ${reason}`}`
  await addNote(tx, before, { source, note })
  const order = await storeOwed(tx, await lockOrder(tx, before.id))
  await notifyOfChange(shop, tx, order, 'ITEMS_CANCELLED', { amount })
  return order
}

/**
 * The caller holds the order's lock and has checked its status. The shop owes the price of a paid order's pieces, and requests the refund now
 * if staff cancel them or AUTO_REFUND is 1, unless nothing would be left of the payment. The amount that is due on delivery falls by their
 * price.
 */
export async function cancelPieces(
  shop: Shop,
  tx: Tx,
  before: Order,
  pieces: Cancelled['pieces'],
  { actorId, ...how }: Who,
): Promise<Order> {
  const money = await readMoney(tx, before.id)
  const payment = money.payments.find(({ excess }) => excess === null)
  const order = await countCancelled(shop, tx, before, pieces, how)
  const isRequested = actorId !== null || shop.settings.autoRefund
  if (!payment || !isRequested || payment.provider !== shop.payments.name) return order
  const priced = priceOf(
    order,
    pieces.map(({ line: { id }, quantity }) => ({ line: order.lines.find((each) => each.id === id)!, quantity })),
    money,
  )
  // Staff may have refunded an amount before. A refund of all that is left would end the order, so staff request it.
  const amount = Math.min(priced.amount, order.owedPaise)
  return amount > 0 && amount < restOf(payment, money)
    ? requestRefund(shop, tx, order, {
        ...{ ...priced, amount, payment, requestedById: actorId },
        reason: how.reason ?? 'The buyer cancelled these items.',
      })
    : order
}
