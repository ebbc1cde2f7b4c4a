/** Refuses a caller who reached a rule, by counting rows in PostgreSQL. */
import type { Tx } from '../database/db'
import { Prisma } from '../generated/prisma/client'
import type { DomainErrorDetails } from '../shared/errors'
import { refusal, type Refusing } from './refusal'
import { RULES } from './rules'

/** A rule for one caller. */
export interface Bound {
  rule: Refusing
  /** 0 means no limit. */
  most: number
  /** The rows that count. */
  whose: Prisma.Sql
  /** Locked during the count, so that only one of two concurrent calls takes the last place. Null if another lock ensures this. */
  lock: string | null
  details?: DomainErrorDetails
}

/**
 * Throws the error of the first rule that is reached. `rowsOf` selects the rows of a bound, with their time in the column `at`; only the
 * first `most` of them are read. If the rule has a time, the error says when the oldest of them counts no more. Takes the locks in the order
 * of the bounds. Two calls cannot deadlock if they agree on this order.
 */
export async function guard(
  tx: Tx,
  bounds: Bound[],
  rowsOf: (whose: Prisma.Sql) => Prisma.Sql,
  now = new Date(),
): Promise<void> {
  const active = bounds.filter(({ most }) => most > 0)
  if (active.length === 0) return
  const locks = active.flatMap(({ lock }) => lock ?? [])
  if (locks.length > 0)
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(lock, 0)) FROM unnest(${locks}::text[]) AS lock`
  const oldest = active.map(
    ({ most, whose }) => Prisma.sql`(
      SELECT CASE WHEN count(*) = ${most} THEN min(at) END FROM (${rowsOf(whose)} LIMIT ${most}) AS counted)`,
  )
  const [row] = await tx.$queryRaw<{ oldest: (Date | null)[] }[]>`SELECT ARRAY[${Prisma.join(oldest)}] AS oldest`
  for (const [i, at] of row!.oldest.entries()) {
    if (!at) continue
    const { rule, most, details } = active[i]!
    const { within } = RULES[rule] as { within?: number }
    const retryAfterSeconds = within && Math.ceil((new Date(at).getTime() + within - now.getTime()) / 1000)
    throw refusal(rule, { most, ...(retryAfterSeconds && { retryAfterSeconds }), ...details })
  }
}
