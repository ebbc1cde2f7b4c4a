/**
 * Counts the pieces of an order's lines, and the money for them. Bought = kept + returned + cancelled, for each line. A replaced piece
 * counts as kept. If its replacement is cancelled or comes back for money, it counts as returned. Returns, refunds and replacements count the
 * pieces of a set singly. Cancellations and the stock count whole sets.
 */
import type { OrderStatus, Refund } from '../../generated/prisma/client'
import { invalidInput } from '../../shared/errors'
import { nextShare, settledOf, type RefundedPieces } from '../../shared/money/refundShare'
import { sentPieces } from '../../shared/money/orderNow'
import { countedTitle, inSets, piecesPerItem, singly, type Pieces } from '../../shared/setPieces'
import { nowOf } from './charges'
import type { Order, OrderLine } from './order'

interface Refunds {
  refunds: Refund[]
}

/** Some pieces of an order's line. */
export interface SomePieces {
  /** The id of the order's line. */
  id: string
  quantity: number
  pieces?: number | null | undefined
}

/** Some pieces of a line that was found. */
export interface Piece extends Pieces {
  line: OrderLine
}

/** The items that the buyer has, or will get, with the sets of which only some pieces came back. */
export const keptPieces = ({ quantity, cancelled, returned }: OrderLine): number => quantity - cancelled - returned

/** All pieces of an order that are not cancelled. */
export const allPieces = ({ lines }: Order): Piece[] =>
  lines.flatMap((line) => (sentPieces(line) > 0 ? [{ line, quantity: sentPieces(line), pieces: 0 }] : []))

/** The pieces that the buyer can still ask to return, singly. Pieces of a parcel that was never accepted came back without a request. */
export const returnablePieces = (line: OrderLine): number =>
  sentPieces(line) * piecesPerItem(line) -
  Math.max(
    singly(line, { quantity: line.asked, pieces: line.askedPieces }),
    singly(line, { quantity: line.returned, pieces: line.returnedPieces }),
  )

/** The items that can still return to stock. Single pieces of a set have no stock, and an incomplete set cannot be sold. */
export const restockableItems = ({ quantity, cancelled, restocked, returnedPieces, piecesInSet }: OrderLine): number =>
  piecesInSet === 1 ? 0 : Math.max(0, quantity - cancelled - restocked - (returnedPieces > 0 ? 1 : 0))

/** In these statuses, the order's items are not back in stock yet. */
const HAS_PIECES: OrderStatus[] = ['PAID', 'SHIPPED', 'DELIVERED', 'RETURN_REQUESTED', 'RETURNED']

export const hasPieces = ({ status }: Order): boolean => HAS_PIECES.includes(status)

/** What staff can put back into stock with a refund or a return. */
export const restockableLines = (order: Order): { lineId: string; quantity: number }[] =>
  hasPieces(order)
    ? order.lines
        .map((line) => ({ lineId: line.id, quantity: restockableItems(line) }))
        .filter(({ quantity }) => quantity > 0)
    : []

/** Each line may appear once. Throws INVALID_INPUT. */
export function checkPieces(wanted: readonly SomePieces[], field = 'lines'): void {
  if (wanted.length === 0) throw invalidInput(field, 'Choose at least one item.')
  const isCount = (count: number) => Number.isInteger(count) && count >= 0
  if (
    wanted.some(({ quantity, pieces }) => !isCount(quantity) || !isCount(pieces ?? 0) || quantity + (pieces ?? 0) < 1)
  )
    throw invalidInput(field, 'The quantity of each line must be 1 or more.')
  if (new Set(wanted.map(({ id }) => id)).size < wanted.length)
    throw invalidInput(field, 'Each line can appear only once.')
}

