/** The contents of an email, for both HTML and plain text. */
import type { Settings } from '../../settings'
import { isKept } from '../../shared/delivery/returns'
import { isolate } from '../../shared/isolate'
import { PAGES } from '../../shared/pages'
import { CURRENCY, formatPaise } from '../../shared/money/money'
import type { RefundedPieces } from '../../shared/money/refundShare'
import { nowOf, payablePaise } from '../orders/charges'
import type { MailEvent } from '../orders/messages/chooseMail'
import { orderNumber, type Order } from '../orders/order'
import { countedTitle, countsText } from '../../shared/setPieces'
import { brokenPieces, type Requested } from '../orders/after-sale/readReturns'
import { allPieces } from '../orders/pieces'
import { contactLines, sellerLine } from './contact'
import { greetingOf } from './greeting'
import type { AskedReturn, Words } from './orderWords'

/** The contents of an email: the pieces that the order sends and their prices, or the pieces of a return or refund. */
export interface DraftOrder {
  number: string
  /** The text has the quantity. The total is null in a replacement, which costs nothing, and in an email about a return. */
  lines: { text: string; total: string | null }[]
  totals: { name: string; amount: string; isSum: boolean }[]
}

export type Contents = Omit<DraftOrder, 'number'>

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
    contents,
  }: { name: string; key: string | null; isReview?: boolean; contents: Contents },
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
      ...contents,
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
export const piecesOfReturn = (order: Order, asked: AskedReturn | null): Contents => ({
  lines: (
    asked?.lines ?? allPieces(order).map(({ line, ...all }) => ({ ...line, ...all, bought: all.quantity, state: null }))
  ).map(({ title, state, ...line }) => ({
    text: `${countedTitle({ ...line, title: isolate(title) })}${state === 'REFUSED' ? ' (not accepted)' : ''}`,
    total: null,
  })),
  totals: [],
})

/** The request with only the lines in its parcel: without refused items, and without broken ones that stay with the buyer. */
export const inParcel = (asked: AskedReturn): AskedReturn => ({
  ...asked,
  lines: asked.lines.filter((line) => line.state !== 'REFUSED' && !isKept(line)),
})

interface MailedRefund {
  amount: number
  state: string
  endedAt: Date | null
  lines: unknown
  payment: { currency: string; excess: string | null }
}

/** Of payments that the order needed. */
const ownRefunds = (refunds: readonly MailedRefund[], state: string): MailedRefund[] =>
  refunds.filter((each) => each.state === state && each.payment.currency === CURRENCY && each.payment.excess === null)

const sumOf = (refunds: readonly MailedRefund[]): number => refunds.reduce((sum, { amount }) => sum + amount, 0)

/** What the shop owes, and what it has requested as a refund that is not paid out yet. */
const toBeRefunded = ({ owedPaise }: Order, refunds: readonly MailedRefund[]): number =>
  owedPaise + sumOf(ownRefunds(refunds, 'REQUESTED'))

/** The last row is the sum of the others. */
const totalsOf = (rows: readonly (readonly [name: string, paise: number])[], sum: string): DraftOrder['totals'] =>
  rows.map(([name, paise]) => ({ name, amount: formatPaise(paise), isSum: name === sum }))

const AFTER_REFUNDS = 'Order total after refunds'

/**
 * What a refund was for, and what the order costs after it. Null for a refund of a payment that the order did not need, which leaves what the
 * order costs as it is.
 */
export function refundOf(
  order: Order,
  refunds: readonly MailedRefund[],
  { at, amount }: Pick<MailEvent, 'at' | 'amount'>,
): (Contents & { costs: number }) | null {
  const ended = ownRefunds(refunds, 'PROCESSED').filter(({ endedAt }) => endedAt! <= at)
  const refund = ended.find((each) => each.endedAt!.getTime() === at.getTime() && each.amount === amount)
  if (!refund) return null
  const pieces = (refund.lines ?? []) as RefundedPieces[]
  // Staff may refund less than the price of the pieces.
  const isPrice = pieces.reduce((sum, { amount: price }) => sum + price, 0) === refund.amount
  const lines = pieces.flatMap(({ lineId, amount: price, quantity, pieces: single = 0 }) => {
    const line = order.lines.find(({ id }) => id === lineId)
    if (!line) return []
    const { title, piecesInSet, quantity: bought } = line
    const text = countedTitle({ title: isolate(title), piecesInSet, quantity, pieces: single, bought })
    return [{ text, total: isPrice ? formatPaise(price) : null }]
  })
  const paid = payablePaise(order)
  const all = sumOf(ended)
  const costs = Math.max(0, paid - all)
  const left = Math.min(costs, toBeRefunded(order, refunds))
  const rows: [string, number][] = [
    ['Paid', paid],
    ['Refunded before', refund.amount - all],
    ['Refunded now', -refund.amount],
    ['To be refunded', -left],
    [AFTER_REFUNDS, costs - left],
  ]
  const shown = rows.filter(([name, paise]) => paise !== 0 || name === AFTER_REFUNDS)
  return { lines, totals: totalsOf(shown, AFTER_REFUNDS), costs }
}

/** The pieces that the order sends and their prices, and what is refunded. Returned pieces were sent, so their line says what became of them. */
export function pricesOf(order: Order, refunds: readonly MailedRefund[], returns: Requested): Contents {
  const now = nowOf(order)
  const lines = order.lines.flatMap((line, i) => {
    const { sent: quantity, price } = now.lines[i]!
    if (quantity === 0) return []
    const broken = brokenPieces(line, returns)
    const counts = { returnedBroken: broken.quantity, returnedBrokenPieces: broken.pieces }
    const became = countsText({ ...line, ...counts, cancelled: 0, replaced: 0, replacedPieces: 0 })
    const title = isolate(line.title)
    return [
      {
        text: `${countedTitle({ title, piecesInSet: line.piecesInSet, quantity, pieces: 0 })}${became && ` (${became})`}`,
        total: order.isReplacement ? null : formatPaise(price),
      },
    ]
  })
  if (order.isReplacement) return { lines, totals: [] }
  const rows: [string, number][] = [
    [`Coupon ${order.couponCode}`, -now.coupon],
    ['Gift wrap', now.giftWrap],
    ['Convenience fee', now.fee],
    ['Rounding', -now.rounding],
    ['Total', now.total],
    // Cancelled pieces were paid for, so an email that names the payment agrees with the total.
    ['Paid', order.paymentId !== null && now.cancelled > 0 ? now.payable : 0],
    ['Refunded', sumOf(ownRefunds(refunds, 'PROCESSED'))],
    ['To be refunded', toBeRefunded(order, refunds)],
  ]
  return {
    lines,
    totals: totalsOf(
      rows.filter(([name, paise]) => paise !== 0 || name === 'Total'),
      'Total',
    ),
  }
}
