/** Locks rows of product in the order that prevents deadlocks. */
import type { Tx } from '../database/db'

/**
 * Locks the products until the transaction ends, and returns them. A product is locked before its variants, also if the call names only a
 * variant: a change of either may change the other, and the triggers then lock a product first.
 */
export const lockProducts = (tx: Tx, ids: readonly string[]): Promise<{ id: string; stock: number }[]> =>
  tx.$queryRaw<{ id: string; stock: number }[]>`
    SELECT id, stock FROM product
    WHERE id = ANY(ARRAY(
      SELECT unnest(${ids}::text[]) UNION SELECT variant_of FROM product WHERE id = ANY(${ids}) AND variant_of IS NOT NULL
    )) ORDER BY coalesce(variant_of, id), variant_of IS NOT NULL, id FOR NO KEY UPDATE`
