/** The contents of a mail, for both HTML and plain text. */
import type { Settings } from '../../settings'
import { PAGES } from '../../shared/pages'
import { formatRupees } from '../../shared/money/money'
import { lineTotal } from '../../shared/money/pricing'
import { orderNumber, priceOfOrder, type Order } from '../orders/order'
import { greetingOf } from './greeting'
import type { Words } from './words'

export interface Draft extends Words {
  shopName: string
  /** The origin of the shop's site. */
  origin: string
  greeting: string
  number: string
  lines: { title: string; quantity: number; total: string }[]
  totals: { name: string; amount: string }[]
  /** The link that shows the order without a login. */
  orderUrl: string
  /** The seller and the shop's contact. */
  footer: string[]
}

type Sender = Pick<Settings, 'shopName' | 'seller' | 'contactEmail'> & { origin: string }

/** `key` is null for a mail to staff, which links to the office. */
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
    // Browsers do not send the part after # to servers, so no log contains the key.
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
