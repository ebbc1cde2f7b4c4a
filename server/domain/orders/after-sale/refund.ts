/** Refunds that staff make: all that is left, some lines, or an amount. The items can return to stock in the same step. */
import type { Tx } from '../../../database/db'
import { DomainError, invalidInput } from '../../../shared/errors'
import { formatPaise } from '../../../shared/money/money'
import type { Shop } from '../../shop'
import { ALL_REFUNDED, requestRefund, requestRest } from '../ledger/ledger'
import { readMoney, restOf } from '../money'
import type { Order } from '../order'
import {
  allPieces,
  hasPieces,
  inStock,
  pickLines,
  priceOf,
  refundablePieces,
  restockableItems,
  type SomePieces,
} from '../pieces'
import { moveStock } from '../state/stock'
import { awaitedPieces, countPieces, type LockedOrder } from '../state/withOrder'
import { countCancelled } from './cancel'

export interface RefundChoice {
  /** Pass one of `whole`, `lines` and `amount`, or `lines` with an `amount` below their price. */
  whole?: boolean | null
  lines?: SomePieces[] | null
  /** Paise. */
  amount?: number | null
  /** The payment to refund. By default, lines and amounts refund the order's payment, and `whole` refunds all payments. */
  paymentId?: string | null
  restock?: boolean | undefined
}

interface Why {
  reason: string
  /** The bank's reference for a manual refund. */
  reference: string | null
  /** The staff member. */
  requestedById: string
}

/** The request goes to the provider after the commit. Throws INVALID_INPUT and REFUND_TOO_LARGE. */
export async function makeRefund(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  choice: RefundChoice,
  why: Why,
): Promise<LockedOrder> {
  const left = choice.restock ? await restock(shop, tx, order, choice) : order
  const changed = await request(shop, tx, left, choice, why)
  if (choice.restock) checkSent(changed, choice)
  return changed
}

/**
 * Returns the order after its pieces went back to stock. Before the shipment (PAID), pieces that return to stock are not sent: they are
 * cancelled, as with cancelOrderByShop.
 */
async function restock(shop: Shop, tx: Tx, order: LockedOrder, { lines, amount }: RefundChoice): Promise<LockedOrder> {
  if (amount != null && !lines)
    throw invalidInput('restock', 'To return items to stock, refund lines or the whole order instead of an amount.')
  if (!hasPieces(order))
    throw invalidInput(
      'restock',
      'Refunds cannot restock items in this status. Change the stock of the products instead.',
    )
  if (lines?.some(({ pieces }) => pieces))
    throw invalidInput('restock', 'Single items of a set cannot return to stock. Refund whole sets, or do not restock.')
  if (order.status === 'PAID' && lines) return cancelRefunded(shop, tx, order, lines, amount)
  await putBack(tx, order, lines ? new Map(lines.map(({ id, quantity }) => [id, quantity])) : undefined)
  return order
}

/** Returns items to stock, each item only once: either all remaining ones, or the given quantities per line, up to what remains. */
async function putBack(tx: Tx, order: LockedOrder, quantities?: Map<string, number>): Promise<void> {
  const pieces = order.lines.flatMap((line) => {
    const wanted = quantities ? (quantities.get(line.id) ?? 0) : line.quantity
    const quantity = Math.min(wanted, restockableItems(line))
    return quantity === 0 ? [] : [{ line, quantity, pieces: 0 }]
  })
  await countPieces(tx, order, pieces, 'restocked')
  await moveStock(tx, { returned: inStock(pieces) })
}

/** Cancels those of the pieces that are still to be sent. The others are cancelled already, and only their refund is missing. */
async function cancelRefunded(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  lines: SomePieces[],
  amount: number | null | undefined,
): Promise<LockedOrder> {
  const money = await readMoney(tx, order.id)
  const pieces = pickLines(order, lines, (line) => refundablePieces(order, line, money), 'refund')
  const { lines: priced, amount: price } = priceOf(order, pieces, money)
  const sent = pieces.flatMap(({ line, quantity }, i) =>
    quantity > priced[i]!.due ? [{ line, quantity: quantity - priced[i]!.due, pieces: 0 }] : [],
  )
  if (sent.length === 0) return order
  // The reason of a refund is for staff only.
  const how = { source: 'SHOP', restock: true, reason: null } as const
  return countCancelled(shop, tx, order, sent, { ...how, amount: amount ?? price })
}

/** An order that is still PAID will be shipped, so some of its pieces must be left. */
function checkSent(changed: Order, { whole }: RefundChoice): void {
  if (changed.status !== 'PAID' || (!whole && allPieces(changed).length > 0)) return
  throw invalidInput('restock', 'No item would be left to ship. Cancel the order, or refund all of its payments.')
}

const NOTHING_PAID = 'Nothing was paid for this order, so there is nothing to refund.'

async function request(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { whole, lines, amount, paymentId, restock: isRestocked }: RefundChoice,
  why: Why,
): Promise<LockedOrder> {
  if ([whole || null, lines ?? amount].filter((way) => way != null).length !== 1)
    throw invalidInput('amount', 'Give `whole`, `lines` or `amount`, or `lines` with an `amount` below their price.')
  const money = await readMoney(tx, order.id)
  const own = money.payments.find(({ id, excess }) => (paymentId == null ? excess === null : id === paymentId))
  if (money.payments.length === 0) throw new DomainError('REFUND_TOO_LARGE', { field: 'number', message: NOTHING_PAID })
  if (paymentId != null && !own) throw invalidInput('paymentId', 'This order has no such payment.')
  if (whole) {
    const isLeft = money.payments.some(
      (payment) => (paymentId == null || payment.id === paymentId) && restOf(payment, money) > 0,
    )
    if (!isLeft) throw new DomainError('REFUND_TOO_LARGE', { message: ALL_REFUNDED })
    return requestRest(shop, tx, order, { ...why, paymentId: paymentId ?? undefined })
  }
  const payment = own ?? money.payments[0]!
  if (amount != null && !lines) {
    if (amount < 1) throw invalidInput('amount', 'The amount must be above 0.')
    return requestRefund(shop, tx, order, { ...why, payment, amount })
  }
  const pieces = pickLines(order, lines!, (line) => refundablePieces(order, line, money), 'refund')
  const awaited = await awaitedPieces(tx, order)
  const priced = priceOf(order, pieces, money, ({ id }) => awaited.get(id)!)
  if (priced.amount === 0) throw invalidInput('lines', 'Nothing was paid for these items.')
  if (amount != null && (amount < 1 || amount > priced.amount))
    throw invalidInput(
      'amount',
      `For these items, the amount must be above 0 and at most ${formatPaise(priced.amount)}.`,
    )
  // The buyer no longer has pieces that return to stock, so a later cancellation or return of them is owed nothing more.
  const refunded = priced.lines.map((line) => (isRestocked ? { ...line, due: line.quantity, duePieces: 0 } : line))
  return requestRefund(shop, tx, order, { ...why, payment, amount: amount ?? priced.amount, lines: refunded })
}
