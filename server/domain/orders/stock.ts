/** The shelf: pieces leave it for an order and come back, all of them or none, and it never holds fewer than none. */
import type { Tx } from '../../database/client'

export interface Pieces {
  productId: string
  quantity: number
}

interface Move {
  taken?: Pieces[]
  returned?: Pieces[]
  /** Of so many pieces that are left, how many may be taken at once; all of them where it is missing. */
  mostOf?: (left: number) => number
}

/** Why pieces could not be taken. */
export interface Shortage {
  productId: string
  /** Pieces left, with what was to come back; 0 of a product that the shop no longer has. */
  left: number
  /** How many of them could have been taken. */
  possible: number
}

/**
 * Takes and returns pieces in one go and returns null; or moves nothing and returns the first product of which too few are
 * left, or of which more are asked for than `mostOf` those that are left; as many as come back may always be taken. Rows are locked in product-id order, whatever the order of the arguments, so that
 * two transactions that each move several products never wait for each other in a circle. To keep that true a transaction
 * calls this once: what a cancelled order gives back and what its successor takes go into one call.
 */
export async function moveStock(
  tx: Tx,
  { taken = [], returned = [], mostOf = (left) => left }: Move,
): Promise<Shortage | null> {
  const changes = [...netChanges(taken, returned)].filter(([, change]) => change !== 0)
  if (changes.length === 0) return null
  const ids = changes.map(([id]) => id)
  const shelf = await tx.$queryRaw<{ id: string; stock: number }[]>`
    SELECT id, stock FROM product WHERE id = ANY(${ids}) ORDER BY id FOR NO KEY UPDATE`
  const stockOf = new Map(shelf.map(({ id, stock }) => [id, stock]))
  const returnedOf = netChanges([], returned)
  for (const [productId, change] of changes) {
    if (change >= 0) continue
    const back = returnedOf.get(productId) ?? 0
    const left = (stockOf.get(productId) ?? 0) + back
    const possible = Math.min(left, Math.max(mostOf(left), back))
    if (back - change > possible) return { productId, left, possible }
  }
  await tx.$executeRaw`
    UPDATE product SET stock = product.stock + change.pieces
    FROM unnest(${ids}::text[], ${changes.map(([, change]) => change)}::int[]) AS change (id, pieces)
    WHERE product.id = change.id AND product.stock + change.pieces >= 0`
  return null
}

/** Per product: above zero what comes back, below zero what leaves. */
function netChanges(taken: Pieces[], returned: Pieces[]): Map<string, number> {
  const changes = new Map<string, number>()
  const add = (productId: string, pieces: number) => changes.set(productId, (changes.get(productId) ?? 0) + pieces)
  for (const { productId, quantity } of taken) add(productId, -quantity)
  for (const { productId, quantity } of returned) add(productId, quantity)
  return changes
}
