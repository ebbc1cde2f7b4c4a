/** Composes the email for an outbox message when it is sent, from the order's current state. */
import type { Prisma } from '../../generated/prisma/client'
import type { ComposedMail } from '../../outbox/mail/mail'
import { AGREED_TO_REVIEW_REQUESTS } from '../accounts/consents'
import { orderNumber, withHistory } from '../orders/order'
import { readMailEvent } from '../orders/messages/chooseMail'
import type { Shop } from '../shop'
import { draftOf } from './draft'
import { harmlessName } from './greeting'
import { htmlOf } from './html'
import { textOf } from './text'
import { wordsOf } from './orderWords'

export const withBuyer = {
  ...withHistory,
  user: {
    select: {
      firstName: true,
      email: true,
      isDemo: true,
      deletedAt: true,
      consents: { where: { ...AGREED_TO_REVIEW_REQUESTS }, select: { id: true } },
    },
  },
} satisfies Prisma.OrderInclude

export type OrderWithBuyer = Prisma.OrderGetPayload<{ include: typeof withBuyer }>

/** Null if the account was deleted, or if it no longer agrees to be asked for reviews. */
export async function composeOrderMail(
  shop: Pick<Shop, 'db' | 'settings' | 'orderLinks' | 'reviewLinks'>,
  { topic: id, body }: { topic: string; body: string },
): Promise<ComposedMail | null> {
  const order = await shop.db.order.findUnique({ where: { id }, include: withBuyer })
  return order && composeOf(shop, order, body)
}

/** Like composeOrderMail, for an order that has already been loaded. */
export function composeOf(
  { settings, orderLinks, reviewLinks }: Pick<Shop, 'settings' | 'orderLinks' | 'reviewLinks'>,
  order: OrderWithBuyer,
  body: string,
): ComposedMail | null {
  const { user, id: orderId, linkGeneration: generation } = order
  if (!settings.mail) return null
  const event = readMailEvent(body)
  const isReview = event.type === 'REVIEW_REQUEST'
  if (isReview && user.consents.length === 0) return null
  const isToStaff = event.type === 'UNPACKED'
  const to = isToStaff ? settings.contactEmail : user.deletedAt ? null : user.email
  if (to === null) return null
  const key = isToStaff ? null : (isReview ? reviewLinks : orderLinks).sign({ orderId, generation, issuedAt: event.at })
  const sender = { ...settings, origin: settings.mail.origin }
  const firstName = isToStaff ? '' : user.firstName
  const draft = draftOf(sender, order, { firstName, key, isReview }, wordsOf(order, event, harmlessName(firstName)))
  return {
    kind: event.type,
    number: orderNumber(order),
    to,
    isReal: isToStaff || !user.isDemo,
    isToStaff,
    subject: draft.subject,
    at: event.at,
    html: htmlOf(draft),
    text: textOf(draft),
  }
}
