/** What was charged for each line of an order, in paise. Invoices, refunds and sales use it. */
import { chargesOfLines } from '../../shared/money/charges'
import { toPaise } from '../../shared/money/money'
import { lineTotal } from '../../shared/money/pricing'
import { refundShare } from '../../shared/money/refundShare'
import { shareOut } from '../../shared/money/tax'
import type { Order } from './order'

/**
 * The charged lines in paise. The products come first, in the order's sequence, each less its share of the coupon discount. The gift wrap
 * and the convenience fee follow, and are taxed like products.
 */
export function chargedLines({
  lines,
  couponDiscount,
  giftWrap,
  convenienceFee,
}: Pick<Order, 'couponDiscount' | 'giftWrap' | 'convenienceFee'> & {
  lines: Pick<Order['lines'][number], 'title' | 'discounted' | 'quantity'>[]
}) {
  const totals = lines.map((line) => toPaise(lineTotal(line)))
  const coupon = shareOut(toPaise(couponDiscount), totals)
  const charged = lines.map(({ title, quantity }, i) => ({ title, quantity, total: totals[i]! - coupon[i]! }))
  if (giftWrap > 0) charged.push({ title: 'Gift wrap', quantity: 1, total: toPaise(giftWrap) })
  if (convenienceFee > 0) charged.push({ title: 'Convenience fee', quantity: 1, total: toPaise(convenienceFee) })
  return charged
}

/**
 * The lines of the invoice: those of chargedLines without the pieces that were cancelled before the shipment, and with what is left of the
 * gift wrap.
 */
export function sentLines(order: Order) {
  const charges = chargesOf(order)
  let wrap = 0
  return chargedLines(order).flatMap((charged, i) => {
    const line = order.lines[i]
    if (!line)
      return i === order.lines.length && order.giftWrap > 0 ? [{ ...charged, total: charged.total - wrap }] : [charged]
    const { quantity, cancelled } = line
    const goods = refundShare({ charged: charged.total, quantity }, 0, cancelled)
    wrap += refundShare({ charged: charges.get(line.id)!, quantity }, 0, cancelled) - goods
    return cancelled < quantity ? [{ ...charged, quantity: quantity - cancelled, total: charged.total - goods }] : []
  })
}

/** What the buyer was charged for each line, in paise: its price after the coupon, with its share of the gift wrap. Fees are not included. */
export function chargesOf(order: Pick<Order, 'couponDiscount' | 'giftWrap' | 'lines'>): Map<string, number> {
  const lines = order.lines.map((line) => ({ total: toPaise(lineTotal(line)) }))
  const { couponDiscount, giftWrap } = order
  const charges = chargesOfLines(lines, { couponDiscount: toPaise(couponDiscount), giftWrap: toPaise(giftWrap) })
  return new Map(order.lines.map(({ id }, i) => [id, charges[i]!]))
}

/** The part of the order's total that was charged for cancelled pieces, in paise. */
export function cancelledPaise(order: Order): number {
  if (order.lines.every(({ cancelled }) => cancelled === 0)) return 0
  const charges = chargesOf(order)
  return order.lines.reduce(
    (sum, { id, quantity, cancelled }) => sum + refundShare({ charged: charges.get(id)!, quantity }, 0, cancelled),
    0,
  )
}

/** What was or will be paid for the order, in paise: its total without the cancelled pieces of an order that is paid on delivery. */
export const payablePaise = (order: Order): number =>
  toPaise(order.totalAmount) - (order.payOnDelivery ? cancelledPaise(order) : 0)
