/**
 * What is to leave the shop, as rows that are written in the transaction of what they tell of: at least once, and those of one topic
 * in their order. Several servers share the rows; one that dies while it sends keeps its message until the claim runs out.
 */
import { randomUUID } from 'node:crypto'
import type { Db, DbOrTx, Tx } from '../database/client'
import { inSteps } from '../database/inSteps'
import { Prisma, type OutboxMessage, type OutboxState } from '../generated/prisma/client'

/** Who sends a message, and how. */
export type ChannelName = 'webhook' | 'mail'

export interface NewMessage {
  channel: ChannelName
  /** Of one topic, under a lock that its writers share, the next message waits for the one before. */
  topic: string
  /** Of what happened: one message of it per channel. */
  eventId: string
  body: string
}

/** Part of the transaction, by one statement for all channels. While its topic waits for another try, a new message waits with it. */
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

/** A message that this server alone sends, until `claim` runs out. */
export type ClaimedMessage = Pick<OutboxMessage, 'id' | 'topic' | 'eventId' | 'body' | 'failures'> & { claim: string }

interface Claim {
  channel: ChannelName
  /** A hash of where it is sent to: nothing is claimed where that said that it is gone for good. */
  target: string
  most: number
  /** How long a message belongs to this server alone. */
  leaseMs: number
}

/**
 * What is due, the first of each topic, without waiting for another server's transaction. It reads along its indexes whatever the
 * planner believes of a table that was empty a minute ago: with NOT EXISTS it compared all that waits with all that waits.
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

/** As it ended, unless the claim ran out and another server has it. With SENT or DEAD the next of its topic is due. */
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

/** It failed, or is not to leave yet, and is tried at `dueAt`; what comes after it in its topic waits as long. */
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

/** The address is gone for good: until there is another, or somebody says so, the whole channel stands still. */
export async function stopAt(db: Db, message: ClaimedMessage, target: string, why: string): Promise<void> {
  await db.outboxMessage.updateMany({
    where: { id: message.id, claim: message.claim },
    data: { claim: null, dueAt: new Date(), goneFrom: target, lastError: why, failures: { increment: 1 } },
  })
}

/** Nobody is to hear of it any more: it is gone, and the next of its topic is due. */
export async function dropMessage(db: Db, message: ClaimedMessage): Promise<void> {
  await endMessage(db, message, { state: 'SENT' })
  await db.outboxMessage.deleteMany({ where: { id: message.id, state: 'SENT' } })
}

/** Nobody knows whether it arrived: it is due again at once, and that was no failure. */
export async function releaseMessage(db: Db, { id, claim }: ClaimedMessage): Promise<void> {
  await db.outboxMessage.updateMany({ where: { id, claim }, data: { claim: null, dueAt: new Date() } })
}

/** Dead ones, and those whose address is gone; with `all` also what waits. Oldest first. */
export const listMessages = (
  { outboxMessage }: Db,
  channel: ChannelName,
  { all = false } = {},
): Promise<OutboxMessage[]> =>
  outboxMessage.findMany({
    where: {
      channel,
      ...(all ? { state: { not: 'SENT' } } : { OR: [{ state: 'DEAD' }, { goneFrom: { not: null } }] }),
    },
    orderBy: { id: 'asc' },
  })

/** They are due at once, with all their tries before them, whatever became of them. Returns how many there are. */
export async function resendMessages({ outboxMessage }: DbOrTx, channel: ChannelName, ids: number[]): Promise<number> {
  const asNew = {
    state: 'WAITING',
    failures: 0,
    dueAt: new Date(),
    claim: null,
    goneFrom: null,
    filedAs: null,
  } as const
  return (await outboxMessage.updateMany({ where: { channel, id: { in: ids } }, data: asNew })).count
}

/** How many messages of each channel wait or are dead, and since when the oldest of them, null where all of them are not to leave yet. */
export const countMessages = (db: Db) =>
  db.$queryRaw<{ channel: string; state: Exclude<OutboxState, 'SENT'>; count: number; oldest: Date | null }[]>`
    SELECT channel, state::text, count(*)::int AS count, 
      min(created_at) FILTER (WHERE due_at <= ${new Date()} OR failures > 0 OR claim IS NOT NULL) AS oldest
    FROM outbox_message WHERE state IN ('WAITING', 'DEAD') GROUP BY channel, state`

const DAY_MS = 24 * 60 * 60 * 1000
/** How long a message may be sent once more by hand. */
const SENT_LIFETIME_MS = 7 * DAY_MS
const DEAD_LIFETIME_MS = 30 * DAY_MS

/** What was sent a week ago, or given up a month ago. */
export async function forgetMessages({ outboxMessage }: Db, channel: ChannelName, now = Date.now()): Promise<void> {
  const lifetimes = { SENT: SENT_LIFETIME_MS, DEAD: DEAD_LIFETIME_MS } as const
  for (const [state, ms] of Object.entries(lifetimes) as [keyof typeof lifetimes, number][])
    await inSteps((limit) =>
      outboxMessage.deleteMany({ where: { state, channel, dueAt: { lt: new Date(now - ms) } }, limit }),
    )
}
