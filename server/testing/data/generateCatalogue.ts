/** Fills the catalogue with made-up products. Existing products are kept and count toward the total. */
import type { Db } from '../../database/db'
import { announceCatalogueChange } from '../../database/catalogue-changes/announce'
import { usesOf } from '../../shared/careUses'
import {
  generatedCategories,
  generatedFamily,
  type generatedProduct,
} from '../../../prisma/catalogue/generatedProducts'
import photographed from '../../../prisma/catalogue/products.json' with { type: 'json' }

/** With the columns that a statement without their names would set to null. */
const withDerived = (row: ReturnType<typeof generatedProduct>) => ({
  ...row,
  studio_rating: row.rating,
  is_graded: true,
  awaits_photo: false,
  uses: usesOf({ care: row.care, isFoodSafe: row.is_food_safe }),
})

const ROWS_PER_STATEMENT = 1000
const MINUTE_MS = 60_000

interface Wanted {
  /** The total number of products afterwards, including seeded ones. */
  products: number
  /** The number of variants of each generated product, which includes its own row. 1 if omitted. */
  variants?: number
  seed: number
}

/** Adds all products in one transaction, or none, then updates the planner's statistics. */
export async function generateCatalogue(
  db: Db,
  { products, variants = 1, seed }: Wanted,
  onProgress: (done: number) => void = () => {},
): Promise<void> {
  await db.category.createMany({ data: generatedCategories, skipDuplicates: true })
  await db.$transaction(
    async (tx) => {
      // Creating a trigram index once is faster than adding each row to it.
      const indexes = await tx.$queryRaw<{ name: string; definition: string }[]>`
        SELECT indexname AS name, indexdef AS definition FROM pg_indexes
        WHERE schemaname = current_schema() AND tablename = 'product' AND indexdef LIKE '%gin_trgm_ops%'`
      for (const { name } of indexes) await tx.$executeRawUnsafe(`DROP INDEX "${name}"`)
      for (let from = photographed.length; from < products; from += ROWS_PER_STATEMENT) {
        const count = Math.min(ROWS_PER_STATEMENT, products - from)
        const rows = Array.from({ length: count }, (_, i) => generatedFamily(seed, from + i, variants))
          .flat()
          .map(withDerived)
        await tx.$executeRaw`
          INSERT INTO product SELECT * FROM json_populate_recordset(NULL::product, ${JSON.stringify(rows)}::json)
          ON CONFLICT DO NOTHING`
        onProgress(from + count)
      }
      for (const { definition } of indexes) await tx.$executeRawUnsafe(definition)
      await announceCatalogueChange(tx)
    },
    { timeout: 30 * MINUTE_MS },
  )
  await db.$executeRawUnsafe('VACUUM (ANALYZE) product, category')
}
