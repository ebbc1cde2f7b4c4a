/** Lets staff list the outbox messages of one channel, and resend or discard one. Emails and webhooks are both such messages. */
import type { Tx } from '../../database/db'
import type { OutboxMessage, Prisma } from '../../generated/prisma/client'
import { discardMessages, resendMessages, type ChannelName } from '../../outbox/outbox'
import { DomainError, invalidInput } from '../../shared/errors'
import { countOnce, ROWS_TO_COUNT, type CountedPage } from '../counted'
import { checkFirst, decodeCursor, encodeCursor, pageOf } from '../cursor'
import type { Shop } from '../shop'
import type { Actor } from '../staff/actor'
import { audit, type CHANGES } from '../audit/audit'

type Change = (typeof CHANGES)[keyof typeof CHANGES]

interface Kind {
  channel: ChannelName
  subject: 'Mail' | 'Webhook'
  resend: Change
  discard: Change
  notFound: 'MAIL_NOT_FOUND' | 'WEBHOOK_NOT_FOUND'
  /** The reason why a message in a state other than DEAD cannot be discarded. */
  notDead: string
}

export const MAILS: Kind = {
  channel: 'mail',
  subject: 'Mail',
  resend: 'resendMail',
  discard: 'discardMail',
  notFound: 'MAIL_NOT_FOUND',
  notDead: 'Only an email that the shop stopped sending can be discarded.',
}

export const WEBHOOKS: Kind = {
  channel: 'webhook',
  subject: 'Webhook',
  resend: 'resendWebhook',
  discard: 'discardWebhook',
  notFound: 'WEBHOOK_NOT_FOUND',
  notDead: 'Only a message that the shop stopped sending can be discarded.',
}

/** The arguments of a list. `first` is 1 to 100. `after` is a cursor from an earlier page with the same state. */
export interface MessageList<State> {
  first: number
  after?: string | null
  state?: State | null
}

/** Newest first. `where` selects the messages in the list's state. Throws INVALID_INPUT, STALE_CURSOR. */
export async function listMessages(
  { db }: Shop,
  { channel }: Kind,
  { first, after, state }: MessageList<string>,
  where: Prisma.OutboxMessageWhereInput | null | undefined,
): Promise<CountedPage<OutboxMessage>> {
  checkFirst(first)
  const question = [`${channel}s`, state ?? null]
  const below = after == null ? null : (decodeCursor(question, after, ['serial'])[0] as number)
  const all = { channel, ...where }
  const found = await db.outboxMessage.findMany({
    where: { ...all, ...(below !== null && { id: { lt: below } }) },
    orderBy: { id: 'desc' },
    take: first + 1,
  })
  return {
    ...pageOf(found, { first, after }, ({ id }) => encodeCursor(question, [id])),
    count: countOnce(() => db.outboxMessage.count({ where: all, take: ROWS_TO_COUNT })),
  }
}

/** Null if the message does not exist, or belongs to another channel. */
export const findMessage = async (
  { outboxMessage }: Pick<Shop['db'], 'outboxMessage'>,
  { channel }: Kind,
  id: string,
) => (/^[1-9]\d{0,8}$/.test(id) ? outboxMessage.findFirst({ where: { id: Number(id), channel } }) : null)

/** Makes the message due now, even if it is still waiting. Throws FORBIDDEN, and `kind.notFound`. */
export async function resendMessage(shop: Shop, actor: Actor, kind: Kind, id: string): Promise<OutboxMessage> {
  return shop.db.$transaction(async (tx) => {
    await actor.check(shop, tx)
    const message = await findMessage(tx, kind, id)
    // Another staff member may discard the message between the two statements.
    if (!message || (await resendMessages(tx, [kind.channel], [message.id])) === 0)
      throw new DomainError(kind.notFound, { field: 'id' })
    await audit(tx, {
      actorId: actor.id,
      action: kind.resend,
      subject: { type: kind.subject, id },
      before: { state: message.state },
      after: { state: 'WAITING' },
    })
    return (await findMessage(tx, kind, id))!
  })
}

/**
 * Deletes a dead message, and returns its id. `describe` returns additional data about the message for the audit log. Throws FORBIDDEN,
 * INVALID_INPUT, and `kind.notFound`.
 */
export async function discardMessage(
  shop: Shop,
  actor: Actor,
  kind: Kind,
  id: string,
  describe: (tx: Tx, message: OutboxMessage) => Promise<Prisma.InputJsonObject> = () => Promise.resolve({}),
): Promise<string> {
  await shop.db.$transaction(async (tx) => {
    await actor.check(shop, tx)
    const message = await findMessage(tx, kind, id)
    if (!message) throw new DomainError(kind.notFound, { field: 'id' })
    // The statement checks the state again, because another staff member may have resent or discarded the message in the meantime.
    if ((await discardMessages(tx, [kind.channel], [message.id])) === 0)
      throw (await findMessage(tx, kind, id))
        ? invalidInput('id', kind.notDead)
        : new DomainError(kind.notFound, { field: 'id' })
    await audit(tx, {
      actorId: actor.id,
      action: kind.discard,
      subject: { type: kind.subject, id },
      before: { state: message.state, ...(await describe(tx, message)) },
    })
  })
  return id
}
