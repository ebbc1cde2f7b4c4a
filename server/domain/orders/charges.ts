/** The amounts of an order, in paise. Mails, invoices, webhooks, refunds and the ledger use them. */
import { orderNow, type OrderNow } from '../../shared/money/orderNow'
import { lineTotal } from '../../shared/money/pricing'
import type { Order } from './order'

type Priced = Pick<Order, 'payOnDelivery' | 'couponDiscount' | 'giftWrap' | 'convenienceFee'> & {
  lines: Pick<Order['lines'][number], 'id' | 'quantity' | 'cancelled' | 'discounted'>[]
}

/** What the order is now, without its cancelled pieces. */
export const nowOf = ({ lines, ...order }: Priced): OrderNow =>
  orderNow({ ...order, lines: lines.map((line) => ({ ...line, lineTotal: lineTotal(line) })) })

/**
 * The lines of the invoice: the pieces that are sent, each line less its share of the coupon discount. The gift wrap and the convenience fee
 * follow, and are taxed like products.
 */
export function sentLines(order: Order): { title: string; quantity: number; total: number }[] {
  const { lines, fee } = nowOf(order)
  const sent = order.lines.flatMap(({ title }, i) => {
    const { sent: quantity, goods: total } = lines[i]!
    return quantity > 0 ? [{ title, quantity, total }] : []
  })
  if (order.giftWrap > 0) sent.push({ title: 'Gift wrap', quantity: 1, total: wrapOf(order) })
  if (fee > 0) sent.push({ title: 'Convenience fee', quantity: 1, total: fee })
  return sent
}

/** What is left of the gift wrap. */
function wrapOf(order: Order): number {
  const { total, lines, fee } = nowOf(order)
  return total - fee - lines.reduce((sum, { goods }) => sum + goods, 0)
}

/** The part of the order's total that was charged for cancelled pieces. For cash on delivery, rounded up to whole rupees. */
export const cancelledPaise = (order: Order): number => nowOf(order).cancelled

/** What was or will be paid for the order: for cash on delivery, its total without the cancelled pieces, in whole rupees. */
export const payablePaise = (order: Order): number => nowOf(order).payable
