/** Cancels orders, or some of their pieces, until they are shipped. Cancelling all pieces cancels the order. */
import type { Tx } from '../../../database/db'
import { DomainError, invalidInput } from '../../../shared/errors'
import { sentPieces } from '../../../shared/money/orderNow'
import { piecesPerItem } from '../../../shared/setPieces'
import { lockCart, type SignedIn } from '../../lockCart'
import type { Shop } from '../../shop'
import { namedRest, requestRefund, requestRest } from '../ledger/ledger'
import { notifyOfChange } from '../messages/writeMessages'
import { readMoney, restOf } from '../money'
import type { Order } from '../order'
import { isUnshipped } from '../orderActions'
import { getOrderByNumber } from '../orders'
import { inStock, namesOf, pickLines, priceOf, type Piece, type SomePieces } from '../pieces'
import { addNote, cancelOrder } from '../state/orderState'
import { moveStock } from '../state/stock'
import { countPieces, recount, updateOrder, withOrder, type LockedOrder } from '../state/withOrder'

/**
 * Returns the items to stock immediately. A paid order, or one whose payment arrives later, becomes REFUND_DUE, the status from which
 * refunds are made (docs/orders.md). An unpaid order becomes CANCELLED. A repeated call changes nothing. Throws ORDER_NOT_FOUND,
 * ORDER_NOT_CANCELLABLE, UNAUTHENTICATED, and INVALID_INPUT and STALE_VERSION for `lines`, which cancel these pieces and keep the rest.
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
    return withOrder(tx, id, async (order) => {
      if (order.cancelledByBuyer) return order
      // Otherwise, a repeated call would cancel more pieces.
      if (lines && version !== order.version) throw new DomainError('STALE_VERSION', { field: 'version' })
      // A payment that arrives later is then refunded instead of reviving the order.
      if (order.status === 'CANCELLED') return updateOrder(tx, order, { cancelledByBuyer: true })
      if (!isUnshipped(order)) throw new DomainError('ORDER_NOT_CANCELLABLE', { field: 'number' })
      const pieces = lines && pickSome(order, lines)
      if (pieces) return cancelPieces(shop, tx, order, pieces, { ...BY_BUYER, actorId: null })
      const rest = order.status === 'PAID' ? namedRest(await readMoney(tx, order.id)) : null
      const refund = rest === null ? '' : ` We will refund ${rest} the way you paid.`
      const entry = { source: 'SHOPPER', note: `You cancelled this order.${refund}` } as const
      return cancelOrder(shop, tx, order, entry, { cancelledByBuyer: true })
    })
  })
}

const BY_BUYER = { source: 'SHOPPER', restock: true, reason: null } as const

interface CancelledByShop {
  /** If missing, the whole order. */
  lines?: SomePieces[] | null | undefined
  restock: boolean
  reason: string
  /** The staff member. */
  actorId: string
}

/**
 * Cancels an order that is not shipped, or some of its pieces. If it is paid, requests the refund, unless the shop has since changed its
 * payment provider. Throws INVALID_INPUT and ORDER_NOT_CANCELLABLE for `lines`.
 */
export async function cancelForShop(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { lines, restock, reason, actorId }: CancelledByShop,
): Promise<LockedOrder> {
  const pieces = lines && pickSome(order, lines)
  if (pieces) return cancelPieces(shop, tx, order, pieces, { source: 'SHOP', actorId, restock, reason })
  const entry = { source: 'SHOP', note: `We cancelled this order: ${reason}` } as const
  const cancelled = await cancelOrder(shop, tx, order, entry, { restock, cancelledByShop: true })
  if (cancelled.status !== 'REFUND_DUE' || order.provider !== shop.payments.name) return cancelled
  return requestRest(shop, tx, cancelled, { reason, requestedById: actorId })
}

/**
 * Null if no piece of the order would be left. Throws INVALID_INPUT, and ORDER_NOT_CANCELLABLE for an order that awaits its payment: its
 * amount is already with the provider.
 */
function pickSome(order: Order, lines: readonly SomePieces[]): Piece[] | null {
  const pieces = pickLines(order, lines, (line) => sentPieces(line) * piecesPerItem(line), 'cancel')
  const left = order.lines.reduce((sum, line) => sum + sentPieces(line), 0)
  if (left === pieces.reduce((sum, { quantity }) => sum + quantity, 0)) return null
  if (order.status !== 'AWAITING_PAYMENT') return pieces
  const message =
    'An unpaid order can only be cancelled whole. Pay it first, or cancel it and order the other items again.'
  throw new DomainError('ORDER_NOT_CANCELLABLE', { field: 'lines', message })
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

/**
 * Counts the pieces of an order that is not shipped as cancelled, returns them to stock, and tells the buyer. The shop then owes the price of a
 * paid order's pieces. The amount that is due on delivery falls by their price.
 */
export async function countCancelled(
  shop: Shop,
  tx: Tx,
  before: LockedOrder,
  pieces: readonly Piece[],
  { source, restock, reason, amount }: How,
): Promise<LockedOrder> {
  await countPieces(tx, before, pieces, 'cancelled')
  if (restock) await moveStock(tx, { returned: inStock(pieces) })
  const note = `${source === 'SHOP' ? 'We' : 'You'} cancelled ${namesOf(pieces)}.${reason === null ? '' : ` Reason: ${reason}`}`
  await addNote(tx, before, { source, note })
  const order = await recount(tx, before)
  await notifyOfChange(shop, tx, order, 'ITEMS_CANCELLED', { amount })
  return order
}

interface Who extends How {
  /** The staff member, or null for the buyer. */
  actorId: string | null
}

/** Requests the refund now if staff cancel the pieces or AUTO_REFUND is 1, unless nothing would be left of the payment. */
async function cancelPieces(
  shop: Shop,
  tx: Tx,
  before: LockedOrder,
  pieces: readonly Piece[],
  { actorId, ...how }: Who,
): Promise<LockedOrder> {
  const money = await readMoney(tx, before.id)
  const payment = money.payments.find(({ excess }) => excess === null)
  const order = await countCancelled(shop, tx, before, pieces, how)
  const isRequested = actorId !== null || shop.settings.autoRefund
  if (!payment || !isRequested || payment.provider !== shop.payments.name) return order
  const priced = priceOf(
    order,
    pieces.map((each) => ({ ...each, line: order.lines.find(({ id }) => id === each.line.id)! })),
    money,
  )
  // Staff may have refunded an amount before. A refund of all that is left would end the order, so staff request it.
  const amount = Math.min(priced.amount, order.owedPaise)
  return amount > 0 && amount < restOf(payment, money)
    ? requestRefund(shop, tx, order, {
        ...{ amount, payment, requestedById: actorId },
        lines: priced.lines.filter(({ quantity, pieces }) => quantity + pieces > 0),
        reason: how.reason ?? 'The buyer cancelled these items.',
      })
    : order
}
