/** Which mail a shopper gets of what happens to an order. What it says is composed when it is sent (domain/mail). */
import { z } from 'zod'
import type { OrderStatus, Refund } from '../../generated/prisma/client'
import type { NewMessage } from '../../outbox/outbox'
import type { Order } from './orders'

const MAIL_KINDS = [
  'PLACED',
  'PAID',
  'SHIPPED',
  'DELIVERED',
  'CANCELLED',
  'REFUNDED',
  'RETURN_REQUESTED',
  'RETURN_REFUSED',
  'RETURNED',
  /** To staff: it was not sent in time. */
  'UNPACKED',
] as const

export type MailKind = (typeof MAIL_KINDS)[number]

/** What is kept of a mail until it is sent: nobody's name or address. */
const mailEvent = z.object({
  type: z.enum(MAIL_KINDS),
  at: z.iso.datetime().transform((text) => new Date(text)),
  /** What the shop wrote to the shopper with it. */
  note: z.string().optional(),
  /** Of a refund, in paise. */
  amount: z.int().optional(),
})

export type MailEvent = z.infer<typeof mailEvent>

export const readMailEvent = (body: string): MailEvent => mailEvent.parse(JSON.parse(body))

/** Null where a move is none that its buyer is to read of: docs/mail.md has the list, and why. */
export function mailOfOrder(order: Order, previous: OrderStatus | null): NewMessage | null {
  const { id, at, note } = order.events.at(-1)!
  const type = kindOf(order, previous)
  if (!type) return null
  // Else it is the shop's own wording, which the mail has in its own.
  const isWritten = order.cancelledByShop || type === 'RETURN_REFUSED'
  return message(order, id, { type, at: at.toISOString(), ...(isWritten && note && { note }) })
}

/** Of money that is back, a part as well as the whole; one that failed is for staff to mend. */
export function mailOfRefund(order: Order, { id, amount, state, endedAt }: Refund): NewMessage | null {
  if (state !== 'PROCESSED') return null
  return message(order, `${id}-processed`, { type: 'REFUNDED', at: endedAt!.toISOString(), amount })
}

/** That an order was not sent in time, once per order. */
export const mailToStaff = (order: Order, at: Date): NewMessage =>
  message(order, `${order.id}-unpacked`, { type: 'UNPACKED', at: at.toISOString() })

const message = ({ id }: Order, eventId: string, body: z.input<typeof mailEvent>): NewMessage => ({
  channel: 'mail',
  topic: id,
  eventId,
  body: JSON.stringify(body),
})

const BEFORE_IT_LEFT: (OrderStatus | null)[] = ['AWAITING_PAYMENT', 'CONFIRMED', 'PAID', 'CANCELLED']

function kindOf(order: Order, previous: OrderStatus | null): MailKind | null {
  switch (order.status) {
    case 'CONFIRMED':
      return 'PLACED'
    case 'PAID':
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
      // A hold that ran out, or that a newer checkout replaced: no mail has told of that order.
      return previous === 'CONFIRMED' || order.cancelledByBuyer || order.cancelledByShop ? 'CANCELLED' : null
    case 'REFUND_DUE':
      return BEFORE_IT_LEFT.includes(previous) ? 'CANCELLED' : null
    // The refund's own mail says how much is back; and nobody waits for news of an order that is being paid.
    case 'REFUNDED':
    case 'AWAITING_PAYMENT':
      return null
  }
}
