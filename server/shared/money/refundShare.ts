/** The part of an order line's price to refund for some of its items. Amounts are in paise. */

export interface RefundedPieces {
  lineId: string
  quantity: number
  /** Those of the pieces that the buyer no longer has. All in refunds of releases before 1.2. */
  due?: number | undefined
}

/** The quantity of each line in refunds that have not failed, and how many of them the shop owed because they were cancelled or returned. */
export function settledPieces(refunds: readonly { state: string; lines: unknown }[]): {
  pieces: Map<string, number>
  due: Map<string, number>
} {
  const pieces = new Map<string, number>()
  const dues = new Map<string, number>()
  for (const { state, lines } of refunds) {
    if (state === 'FAILED') continue
    for (const { lineId, quantity, due = quantity } of (lines ?? []) as RefundedPieces[]) {
      pieces.set(lineId, (pieces.get(lineId) ?? 0) + quantity)
      dues.set(lineId, (dues.get(lineId) ?? 0) + due)
    }
  }
  return { pieces, due: dues }
}

/** The quantity of each line in refunds that have not failed. */
export const refundedPieces = (refunds: readonly { state: string; lines: unknown }[]): Map<string, number> =>
  settledPieces(refunds).pieces

/**
 * The share for `wanted` items after `earlier` ones have been refunded. `charged` is the price of the whole line after its share of the
 * coupon discount and with its share of the gift wrap. Shares are whole paise. If all items are refunded one by one, their shares add up to
 * `charged`.
 */
export function refundShare(line: { charged: number; quantity: number }, earlier: number, wanted: number): number {
  const upTo = (pieces: number) => Math.floor((line.charged * pieces) / line.quantity)
  return upTo(earlier + wanted) - upTo(earlier)
}
