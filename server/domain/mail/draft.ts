/** A mail before it is drawn: the same for HTML and plain text. */
import type { Settings } from '../../settings'
import { PAGES } from '../../shared/pages'
import { formatRupees } from '../../shared/money'
import { lineTotal } from '../../shared/pricing'
import { orderNumber, priceOfOrder, type Order } from '../orders/orders'
import { greetingOf } from './greeting'
import type { Words } from './words'

export interface Draft extends Words {
  shopName: string
  /** The shop's own address. */
  origin: string
  greeting: string
  number: string
  lines: { title: string; quantity: number; total: string }[]
  totals: { name: string; amount: string }[]
  /** Shows the order without a login. */
  orderUrl: string
  /** The seller, and how to reach the shop. */
  footer: string[]
}

type Sender = Pick<Settings, 'shopName' | 'seller' | 'contactEmail'> & { origin: string }

/** `key` is null for a mail to staff, which leads to the office. */
export function draftOf(
  { shopName, seller, contactEmail, origin }: Sender,
  order: Order,
  { firstName, key }: { firstName: string; key: string | null },
  words: Words,
): Draft {
  return {
    ...words,
    shopName,
    origin,
    greeting: greetingOf(firstName),
    number: orderNumber(order),
    lines: order.lines.map(({ title, quantity, discounted }) => ({
      title,
      quantity,
      total: formatRupees(lineTotal({ discounted, quantity })),
    })),
    totals: totalsOf(order),
    // What follows # is sent to no server, so that the key is in nobody's log.
    orderUrl:
      key === null ? `${origin}/office/orders/${orderNumber(order)}` : `${origin}${PAGES.linkedOrder.path}#${key}`,
    footer: [
      [seller.name, seller.address, seller.state].filter(Boolean).join(', '),
      ...(contactEmail === null || key === null ? [] : [`Questions? Reply to this mail, or write to ${contactEmail}.`]),
      key === null
        ? `You get this mail as the staff of ${shopName}.`
        : `You get this mail because you ordered at ${shopName}.`,
    ],
  }
}

function totalsOf(order: Order): Draft['totals'] {
  const { couponDiscount, giftWrap, convenienceFee, totalAmount } = priceOfOrder(order)
  const parts: [string, number][] = [
    [`Coupon ${order.couponCode}`, -couponDiscount],
    ['Gift wrap', giftWrap],
    ['Convenience fee', convenienceFee],
  ]
  return [...parts.filter(([, rupees]) => rupees !== 0), ['Total', totalAmount] as const].map(([name, rupees]) => ({
    name,
    amount: formatRupees(rupees),
  }))
}
