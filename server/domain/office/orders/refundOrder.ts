/** Refunds by staff: the full remainder, some lines, or an amount, once per idempotency key. */
import { z } from 'zod'
import type { Tx } from '../../../database/db'
import type { OrderStatus } from '../../../generated/prisma/client'
import { DomainError, invalidInput } from '../../../shared/errors'
import { officeReason, refundReference } from '../../../shared/officeInput'
import { formatPaise } from '../../../shared/money/money'
import { parseField } from '../../../shared/validation'
import { runOnce } from '../../idempotency'
import { orderNumber, withHistory, type Order } from '../../orders/order'
import { allPieces, checkPieces, pickLines, priceOf, refundablePieces, type SomePieces } from '../../orders/pieces'
import { ALL_REFUNDED, readMoney, requestRefund, requestRest } from '../../orders/ledger/ledger'
import { countCancelled } from '../../orders/after-sale/cancelPieces'
import type { Shop } from '../../shop'
import { audit } from '../../audit/audit'
import { checkVersion, describeForAudit, lockByNumber, type OrderEdit } from './changeOrder'
import { putBack } from './orderChanges'
import type { Actor } from '../../staff/actor'

export interface RefundInput extends OrderEdit {
  /** Pass one of `whole`, `lines` and `amount`, or `lines` with an `amount` below their price. */
  whole?: boolean | null
  lines?: SomePieces[] | null
  /** Paise. */
  amount?: number | null
  /** The payment to refund. By default, lines and amounts refund the order's payment, and `whole` refunds all payments. */
  paymentId?: string | null
  restock?: boolean | undefined
  reason: string
  /** The bank's reference for a manual refund. */
  reference?: string | null
  idempotencyKey: string
}

/**
 * In these statuses, the order's items are not back in stock yet, so staff can restock them. Before the shipment (PAID), pieces that return to
 * stock are not sent: they are cancelled, as with cancelOrderByShop.
 */
const HAS_PIECES: OrderStatus[] = ['PAID', 'SHIPPED', 'DELIVERED', 'RETURN_REQUESTED', 'RETURNED']

/**
 * Returns the changed order. The request goes to the provider after the commit. A partial refund keeps the status. A full refund makes the
 * order REFUND_DUE, then REFUNDED once the refund is paid out. Throws FORBIDDEN, INVALID_INPUT, ORDER_NOT_FOUND, STALE_VERSION,
 * REFUND_TOO_LARGE, IDEMPOTENCY_KEY_REUSED.
 */
export async function refundOrder(shop: Shop, actor: Actor, input: RefundInput): Promise<Order> {
  await actor.check(shop, shop.db)
  const reason = parseField('reason', officeReason, input.reason)
  const reference = input.reference == null ? null : parseField('reference', refundReference, input.reference)
  if (input.lines) checkPieces(input.lines)
  const { idempotencyKey: key, ...asked } = input
  const call = {
    operation: 'refundOrder',
    input: asked,
    idempotency: { key },
    replay: REPLAY,
    check: (tx: Tx) => actor.check(shop, tx),
  }
  return runOnce(shop, actor.id, call, async (tx) => {
    await actor.check(shop, tx)
    const order = await lockByNumber(tx, input.number)
    checkVersion(order, input.version)
    const left = input.restock ? await restock(shop, tx, order, input) : order
    const changed = await request(shop, tx, left, { ...input, reason, reference }, actor.id)
    if (input.restock) checkSent(changed, input)
    const { whole, lines, amount, paymentId } = input
    await audit(tx, {
      actorId: actor.id,
      action: 'refundOrder',
      subject: { type: 'Order', id: orderNumber(order) },
      before: describeForAudit(order),
      after: {
        ...describeForAudit(changed),
        refund: { reason, reference, restock: input.restock ?? false, ...(paymentId != null && { paymentId }) },
        ...(whole && { whole }),
        ...(lines && { lines: lines.map((line) => ({ ...line })) }),
        ...(amount != null && { amount }),
      },
    })
    return changed
  })
}

const NOTHING_PAID = 'Nothing was paid for this order, so there is nothing to refund.'

const REPLAY = {
  schema: z.object({ id: z.string() }),
  restore: (tx: Tx, _actorId: string, stored: { id: string } | null): Promise<Order> =>
    tx.order.findUniqueOrThrow({ where: { id: stored!.id }, include: withHistory }),
}

