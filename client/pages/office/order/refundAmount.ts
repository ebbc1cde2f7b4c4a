/** Computes refund amounts for the form. */
import { number } from '../../../../server/shared/text'
import { nextShare, settledOf } from '../../../../server/shared/money/refundShare'
import { nowOf } from '../../../components/order/amounts'
import type { OfficeOrder } from './orderChange'

type Refunded = Pick<OfficeOrder, 'order' | 'refunds'>
type OrderItem = OfficeOrder['order']['items'][number]

/** What is settled of a line: refunded, or cancelled before it was paid on delivery. */
function settled({ order, refunds }: Refunded, item: OrderItem) {
  const { charged, cancelled } = nowOf(order).lines.find(({ id }) => id === item.id)!
  const line = { id: item.id, quantity: item.quantity, charged }
  const made = refunds.map(({ state, lines }) => ({
    state,
    lines: lines.map(({ pricePaise: amount, ...each }) => ({ ...each, amount })),
  }))
  return {
    ...line,
    settled: settledOf(line, made, order.payOnDelivery ? { pieces: item.cancelled, amount: cancelled } : undefined),
  }
}

/** The pieces of a line that can still be refunded. */
export const refundablePieces = (office: Refunded, item: OrderItem): number =>
  Math.max(0, item.quantity - settled(office, item).settled.pieces)

/** The price of the pieces in paise: after the coupon, with the gift wrap. */
export function priceOfPieces(office: Refunded, wanted: Map<string, number>): number {
  const prices = office.order.items.map((item) => {
    const line = settled(office, item)
    return nextShare(line, line.settled, wanted.get(item.id) ?? 0)
  })
  return prices.reduce((sum, price) => sum + price, 0)
}

/** The pieces for which the shop owes money, by line: the buyer no longer has them, and no refund was requested for them. */
export function owedPieces(office: Refunded): Record<string, number> {
  return Object.fromEntries(
    office.order.items.flatMap((item) => {
      const gone = item.returned + (office.order.payOnDelivery ? 0 : item.cancelled)
      const owed = Math.min(gone - settled(office, item).settled.due, refundablePieces(office, item))
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
