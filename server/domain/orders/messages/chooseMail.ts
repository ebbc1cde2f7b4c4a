/** Chooses which email an order's change or refund triggers. Its text is composed when it is sent (domain/mail). */
import { z } from 'zod'
import type { OrderStatus, Refund } from '../../../generated/prisma/client'
import type { NewMessage } from '../../../outbox/outbox'
import type { Order } from '../order'

const MAIL_KINDS = [
  'PLACED',
  'PAID',
  'SHIPPED',
  'DELIVERED',
  'CANCELLED',
  'REFUNDED',
  'ADDRESS_CHANGED',
  'ITEMS_CANCELLED',
  'RETURN_REQUESTED',
  'RETURN_ACCEPTED',
  'RETURN_REFUSED',
  'RETURNED',
  /** For staff: the order was not shipped in time. */
  'UNPACKED',
  /** A week after the delivery, to buyers who consented. */
  'REVIEW_REQUEST',
] as const

export type MailKind = (typeof MAIL_KINDS)[number]

/** A change of an order that keeps its status. */
export type ChangeKind = 'ADDRESS_CHANGED' | 'ITEMS_CANCELLED' | 'RETURN_ACCEPTED'

/** The data stored for an email until it is sent. It contains no name and no address. */
const mailEvent = z.object({
  type: z.enum(MAIL_KINDS),
  at: z.iso.datetime().transform((text) => new Date(text)),
  /** What the email tells the shopper about this event: the shop's reason, or the pieces. */
  note: z.string().optional(),
  /** The amount of a refund, in the smallest unit of its currency. For ITEMS_CANCELLED, what the shop refunds in the same step. */
  amount: z.int().optional(),
  currency: z.string().optional(),
})

export type MailEvent = z.infer<typeof mailEvent>

export const readMailEvent = (body: string): MailEvent => mailEvent.parse(JSON.parse(body))

/** What replaces the kind of email that belongs to the new status, and the event's note in it. */
export interface ChosenMail {
  type?: MailKind
  note?: string
}

/** Null if the buyer gets no email about this change. docs/mail.md lists the emails and the reasons. */
export function mailOfOrder(order: Order, previous: OrderStatus | null, chosen: ChosenMail = {}): NewMessage | null {
  const { id, at, note: noted } = order.events.at(-1)!
  const type = chosen.type ?? kindOf(order, previous)
  if (!type) return null
  // Other notes are the shop's standard wording, which the email replaces with its own.
  const isWritten = order.cancelledByShop || WRITTEN.has(type) || isPaymentToReturn(order, previous)
  const note = chosen.note ?? (isWritten && noted)
  return message(order, id, { type, at: at.toISOString(), ...(note && { note }) })
}

/**
 * Who caused the event that an email reports: the buyer, or the shop and its payment provider. Null for an email about no event of the
 * timeline. All emails that name someone use it.
 */
export const causeOf = (order: Order, at: Date): 'BUYER' | 'SHOP' | null => {
  const event = order.events.find((each) => each.at.getTime() === at.getTime())
  return event ? (event.source === 'SHOPPER' ? 'BUYER' : 'SHOP') : null
}

/** A refund has the currency of its payment. */
export interface RefundInCurrency extends Refund {
  currency: string
}

/** For paid-out refunds, whether partial or full. Staff handle failed refunds. */
export function mailOfRefund(
  order: Order,
  { id, amount, currency, state, endedAt }: RefundInCurrency,
): NewMessage | null {
  if (state !== 'PROCESSED') return null
  return message(order, `${id}-processed`, { type: 'REFUNDED', at: endedAt!.toISOString(), amount, currency })
}

/** After a change that keeps the status. `amount` is what the shop refunds for cancelled pieces, in paise, if it is not their price. */
export function mailOfChange(
  order: Order,
  type: ChangeKind,
  { amount }: { amount?: number | undefined } = {},
): NewMessage {
  const { id, at, note } = order.events.at(-1)!
  return message(order, id, { type, at: at.toISOString(), amount, ...(WRITTEN.has(type) && note && { note }) })
}

/** Their email contains the note of the event. */
const WRITTEN = new Set<MailKind>(['RETURN_REFUSED', 'RETURN_ACCEPTED', 'ITEMS_CANCELLED'])

/** Reports that an order was not shipped in time, in one email per order. */
export const mailToStaff = (order: Order, at: Date): NewMessage =>
  message(order, `${order.id}-unpacked`, { type: 'UNPACKED', at: at.toISOString() })

/** One email per order. */
export const mailOfReviewRequest = (order: { id: string }, at: Date): NewMessage =>
  message(order, `${order.id}-review`, { type: 'REVIEW_REQUEST', at: at.toISOString() })

const message = ({ id }: { id: string }, eventId: string, body: z.input<typeof mailEvent>): NewMessage => ({
  channel: 'mail',
  topic: id,
  eventId,
  body: JSON.stringify(body),
})

/** True if the shop must refund a payment that it could not accept. The event's note gives the reason, such as a wrong amount. */
const isPaymentToReturn = ({ status }: Order, previous: OrderStatus | null): boolean =>
  status === 'REFUND_DUE' && (previous === 'AWAITING_PAYMENT' || previous === 'CANCELLED')

const BEFORE_IT_LEFT: (OrderStatus | null)[] = ['AWAITING_PAYMENT', 'CONFIRMED', 'PAID', 'CANCELLED']

function kindOf(order: Order, previous: OrderStatus | null): MailKind | null {
  switch (order.status) {
    case 'CONFIRMED':
      // The order is paid on delivery, or replaces returned pieces.
      return 'PLACED'
    case 'PAID':
      // The only email about placing a prepaid order, because the payment follows within seconds.
      return 'PAID'
    case 'SHIPPED':
      return 'SHIPPED'
    case 'DELIVERED':
      return previous === 'RETURN_REQUESTED' ? 'RETURN_REFUSED' : 'DELIVERED'
    case 'RETURN_REQUESTED':
      return 'RETURN_REQUESTED'
    case 'RETURNED':
      return 'RETURNED'
    case 'CANCELLED':
      // If the hold expired or a newer checkout replaced the order, the buyer has received no email about it.
      return previous === 'CONFIRMED' || order.cancelledByBuyer || order.cancelledByShop ? 'CANCELLED' : null
    case 'REFUND_DUE':
      return BEFORE_IT_LEFT.includes(previous) ? 'CANCELLED' : null
    // The email about the refund itself names the amount, and an order that awaits payment needs no email.
    case 'REFUNDED':
    case 'AWAITING_PAYMENT':
      return null
  }
}