/** Returns the order after its pieces went back to stock. */
async function restock(shop: Shop, tx: Tx, order: Order, { lines, amount }: RefundInput): Promise<Order> {
  if (amount != null && !lines)
    throw invalidInput('restock', 'To return items to stock, refund lines or the whole order instead of an amount.')
  if (!HAS_PIECES.includes(order.status))
    throw invalidInput(
      'restock',
      'Refunds cannot restock items in this status. Change the stock of the products instead.',
    )
  if (order.status === 'PAID' && lines) return cancelRefunded(shop, tx, order, lines, amount)
  await putBack(tx, order, lines ? new Map(lines.map(({ id, quantity }) => [id, quantity])) : undefined)
  return order
}

/** Cancels those of the pieces that are still to be sent. The others are cancelled already, and only their refund is missing. */
async function cancelRefunded(
  shop: Shop,
  tx: Tx,
  order: Order,
  lines: SomePieces[],
  amount: number | null | undefined,
): Promise<Order> {
  const money = await readMoney(tx, order.id)
  const pieces = pickLines(order, lines, (line) => refundablePieces(order, line, money), 'refund')
  const { lines: priced, amount: price } = priceOf(order, pieces, money)
  const sent = pieces.flatMap(({ line, quantity }, i) =>
    quantity > priced[i]!.due ? [{ line, quantity: quantity - priced[i]!.due }] : [],
  )
  if (sent.length === 0) return order
  // The reason of a refund is for staff only.
  const how = { source: 'SHOP', restock: true, reason: null } as const
  return countCancelled(shop, tx, order, sent, { ...how, amount: amount ?? price })
}

/** An order that is still PAID will be shipped, so some of its pieces must be left. */
function checkSent(changed: Order, { whole }: RefundInput): void {
  if (changed.status !== 'PAID' || (!whole && allPieces(changed).length > 0)) return
  throw invalidInput('restock', 'No item would be left to ship. Cancel the order, or refund all of its payments.')
}

interface Asked extends RefundInput {
  reference: string | null
}

async function request(shop: Shop, tx: Tx, order: Order, asked: Asked, requestedById: string): Promise<Order> {
  const { whole, lines, amount, paymentId, reason, reference } = asked
  if ([whole || null, lines ?? amount].filter((way) => way != null).length !== 1)
    throw invalidInput('amount', 'Give `whole`, `lines` or `amount`, or `lines` with an `amount` below their price.')
  const money = await readMoney(tx, order.id)
  const own = money.payments.find(({ id, excess }) => (paymentId == null ? excess === null : id === paymentId))
  if (money.payments.length === 0) throw new DomainError('REFUND_TOO_LARGE', { field: 'number', message: NOTHING_PAID })
  if (paymentId != null && !own) throw invalidInput('paymentId', 'This order has no such payment.')
  const wanted = { reason, reference, requestedById }
  if (whole) {
    const changed = await requestRest(shop, tx, order, { ...wanted, paymentId: paymentId ?? undefined })
    if (changed === order) throw new DomainError('REFUND_TOO_LARGE', { message: ALL_REFUNDED })
    return changed
  }
  const payment = own ?? money.payments[0]!
  if (amount != null && !lines) {
    if (amount < 1) throw invalidInput('amount', 'The amount must be above 0.')
    return requestRefund(shop, tx, order, { ...wanted, payment, amount })
  }
  const pieces = pickLines(order, lines!, (line) => refundablePieces(order, line, money), 'refund')
  const priced = priceOf(order, pieces, money)
  if (priced.amount === 0) throw invalidInput('lines', 'Nothing was paid for these items.')
  if (amount != null && (amount < 1 || amount > priced.amount))
    throw invalidInput(
      'amount',
      `For these items, the amount must be above 0 and at most ${formatPaise(priced.amount)}.`,
    )
  // The buyer no longer has pieces that return to stock, so a later cancellation or return of them is owed nothing more.
  const refunded = priced.lines.map((line) => (asked.restock ? { ...line, due: line.quantity } : line))
  return requestRefund(shop, tx, order, { ...wanted, payment, amount: amount ?? priced.amount, lines: refunded })
}
