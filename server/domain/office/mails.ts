/** Lists mails for staff, resends one, or discards it. */
import type { Prisma, OutboxMessage } from '../../generated/prisma/client'
import type { ComposedMail } from '../../outbox/mail/mail'
import { discardMessages, resendMessages } from '../../outbox/outbox'
import { DomainError, invalidInput } from '../../shared/errors'
import { countOnce, ROWS_TO_COUNT, type CountedPage } from '../counted'
import { checkFirst, decodeCursor, encodeCursor } from '../cursor'
import { composeOf, withBuyer, type OrderWithBuyer } from '../mail/composeMail'
import { readMailEvent, type MailEvent } from '../orders/news/orderMail'
import { orderNumber } from '../orders/order'
import type { Shop } from '../shop'
import { audit } from './audit'
import { requireStaff } from './staff'

export type MailState = 'WAITING' | 'SENT' | 'FILED' | 'DEAD'

export interface OfficeMail {
  message: OutboxMessage
  event: MailEvent
  orderNumber: string
  /** The mail as it would be sent now, or null if the account was deleted. */
  composed: ComposedMail | null
}

export type OfficeMailPage = CountedPage<OfficeMail>

const CHANNEL = 'mail'

const WHERE: Record<MailState, Prisma.OutboxMessageWhereInput> = {
  WAITING: { state: 'WAITING' },
  SENT: { state: 'SENT', filedAs: null },
  FILED: { state: 'SENT', filedAs: { not: null } },
  DEAD: { state: 'DEAD' },
}

export const stateOfMail = ({ message: { state, filedAs } }: OfficeMail): MailState =>
  state === 'SENT' && filedAs !== null ? 'FILED' : state

/** Newest first. `first` is 1 to 100. `after` is a cursor of an earlier page with the same state. Throws INVALID_INPUT, STALE_CURSOR. */
export async function listMails(
  shop: Shop,
  { first, after, state }: { first: number; after?: string | null; state?: MailState | null },
): Promise<OfficeMailPage> {
  checkFirst(first)
  const question = ['mails', state ?? null]
  const below = after == null ? null : (decodeCursor(question, after, ['serial'])[0] as number)
  const where = { channel: CHANNEL, ...(state && WHERE[state]) }
  const found = await shop.db.outboxMessage.findMany({
    where: { ...where, ...(below !== null && { id: { lt: below } }) },
    orderBy: { id: 'desc' },
    take: first + 1,
  })
  const mails = await composeAll(shop, found.slice(0, first))
  return {
    edges: mails.map((node) => ({ cursor: encodeCursor(question, [node.message.id]), node })),
    hasNextPage: found.length > first,
    hasPreviousPage: below !== null,
    count: countOnce(() => shop.db.outboxMessage.count({ where, take: ROWS_TO_COUNT })),
  }
}

/** Null if the mail does not exist. */
export async function findMail(shop: Shop, id: string): Promise<OfficeMail | null> {
  const message = await findMessage(shop.db, id)
  return message && ((await composeAll(shop, [message]))[0] ?? null)
}

const mailNotFound = () => new DomainError('MAIL_NOT_FOUND', { field: 'id' })

const findMessage = async ({ outboxMessage }: Pick<Shop['db'], 'outboxMessage'>, id: string) =>
  /^[1-9]\d{0,8}$/.test(id) ? outboxMessage.findFirst({ where: { id: Number(id), channel: CHANNEL } }) : null

async function composeAll(shop: Shop, messages: OutboxMessage[]): Promise<OfficeMail[]> {
  const ids = [...new Set(messages.map(({ topic }) => topic))]
  const orders = await shop.db.order.findMany({ where: { id: { in: ids } }, include: withBuyer })
  const byId = new Map(orders.map((order) => [order.id, order]))
  return messages.flatMap((message) => {
    const order = byId.get(message.topic)
    return order ? [compose(shop, message, order)] : []
  })
}

const compose = (shop: Shop, message: OutboxMessage, order: OrderWithBuyer): OfficeMail => ({
  message,
  event: readMailEvent(message.body),
  orderNumber: orderNumber(order),
  composed: composeOf(shop, order, message.body),
})

/** Makes the mail due now, even if it is still waiting. Throws FORBIDDEN, MAIL_NOT_FOUND. */
export async function resendMail(shop: Shop, viewerId: string, id: string): Promise<OfficeMail> {
  await shop.db.$transaction(async (tx) => {
    await requireStaff(tx, viewerId)
    const message = await findMessage(tx, id)
    // Another staff member may discard the mail between the two statements.
    if (!message || (await resendMessages(tx, CHANNEL, [message.id])) === 0) throw mailNotFound()
    const { state } = message
    await audit(tx, {
      actorId: viewerId,
      action: 'resendMail',
      subject: { type: 'Mail', id },
      before: { state },
      after: { state: 'WAITING' },
    })
  })
  return (await findMail(shop, id))!
}

/** Deletes a mail that the outbox gave up on. Returns its id. Throws FORBIDDEN, MAIL_NOT_FOUND, INVALID_INPUT. */
export async function discardMail(shop: Shop, viewerId: string, id: string): Promise<string> {
  await shop.db.$transaction(async (tx) => {
    await requireStaff(tx, viewerId)
    const message = await findMessage(tx, id)
    if (!message) throw mailNotFound()
    // The statement checks the state again, because another staff member may resend or discard the mail meanwhile.
    if ((await discardMessages(tx, CHANNEL, [message.id])) === 0)
      throw (await findMessage(tx, id))
        ? invalidInput('id', 'Only a mail that was given up can be discarded.')
        : mailNotFound()
    const order = await tx.order.findUnique({ where: { id: message.topic }, select: { serial: true } })
    await audit(tx, {
      actorId: viewerId,
      action: 'discardMail',
      subject: { type: 'Mail', id },
      // The mail itself has been deleted.
      before: { state: message.state, kind: readMailEvent(message.body).type, order: order && orderNumber(order) },
    })
  })
  return id
}
