/** Composes the email for an outbox message when it is sent, from the order's current state. */
import type { Prisma } from '../../generated/prisma/client'
import type { ComposedMail } from '../../outbox/mail/mail'
import { AGREED_TO_REVIEW_REQUESTS } from '../accounts/consents'
import { orderNumber, withHistory } from '../orders/order'
import { withReplacement } from '../orders/after-sale/readReturns'
import { readMailEvent, type MailEvent, type MailKind } from '../orders/messages/chooseMail'
import { inSets, singly } from '../../shared/setPieces'
import type { Shop } from '../shop'
import { draftOf, inParcel, piecesOfReturn, pricesOf, refundOf } from './draft'
import { nameInMail } from './greeting'
import { htmlOf } from './html'
import { textOf } from './text'
import { wordsOf, type AskedReturn, type Replaced } from './orderWords'

/** Their email lists the pieces of the return instead of the order with its total. */
const RETURN_MAILS = new Set<MailKind>(['RETURN_REQUESTED', 'RETURN_ACCEPTED', 'RETURN_REFUSED', 'RETURNED'])

export const withBuyer = {
  ...withHistory,
  // A replacement's money is that of the order that was paid.
  lines: {
    ...withHistory.lines,
    include: { replaces: { select: { order: { select: { serial: true, owedPaise: true, payOnDelivery: true } } } } },
  },
  replaces: { select: { order: { select: { serial: true } }, lines: { select: { state: true } } } },
  returns: {
    orderBy: { id: 'asc' },
    select: {
      wish: true,
      requestedAt: true,
      replacementId: true,
      replacement: withReplacement,
      lines: {
        orderBy: { id: 'asc' },
        select: { orderLineId: true, quantity: true, pieces: true, reason: true, state: true, isBack: true },
      },
    },
  },
  refunds: {
    orderBy: { id: 'asc' },
    select: {
      amount: true,
      state: true,
      endedAt: true,
      lines: true,
      payment: { select: { currency: true, excess: true } },
    },
  },
  user: {
    select: {
      firstName: true,
      lastName: true,
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

/** What a replacement replaces. Null for any other order. */
function replacedBy({ replaces, lines }: OrderWithBuyer): Replaced | null {
  if (!replaces) return null
  const { order, lines: asked } = replaces
  const paid = lines.find((line) => line.replaces)?.replaces?.order
  return {
    number: orderNumber(order),
    isAwaited: asked.some(({ state }) => state === 'ACCEPTED'),
    owed: paid ? { ...paid, number: orderNumber(paid) } : null,
  }
}

/** The request that an email about a return reports on. Null for a parcel that came back without one. */
function returnAt({ returns, lines }: OrderWithBuyer, { type, at }: MailEvent): AskedReturn | null {
  const request = returns.filter(({ requestedAt }) => requestedAt <= at).at(-1)
  if (!request) return null
  const known = type === 'RETURN_REQUESTED' ? asAsked(request.lines, lines) : request.lines
  const asked = known.map(({ orderLineId, ...each }) => {
    const { title, piecesInSet, quantity: bought } = lines.find(({ id }) => id === orderLineId)!
    return { ...each, title, piecesInSet, bought }
  })
  return { ...request, replacement: request.replacement && orderNumber(request.replacement), lines: asked }
}

type RequestedLine = OrderWithBuyer['returns'][number]['lines'][number]

/** As on the day of the request, even if staff have decided before the email leaves. They may have divided a line. */
const asAsked = (requested: RequestedLine[], lines: OrderWithBuyer['lines']): RequestedLine[] =>
  lines.flatMap((line) => {
    const parts = requested.filter(({ orderLineId }) => orderLineId === line.id)
    const count = parts.reduce((sum, part) => sum + singly(line, part), 0)
    return parts
      .slice(0, 1)
      .map((part) => ({ ...part, ...inSets(line, count), state: 'REQUESTED' as const, isBack: false }))
  })

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
  const name = isToStaff ? '' : nameInMail(user.firstName, user.lastName)
  const asked = RETURN_MAILS.has(event.type) ? returnAt(order, event) : null
  const refund = event.type === 'REFUNDED' ? refundOf(order, order.refunds, event) : null
  const words = wordsOf(order, event, { name, replaced: replacedBy(order), asked, costs: refund?.costs ?? null })
  const contents = RETURN_MAILS.has(event.type)
    ? piecesOfReturn(order, asked && event.type === 'RETURNED' ? inParcel(asked) : asked)
    : (refund ?? pricesOf(order, order.refunds, order.returns))
  const draft = draftOf(sender, order, { name, key, isReview, contents }, words)
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
