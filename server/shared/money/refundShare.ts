/** The part of an order line's price to refund for some of its items, or for single pieces of a set. Amounts are in paise. */
import { piecesPerItem, singly, type Pieces, type SetLine } from '../setPieces'

/** Some pieces of a line, as stored in Refund.lines. */
export interface RefundedPieces {
  lineId: string
  /** Whole items. */
  quantity: number
  /** Further single pieces of a set. Release 1.0.0 stored none, like `duePieces`. */
  pieces?: number
  /** Their price in paise, even if the refund is lower. */
  amount: number
  /** How many of the pieces the buyer no longer has, or sends back: whole items, and further single pieces. */
  due: number
  duePieces?: number
}

/** The refunded pieces of each line, in refunds that have not failed. */
const refundedLines = (refunds: readonly { state: string; lines: unknown }[]): RefundedPieces[] =>
  refunds.flatMap(({ state, lines }) => (state === 'FAILED' ? [] : ((lines ?? []) as RefundedPieces[])))

/** The pieces of each line in refunds that have not failed. Several refunds of single pieces may add up to more than a set. */
export function refundedPieces(refunds: readonly { state: string; lines: unknown }[]): Map<string, Pieces> {
  const refunded = new Map<string, Pieces>()
  for (const { lineId, quantity, pieces = 0 } of refundedLines(refunds)) {
    const before = refunded.get(lineId) ?? { quantity: 0, pieces: 0 }
    refunded.set(lineId, { quantity: before.quantity + quantity, pieces: before.pieces + pieces })
  }
  return refunded
}

/** Counted singly: a set of four has four pieces. */
interface Settled {
  pieces: number
  /** How many of the pieces the buyer no longer had, or was to send back. */
  due: number
  /** The price of the pieces in paise. */
  amount: number
}

/** What was settled of one line, in refunds that have not failed. `unpaid` pieces were cancelled before they were paid on delivery. */
export function settledOf(
  line: SetLine & { id: string },
  refunds: readonly { state: string; lines: unknown }[],
  unpaid = { pieces: 0, amount: 0 },
): Settled {
  const settled = { ...unpaid, due: 0 }
  for (const { lineId, amount, quantity, pieces = 0, due, duePieces = 0 } of refundedLines(refunds)) {
    if (lineId !== line.id) continue
    settled.amount += amount
    settled.pieces += singly(line, { quantity, pieces })
    settled.due += singly(line, { quantity: due, pieces: duePieces })
  }
  return settled
}

/**
 * The price of `wanted` further single pieces of a line: what all settled pieces cost together, less what was settled. So the refunds of a line
 * add up to its price to the paisa, even if one of them fails and is made again. Not below 0: what was settled may have the rounding of the line.
 */
export function nextShare(
  line: SetLine & { charged: number; quantity: number },
  settled: Settled,
  wanted: number,
): number {
  const pieces = line.quantity * piecesPerItem(line)
  return Math.max(
    0,
    refundShare({ charged: line.charged, quantity: pieces }, 0, settled.pieces + wanted) - settled.amount,
  )
}

/**
 * The share for `wanted` items after `earlier` ones have been refunded. `charged` is the price of the whole line after its share of the
 * coupon discount and with its share of the gift wrap. Shares are whole paise. If all items are refunded one by one, their shares add up to
 * `charged`.
 */
export function refundShare(line: { charged: number; quantity: number }, earlier: number, wanted: number): number {
  const upTo = (pieces: number) => Math.floor((line.charged * pieces) / line.quantity)
  return upTo(earlier + wanted) - upTo(earlier)
}
