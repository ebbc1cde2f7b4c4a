/** Refunds by staff: the full remainder, some lines, or an amount, once per idempotency key. */
import { z } from 'zod'
import type { Tx } from '../../../database/db'
import type { OrderStatus, Refund } from '../../../generated/prisma/client'
import { DomainError, invalidInput } from '../../../shared/errors'
import { officeReason, refundReference } from '../../../shared/officeInput'
import { refundedPieces, refundShare } from '../../../shared/money/refundShare'
import { parseField } from '../../../shared/validation'
import { runOnce } from '../../idempotency'
import { chargedLines } from '../../orders/invoice'
import { orderNumber, withHistory, type Order } from '../../orders/order'
import { ALL_REFUNDED, readMoney, requestRefund, requestRest } from '../../orders/ledger/ledger'
import type { Shop } from '../../shop'
import { audit } from '../../audit/audit'
import { checkVersion, describeForAudit, lockByNumber, type OrderEdit } from './changeOrder'
import { putBack } from './orderChanges'
import type { Actor } from '../../staff/actor'

interface RefundedLine {
  id: string
  quantity: number
}

export interface RefundInput extends OrderEdit {
  /** Pass exactly one of `whole`, `lines` and `amount`. */
  whole?: boolean | null
  lines?: RefundedLine[] | null
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

/** In these statuses, the order's items are not back in stock yet, so staff can restock them. */
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
  if (input.lines) checkLines(input.lines)
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
    if (input.restock) await restock(tx, order, input)
    const changed = await request(shop, tx, order, { ...input, reason, reference }, actor.id)
    const { whole, lines, amount, paymentId } = input
    await audit(tx, {
      actorId: actor.id,
      action: 'refundOrder',
      subject: { type: 'Order', id: orderNumber(order) },
      before: describeForAudit(order),
      after: {
        ...describeForAudit(changed),
        refund: { reason, reference, restock: input.restock ?? false, ...(paymentId != null && { paymentId }) },
        ...(whole ? { whole } : lines ? { lines: lines.map((line) => ({ ...line })) } : { amount: amount! }),
      },
    })
    return changed
  })
}

/** Each line may appear once, so the refunded and the restocked quantities are equal. Throws INVALID_INPUT. */
function checkLines(lines: RefundedLine[]): void {
  if (lines.some(({ quantity }) => !Number.isInteger(quantity) || quantity < 1))
    throw invalidInput('lines', 'The quantity of each line must be 1 or more.')
  if (new Set(lines.map(({ id }) => id)).size < lines.length)
    throw invalidInput('lines', 'Each line can appear only once.')
}

const REPLAY = {
  schema: z.object({ id: z.string() }),
  restore: (tx: Tx, _actorId: string, stored: { id: string } | null): Promise<Order> =>
    tx.order.findUniqueOrThrow({ where: { id: stored!.id }, include: withHistory }),
}

async function restock(tx: Tx, order: Order, { lines, amount }: RefundInput): Promise<void> {
  if (amount != null)
    throw invalidInput('restock', 'To return items to stock, refund lines or the whole order instead of an amount.')
  if (!HAS_PIECES.includes(order.status))
    throw invalidInput(
      'restock',
      'Refunds cannot restock items in this status. Change the stock of the products instead.',
    )
  await putBack(tx, order, lines ? new Map(lines.map(({ id, quantity }) => [id, quantity])) : undefined)
}

/** The lines of a stored refund, from a JSON column. */
interface PricedLine {
  lineId: string
  quantity: number
}

interface Asked extends RefundInput {
  reference: string | null
}

async function request(shop: Shop, tx: Tx, order: Order, asked: Asked, requestedById: string): Promise<Order> {
  const { whole, lines, amount, paymentId, reason, reference } = asked
  if ([whole || null, lines, amount].filter((way) => way != null).length !== 1)
    throw invalidInput('amount', 'Give exactly one of `whole`, `lines` and `amount`.')
  const money = await readMoney(tx, order.id)
  const own = money.payments.find(({ id, excess }) => (paymentId == null ? excess === null : id === paymentId))
  if (money.payments.length === 0 || (paymentId != null && !own))
    throw invalidInput('paymentId', 'This order has no such payment.')
  const wanted = { reason, reference, requestedById }
  if (whole) {
    const changed = await requestRest(shop, tx, order, { ...wanted, paymentId: paymentId ?? undefined })
    if (changed === order) throw new DomainError('REFUND_TOO_LARGE', { message: ALL_REFUNDED })
    return changed
  }
  const payment = own ?? money.payments[0]!
  if (amount != null) {
    if (amount < 1) throw invalidInput('amount', 'The amount must be above 0.')
    return requestRefund(shop, tx, order, { ...wanted, payment, amount })
  }
  const before = refundedPieces(money.refunds as (Refund & { lines: PricedLine[] | null })[])
  const priced = lines!.map((line) => ({ lineId: line.id, quantity: line.quantity }))
  return requestRefund(shop, tx, order, { ...wanted, payment, amount: priceOf(order, lines!, before), lines: priced })
}

/** The price of the lines in paise. Throws INVALID_INPUT. */
function priceOf(order: Order, lines: RefundedLine[], before: Map<string, number>): number {
  const charged = chargedLines(order)
  let total = 0
  for (const { id: lineId, quantity } of lines) {
    const index = order.lines.findIndex(({ id }) => id === lineId)
    const line = order.lines[index]
    if (!line) throw invalidInput('lines', 'The order has no such line.')
    const earlier = before.get(lineId) ?? 0
    const left = line.quantity - earlier
    if (quantity < 1 || quantity > left)
      throw invalidInput(
        'lines',
        left > 0 ? `You can refund 1 to ${left} of ${line.title}.` : `All of ${line.title} was refunded already.`,
      )
    total += refundShare({ charged: charged[index]!.total, quantity: line.quantity }, earlier, quantity)
  }
  if (total === 0) throw invalidInput('lines', 'Nothing was paid for these items.')
  return total
}
