/** The wording of the emails about orders. accountWords.ts has the emails about accounts. html.ts and text.ts render both. */
import { CURRENCY, formatPaise, formatRupees } from '../../shared/money/money'
import { arrivalDay, dayInIndia } from '../../shared/delivery/delivery'
import { answeredBy, returnSteps, type LineOfReturn } from '../../shared/delivery/returnSteps'
import { isolate } from '../../shared/isolate'
import { REVIEW_LINK_DAYS } from '../../shared/reviews'
import { SHOP } from '../../shared/shop'
import { payablePaise } from '../orders/charges'
import { shipmentOf } from '../orders/orderActions'
import { isGiftWrapped, orderNumber, type Order } from '../orders/order'
import { RULES } from '../../guards/rules'
import { isHarmless } from './shopperText'
import { namedAmount } from '../orders/ledger/namedAmount'
import { causeOf, type MailEvent, type MailKind } from '../orders/messages/chooseMail'

export interface Words {
  subject: string
  /** The preview that email programs show next to the subject. */
  preheader: string
  heading: string
  paragraphs: string[]
  /** The carrier's tracking page. */
  parcel: { url: string; linkText: string } | null
}

const date = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' })
const day = new Intl.DateTimeFormat('en-IN', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
/** ICU, which formats dates for Intl, puts special space characters between some parts. */
const plainSpaces = (text: string): string => text.replace(/\s/g, ' ')
const dateOf = (at: Date): string => plainSpaces(date.format(at))

type Said = Omit<Words, 'parcel'>

/** What a replacement replaces. */
export interface Replaced {
  /** The order whose return it belongs to. */
  number: string
  /** True if the shop waits for the pieces that it replaces. */
  isAwaited: boolean
  /** The order that was paid, and what the shop owes for it. Null if its lines are gone. */
  owed: { number: string; owedPaise: number; payOnDelivery: boolean } | null
}

/** A return request with its lines. */
export interface AskedReturn {
  wish: 'REFUND' | 'REPLACEMENT'
  requestedAt: Date
  /** The number of the order with the new pieces. */
  replacement: string | null
  lines: (LineOfReturn & { bought: number })[]
}

interface Known {
  /** The buyer's first name if it is harmless, and empty otherwise. */
  name: string
  /** Null for an order that is not a replacement. */
  replaced: Replaced | null
  /** Null for an email about no return request. */
  asked: AskedReturn | null
  /** What the order costs after the refund, in paise. Null for an email about no refund, and for one of a payment that the order did not need. */
  costs: number | null
}

export function wordsOf(order: Order, event: MailEvent, known: Known): Words {
  const shipment = event.type === 'SHIPPED' ? shipmentOf(order) : null
  const parcel = shipment?.trackingUrl
    ? { url: shipment.trackingUrl, linkText: `Track with ${isolate(shipment.carrier)}` }
    : null
  return { ...WORDS[event.type](order, event, known), parcel }
}

const PACKING = "We're packing your order and will email you when it ships."
const BANKS = 'It can take 5 to 7 working days to reach your account.'
const NOTHING_TO_PAY = "You don't need to pay anything."

const MAX_SUBJECT_LENGTH = 70

function confirmed(order: Order, name: string): string {
  const subject = `Order ${orderNumber(order)} confirmed: thank you`
  const personal = `${subject}, ${isolate(name)}`
  return name !== '' && personal.length <= MAX_SUBJECT_LENGTH ? personal : subject
}

/** The message is shown only if it contains no links, numbers or addresses. */
function giftOf(order: Order): string[] {
  const { giftMessage, hidePrices } = order
  const isShown = giftMessage?.split('\n').every(isHarmless)
  const message = isShown ? `Your gift message: ${isolate(giftMessage!.replaceAll('\n', ' '))}` : GIFT_MESSAGE
  return [
    ...(isGiftWrapped(order) ? ['We will wrap your order as a gift.'] : []),
    ...(giftMessage === null ? [] : [message]),
    ...(hidePrices ? ['We leave prices out of the parcel.'] : []),
  ]
}

const GIFT_MESSAGE = 'We print your gift message and put it in the parcel.'

const placedOnDelivery = (order: Order, at: Date, name: string): Said => ({
  subject: confirmed(order, name),
  preheader: `Please keep ${formatPaise(payablePaise(order))} ready for cash on delivery.`,
  heading: 'Thank you for your order',
  paragraphs: [
    `${PACKING}${arrival(order, at)}`,
    ...giftOf(order),
    `You chose cash on delivery. Please keep ${formatPaise(payablePaise(order))} ready when the parcel arrives.`,
  ],
})

/** No day of arrival is known while the shop waits for the pieces that it replaces. */
const placedInstead = (order: Order, at: Date, replaced: Replaced): Said => ({
  subject: `Your free replacement: order ${orderNumber(order)}`,
  preheader: NOTHING_TO_PAY,
  heading: 'Your free replacement',
  paragraphs: [
    `Order ${orderNumber(order)} replaces items of order ${replaced.number}. ${NOTHING_TO_PAY}`,
    replaced.isAwaited
      ? 'We send it when the items that you return are with us, and email you when it ships.'
      : `${PACKING}${arrival(order, at)}`,
  ],
})

const WORDS: Record<MailKind, (order: Order, event: MailEvent, known: Known) => Said> = {
  PLACED: (order, { at }, { name, replaced }) =>
    replaced ? placedInstead(order, at, replaced) : placedOnDelivery(order, at, name),
  PAID: (order, { at }, { name }) => ({
    subject: confirmed(order, name),
    preheader: `We've received ${formatRupees(order.totalAmount)} and are packing your order.`,
    heading: 'Thank you for your order',
    paragraphs: [
      `We've received your payment of ${formatRupees(order.totalAmount)}.`,
      `${PACKING}${arrival(order, at)}`,
      ...giftOf(order),
    ],
  }),
  SHIPPED: (order, { at }, { replaced }) => {
    const shipment = shipmentOf(order)
    return {
      subject: `Order ${orderNumber(order)} is on its way`,
      preheader: shipment ? `Shipped with ${isolate(shipment.carrier)}.` : 'Your parcel has left our studio.',
      heading: 'Your order is on its way',
      paragraphs: [
        shipment
          ? `We've shipped your order with ${isolate(shipment.carrier)}. The tracking number is ${isolate(shipment.trackingNumber)}.${arrival(order, at)}`
          : `We've shipped your order.${arrival(order, at)}`,
        ...replacementOf(replaced),
        ...(order.payOnDelivery
          ? [`Please keep ${formatPaise(payablePaise(order))} ready when the parcel arrives.`]
          : []),
      ],
    }
  },
  DELIVERED: (order, _event, { replaced }) => ({
    subject: `Order ${orderNumber(order)} has been delivered`,
    preheader: 'We hope you like it.',
    heading: 'Your order has arrived',
    paragraphs: [
      'Your order has been delivered. We hope you like it.',
      ...replacementOf(replaced),
      `If something is wrong, you can request a return within ${SHOP.returnWindowDays} days.`,
    ],
  }),
  CANCELLED: (order, { note, at }, { replaced }) => ({
    subject: `Order ${orderNumber(order)} has been cancelled`,
    preheader: order.paymentId === null ? moneyOfUnpaid(replaced) : "We'll refund what you paid.",
    heading: 'Your order has been cancelled',
    paragraphs: [
      note ??
        (causeOf(order, at) === 'BUYER'
          ? 'Your order has been cancelled, as you asked.'
          : 'We have cancelled your order, and will not send it.'),
      ...formerReplacementOf(replaced),
      order.paymentId === null
        ? moneyOfUnpaid(replaced)
        : "We'll refund what you paid the way you paid, and email you when it's done.",
    ],
  }),
  REFUNDED: (order, { amount = 0, currency = CURRENCY, at }, { costs }) => {
    const refunded = namedAmount(amount, currency)
    return {
      subject: `We've refunded ${refunded} for order ${orderNumber(order)}`,
      preheader: BANKS,
      heading: `We've refunded ${refunded}`,
      paragraphs: [`We refunded ${refunded} on ${dateOf(at)}. ${BANKS}`, extentOf(order, { amount, currency, costs })],
    }
  },
  ADDRESS_CHANGED: (order, { at }) => {
    const isOfBuyer = causeOf(order, at) === 'BUYER'
    return {
      subject: `${isOfBuyer ? "You've" : "We've"} changed the address of order ${orderNumber(order)}`,
      preheader: 'The page of your order shows the new address.',
      heading: 'The delivery address has changed',
      paragraphs: [
        `${isOfBuyer ? 'You' : 'We'} changed the delivery address of your order. The page of your order shows the new one.${arrival(order, at)}`,
        `If ${isOfBuyer ? 'this was not you' : 'you did not ask for this'}, please write to us before we ship the parcel.`,
      ],
    }
  },
  RETURN_REQUESTED: (order, { at, note }, { asked }) => ({
    subject: `We've received your return request for order ${orderNumber(order)}`,
    preheader: `We answer ${answeredBy(at, at)}.`,
    heading: "We've received your return request",
    paragraphs: [
      ...(note === undefined ? [] : [note]),
      asked ? returnSteps(asked, at) : `We answer ${answeredBy(at, at)}.`,
    ],
  }),
  ITEMS_CANCELLED: (order, { note, at, amount }, { replaced }) => ({
    subject: `Some items of order ${orderNumber(order)} have been cancelled`,
    preheader: 'We send the other items as planned.',
    heading: 'Some items have been cancelled',
    paragraphs: [
      note ?? `${causeOf(order, at) === 'BUYER' ? 'You' : 'We'} cancelled some items.`,
      ...replacementOf(replaced),
      order.payOnDelivery
        ? `Please keep ${formatPaise(payablePaise(order))} ready when the parcel arrives.`
        : order.isReplacement
          ? moneyOfUnpaid(replaced)
          : amount === undefined
            ? "We'll refund their price the way you paid, and email you when it's done."
            : `We'll refund ${formatPaise(amount)}, and email you when it's done.`,
    ],
  }),
  RETURN_ACCEPTED: (order, { note }) => ({
    subject: `We've accepted your return of order ${orderNumber(order)}`,
    preheader: 'Please read what to do next.',
    heading: "We've accepted your return",
    paragraphs: [note ?? 'Please send us the items in their box.'],
  }),
  RETURN_REFUSED: (order, { note }) => ({
    subject: `We could not accept your return of order ${orderNumber(order)}`,
    preheader: 'Please read our reason.',
    heading: 'We could not accept your return',
    paragraphs: [note ?? 'We could not accept your return.', 'If you think this is a mistake, please write to us.'],
  }),
  UNPACKED: (order) => ({
    subject: `Order ${orderNumber(order)} was not shipped in time and is cancelled`,
    preheader: 'The items are back in stock.',
    heading: 'An order was not shipped in time',
    paragraphs: [
      `Order ${orderNumber(order)} is cash on delivery and was not shipped within ${RULES['onDelivery.packHours'].most} hours. ` +
        'The shop has cancelled the order and emailed the customer.',
      'The items are back in stock. If the parcel is already packed, please unpack it.',
    ],
  }),
  REVIEW_REQUEST: (order) => ({
    subject: `How do you like what you ordered? Order ${orderNumber(order)}`,
    preheader: 'Your review helps other shoppers to choose.',
    heading: 'How do you like it?',
    paragraphs: [
      'Your order arrived a week ago. If you like, give each item its stars, and write a few words about it.',
      `You need no login. The link works for ${REVIEW_LINK_DAYS} days, so please do not forward this email.`,
      'You agreed to this email. To get no more like it, change your choice under Privacy in your profile.',
    ],
  }),
  RETURNED: (order, _event, { replaced, asked }) => ({
    subject:
      order.status === 'DELIVERED'
        ? `Your return of order ${orderNumber(order)} is with us`
        : `Order ${orderNumber(order)} is back with us`,
    preheader: "We've received the parcel.",
    heading: order.status === 'DELIVERED' ? 'Your return is with us' : 'Your order is back with us',
    paragraphs: ["We've received the parcel at our studio.", moneyOfReturn(order, replaced, asked)],
  }),
}

/** Several partial refunds may add up to a full one. Says what the table of the same email says. */
function extentOf(
  order: Order,
  { amount, currency, costs }: { amount: number; currency: string; costs: number | null },
): string {
  if (currency === CURRENCY && amount >= payablePaise(order)) return 'This is a full refund.'
  const isAll = costs === null ? order.status === 'REFUNDED' : costs === 0
  return isAll ? "We've now refunded everything you paid for this order." : 'This is a partial refund.'
}

/** A replacement costs nothing, but the shop may owe the price of the pieces that it replaces. */
function moneyOfUnpaid(replaced: Replaced | null): string {
  if (replaced?.owed && replaced.owed.owedPaise > 0) {
    const { number, owedPaise, payOnDelivery } = replaced.owed
    const how = payOnDelivery ? '' : ' the way you paid'
    return `We owe you ${formatPaise(owedPaise)} for order ${number}. We'll refund it${how}, and email you when it's done.`
  }
  return replaced?.isAwaited
    ? `${NOTHING_TO_PAY} We'll refund the price of the items that you return when they are with us.`
    : NOTHING_TO_PAY
}

/** Names the order that a replacement belongs to. */
const replacementOf = (replaced: Replaced | null): string[] =>
  replaced === null ? [] : [`This is a free replacement for items of order ${replaced.number}.`]

const formerReplacementOf = (replaced: Replaced | null): string[] =>
  replaced === null ? [] : [`It was a replacement for items of order ${replaced.number}.`]

function moneyOfReturn(
  { payOnDelivery, events, status, ...order }: Order,
  replaced: Replaced | null,
  asked: AskedReturn | null,
): string {
  const owedPaise = replaced?.owed?.owedPaise ?? order.owedPaise
  if (payOnDelivery && !events.some((event) => event.status === 'DELIVERED')) return NOTHING_TO_PAY
  if (asked?.replacement) return `Thank you for sending it. Your replacement is order ${asked.replacement}.`
  // It was refunded before it came.
  if (status === 'DELIVERED' && owedPaise === 0) return 'Thank you for sending it.'
  // The order's page says so too.
  return owedPaise > 0
    ? `We'll refund ${formatPaise(owedPaise)}, and email you when it's done.`
    : "We'll email you when we refund you."
}

/** Empty if the day is over, and if no piece is sent. */
function arrival({ lines }: Order, at: Date): string {
  const last = arrivalDay(
    lines.map((line) => ({ ...line, estimatedDelivery: line.estimatedDelivery.toISOString().slice(0, 10) })),
  )
  if (last === null || last < dayInIndia(at)) return ''
  return ` It should arrive by ${plainSpaces(day.format(new Date(last)))}.`
}
