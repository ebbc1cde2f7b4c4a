/**
 * What the last import said about each product. An import applies only the cells that say something else than the last time, so that
 * importing the same file again changes nothing, whatever staff have changed since then.
 */
import { createHash } from 'node:crypto'
import type { DbOrTx, Tx } from '../../database/db'
import type { CatalogueRow } from './catalogueFile'
import type { KnownProduct } from './foreign/match'
import type { Values } from './stored'

const ROWS_PER_STATEMENT = 1_000
/** A longer text is remembered as its hash. */
const LONGEST = 400

/** The cells of a file by column, with null for an empty one. */
export function cellsOf(row: CatalogueRow): Values {
  return Object.fromEntries(
    [...Object.entries(row.given()), ...Object.entries(row.more)].map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > LONGEST ? createHash('sha256').update(value).digest('hex') : value,
    ]),
  )
}

/** Columns that count together: if one has changed in the file, all of them are applied. */
function groupOf(name: string): string {
  if (['discounted', 'original', 'offer'].includes(name)) return 'price'
  if (['stock', 'stockWas'].includes(name)) return 'stock'
  return name.startsWith('image') ? 'photos' : name
}

/**
 * Removes the cells that say the same as in the last import. `cells` are those of this row. Returns the names of the columns that it
 * removed.
 */
export function dropUnchanged(row: CatalogueRow, cells: Values, last: Values): string[] {
  const changed = new Set(
    Object.keys(cells).flatMap((name) => (name in last && last[name] === cells[name] ? [] : [groupOf(name)])),
  )
  const unchanged = Object.keys(row.values).filter((name) => name !== 'id' && !changed.has(groupOf(name)))
  for (const name of unchanged) delete row.values[name]
  return unchanged
}

export async function readImported(db: DbOrTx, ids: string[]): Promise<Map<string, Values>> {
  const rows = await db.importedProduct.findMany({ where: { productId: { in: ids } } })
  return new Map(rows.map(({ productId, cells }) => [productId, cells as Values]))
}

/** Columns that this file does not have keep what an earlier one said. */
export async function writeImported(tx: Tx, rows: readonly { id: string; cells: Values }[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const some = JSON.stringify(rows.slice(from, from + ROWS_PER_STATEMENT))
    await tx.$executeRaw`
      INSERT INTO imported_product AS last (product_id, cells)
      SELECT id, cells FROM json_to_recordset(${some}::json) AS given(id text, cells jsonb) ORDER BY id
      ON CONFLICT (product_id) DO UPDATE SET cells = last.cells || EXCLUDED.cells
      WHERE last.cells || EXCLUDED.cells <> last.cells`
  }
}

/** The shop's products, with what the last import said about who they are. */
export async function readKnown(db: DbOrTx, isAgain: boolean): Promise<Map<string, KnownProduct>> {
  const rows = await db.$queryRaw<
    (Omit<KnownProduct, 'said'> & KnownProduct['said'] & { saidVariant: string; saidSku: string })[]
  >`
    SELECT id, title, variant, variant_of AS "variantOf", sku, cells->>'key' AS key, cells->>'rowKey' AS "rowKey",
      cells->>'variant' AS "saidVariant", cells->>'sku' AS "saidSku"
    FROM product LEFT JOIN imported_product ON product_id = id ORDER BY id`
  return new Map(
    rows.map(({ key, rowKey, saidVariant, saidSku, ...product }) => {
      // The whole file is applied, also the words that staff have changed.
      const said = { key, rowKey, variant: isAgain ? null : saidVariant, sku: saidSku }
      return [product.id, { ...product, said }]
    }),
  )
}
