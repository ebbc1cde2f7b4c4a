/** Payments and refunds per day in Indian time. */
import type { Db } from '../../../database/db'
import { Prisma } from '../../../generated/prisma/client'
import type { Shop } from '../../shop'
import { daysOf, periodOf } from './period'
import { sumsOf } from './sumTakings'

/** Amounts in paise. */
export interface DayOfTakings {
  /** YYYY-MM-DD. */
  day: string
  gross: number
  refunds: number
  /** The number of orders paid on that day. */
  orders: number
}

/** Includes both days. Omits days without money. Throws INVALID_INPUT. */
export async function listTakings({ db }: Shop, span: { from: string; to: string }): Promise<DayOfTakings[]> {
  const days = daysOf(periodOf(span))
  const stored = await readSums(db, days)
  const isStored = new Set(stored.map(({ day }) => day))
  // Today, and days whose payments or refunds have just changed.
  const missing = days.filter((day) => !isStored.has(day))
  const all = [...stored, ...(await addUp(db, missing))]
  return all
    .filter(({ gross, refunds, orders }) => gross > 0 || refunds > 0 || orders > 0)
    .sort((one, other) => (one.day < other.day ? -1 : 1))
}

const COLUMNS = Prisma.sql`
  to_char(day, 'YYYY-MM-DD') AS day, sums.gross::float8 AS gross, sums.refunds::float8 AS refunds, sums.orders`

const readSums = (db: Db, days: string[]) => db.$queryRaw<DayOfTakings[]>`
  SELECT ${COLUMNS} FROM takings_day AS sums WHERE day = ANY(${days}::date[]) AND summed_at IS NOT NULL`

/** A separate statement, because reading a year took two and a half times as long when one statement also read the stored totals. */
const addUp = (db: Db, days: string[]) => db.$queryRaw<DayOfTakings[]>`
  SELECT ${COLUMNS} FROM unnest(${days}::date[]) AS asked (day) CROSS JOIN LATERAL (${sumsOf(Prisma.sql`asked.day`)}) AS sums`
