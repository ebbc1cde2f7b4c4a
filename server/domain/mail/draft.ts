/** The contents of an email, for both HTML and plain text. */
import type { Settings } from '../../settings'
import { isolate } from '../../shared/isolate'
import { PAGES } from '../../shared/pages'
import { CURRENCY, formatPaise } from '../../shared/money/money'
import type { RefundedPieces } from '../../shared/money/refundShare'
import { nowOf, payablePaise } from '../orders/charges'
import type { MailEvent } from '../orders/messages/chooseMail'
import { orderNumber, type Order } from '../orders/order'
import { countText, singly, type Pieces, type SetLine } from '../../shared/setPieces'
import { allPieces } from '../orders/pieces'
import { contactLines, sellerLine } from './contact'
import { greetingOf } from './greeting'
import type { AskedReturn, Words } from './orderWords'

/** The contents of an email: the pieces that the order sends and their prices, or the pieces of a return or refund. */
export interface DraftOrder {
  number: string
  /** The total is null in a replacement, which costs nothing, and in an email about a return. */
  lines: { title: string; quantity: string; total: string | null }[]
  totals: { name: string; amount: string }[]
}

export interface Draft extends Words {
  shopName: string
  /** The shop's origin. */
  origin: string
  greeting: string
  /** Six digits for the reader to enter. Null in an email without a code. */
  code: string | null
  /** A person's own words, line by line, which the email marks as a quotation. */
  quote?: string[]
  /** The link behind the email's button. */
  action: { url: string; linkText: string } | null
  /** Null in an email about an account. */
  order: DraftOrder | null
  /** The seller and the shop's contact details. */
  footer: string[]
  /** The link that stops such emails. Null in an email that belongs to an order or an account. */
  unsubscribeUrl: string | null
}

type Sender = Pick<Settings, 'shopName' | 'seller' | 'contactEmail' | 'phone' | 'whatsApp'> & { origin: string }

/** `key` is null for an email to staff, which links to the office. With `isReview`, it is the key of a review link. */
export function draftOf(
  sender: Sender,
  order: Order,
  {
    name,
    key,
    isReview = false,
    contents = null,
  }: { name: string; key: string | null; isReview?: boolean; contents?: Omit<DraftOrder, 'number'> | null },
  words: Words,
): Draft {
  const { shopName, origin } = sender
  return {
    ...words,
    shopName,
    origin,
    greeting: greetingOf(name),
    code: null,
    action: actionOf(origin, order, { key, isReview }),
    order: {
      number: orderNumber(order),
      ...(contents ?? pricesOf(order)),
    },
    footer: [
      sellerLine(sender),
      ...(key === null ? [] : contactLines(sender)),
      key === null
        ? `You're receiving this as staff of ${shopName}.`
        : `You're receiving this because you placed an order at ${shopName}.`,
    ],
    unsubscribeUrl: null,
  }
}

function actionOf(
  origin: string,
  order: Order,
  { key, isReview }: { key: string | null; isReview: boolean },
): Draft['action'] {
  if (key === null) return { url: `${origin}/office/orders/${orderNumber(order)}`, linkText: 'Open the order' }
  // Browsers do not send the part after # to servers, so no log contains the key.
  return isReview
    ? { url: `${origin}${PAGES.linkedReviews.path}#${key}`, linkText: 'Write a review' }
    : { url: `${origin}${PAGES.linkedOrder.path}#${key}`, linkText: 'View your order' }
}

/** The pieces that an email about a return concerns, without prices: those of the request, or of the parcel that came back without one. */
export const piecesOfReturn = (order: Order, asked: AskedReturn | null): DraftOrder['lines'] =>
  (asked?.lines ?? allPieces(order).map(({ line, ...all }) => ({ ...line, ...all, bought: all.quantity }))).map(
    ({ title, bought, ...line }) => {
      const part = partOf(title, line, bought)
      const isRefused = 'state' in line && line.state === 'REFUSED'
      return { ...part, title: isRefused ? `${part.title} (not accepted)` : part.title, total: null }
    },
  )

