/** Staff actions on returns: decide, refuse, and receive the parcel. orderChanges.ts has the other changes of orders. */
import type { ReturnWish } from '../../../generated/prisma/client'
import { officeReason } from '../../../shared/officeInput'
import { parseField } from '../../../shared/validation'
import { decideOnReturn, isRefusal, refuseLines } from '../../orders/after-sale/decide'
import { receiveAll, receivePieces, type ReceivedLine } from '../../orders/after-sale/receive'
import type { Order } from '../../orders/order'
import type { SomePieces } from '../../orders/pieces'
import type { Shop } from '../../shop'
import type { Actor } from '../../staff/actor'
import { countStarsOfOrder } from '../../reviews/reviewCounts'
import { changeOrder, checkStatus, type OrderEdit } from './changeOrder'

export interface Decision extends OrderEdit {
  /** The ids of the order's lines that are refused. All others are accepted. */
  refused?: string[] | null
  /** The refused pieces of lines of which the others are accepted. */
  refusedLines?: SomePieces[] | null
  /** Why items are refused. If none are, why the buyer gets something else than wished. The buyer reads it. */
  reason?: string | null
  /** What the buyer gets. If missing, what the buyer wished. */
  wish?: ReturnWish | null
}

/** Decides on all lines of the open request. Throws the errors of decideOnReturn and changeOrder. */
export async function decideReturn(shop: Shop, actor: Actor, input: Decision): Promise<Order> {
  const [refused, refusedLines] = [new Set(input.refused ?? []), input.refusedLines ?? []]
  const isReasonRequired = refused.size + refusedLines.length > 0
  const reason = isReasonRequired || input.reason ? parseField('reason', officeReason, input.reason ?? '') : null
  return changeOrder(shop, actor, input, {
    action: 'decideReturn',
    isDone: () => false,
    async work(tx, order) {
      checkStatus(order, ['RETURN_REQUESTED'], 'answer the return')
      return decideOnReturn(shop, tx, order, { refused, refusedLines, reason, wish: input.wish ?? null })
    },
  })
}

export interface Received extends OrderEdit {
  lines: ReceivedLine[]
}

/** Records the accepted pieces that are back. Throws the errors of receivePieces and changeOrder. */
export const receiveReturn = (shop: Shop, actor: Actor, { lines, ...edit }: Received): Promise<Order> =>
  changeOrder(shop, actor, edit, {
    action: 'receiveReturn',
    isDone: () => false,
    async work(tx, order) {
      checkStatus(order, ['RETURN_REQUESTED'], 'receive the return')
      const received = await receivePieces(shop, tx, order, lines)
      await countStarsOfOrder(tx, order.id)
      return received
    },
  })

/** Records that all pieces are back, without a decision before. Throws the errors of receiveAll and changeOrder. */
export const acceptReturn = (
  shop: Shop,
  actor: Actor,
  { restock, ...edit }: OrderEdit & { restock: boolean },
): Promise<Order> =>
  changeOrder(shop, actor, edit, {
    action: 'acceptReturn',
    isDone: ({ status }) => status === 'RETURNED',
    async work(tx, order) {
      checkStatus(order, ['RETURN_REQUESTED', 'SHIPPED'], 'accept the return')
      const received = await receiveAll(shop, tx, order, { restock })
      await countStarsOfOrder(tx, order.id)
      return received
    },
  })

/** Refuses all lines of the open request that are not completed. Throws the errors of refuseLines and changeOrder. */
export async function refuseReturn(shop: Shop, actor: Actor, input: OrderEdit & { reason: string }): Promise<Order> {
  const reason = parseField('reason', officeReason, input.reason)
  return changeOrder(shop, actor, input, {
    action: 'refuseReturn',
    isDone: ({ status, events }) => status !== 'RETURN_REQUESTED' && isRefusal(events.at(-1)?.note ?? '', reason),
    async work(tx, order) {
      checkStatus(order, ['RETURN_REQUESTED'], 'refuse the return')
      return refuseLines(shop, tx, order, reason, actor.id)
    },
  })
}
