/**
 * Fills `product.uses` from the texts of existing products. New rows contain `usesOf` their texts. A trigger sets null when the texts change, so
 * an update of the texts is followed by readUses, and the maintenance task reads the rest.
 * A change of the rules in careUses.ts needs a migration that sets `uses` to null. A trigger copies the uses of a product to its variants.
 */
import { Prisma } from '../generated/prisma/client'
import { usesOf } from '../shared/careUses'
import type { Db, Tx } from './db'
import { inSteps } from './inSteps'

interface Unread {
  id: string
  care: string | null
  isFoodSafe: boolean | null
}

/**
 * Reads up to `limit` products whose uses are not known, or only those of `ids`. Leaves out rows that another transaction has locked: it
 * reads them itself, or the maintenance task does.
 */
export async function readUses(
  tx: Tx,
  { ids, limit }: { ids?: readonly string[]; limit?: number },
): Promise<{ count: number }> {
  const rows = await tx.$queryRaw<Unread[]>`
    SELECT id, care, is_food_safe AS "isFoodSafe" FROM product
    WHERE uses IS NULL AND variant_of IS NULL ${ids ? Prisma.sql`AND id = ANY(${ids})` : Prisma.empty}
    ORDER BY id LIMIT ${limit ?? null} FOR NO KEY UPDATE SKIP LOCKED`
  if (rows.length > 0)
    await tx.$executeRaw`
      UPDATE product SET uses = given.uses::"ProductUse"[]
      FROM unnest(${rows.map(({ id }) => id)}::text[], ${rows.map((row) => `{${usesOf(row).join()}}`)}::text[]) AS given (id, uses)
      WHERE product.id = given.id`
  return { count: rows.length }
}

/** Reads all products whose uses are not known. */
export const readAllUses = (db: Db): Promise<void> =>
  inSteps((limit) => db.$transaction((tx) => readUses(tx, { limit })))
