/** The wording of all mails. html.ts and text.ts render it. */
import { formatRupees, formatPaise } from '../../shared/money/money'
import { SHOP } from '../../shared/shop'
import { shipmentOf } from '../orders/orderActions'
import { orderNumber, type Order } from '../orders/order'
import type { MailEvent, MailKind } from '../orders/news/orderMail'

export interface Words {
  subject: string
  /** The preview that mail programs show next to the subject. */
  preheader: string
  heading: string
  paragraphs: string[]
  /** The carrier's tracking page. */
  parcelUrl: string | null
}

const date = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeZone: 'Asia/Kolkata' })
const day = new Intl.DateTimeFormat('en-IN', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })
/** ICU puts special spaces between some parts. */
const plainSpaces = (text: string): string => text.replace(/\s/g, ' ')
const dateOf = (at: Date): string => plainSpaces(date.format(at))

type Said = Omit<Words, 'parcelUrl'>

export function wordsOf(order: Order, event: MailEvent): Words {
  const parcelUrl = event.type === 'SHIPPED' ? (shipmentOf(order)?.trackingUrl ?? null) : null
  return { ...WORDS[event.type](order, event), parcelUrl }
}

const PACKED_NEXT = 'We pack it now, and write to you once it is on its way.'
const BANKS = 'Banks take some days to show it.'

const WORDS: Record<MailKind, (order: Order, event: MailEvent) => Said> = {
  PLACED: (order) => ({
    subject: `We have your order ${orderNumber(order)}`,
    preheader: `You pay ${formatRupees(order.totalAmount)} when it comes.`,
    heading: 'Thank you for your order',
    paragraphs: [
      `${PACKED_NEXT}${arrival(order)}`,
      `Please have ${formatRupees(order.totalAmount)} ready when the parcel comes.`,
    ],
  }),
  PAID: (order) => ({
    subject: `We have your order ${orderNumber(order)} and its payment`,
    preheader: `${formatRupees(order.totalAmount)} arrived. We pack it now.`,
    heading: 'Thank you for your order',
    paragraphs: [`Your payment of ${formatRupees(order.totalAmount)} has arrived.`, `${PACKED_NEXT}${arrival(order)}`],
  }),
  SHIPPED: (order) => {
    const shipment = shipmentOf(order)
    const way = shipment ? ` with ${shipment.carrier}, tracking number ${shipment.trackingNumber}` : ''
    return {
      subject: `Your order ${orderNumber(order)} is on its way`,
      preheader: `It left us${way}.`,
      heading: 'It is on its way',
      paragraphs: [
        `Your parcel left us${way}.`,
        ...(order.payOnDelivery ? [`Please have ${formatRupees(order.totalAmount)} ready when it comes.`] : []),
      ],
    }
  },
  DELIVERED: (order) => ({
    subject: `Your order ${orderNumber(order)} was delivered`,
    preheader: 'We hope that you like it.',
    heading: 'It has arrived',
    paragraphs: [
      'Your parcel was delivered. We hope that you like it.',
      `Should something be wrong with it, you can ask to return it within ${SHOP.returnWindowDays} days.`,
    ],
  }),
  CANCELLED: (order, { note }) => ({
    subject: `Your order ${orderNumber(order)} is cancelled`,
    preheader: order.paymentId === null ? 'Nothing is left to pay.' : 'What you paid goes back to you.',
    heading: 'It is cancelled',
    paragraphs: [
      ...(note === undefined ? ['Your order is cancelled, and nothing of it will be sent.'] : [note]),
      order.paymentId === null
        ? 'You have nothing to pay.'
        : `What you paid goes back to the card or account that paid. We write to you once it is there.`,
    ],
  }),
  REFUNDED: (order, { amount = 0, at }) => ({
    subject: `${formatPaise(amount)} of your order ${orderNumber(order)} went back to you`,
    preheader: BANKS,
    heading: 'Your refund',
    paragraphs: [
      `${formatPaise(amount)} went back to you on ${dateOf(at)}. ${BANKS}`,
      order.status === 'REFUNDED' || order.status === 'REFUND_DUE'
        ? 'All that you paid for this order goes back.'
        : 'That is a part of what you paid for this order.',
    ],
  }),
  RETURN_REQUESTED: (order) => ({
    subject: `We have your request to return order ${orderNumber(order)}`,
    preheader: 'Please keep the pieces in their box until we write to you.',
    heading: 'Your return',
    paragraphs: ['We have your request. Please keep the pieces in their box until we write to you.'],
  }),
  RETURN_REFUSED: (order, { note }) => ({
    subject: `About your return of order ${orderNumber(order)}`,
    preheader: 'We cannot take it back.',
    heading: 'Your return',
    paragraphs: [note ?? 'We cannot take it back.', 'If you think that this is wrong, please write to us.'],
  }),
  UNPACKED: (order) => ({
    subject: `Order ${orderNumber(order)} was not sent in time and is cancelled`,
    preheader: 'Its pieces are on the shelf again.',
    heading: 'Not sent in time',
    paragraphs: [
      'This order is paid on delivery, and nobody sent it in time (COD_PACK_HOURS). The shop has cancelled it and written to its buyer.',
      'Its pieces are on the shelf again: please take the parcel apart if it was packed already.',
    ],
  }),
  RETURNED: (order) => ({
    subject: `Your return of order ${orderNumber(order)} has arrived`,
    preheader: 'The parcel is back with us.',
    heading: 'It is back with us',
    paragraphs: ['The parcel has arrived at our studio.', moneyOfReturn(order)],
  }),
}

const moneyOfReturn = ({ payOnDelivery, events }: Order): string =>
  payOnDelivery && !events.some(({ status }) => status === 'DELIVERED')
    ? 'You have nothing to pay.'
    : 'We look at the pieces now, and write to you once your money is back.'

/** Empty for an order without lines, which exists only if it was created manually in the database. */
function arrival({ lines }: Order): string {
  if (lines.length === 0) return ''
  const last = Math.max(...lines.map(({ estimatedDelivery }) => estimatedDelivery.getTime()))
  return ` It should be with you by ${plainSpaces(day.format(last))}.`
}
