/** Computes refund amounts for the form. */
import { number } from '../../../../server/shared/text'
import { refundedPieces, refundShare } from '../../../../server/shared/money/refundShare'
import type { OfficeOrder } from './orderChange'

/**
 * The price of the items in paise. The invoice starts with the order's lines in the same sequence, each reduced by its
 * share of the coupon discount.
 */
export function priceOfPieces(office: Pick<OfficeOrder, 'order' | 'refunds'>, wanted: Map<string, number>): number {
  const earlier = refundedPieces(office.refunds)
  const { items, invoice } = office.order
  return items.reduce((sum, { id, quantity }, i) => {
    const line = { charged: invoice?.lines[i]?.totalPaise ?? 0, quantity }
    return sum + refundShare(line, earlier.get(id) ?? 0, wanted.get(id) ?? 0)
  }, 0)
}

/** The amount in paise for text such as `270` or `270.50`. Null for any other text, and for 0. */
export function paiseOf(text: string): number | null {
  const written = number(text).replaceAll(',', '')
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(written)) return null
  return Math.round(Number(written) * 100) || null
}
