/**
 * Messages that the shop sends, stored as rows in the same transaction as the change that they report. Each is sent at least once, and
 * messages on one topic are sent in order. Several servers share the rows. If a server dies while sending, its message stays claimed until
 * the claim expires.
 */
import { randomUUID } from 'node:crypto'
import type { Db, DbOrTx, Tx } from '../database/db'
import { inSteps } from '../database/inSteps'
import { Prisma, type OutboxMessage, type OutboxState } from '../generated/prisma/client'
import { DAY_MS } from '../shared/durations'

/** The channel that sends a message. */
export type ChannelName = 'webhook' | 'mail' | 'account-mail'

export interface NewMessage {
  channel: ChannelName
  /** Messages on one topic are sent one after another. Writers on a topic must hold a common lock. */
  topic: string
  /** The id of the event. Each channel has at most one message per event. */
  eventId: string
  body: string
}

/** More than the clocks of the servers and of the database usually differ. */
const MAX_AHEAD_MS = 5 * 60_000
/** More than any claim lasts. */
const MAX_CLAIM_MS = 60 * 60_000

/** Runs in the caller's transaction, with one statement for all channels. If the topic waits for a retry, a new message waits too. */
export async function addMessages(tx: Tx, messages: NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  const now = new Date()
  const rows = messages.map(
    ({ channel, topic, eventId, body }) => Prisma.sql`
      SELECT ${channel}, ${topic}, ${eventId}, ${body}, ${now}::timestamptz, COALESCE(max(due_at), ${now}::timestamptz)
      FROM outbox_message WHERE channel = ${channel} AND topic = ${topic} AND state = 'WAITING' AND claim IS NULL`,
  )
  await tx.$executeRaw`
    INSERT INTO outbox_message (channel, topic, event_id, body, created_at, due_at) ${Prisma.join(rows, ' UNION ALL ')}`
}

/** A message that only this server may send, until `claim` expires. */
export type ClaimedMessage = Pick<OutboxMessage, 'id' | 'topic' | 'eventId' | 'body' | 'failures'> & { claim: string }

interface Claim {
  channel: ChannelName
  /** A hash of the receiver's address. No message is claimed while that address is known to be permanently gone. */
  target: string
  most: number
  /** For this long, only this server may send a claimed message. */
  leaseMs: number
}

/**
 * Claims due messages, the first on each topic, and skips rows locked by other transactions. It always uses the indexes: in a version with
 * NOT EXISTS, the planner assumed an empty table and compared all waiting rows with each other.
 */
export async function claimDue(db: Db, { channel, target, most, leaseMs }: Claim): Promise<ClaimedMessage[]> {
  const now = new Date()
  return db.$queryRaw<ClaimedMessage[]>`
    WITH head AS MATERIALIZED (
      SELECT id FROM outbox_message AS message
      WHERE channel = ${channel} AND state = 'WAITING' AND due_at <= ${now}
        AND id = (
          SELECT min(id) FROM outbox_message AS waiting
          WHERE waiting.channel = message.channel AND waiting.topic = message.topic AND waiting.state = 'WAITING'
        )
        AND NOT EXISTS (SELECT FROM outbox_message WHERE gone_from = ${target})
      ORDER BY due_at
      LIMIT ${most}
      FOR UPDATE OF message SKIP LOCKED
    )
    UPDATE outbox_message AS message
    SET claim = ${randomUUID()}::uuid, due_at = ${new Date(now.getTime() + leaseMs)}, gone_from = NULL
    FROM head WHERE message.id = head.id
    RETURNING message.id, message.topic, message.event_id AS "eventId", message.body, message.failures, message.claim::text AS claim`
}

/** Stores the outcome, unless the claim expired and another server has the message. After SENT or DEAD, the topic's next message is due. */
export async function endMessage(
  db: Db,
  { id, claim }: ClaimedMessage,
  { state, why = null, filedAs = null }: { state: 'SENT' | 'DEAD'; why?: string | null; filedAs?: string | null },
): Promise<void> {
  const now = new Date()
  const failed = state === 'DEAD' ? 1 : 0
  await db.$executeRaw`
    WITH ended AS (
      UPDATE outbox_message
      SET state = ${state}::"OutboxState", due_at = ${now}, claim = NULL, last_error = ${why}, failures = failures + ${failed},
        filed_as = ${filedAs}
      WHERE id = ${id} AND claim = ${claim}::uuid
      RETURNING channel, topic
    )
    UPDATE outbox_message AS next SET due_at = ${now}
    FROM ended
    WHERE next.channel = ended.channel AND next.topic = ended.topic AND next.state = 'WAITING' AND next.claim IS NULL`
}

