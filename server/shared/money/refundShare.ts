/** The part of an order line's price to refund for some of its items. Amounts are in paise. */

interface RefundedPieces {
  lineId: string
  quantity: number
}

/** The quantity of each line in refunds that have not failed. */
export function refundedPieces(
  refunds: readonly { state: string; lines: readonly RefundedPieces[] | null }[],
): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const { state, lines } of refunds) {
    if (state === 'FAILED') continue
    for (const { lineId, quantity } of lines ?? []) pieces.set(lineId, (pieces.get(lineId) ?? 0) + quantity)
  }
  return pieces
}

/**
 * The share for `wanted` items after `earlier` ones have been refunded. `charged` is the price of the whole line after its share of the
 * coupon discount. Shares are whole paise. If all items are refunded one by one, their shares add up to `charged`.
 */
export function refundShare(line: { charged: number; quantity: number }, earlier: number, wanted: number): number {
  const upTo = (pieces: number) => Math.floor((line.charged * pieces) / line.quantity)
  return upTo(earlier + wanted) - upTo(earlier)
}
