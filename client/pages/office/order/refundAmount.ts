/** Computes refund amounts for the form. */
import { number } from '../../../../server/shared/text'
import { nextShare, settledOf } from '../../../../server/shared/money/refundShare'
import { inSets, piecesPerItem, singly } from '../../../../server/shared/setPieces'
import { nowOf } from '../../../components/order/amounts'
import type { OfficeOrder } from './orderChange'

type Refunded = Pick<OfficeOrder, 'order' | 'refunds'>
export interface Stocked {
  restockable: readonly { lineId: string; quantity: number }[]
}

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

/** How many items of a line can return to stock, as the server counts them. */
export const restockableOf = ({ restockable }: Stocked, id: string): number =>
  restockable.find(({ lineId }) => lineId === id)?.quantity ?? 0

/**
 * False if the refund is only for pieces that were cancelled or came back: staff said then whether they return to stock. Also false for an
 * amount without pieces, and if nothing can return.
 */
export function asksForRestock(
  office: Refunded & Stocked,
  { way, pieces }: { way: 'whole' | 'lines' | 'amount'; pieces: Readonly<Record<string, number>> },
): boolean {
  const picked = Object.entries(pieces).filter(([, count]) => count > 0)
  if (way === 'amount') return false
  if (way === 'whole' || picked.length === 0) return office.restockable.length > 0
  const owed = owedPieces(office)
  return picked.some(([id, count]) => count > (owed[id] ?? 0) && restockableOf(office, id) > 0)
}

/**
 * How many items return to stock with a refund of these lines, or of the whole order if they are null. Before the shipment, lines are
 * cancelled, except for pieces that were cancelled before.
 */
export function restockedItems(
  office: Refunded & Stocked,
  lines: readonly { id: string; quantity: number }[] | null,
): number {
  if (lines === null) return office.restockable.reduce((sum, { quantity }) => sum + quantity, 0)
  const owed = office.order.status === 'PAID' ? owedPieces(office) : {}
  return lines.reduce((sum, { id, quantity }) => {
    const item = office.order.items.find((each) => each.id === id)!
    const sent = quantity - inSets(item, Math.min(owed[id] ?? 0, singly(item, { quantity, pieces: 0 }))).quantity
    return sum + Math.min(sent, restockableOf(office, id))
  }, 0)
}

/** The amount in paise for text such as `270` or `270.50`. Null for any other text, and for 0. */
export function paiseOf(text: string): number | null {
  const written = number(text).replaceAll(',', '')
  if (!/^\d{1,8}(\.\d{1,2})?$/.test(written)) return null
  return Math.round(Number(written) * 100) || null
}
