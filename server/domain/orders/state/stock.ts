/** Takes pieces of products from stock and returns pieces to it, all or nothing. The stock never falls below zero. */
import type { Tx } from '../../../database/db'
import { lockProducts } from '../../lockProducts'

export interface Pieces {
  productId: string
  quantity: number
}

/**
 * Returns the number of pieces that one call may take of each product, where `left` are in stock or are returned by the call. It runs while
 * the products are locked.
 */
export type LimitPieces = (products: { productId: string; left: number }[]) => Promise<Map<string, number>>

interface Move {
  taken?: Pieces[]
  returned?: Pieces[]
  /** If omitted, one call may take all pieces. */
  limit?: LimitPieces
  /** True if `limit` also decides about returned pieces. If omitted, a product's returned pieces may always be taken again. */
  limitsReturned?: boolean
}

/** The reason why pieces could not be taken. */
export interface Shortage {
  productId: string
  /** Pieces in stock plus the pieces to be returned; 0 for a deleted product. */
  left: number
  /** The number of pieces that could have been taken. */
  possible: number
}

/**
 * Takes and returns pieces in one step, and returns null. If a product has too few pieces, or more are requested than `limit` allows, it
 * moves nothing and returns the first such product. It locks all products in one order, so two transactions cannot deadlock. A transaction
 * must therefore call this only once, with the pieces of a cancelled order and of its successor together.
 */
export async function moveStock(
  tx: Tx,
  { taken = [], returned = [], limit, limitsReturned = false }: Move,
): Promise<Shortage | null> {
  const takenOf = netChanges([], taken)
  const isLimited = (productId: string, change: number) => change < 0 || (limitsReturned && takenOf.has(productId))
  const changes = [...netChanges(taken, returned)].filter(([id, change]) => change !== 0 || isLimited(id, change))
  if (changes.length === 0) return null
  const ids = changes.map(([id]) => id)
  const shelf = await lockProducts(tx, ids)
  const stockOf = new Map(shelf.map(({ id, stock }) => [id, stock]))
  const returnedOf = netChanges([], returned)
  const limited = changes.flatMap(([productId, change]) => {
    const back = returnedOf.get(productId) ?? 0
    const left = (stockOf.get(productId) ?? 0) + back
    return isLimited(productId, change) ? [{ productId, back, wanted: back - change, left }] : []
  })
  const most = limited.length > 0 ? await limit?.(limited) : undefined
  for (const { productId, back, wanted, left } of limited) {
    const possible = Math.min(left, Math.max(most?.get(productId) ?? left, limitsReturned ? 0 : back))
    if (wanted > possible) return { productId, left, possible }
  }
  await tx.$executeRaw`
    UPDATE product SET stock = product.stock + change.pieces
    FROM unnest(${ids}::text[], ${changes.map(([, change]) => change)}::int[]) AS change (id, pieces)
    WHERE product.id = change.id AND product.stock + change.pieces >= 0`
  return null
}

/** Per product: positive for returned pieces, negative for taken ones. */
function netChanges(taken: Pieces[], returned: Pieces[]): Map<string, number> {
  const changes = new Map<string, number>()
  const add = (productId: string, pieces: number) => changes.set(productId, (changes.get(productId) ?? 0) + pieces)
  for (const { productId, quantity } of taken) add(productId, -quantity)
  for (const { productId, quantity } of returned) add(productId, quantity)
  return changes
}
