/** What a refund will come to before it is asked for, by the server's own rule: what was paid for the pieces, to the paisa. */
import type { OfficeOrder } from './orderChange'

/** By line, pieces of refunds that were asked for and have not failed. */
export function givenBack({ refunds }: Pick<OfficeOrder, 'refunds'>): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const { lineId, quantity } of refunds.flatMap(({ state, lines }) => (state === 'FAILED' ? [] : lines)))
    pieces.set(lineId, (pieces.get(lineId) ?? 0) + quantity)
  return pieces
}

/** In paise; the invoice has the order's lines first, in their order, each with its part of the coupon taken off. */
export function priceOfPieces(office: Pick<OfficeOrder, 'order' | 'refunds'>, wanted: Map<string, number>): number {
  const earlier = givenBack(office)
  const { items, invoice } = office.order
  return items.reduce((sum, { id, quantity }, i) => {
    const before = earlier.get(id) ?? 0
    const charged = invoice?.lines[i]?.total ?? 0
    const upTo = (pieces: number) => Math.floor((charged * pieces) / quantity)
    return sum + upTo(before + (wanted.get(id) ?? 0)) - upTo(before)
  }, 0)
}

/** Paise for `270` or `270.50`; null for what is no amount above zero. */
export function paiseOf(text: string): number | null {
  const written = text.replaceAll(',', '').trim()
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(written)) return null
  return Math.round(Number(written) * 100) || null
}
