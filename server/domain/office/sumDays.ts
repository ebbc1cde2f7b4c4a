/**
 * What came in and went back on a day in India, added up once it is over and stored in takings_day, so that a year is read and not added up.
 * Any number of servers share the work. A stored sum is exact: whatever changes money of a past day takes its sum back by a trigger, under
 * the lock of the day's row.
 */
import type { Db, Tx } from '../../database/client'
import { Prisma } from '../../generated/prisma/client'
import { CURRENCY } from '../../shared/money'

/** In one round, so that other upkeep has its turn in a shop of many years. */
const MOST = 100

/**
 * The first day of which something may still be under way. A transaction that wrote before midnight told nobody that its day was over,
 * and may commit after: it takes seconds, and the clock of its server may be wrong by some more.
 */
const FIRST_OPEN = Prisma.sql`day_in_india(now() - interval '1 hour')`

/**
 * One row: gross and refunds in paise, and the orders that were paid. `day` is SQL for a date. Each refund's payment is looked up by
 * itself: for a join PostgreSQL may read all payments there are.
 */
export const sumsOf = (day: Prisma.Sql): Prisma.Sql => Prisma.sql`
  SELECT coalesce(sum(came), 0)::bigint AS gross, coalesce(sum(went), 0)::bigint AS refunds, coalesce(sum(sold), 0)::int AS orders
  FROM (
    SELECT amount AS came, 0 AS went, (excess IS NULL)::int AS sold FROM received_payment
    WHERE received_at >= start_in_india(${day}) AND received_at < start_in_india(${day} + 1) AND currency = ${CURRENCY}
    UNION ALL
    SELECT 0, amount, 0 FROM refund
    WHERE state = 'PROCESSED' AND ended_at >= start_in_india(${day}) AND ended_at < start_in_india(${day} + 1)
      AND (SELECT currency FROM received_payment WHERE id = refund.payment_id) = ${CURRENCY}
  ) AS movement`

/** The newest first, at most 100. Says how many it added up. */
export async function sumDays(db: Db): Promise<number> {
  await addMissingDays(db)
  const days = await db.$queryRaw<{ day: string }[]>`
    SELECT day::text FROM takings_day WHERE summed_at IS NULL AND day < ${FIRST_OPEN} ORDER BY day DESC LIMIT ${MOST}`
  let summed = 0
  for (const { day } of days) if (await db.$transaction((tx) => sumDay(tx, day))) summed += 1
  return summed
}

/** Days without money too, from the first one with some. */
async function addMissingDays(db: Db): Promise<void> {
  await db.$executeRaw`
    INSERT INTO takings_day (day)
    SELECT first.day + generate_series(0, ${FIRST_OPEN} - 1 - first.day) FROM (
      SELECT day_in_india(least(
        (SELECT min(received_at) FROM received_payment),
        (SELECT min(ended_at) FROM refund WHERE state = 'PROCESSED')
      )) AS day
    ) AS first
    EXCEPT SELECT day FROM takings_day
    ON CONFLICT DO NOTHING`
}

/** False where it is in somebody else's hands: a server's that adds it up, or a transaction's that changes it. */
async function sumDay(tx: Tx, day: string): Promise<boolean> {
  const locked = await tx.$queryRaw<object[]>`
    SELECT day FROM takings_day WHERE day = ${day}::date AND summed_at IS NULL FOR UPDATE SKIP LOCKED`
  if (locked.length === 0) return false
  // A statement after the lock's, so that it sees all that was committed before.
  await tx.$executeRaw`
    UPDATE takings_day SET gross = sums.gross, refunds = sums.refunds, orders = sums.orders, summed_at = now()
    FROM (${sumsOf(Prisma.sql`${day}::date`)}) AS sums WHERE day = ${day}::date`
  return true
}
