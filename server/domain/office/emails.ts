/** Lets staff list emails, and resend or discard one. */
import type { Prisma, OutboxMessage } from '../../generated/prisma/client'
import type { ComposedMail } from '../../outbox/mail/mail'
import type { CountedPage } from '../counted'
import { composeOf, withBuyer, type OrderWithBuyer } from '../mail/composeOrderMail'
import { readMailEvent, type MailEvent } from '../orders/messages/chooseMail'
import type { OrderLinks } from '../shopParts'
import { orderNumber } from '../orders/order'
import type { Shop } from '../shop'
import type { Actor } from '../staff/actor'
import { discardMessage, findMessage, listMessages, MAILS, resendMessage, type MessageList } from './messages'

export type MailState = 'WAITING' | 'SENT' | 'FILED' | 'DEAD'

export interface OfficeMail {
  message: OutboxMessage
  event: MailEvent
  orderNumber: string
  /** The email as it would be sent now, or null if the account was deleted. */
  composed: ComposedMail | null
}

export type OfficeMailPage = CountedPage<OfficeMail>

const WHERE: Record<MailState, Prisma.OutboxMessageWhereInput> = {
  WAITING: { state: 'WAITING' },
  SENT: { state: 'SENT', filedAs: null },
  FILED: { state: 'SENT', filedAs: { not: null } },
  DEAD: { state: 'DEAD' },
}

export const stateOfMail = ({ message: { state, filedAs } }: OfficeMail): MailState =>
  state === 'SENT' && filedAs !== null ? 'FILED' : state

/** Newest first. Throws INVALID_INPUT, STALE_CURSOR. */
export async function listMails(shop: Shop, list: MessageList<MailState>): Promise<OfficeMailPage> {
  const page = await listMessages(shop, MAILS, list, list.state && WHERE[list.state])
  const mails = await composeAll(
    shop,
    page.edges.map(({ node }) => node),
  )
  const mailOf = new Map(mails.map((mail) => [mail.message, mail]))
  return {
    ...page,
    edges: page.edges.flatMap(({ cursor, node: message }) => {
      const node = mailOf.get(message)
      return node ? [{ cursor, node }] : []
    }),
  }
}

/** Null if the email does not exist. */
export async function findMail(shop: Shop, id: string): Promise<OfficeMail | null> {
  const message = await findMessage(shop.db, MAILS, id)
  return message && ((await composeAll(shop, [message]))[0] ?? null)
}

async function composeAll(shop: Shop, messages: OutboxMessage[]): Promise<OfficeMail[]> {
  const ids = [...new Set(messages.map(({ topic }) => topic))]
  const orders = await shop.db.order.findMany({ where: { id: { in: ids } }, include: withBuyer })
  const byId = new Map(orders.map((order) => [order.id, order]))
  return messages.flatMap((message) => {
    const order = byId.get(message.topic)
    return order ? [compose(shop, message, order)] : []
  })
}

const NO_LINKS: OrderLinks = { sign: () => 'hidden', read: () => null }

const compose = (shop: Shop, message: OutboxMessage, order: OrderWithBuyer): OfficeMail => ({
  message,
  event: readMailEvent(message.body),
  orderNumber: orderNumber(order),
  // A review link lets its holder write in the buyer's name, so staff do not see its key.
  composed: composeOf({ ...shop, reviewLinks: NO_LINKS }, order, message.body),
})

/** Makes the email due now, even if it is still waiting. Throws FORBIDDEN, MAIL_NOT_FOUND. */
export async function resendMail(shop: Shop, actor: Actor, id: string): Promise<OfficeMail> {
  await resendMessage(shop, actor, MAILS, id)
  return (await findMail(shop, id))!
}

/** Deletes a dead email. Returns its id. Throws FORBIDDEN, MAIL_NOT_FOUND, INVALID_INPUT. */
export const discardMail = (shop: Shop, actor: Actor, id: string): Promise<string> =>
  // The audit log names the order, because the email itself is deleted.
  discardMessage(shop, actor, MAILS, id, async (tx, { topic, body }) => {
    const order = await tx.order.findUnique({ where: { id: topic }, select: { serial: true } })
    return { kind: readMailEvent(body).type, order: order && orderNumber(order) }
  })
