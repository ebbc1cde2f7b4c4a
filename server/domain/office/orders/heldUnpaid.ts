/** Tells how much of the stock unpaid orders hold, and from how many networks. A few networks that hold much are a sign of an attack. */
import type { Db } from '../../../database/db'
import { IS_OF_UNPROVEN } from '../../accounts/unproven'

export interface HeldUnpaid {
  pieces: number
  orders: number
  networks: number
  /** The pieces held, divided by the pieces held and in stock; 0 for an empty shop. */
  share: number
}

/**
 * Counts orders that await payment, and pay-on-delivery orders of unproven accounts until they are shipped. Reads only these orders, by
 * index, and the stock of all products.
 */
export async function readHeldUnpaid(db: Db): Promise<HeldUnpaid> {
  const [row] = await db.$queryRaw<(Omit<HeldUnpaid, 'share'> & { stock: number })[]>`
    WITH held AS MATERIALIZED (
      SELECT id, network FROM shop_order WHERE status = 'AWAITING_PAYMENT'
      UNION ALL SELECT id, network FROM shop_order WHERE status = 'CONFIRMED' AND ${IS_OF_UNPROVEN})
    SELECT count(*)::int AS orders, count(DISTINCT network)::int AS networks,
      (SELECT COALESCE(sum(quantity - restocked), 0)::int FROM order_line WHERE order_id IN (SELECT id FROM held)) AS pieces,
      (SELECT COALESCE(sum(stock), 0)::float FROM product) AS stock
    FROM held`
  const { stock, ...held } = row!
  return { ...held, share: held.pieces === 0 ? 0 : held.pieces / (held.pieces + stock) }
}
