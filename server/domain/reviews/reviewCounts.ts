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

/** The caller has locked the product with lockReviewed. Writes nothing if the numbers are the same. */
export async function countStars(tx: Tx, productId: string | null): Promise<void> {
  if (productId === null) return
  await tx.$executeRaw`
    WITH counted AS (
      SELECT array_agg((
        SELECT count(*)::int FROM review
        WHERE product_id = ${productId} AND stars = star AND hidden_at IS NULL AND withdrawn_at IS NULL
      ) ORDER BY star) AS counts
      FROM generate_series(1, 5) AS star
    )
    UPDATE product SET star_counts = counted.counts FROM counted
    WHERE id = ${productId} AND star_counts IS DISTINCT FROM counted.counts`
}