/** The message failed, or must wait. It is retried at `dueAt`, and later messages on its topic wait until then. */
export async function postponeMessage(
  db: Db,
  { id, claim }: ClaimedMessage,
  { dueAt, why, isFailure = true }: { dueAt: Date; why: string; isFailure?: boolean },
): Promise<void> {
  await db.$executeRaw`
    UPDATE outbox_message AS message
    SET due_at = ${dueAt},
      claim = NULL,
      failures = message.failures + (message.id = ${id} AND ${isFailure}::boolean)::int,
      last_error = CASE WHEN message.id = ${id} THEN ${why} ELSE message.last_error END
    FROM outbox_message AS failed
    WHERE failed.id = ${id} AND failed.claim = ${claim}::uuid
      AND message.channel = failed.channel AND message.topic = failed.topic AND message.state = 'WAITING'
      AND (message.claim IS NULL OR message.claim = failed.claim)`
}

/** The address is permanently gone. The entire channel stops until the address changes or an operator resumes it. */
export async function stopAt(db: Db, message: ClaimedMessage, target: string, why: string): Promise<void> {
  await db.outboxMessage.updateMany({
    where: { id: message.id, claim: message.claim },
    data: { claim: null, dueAt: new Date(), goneFrom: target, lastError: why, failures: { increment: 1 } },
  })
}

/**
 * Makes messages due that a server wrote or claimed while its clock was ahead. Without this, they would wait for as long as the clock was
 * ahead. The database's clock decides.
 */
export async function mendMessageTimes(db: Db): Promise<void> {
  await db.$executeRaw`
    UPDATE outbox_message SET created_at = least(created_at, now()), due_at = now(), claim = NULL
    WHERE state = 'WAITING'
      AND (
        claim IS NULL AND created_at > now() + ${MAX_AHEAD_MS}::int * interval '1 millisecond'
        OR claim IS NOT NULL AND due_at > now() + ${MAX_CLAIM_MS}::int * interval '1 millisecond'
      )`
}

/** The message is no longer needed. It is deleted, and its topic's next message is due. */
export async function dropMessage(db: Db, message: ClaimedMessage): Promise<void> {
  await endMessage(db, message, { state: 'SENT' })
  await db.outboxMessage.deleteMany({ where: { id: message.id, state: 'SENT' } })
}

/** Releases a message without counting a failure, because it is unknown whether it arrived. It is due again immediately. */
export async function releaseMessage(db: Db, { id, claim }: ClaimedMessage): Promise<void> {
  await db.outboxMessage.updateMany({ where: { id, claim }, data: { claim: null, dueAt: new Date() } })
}

/** Lists dead messages and those whose receiver's address is gone. With `all`, also lists waiting ones. Oldest first. */
export const listMessages = (
  { outboxMessage }: Db,
  channels: ChannelName[],
  { all = false } = {},
): Promise<OutboxMessage[]> =>
  outboxMessage.findMany({
    where: {
      channel: { in: channels },
      ...(all ? { state: { not: 'SENT' } } : { OR: [{ state: 'DEAD' }, { goneFrom: { not: null } }] }),
    },
    orderBy: { id: 'asc' },
  })

/** Makes messages in any state due immediately, with all retries available again. Returns the number of messages. */
export async function resendMessages(
  { outboxMessage }: DbOrTx,
  channels: ChannelName[],
  ids: number[],
): Promise<number> {
  const asNew = {
    state: 'WAITING',
    failures: 0,
    dueAt: new Date(),
    claim: null,
    goneFrom: null,
    filedAs: null,
  } as const
  return (await outboxMessage.updateMany({ where: { channel: { in: channels }, id: { in: ids } }, data: asNew })).count
}

/** Permanently deletes dead messages. Other messages stay. Returns the number of deleted messages. */
export async function discardMessages(
  { outboxMessage }: DbOrTx,
  channels: ChannelName[],
  ids: number[],
): Promise<number> {
  return (await outboxMessage.deleteMany({ where: { channel: { in: channels }, id: { in: ids }, state: 'DEAD' } }))
    .count
}

/**
 * The number of waiting and dead messages on each channel, and the time of the oldest. The time is null if all of them must still wait.
 */
export const countMessages = (db: Db) =>
  db.$queryRaw<{ channel: string; state: Exclude<OutboxState, 'SENT'>; count: number; oldest: Date | null }[]>`
    SELECT channel, state::text, count(*)::int AS count, 
      min(created_at) FILTER (WHERE due_at <= ${new Date()} OR failures > 0 OR claim IS NOT NULL) AS oldest
    FROM outbox_message WHERE state IN ('WAITING', 'DEAD') GROUP BY channel, state`

/** The time for which sent and dead messages are kept and can be resent manually. */
const SENT_LIFETIME_MS = 7 * DAY_MS
const DEAD_LIFETIME_MS = 30 * DAY_MS

/** Deletes messages that were sent a week ago, and messages that have been dead for a month. */
export async function forgetMessages({ outboxMessage }: Db, channel: ChannelName, now = Date.now()): Promise<void> {
  const lifetimes = { SENT: SENT_LIFETIME_MS, DEAD: DEAD_LIFETIME_MS } as const
  for (const [state, ms] of Object.entries(lifetimes) as [keyof typeof lifetimes, number][])
    await inSteps((limit) =>
      outboxMessage.deleteMany({ where: { state, channel, dueAt: { lt: new Date(now - ms) } }, limit }),
    )
}
