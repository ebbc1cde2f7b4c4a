/**
 * Stores what was sold on each past day in sales_sum and sales_buyer, so that the office can read two years quickly. Any number of servers
 * can share the work. Stored sums are exact: if an order of a past day changes, a trigger clears the day's `summed_at` while holding the
 * lock on the day's row.
 */
import type { Db, Tx } from '../../../database/db'
import { Prisma } from '../../../generated/prisma/client'
import { readSold } from './soldFigures'

/**
 * The first day that may still change. A transaction that wrote before midnight may commit after it. Transactions take only seconds, but a
 * server's clock may be wrong by a little more than that.
 */
const FIRST_OPEN = Prisma.sql`day_in_india(now() - interval '1 hour')`

/** The limit per round, so that a shop with many years of data does not delay the other maintenance steps. */
const MOST = 50

/** The names are the columns, for json_to_recordset. */
const inSnakeCase = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      value as unknown,
    ]),
  )

/** Rows as one JSON value, whose names are the columns of the table. */
export const asJson = (rows: object[]): string => JSON.stringify(rows.map(inSnakeCase))

/** Adds up at most 50 days, newest first. Returns the number of days. */
export async function sumSales(db: Db): Promise<number> {
  await addMissingDays(db)
  const days = await db.$queryRaw<{ day: string }[]>`
    SELECT day::text FROM sales_day WHERE summed_at IS NULL AND day < ${FIRST_OPEN} ORDER BY day DESC LIMIT ${MOST}`
  let summed = 0
  for (const { day } of days) if (await db.$transaction((tx) => sumDay(tx, day), { timeout: MAX_DAY_MS })) summed += 1
  return summed
}

/** A day with 100,000 orders takes some seconds. */
const MAX_DAY_MS = 60_000

/** Adds rows for all past days since the first order, including days without sales. */
async function addMissingDays(db: Db): Promise<void> {
  await db.$executeRaw`
    INSERT INTO sales_day (day)
    SELECT first.day + generate_series(0, ${FIRST_OPEN} - 1 - first.day)
    FROM (SELECT day_in_india(min(placed_at)) AS day FROM shop_order) AS first
    EXCEPT SELECT day FROM sales_day
    ON CONFLICT DO NOTHING`
}

/** False if another server is adding up the day, or if a transaction is changing it. */
async function sumDay(tx: Tx, day: string): Promise<boolean> {
  const locked = await tx.$queryRaw<object[]>`
    SELECT day FROM sales_day WHERE day = ${day}::date AND summed_at IS NULL FOR UPDATE SKIP LOCKED`
  if (locked.length === 0) return false
  // These statements run after taking the lock, so that they see everything committed before the lock.
  const { rows, buyers } = await readSold(tx, [day])
  await tx.$executeRaw`DELETE FROM sales_sum WHERE kind = ANY(enum_range(NULL::"SalesKind")) AND day = ${day}::date`
  await tx.$executeRaw`DELETE FROM sales_buyer WHERE day = ${day}::date`
  await tx.$executeRaw`
    INSERT INTO sales_sum SELECT * FROM json_populate_recordset(NULL::sales_sum, ${asJson(rows)}::json)`
  await tx.$executeRaw`
    INSERT INTO sales_buyer SELECT * FROM json_populate_recordset(NULL::sales_buyer, ${asJson(buyers)}::json)`
  await tx.$executeRaw`UPDATE sales_day SET summed_at = now() WHERE day = ${day}::date`
  return true
}
