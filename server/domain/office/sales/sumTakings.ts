/**
 * Stores the totals of each past day's payments and refunds (Indian time) in takings_day, so that the office can read a year quickly. Any
 * number of servers can share the work. Stored totals are exact: if the payments or refunds of a past day change, a trigger clears the
 * day's total while holding the lock on the day's row. A materialized view would sum all days each time, and a running total would be one
 * row that every payment must lock.
 */
import type { Db, Tx } from '../../../database/db'
import { Prisma } from '../../../generated/prisma/client'
import { CURRENCY } from '../../../shared/money/money'

/** The limit per round, so that a shop with many years of data does not delay the other maintenance steps. */
const MOST = 100

/**
 * The first day that may still change. A transaction that wrote before midnight may commit after it. Transactions take only seconds, but a
 * server's clock may be wrong by a little more than that.
 */
export const FIRST_OPEN = Prisma.sql`day_in_india(now() - interval '1 hour')`

/**
 * One row: gross and refunds in paise, and the number of paid orders. `day` is SQL for a date. Looks up the payment of each refund in a
 * subquery, because PostgreSQL may read all payments for a join.
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

/** Adds up at most 100 days, newest first. Returns the number of days. */
export async function sumTakings(db: Db): Promise<number> {
  await addMissingDays(db)
  const days = await db.$queryRaw<{ day: string }[]>`
    SELECT day::text FROM takings_day WHERE summed_at IS NULL AND day < ${FIRST_OPEN} ORDER BY day DESC LIMIT ${MOST}`
  let summed = 0
  for (const { day } of days) if (await db.$transaction((tx) => sumDay(tx, day))) summed += 1
  return summed
}

/** Adds rows for all past days since the first day with payments or refunds, including days without any. */
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

/** False if another server is adding up the day, or if a transaction is changing it. */
async function sumDay(tx: Tx, day: string): Promise<boolean> {
  const locked = await tx.$queryRaw<object[]>`
    SELECT day FROM takings_day WHERE day = ${day}::date AND summed_at IS NULL FOR UPDATE SKIP LOCKED`
  if (locked.length === 0) return false
  // Runs as a separate statement after taking the lock, so that it sees everything committed before the lock.
  await tx.$executeRaw`
    UPDATE takings_day SET gross = sums.gross, refunds = sums.refunds, orders = sums.orders, summed_at = now()
    FROM (${sumsOf(Prisma.sql`${day}::date`)}) AS sums WHERE day = ${day}::date`
  return true
}
