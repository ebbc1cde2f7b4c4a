/** What came in and went back, day by day in Indian time. */
import { invalidInput } from '../../shared/errors'
import { CURRENCY } from '../../shared/money'
import type { Shop } from '../shop'

/** Paise. */
export interface DayOfTakings {
  /** YYYY-MM-DD. */
  day: string
  gross: number
  refunds: number
  /** Orders that were paid that day. */
  orders: number
}

const DAY_MS = 24 * 60 * 60 * 1000
const LONGEST_DAYS = 366
const DAY = /^\d{4}-\d\d-\d\d$/

/** The days' first instant in India, which is at UTC+05:30 all year. Throws INVALID_INPUT. */
function startOf(field: string, day: string): Date {
  const start = new Date(`${day}T00:00:00+05:30`)
  if (DAY.test(day) && !Number.isNaN(start.getTime()) && start.toISOString() > '0001') return start
  throw invalidInput(field, `\`${field}\` has to be a day, as YYYY-MM-DD.`)
}

/** Both days included; days without money are left out. Throws INVALID_INPUT. */
export async function listTakings({ db }: Shop, { from, to }: { from: string; to: string }): Promise<DayOfTakings[]> {
  const begin = startOf('from', from)
  const end = new Date(startOf('to', to).getTime() + DAY_MS)
  const days = (end.getTime() - begin.getTime()) / DAY_MS
  if (days < 1 || days > LONGEST_DAYS)
    throw invalidInput('to', `From the one day to the other there must be 1 to ${LONGEST_DAYS}.`)
  return db.$queryRaw<DayOfTakings[]>`
    SELECT to_char((at AT TIME ZONE 'UTC') + interval '330 minutes', 'YYYY-MM-DD') AS day,
      sum(came)::float8 AS gross, sum(went)::float8 AS refunds, sum(sold)::int AS orders
    FROM (
      SELECT received_at AS at, amount AS came, 0 AS went, (excess IS NULL)::int AS sold FROM received_payment
      WHERE received_at >= ${begin} AND received_at < ${end} AND currency = ${CURRENCY}
      UNION ALL
      SELECT refund.ended_at, 0, refund.amount, 0 FROM refund JOIN received_payment ON received_payment.id = refund.payment_id
      WHERE refund.state = 'PROCESSED' AND ended_at >= ${begin} AND ended_at < ${end} AND currency = ${CURRENCY}
    ) AS movement
    GROUP BY day ORDER BY day`
}
