/** Computes refund amounts for the form. */
import { number } from '../../../../server/shared/text'
import { nextShare, settledOf } from '../../../../server/shared/money/refundShare'
import { piecesPerItem, singly } from '../../../../server/shared/setPieces'
import { nowOf } from '../../../components/order/amounts'
import type { OfficeOrder } from './orderChange'

type Refunded = Pick<OfficeOrder, 'order' | 'refunds'>
type OrderItem = OfficeOrder['order']['items'][number]

/** What is settled of a line: refunded, or cancelled before it was paid on delivery. */
function settled({ order, refunds }: Refunded, item: OrderItem) {
  const { charged, cancelled } = nowOf(order).lines.find(({ id }) => id === item.id)!
  const line = { id: item.id, quantity: item.quantity, piecesInSet: item.piecesInSet, charged }
  const made = refunds.map(({ state, lines }) => ({
    state,
    lines: lines.map(({ pricePaise: amount, ...each }) => ({ ...each, amount })),
  }))
  const unpaid = order.payOnDelivery ? { pieces: item.cancelled * piecesPerItem(item), amount: cancelled } : undefined
  return { ...line, settled: settledOf(line, made, unpaid) }
}

/** The pieces of a line that can still be refunded. Those of a set count singly, also below. */
export const refundablePieces = (office: Refunded, item: OrderItem): number =>
  Math.max(0, item.quantity * piecesPerItem(item) - settled(office, item).settled.pieces)

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
      const whole = item.returned + (office.order.payOnDelivery ? 0 : item.cancelled)
      const gone = singly(item, { quantity: whole, pieces: item.returnedPieces })
      const owed = Math.min(gone - settled(office, item).settled.due, refundablePieces(office, item))
      return owed > 0 ? [[item.id, owed]] : []
    }),
  )
}

/**
 * False if the refund is only for pieces that were cancelled or came back: staff said then whether they return to stock. Also false for an
 * amount without pieces.
 */
export function asksForRestock(
  office: Refunded,
  { way, pieces }: { way: 'whole' | 'lines' | 'amount'; pieces: Readonly<Record<string, number>> },
): boolean {
  if (way !== 'lines') return way === 'whole'
  const owed = owedPieces(office)
  const picked = Object.entries(pieces).filter(([, count]) => count > 0)
  return picked.length === 0 || picked.some(([id, count]) => count > (owed[id] ?? 0))
}

/** The amount in paise for text such as `270` or `270.50`. Null for any other text, and for 0. */
export function paiseOf(text: string): number | null {
  const written = number(text).replaceAll(',', '')
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(written)) return null
  return Math.round(Number(written) * 100) || null
}
