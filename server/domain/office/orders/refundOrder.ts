/** Refunds by staff: the full remainder, some lines, or an amount, once per idempotency key. */
import { z } from 'zod'
import type { Tx } from '../../../database/db'
import { officeReason, refundReference } from '../../../shared/officeInput'
import { parseField } from '../../../shared/validation'
import { audit } from '../../audit/audit'
import { runOnce } from '../../idempotency'
import { makeRefund, type RefundChoice } from '../../orders/after-sale/refund'
import { orderNumber, withHistory, type Order } from '../../orders/order'
import { checkPieces } from '../../orders/pieces'
import type { Shop } from '../../shop'
import type { Actor } from '../../staff/actor'
import { changeByNumber, checkVersion, describeForAudit, type OrderEdit } from './changeOrder'

export interface RefundInput extends OrderEdit, RefundChoice {
  reason: string
  /** The bank's reference for a manual refund. */
  reference?: string | null
  idempotencyKey: string
}

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
    const { before, changed } = await changeByNumber(tx, input.number, async (order) => {
      checkVersion(order, input.version)
      return makeRefund(shop, tx, order, input, { reason, reference, requestedById: actor.id })
    })
    const { whole, lines, amount, paymentId } = input
    await audit(tx, {
      actorId: actor.id,
      action: 'refundOrder',
      subject: { type: 'Order', id: orderNumber(before) },
      before: describeForAudit(before),
      after: {
        ...describeForAudit(changed),
        refund: { reason, reference, restock: input.restock ?? false, ...(paymentId != null && { paymentId }) },
        ...(whole && { whole }),
        ...(lines && { lines: lines.map((line) => ({ ...line, item: titleOf(before, line.id) })) }),
        ...(amount != null && { amount }),
      },
    })
    return changed
  })
}

const titleOf = ({ lines }: Order, id: string): string | null => lines.find((line) => line.id === id)?.title ?? null

const REPLAY = {
  schema: z.object({ id: z.string() }),
  restore: (tx: Tx, _actorId: string, stored: { id: string } | null): Promise<Order> =>
    tx.order.findUniqueOrThrow({ where: { id: stored!.id }, include: withHistory }),
}
