/** Computes refund amounts for the form. */
import { number } from '../../../../server/shared/text'
import { settledPieces } from '../../../../server/shared/money/refundShare'
import { priceOfPieces as priceOf } from '../../../components/order/amounts'
import type { OfficeOrder } from './orderChange'

type Refunded = Pick<OfficeOrder, 'order' | 'refunds'>

/** Counts, by line, the pieces whose price is settled: refunded, or cancelled before they were paid on delivery. */
function settledOf({ order, refunds }: Refunded): (id: string) => number {
  const { pieces } = settledPieces(refunds)
  const cancelled = new Map(order.items.map((item) => [item.id, order.payOnDelivery ? item.cancelled : 0]))
  return (id) => (pieces.get(id) ?? 0) + (cancelled.get(id) ?? 0)
}

/** The pieces of a line that can still be refunded. */
export function refundablePieces(office: Refunded, { id, quantity }: { id: string; quantity: number }): number {
  return Math.max(0, quantity - settledOf(office)(id))
}

/** The price of the pieces in paise: after the coupon, with the gift wrap. */
export const priceOfPieces = (office: Refunded, wanted: Map<string, number>): number =>
  priceOf(
    office.order,
    [...wanted].map(([id, quantity]) => ({ id, quantity })),
    settledOf(office),
  )

/** The pieces for which the shop owes money, by line: the buyer no longer has them, and no refund was requested for them. */
export function owedPieces(office: Refunded): Record<string, number> {
  const { due } = settledPieces(office.refunds)
  return Object.fromEntries(
    office.order.items.flatMap((item) => {
      const gone = item.returned + (office.order.payOnDelivery ? 0 : item.cancelled)
      const owed = Math.min(gone - (due.get(item.id) ?? 0), refundablePieces(office, item))
      return owed > 0 ? [[item.id, owed]] : []
    }),
  )
}

/** The amount in paise for text such as `270` or `270.50`. Null for any other text, and for 0. */
export function paiseOf(text: string): number | null {
  const written = number(text).replaceAll(',', '')
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(written)) return null
  return Math.round(Number(written) * 100) || null
}
