/** The part of an order line's price to refund for some of its items. Amounts are in paise. */

export interface RefundedPieces {
  lineId: string
  quantity: number
  /** Their price in paise, even if the refund is lower. */
  amount: number
  /** Those of the pieces that the buyer no longer has. */
  due: number
}

/** The refunded pieces of each line, in refunds that have not failed. */
const refundedLines = (refunds: readonly { state: string; lines: unknown }[]): RefundedPieces[] =>
  refunds.flatMap(({ state, lines }) => (state === 'FAILED' ? [] : ((lines ?? []) as RefundedPieces[])))

/** The quantity of each line in refunds that have not failed. */
export function refundedPieces(refunds: readonly { state: string; lines: unknown }[]): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const { lineId, quantity } of refundedLines(refunds)) pieces.set(lineId, (pieces.get(lineId) ?? 0) + quantity)
  return pieces
}

interface Settled {
  pieces: number
  /** Those of the pieces that the buyer no longer had. */
  due: number
  /** The price of the pieces in paise. */
  amount: number
}

/** What was settled of one line, in refunds that have not failed. `unpaid` pieces were cancelled before they were paid on delivery. */
export function settledOf(
  line: { id: string; charged: number; quantity: number },
  refunds: readonly { state: string; lines: unknown }[],
  unpaid = { pieces: 0, amount: 0 },
): Settled {
  const settled = { ...unpaid, due: 0 }
  for (const { lineId, quantity, due, amount } of refundedLines(refunds)) {
    if (lineId !== line.id) continue
    settled.amount += amount
    settled.pieces += quantity
    settled.due += due
  }
  return settled
}

/**
 * The price of `wanted` further pieces of a line: what all settled pieces cost together, less what was settled. So the refunds of a line add
 * up to its price to the paisa, even if one of them fails and is made again. Not below 0: what was settled may have the rounding of the line.
 */
export const nextShare = (line: { charged: number; quantity: number }, settled: Settled, wanted: number): number =>
  Math.max(0, refundShare(line, 0, settled.pieces + wanted) - settled.amount)

/**
 * The share for `wanted` items after `earlier` ones have been refunded. `charged` is the price of the whole line after its share of the
 * coupon discount and with its share of the gift wrap. Shares are whole paise. If all items are refunded one by one, their shares add up to
 * `charged`.
 */
export function refundShare(line: { charged: number; quantity: number }, earlier: number, wanted: number): number {
  const upTo = (pieces: number) => Math.floor((line.charged * pieces) / line.quantity)
  return upTo(earlier + wanted) - upTo(earlier)
}
