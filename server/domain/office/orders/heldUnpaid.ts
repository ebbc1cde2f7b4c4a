/** Says how much of the stock unpaid orders hold, and from how many networks. A few networks that hold much are a sign of an attack. */
import type { Db } from '../../../database/db'
import { Prisma } from '../../../generated/prisma/client'
import { IS_OF_UNPROVEN } from '../../accounts/unproven'

/** A share is the number of pieces held, divided by those held and in stock; 0 for an empty shop. */
export interface HeldUnpaid {
  pieces: number
  share: number
  orders: number
  networks: number
  /** The products with the most pieces held. */
  products: { productId: string; title: string; pieces: number; share: number }[]
  /** The largest share of one product, of those with at least MIN_PIECES_OF_PRODUCT pieces held. */
  productShare: number
}

const MAX_PRODUCTS = 5
/** With fewer pieces, a few honest shoppers hold most of a product. */
const MIN_PIECES_OF_PRODUCT = 10

/** SQL for the orders that await payment, and the pay-on-delivery orders of unproven accounts until they are shipped. */
export const HELD_UNPAID = Prisma.sql`
  SELECT id, network FROM shop_order WHERE status = 'AWAITING_PAYMENT'
  UNION ALL SELECT id, network FROM shop_order WHERE status = 'CONFIRMED' AND NOT is_replacement AND ${IS_OF_UNPROVEN}`

/** SQL for the pieces that a line took from stock and that are not back. */
const HELD = Prisma.sql`(line.quantity - line.cancelled - line.restocked)`

/** Reads only the orders in HELD_UNPAID, by index, and the stock of all products. */
export async function readHeldUnpaid(db: Db): Promise<HeldUnpaid> {
  type Row = Omit<HeldUnpaid, 'share' | 'products'> & { stock: number; products: HeldUnpaid['products'] | null }
  const [row] = await db.$queryRaw<Row[]>`
    WITH held AS MATERIALIZED (${HELD_UNPAID}), product_held AS MATERIALIZED (
      SELECT line.product_id AS "productId", max(line.title) AS title, sum(${HELD})::int AS pieces,
        sum(${HELD})::float / (sum(${HELD}) + max(COALESCE(product.stock, 0))) AS share
      FROM order_line AS line LEFT JOIN product ON product.id = line.product_id
      WHERE line.order_id IN (SELECT id FROM held) AND ${HELD} > 0
      GROUP BY line.product_id)
    SELECT count(*)::int AS orders, count(DISTINCT network)::int AS networks,
      (SELECT COALESCE(sum(pieces), 0)::int FROM product_held) AS pieces,
      (SELECT COALESCE(max(share), 0) FROM product_held WHERE pieces >= ${MIN_PIECES_OF_PRODUCT}) AS "productShare",
      (SELECT json_agg(most) FROM (
        SELECT * FROM product_held ORDER BY pieces DESC, "productId" LIMIT ${MAX_PRODUCTS}) AS most) AS products,
      (SELECT COALESCE(sum(stock), 0)::float FROM product) AS stock
    FROM held`
  const { stock, products, ...held } = row!
  const share = held.pieces === 0 ? 0 : held.pieces / (held.pieces + stock)
  return { ...held, share, products: products ?? [] }
}
