/** Payments and refunds per day in Indian time. */
import type { Db } from '../../database/db'
import { Prisma } from '../../generated/prisma/client'
import { dayInIndia } from '../../shared/delivery/delivery'
import { invalidInput } from '../../shared/errors'
import { beginningOf } from '../../shared/indianDays'
import type { Shop } from '../shop'
import type { Period } from './invoiceFile'
import { sumsOf } from './sumDays'
import { DAY_MS } from '../../shared/durations'

/** Amounts in paise. */
export interface DayOfTakings {
  /** YYYY-MM-DD. */
  day: string
  gross: number
  refunds: number
  /** The number of orders paid on that day. */
  orders: number
}

const MAX_PERIOD_DAYS = 731

/** Includes both days, in Indian time. At most two years (731 days). Throws INVALID_INPUT. */
export function periodOf({ from, to }: { from: string; to: string }): Period {
  const [first, last] = [startOf('from', from), startOf('to', to)]
  const length = (last.getTime() - first.getTime()) / DAY_MS + 1
  if (length < 1 || length > MAX_PERIOD_DAYS)
    throw invalidInput('to', `The period must have 1 to ${MAX_PERIOD_DAYS} days.`)
  return { from: first, to: new Date(last.getTime() + DAY_MS) }
}

function startOf(field: string, day: string): Date {
  const start = beginningOf(day)
  if (start && start.toISOString() > '0001') return start
  throw invalidInput(field, `\`${field}\` must be a date as YYYY-MM-DD.`)
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

/** The days as YYYY-MM-DD. */
export function daysOf({ from, to }: Period): string[] {
  const length = (to.getTime() - from.getTime()) / DAY_MS
  return Array.from({ length }, (_, n) => dayInIndia(new Date(from.getTime() + n * DAY_MS)))
}

const COLUMNS = Prisma.sql`
  to_char(day, 'YYYY-MM-DD') AS day, sums.gross::float8 AS gross, sums.refunds::float8 AS refunds, sums.orders`

const readSums = (db: Db, days: string[]) => db.$queryRaw<DayOfTakings[]>`
  SELECT ${COLUMNS} FROM takings_day AS sums WHERE day = ANY(${days}::date[]) AND summed_at IS NOT NULL`

/** A separate statement, because reading a year took two and a half times as long when one statement also read the stored totals. */
const addUp = (db: Db, days: string[]) => db.$queryRaw<DayOfTakings[]>`
  SELECT ${COLUMNS} FROM unnest(${days}::date[]) AS asked (day) CROSS JOIN LATERAL (${sumsOf(Prisma.sql`asked.day`)}) AS sums`