interface MailedRefund {
  amount: number
  state: string
  endedAt: Date | null
  lines: unknown
  payment: { currency: string; excess: string | null }
}

/**
 * What a refund was for, and what the order costs after it. Null for a refund of a payment that the order did not need, which leaves what the
 * order costs as it is.
 */
export function refundOf(
  order: Order,
  refunds: readonly MailedRefund[],
  { at, amount }: Pick<MailEvent, 'at' | 'amount'>,
): (Omit<DraftOrder, 'number'> & { costs: number }) | null {
  const ended = refunds.filter(
    ({ state, endedAt, payment }) =>
      state === 'PROCESSED' && endedAt! <= at && payment.currency === CURRENCY && payment.excess === null,
  )
  const refund = ended.find((each) => each.endedAt!.getTime() === at.getTime() && each.amount === amount)
  if (!refund) return null
  const pieces = (refund.lines ?? []) as RefundedPieces[]
  // Staff may refund less than the price of the pieces.
  const isPrice = pieces.reduce((sum, { amount: price }) => sum + price, 0) === refund.amount
  const lines = pieces.flatMap(({ lineId, amount: price, quantity, pieces: single = 0 }) => {
    const line = order.lines.find(({ id }) => id === lineId)
    if (!line) return []
    const some = { piecesInSet: line.piecesInSet, quantity, pieces: single }
    return [{ ...partOf(line.title, some, line.quantity), total: isPrice ? formatPaise(price) : null }]
  })
  const paid = payablePaise(order)
  const all = ended.reduce((sum, each) => sum + each.amount, 0)
  const costs = Math.max(0, paid - all)
  const totals: [string, number][] = [
    ['Paid', paid],
    ...(all > refund.amount ? [['Refunded before', refund.amount - all] as [string, number]] : []),
    ['Refunded now', -refund.amount],
    ['The order costs now', costs],
  ]
  return { lines, totals: totals.map(([name, paise]) => ({ name, amount: formatPaise(paise) })), costs }
}

/** The title and the quantity of some pieces of a line. */
const partOf = (title: string, some: SetLine & Pieces, bought: number) => ({
  title: some.pieces > 0 ? `Single item of ${isolate(title)}` : isolate(title),
  quantity: partText(some, bought),
})

/** Such as `1`, or `1 of 4`. Of a set of which not all comes back, the single items. */
function partText(line: SetLine & Pieces, bought: number): string {
  if (line.pieces > 0) return `${singly(line, line)} of ${singly(line, { quantity: bought, pieces: 0 })}`
  return line.quantity === bought ? String(bought) : `${line.quantity} of ${bought}`
}

/** Returned pieces were sent, so their line says how many came back. */
function pricesOf(order: Order): Pick<DraftOrder, 'lines' | 'totals'> {
  const now = nowOf(order)
  const lines = order.lines.flatMap(({ title, ...line }, i) => {
    const { sent: quantity, price } = now.lines[i]!
    if (quantity === 0) return []
    const returned = { quantity: line.returned, pieces: line.returnedPieces }
    const back = singly(line, returned) > 0 ? ` (${countText(line, returned)} returned)` : ''
    return [
      {
        title: isolate(title) + back,
        quantity: String(quantity),
        total: order.isReplacement ? null : formatPaise(price),
      },
    ]
  })
  const parts: [string, number][] = [
    [`Coupon ${order.couponCode}`, -now.coupon],
    ['Gift wrap', now.giftWrap],
    ['Convenience fee', now.fee],
    ['Rounding', -now.rounding],
  ]
  if (order.isReplacement) return { lines, totals: [] }
  // What was paid for pieces that were cancelled since, so that an email that names the payment agrees with the total.
  const cancelled: [string, number][] =
    order.paymentId !== null && now.cancelled > 0
      ? [
          ['Cancelled items', now.cancelled],
          ['Paid', now.payable],
        ]
      : []
  const totals = [...parts.filter(([, paise]) => paise !== 0), ['Total', now.total] as const, ...cancelled]
  return { lines, totals: totals.map(([name, paise]) => ({ name, amount: formatPaise(paise) })) }
}
