/** Maintains the numbers of stars in a product's row, from which the database derives its rating. */
import type { Tx } from '../../database/db'
import { lockProducts } from '../lockProducts'
import type { Product } from '../../generated/prisma/client'
import { wholeId } from '../catalogue/variants'

/** A review that shoppers see. */
export const SHOWN_REVIEW = { hiddenAt: null, withdrawnAt: null } as const

/** The product that a review of an order's line is about. A variant has the reviews of its product. */
export const reviewedProductId = ({ product }: { product: Pick<Product, 'id' | 'variantOf'> | null }): string | null =>
  product && wholeId(product)

/**
 * Locks the products until the transaction ends. Every change of a review first takes these locks, so two changes cannot count each other out.
 * Does nothing if the shop no longer has the product.
 */
export async function lockReviewed(tx: Tx, ...productIds: (string | null)[]): Promise<void> {
  const ids = productIds.flatMap((id) => id ?? [])
  if (ids.length > 0) await lockProducts(tx, ids)
}

/**
 * Counts one review per account: the one that its author wrote or changed last. A line that came back whole because the buyer changed their
 * mind does not count, but its review stays. The caller has locked the product with lockReviewed. Writes nothing if the numbers are the same.
 */
export async function countStars(tx: Tx, productId: string | null): Promise<void> {
  if (productId === null) return
  await tx.$executeRaw`
    WITH voice AS (
      SELECT DISTINCT ON (review.user_id) review.stars
      FROM review JOIN order_line AS line ON line.id = review.order_line_id
      WHERE review.product_id = ${productId} AND review.hidden_at IS NULL AND review.withdrawn_at IS NULL 
        AND (line.quantity - line.cancelled) * coalesce(line.pieces_in_set, 1) > (
        SELECT coalesce(sum(return_line.quantity * coalesce(line.pieces_in_set, 1) + return_line.pieces), 0) FROM return_line
        WHERE return_line.order_line_id = line.id AND return_line.state = 'COMPLETED' AND return_line.reason = 'CHANGED_MIND'
      )
      ORDER BY review.user_id, coalesce(review.edited_at, review.created_at) DESC, review.id DESC
    ), counted AS (
      SELECT array_agg((SELECT count(*)::int FROM voice WHERE stars = star) ORDER BY star) AS counts FROM generate_series(1, 5) AS star
    )
    UPDATE product SET star_counts = counted.counts FROM counted
    WHERE id = ${productId} AND star_counts IS DISTINCT FROM counted.counts`
}

/** Counts the reviews of an order's lines again, some of which have come back. Locks their products. */
export async function countStarsOfOrder(tx: Tx, orderId: string): Promise<void> {
  const reviews = await tx.review.findMany({ where: { orderLine: { orderId } }, select: { productId: true } })
  const ids = [...new Set(reviews.map(({ productId }) => productId))]
  await lockReviewed(tx, ...ids)
  for (const id of ids) await countStars(tx, id)
}
