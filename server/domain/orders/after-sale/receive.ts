/** The pieces of a return that are back with the shop. */
import type { Tx } from '../../../database/db'
import { isReplaceable } from '../../../shared/delivery/returns'
import { DomainError, invalidInput } from '../../../shared/errors'
import type { Shop } from '../../shop'
import type { Order } from '../order'
import { inStock, keptPieces, namesOf, restockableItems, type Piece } from '../pieces'
import { addNote, moveOrder, type Entry } from '../state/orderState'
import { moveStock } from '../state/stock'
import { countPieces, recount, type LockedOrder } from '../state/withOrder'
import { openReturnOf, piecesIn, type OpenReturn } from './readReturns'
import { createReplacement } from './replace'

export interface ReceivedLine {
  /** The order's line whose pieces are back. */
  id: string
  /** How many of these return to stock. */
  restock: number
}

/** Records the accepted pieces that are back. Throws INVALID_INPUT, and ORDER_STATUS_CONFLICT if the request is not decided. */
export async function receivePieces(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  lines: readonly ReceivedLine[],
): Promise<LockedOrder> {
  const open = await openReturnOf(tx, order)
  if (!open || open.decidedAt === null)
    throw new DomainError('ORDER_STATUS_CONFLICT', { field: 'number', message: 'Answer the return first.' })
  checkReceived(order, open, lines)
  return receive(shop, tx, order, open, lines)
}

/**
 * Records that all pieces are back: accepts a request that is not decided yet, or takes back a SHIPPED parcel that the buyer did not accept.
 * Pieces that staff have refused stay with the buyer. Throws INVALID_INPUT and OUT_OF_STOCK.
 */
export async function receiveAll(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  { restock }: { restock: boolean },
): Promise<LockedOrder> {
  const open = await openReturnOf(tx, order)
  if (!open) return takeAllBack(shop, tx, order, restock)
  // All pieces are in the parcel, even broken ones.
  const accepted = open.decidedAt === null ? await acceptAll(shop, tx, order, open) : open
  const lines = accepted.lines
    .filter(({ state }) => state === 'ACCEPTED')
    .map((line) => ({ id: line.orderLineId, restock: restock ? restockable(order, line) : 0 }))
  return receive(shop, tx, order, accepted, lines)
}

/** Accepts all lines without an email, because the parcel is here. Throws INVALID_INPUT and OUT_OF_STOCK. */
async function acceptAll(shop: Shop, tx: Tx, order: LockedOrder, open: OpenReturn): Promise<OpenReturn> {
  // Release 1.0.0 let buyers who changed their mind wish for a replacement.
  const wish = open.lines.every(({ reason }) => isReplaceable(reason)) ? open.wish : 'REFUND'
  if (wish === 'REPLACEMENT') await createReplacement(shop, tx, order, open, piecesIn(order, open.lines))
  await tx.returnLine.updateMany({ where: { returnId: open.id }, data: { state: 'ACCEPTED' } })
  return tx.orderReturn.update({
    where: { id: open.id },
    data: { decidedAt: new Date(), wish, insteadOf: wish === open.wish ? null : open.wish },
    include: { lines: true },
  })
}

/** The whole items of a line that can return to stock: a refund may have put some back before. Single pieces of a set cannot be sold as a set. */
const restockable = ({ lines }: Order, { orderLineId, quantity }: OpenReturn['lines'][number]): number =>
  Math.min(quantity, restockableItems(lines.find(({ id }) => id === orderLineId)!))

function checkReceived(order: Order, open: OpenReturn, lines: readonly ReceivedLine[]): void {
  if (lines.length === 0) throw invalidInput('lines', 'Choose at least one item.')
  if (new Set(lines.map(({ id }) => id)).size < lines.length)
    throw invalidInput('lines', 'Each line can appear only once.')
  for (const { id, restock } of lines) {
    const line = open.lines.find(({ orderLineId, state }) => orderLineId === id && state === 'ACCEPTED')
    if (!line) throw invalidInput('lines', 'The shop does not wait for this line.')
    const most = restockable(order, line)
    if (!Number.isInteger(restock) || restock < 0 || restock > most)
      throw invalidInput('lines', `You can return 0 to ${most} of this line to stock.`)
  }
}

async function receive(
  shop: Shop,
  tx: Tx,
  order: LockedOrder,
  open: OpenReturn,
  lines: readonly ReceivedLine[],
): Promise<LockedOrder> {
  const restock = new Map(lines.map((line) => [line.id, line.restock]))
  const back = open.lines.filter(({ orderLineId, state }) => state === 'ACCEPTED' && restock.has(orderLineId))
  const pieces = piecesIn(order, back)
  const isLast = open.lines.every((line) => line.state !== 'ACCEPTED' || back.includes(line))
  await tx.returnLine.updateMany({
    where: { id: { in: back.map(({ id }) => id) } },
    data: { state: 'COMPLETED', isBack: true },
  })
  if (isLast) await tx.orderReturn.update({ where: { id: open.id }, data: { receivedAt: new Date() } })
  await restockPieces(
    tx,
    order,
    pieces.map(({ line }) => ({ line, quantity: restock.get(line.id)!, pieces: 0 })),
  )
  const entry = { source: 'SHOP', note: `The parcel is back with us: ${namesOf(pieces)}.` } as const
  if (isLast) return finishReturn(shop, tx, order, entry, 'RETURNED')
  await addNote(tx, order, entry)
  return order
}

/** For a parcel that was never accepted. */
async function takeAllBack(shop: Shop, tx: Tx, order: LockedOrder, restock: boolean): Promise<LockedOrder> {
  if (restock) {
    const left = order.lines.map((line) => ({ line, quantity: restockableItems(line), pieces: 0 }))
    await restockPieces(tx, order, left)
  }
  return moveOrder(shop, tx, order, 'RETURNED', { source: 'SHOP', note: 'The parcel is back with us.' })
}

async function restockPieces(tx: Tx, order: LockedOrder, given: readonly Piece[]): Promise<void> {
  const pieces = given.filter(({ quantity }) => quantity > 0)
  await countPieces(tx, order, pieces, 'restocked')
  await moveStock(tx, { returned: inStock(pieces) })
}

/** Moves the order to RETURNED if the buyer has nothing of it any more, and to DELIVERED otherwise. */
export async function finishReturn(
  shop: Shop,
  tx: Tx,
  before: LockedOrder,
  entry: Entry,
  mail: 'RETURN_ACCEPTED' | 'RETURN_REFUSED' | 'RETURNED',
): Promise<LockedOrder> {
  const order = await recount(tx, before)
  const status = order.lines.every((line) => keptPieces(line) === 0) ? 'RETURNED' : 'DELIVERED'
  return moveOrder(shop, tx, order, status, entry, {}, { type: mail })
}