/** Finds the named lines, each with at most `most` single pieces. Throws INVALID_INPUT for `field` with a message that names the line. */
export function pickLines(
  order: Order,
  wanted: readonly SomePieces[],
  most: (line: OrderLine) => number,
  what: string,
  field = 'lines',
): Piece[] {
  checkPieces(wanted, field)
  return wanted.map(({ id, quantity, pieces: some }) => {
    const pieces = some ?? 0
    const line = order.lines.find((each) => each.id === id)
    if (!line) throw invalidInput(field, 'The order has no such line.')
    if (pieces >= piecesPerItem(line)) throw invalidInput(field, tooManyPieces(line))
    const left = most(line)
    if (singly(line, { quantity, pieces }) <= left) return { line, quantity, pieces }
    const whole = inSets(line, left).quantity
    throw invalidInput(
      field,
      left === 0
        ? `You cannot ${what} any more of ${line.title}.`
        : pieces === 0 && whole > 0
          ? `You can ${what} 1 to ${whole} of ${line.title}.`
          : `You can ${what} 1 to ${left} single items of ${line.title}.`,
    )
  })
}

function tooManyPieces(line: OrderLine): string {
  const most = piecesPerItem(line) - 1
  return most === 0
    ? `${line.title} has no single items. Give only its quantity.`
    : `Give 0 to ${most} single items of ${line.title}, and its whole sets as the quantity.`
}

/** What is settled of a line: refunded, or cancelled before it was paid on delivery. */
function settled(order: Order, line: OrderLine, { refunds }: Refunds) {
  const { id, quantity, piecesInSet } = line
  const { charged, cancelled } = nowOf(order).lines.find((each) => each.id === id)!
  const priced = { id, quantity, piecesInSet, charged }
  const unpaid = order.payOnDelivery ? { pieces: line.cancelled * piecesPerItem(line), amount: cancelled } : undefined
  return { ...priced, settled: settledOf(priced, refunds, unpaid) }
}

/** The pieces of a line that can still be refunded, singly. */
export const refundablePieces = (order: Order, line: OrderLine, money: Refunds): number =>
  Math.max(0, line.quantity * piecesPerItem(line) - settled(order, line, money).settled.pieces)

/**
 * The pieces that the shop owes money for, singly: the buyer no longer has them, and no refund was requested for them. `awaited` pieces are
 * counted as if they were back.
 */
function owedPieces(order: Order, line: OrderLine, money: Refunds, awaited = 0): number {
  const { due } = settled(order, line, money).settled
  const gone = { quantity: line.returned + (order.payOnDelivery ? 0 : line.cancelled), pieces: line.returnedPieces }
  return Math.max(0, Math.min(singly(line, gone) + awaited - due, refundablePieces(order, line, money)))
}

export interface PricedPieces {
  lines: Required<RefundedPieces>[]
  /** Paise. */
  amount: number
}

/**
 * The refund for the pieces that were not refunded before. A line with nothing left has the amount 0. `awaitedIn` counts the pieces of
 * a line that will come back for money: after a refund for them, the shop owes nothing when they arrive.
 */
export function priceOf(
  order: Order,
  pieces: Piece[],
  money: Refunds,
  awaitedIn: (line: OrderLine) => number = () => 0,
): PricedPieces {
  const lines = pieces.map(({ line, ...some }) => {
    const known = settled(order, line, money)
    const wanted = Math.min(singly(line, some), refundablePieces(order, line, money))
    const due = inSets(line, Math.min(wanted, owedPieces(order, line, money, awaitedIn(line))))
    return {
      ...{ lineId: line.id, ...inSets(line, wanted), due: due.quantity, duePieces: due.pieces },
      amount: nextShare(known, known.settled, wanted),
    }
  })
  return { lines, amount: lines.reduce((sum, { amount }) => sum + amount, 0) }
}

/** All pieces that the shop owes money for. */
export function owedOf(order: Order, money: Refunds): PricedPieces {
  const pieces = order.lines.flatMap((line) => {
    const owed = owedPieces(order, line, money)
    return owed > 0 ? [{ line, ...inSets(line, owed) }] : []
  })
  return priceOf(order, pieces, money)
}

/** Such as `2 × Speckled Mug, 1 × Moon Jar`. */
export const namesOf = (pieces: readonly Piece[]): string =>
  pieces.map(({ line, ...some }) => countedTitle({ ...line, ...some })).join(', ')

/** The whole items of products that the shop still has. */
export const inStock = (pieces: readonly Piece[]) =>
  pieces.flatMap(({ line: { productId }, quantity }) => (productId === null ? [] : [{ productId, quantity }]))
