/**
 * What the last file of each kind said about each product. An import applies only the cells that say something else than the last file of
 * its kind, so that importing the same file again changes nothing, whatever staff or other files have changed since then.
 */
import { createHash } from 'node:crypto'
import type { DbOrTx, Tx } from '../../database/db'
import type { CatalogueRow } from './catalogueFile'
import type { KnownProduct } from './foreign/match'
import type { Values } from './stored'

const ROWS_PER_STATEMENT = 1_000
/** A longer text is remembered as its hash. */
const LONGEST = 400
/** The kinds of files that are remembered for each product. The ones that were imported least recently are forgotten. */
const MAX_KINDS = 20

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/**
 * The kind of a file. Files of a known system are of one kind, named like the system, whatever their columns, because the systems rename and
 * add columns. Other files are of one kind if they have the same columns: a price list says something else than an export of everything.
 */
export const kindOfColumns = (system: string, columns: readonly string[]): string =>
  `${system} ${hashOf(JSON.stringify([...columns].sort()))}`

/** The system of a kind: the other shop, `columns` for a file with named columns, or `shop` for a file of ours. */
const systemOf = (kind: string): string => kind.split(' ', 1)[0]!

/** Ours are known by the columns of each row, because the records of a JSON file may have different ones. */
export const kindOfRow = (row: CatalogueRow): string => kindOfColumns('shop', Object.keys(row.given()))

/** The cells of a file by column, with null for an empty one. */
export function cellsOf(row: CatalogueRow): Values {
  return Object.fromEntries(
    [...Object.entries(row.given()), ...Object.entries(row.more)].map(([name, value]) => [
      name,
      typeof value === 'string' && value.length > LONGEST ? hashOf(value) : value,
    ]),
  )
}

/** Columns that count together: if one has changed in the file, all of them are applied. */
function groupOf(name: string): string {
  if (['discounted', 'original', 'offer'].includes(name)) return 'price'
  if (['stock', 'stockWas'].includes(name)) return 'stock'
  return name.startsWith('image') ? 'photos' : name
}

/** The cells of each kind of file about one product. */
export type Imported = ReadonlyMap<string, Values>

/**
 * True if the last file of this kind said the same. A column that no file of this kind had yet is compared with all kinds of its system, so
 * that adding a column to a file leaves the others as they are.
 */
function saidBefore(name: string, cells: Values, kind: string, imported: Imported): boolean {
  const last = imported.get(kind)
  if (last && name in last) return last[name] === cells[name]
  return [...imported].some(
    ([other, said]) => systemOf(other) === systemOf(kind) && name in said && said[name] === cells[name],
  )
}

/**
 * Removes the cells that say the same as in the last import. `cells` are those of this row. Returns the names of the columns that it
 * removed.
 */
export function dropUnchanged(row: CatalogueRow, cells: Values, kind: string, imported: Imported): string[] {
  const changed = new Set(
    Object.keys(cells).flatMap((name) => (saidBefore(name, cells, kind, imported) ? [] : [groupOf(name)])),
  )
  const unchanged = Object.keys(row.values).filter((name) => name !== 'id' && !changed.has(groupOf(name)))
  for (const name of unchanged) delete row.values[name]
  return unchanged
}

export async function readImported(db: DbOrTx, ids: string[]): Promise<Map<string, Imported>> {
  const found = new Map<string, Map<string, Values>>()
  for (const { productId, kind, cells } of await db.importedProduct.findMany({ where: { productId: { in: ids } } }))
    found.set(productId, (found.get(productId) ?? new Map<string, Values>()).set(kind, cells as Values))
  return found
}

export interface Said {
  id: string
  kind: string
  cells: Values
}

/** Columns that this file does not have keep what an earlier one of its kind said. */
export async function writeImported(tx: Tx, rows: readonly Said[]): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_STATEMENT) {
    const some = rows.slice(from, from + ROWS_PER_STATEMENT)
    await tx.$executeRaw`
      INSERT INTO imported_product AS last (product_id, kind, cells)
      SELECT id, kind, cells FROM json_to_recordset(${JSON.stringify(some)}::json) AS given(id text, kind text, cells jsonb)
      ORDER BY id, kind
      ON CONFLICT (product_id, kind) DO UPDATE SET cells = last.cells || EXCLUDED.cells, imported_on = EXCLUDED.imported_on
      WHERE last.cells || EXCLUDED.cells <> last.cells OR last.imported_on <> EXCLUDED.imported_on`
    await tx.$executeRaw`
      DELETE FROM imported_product WHERE (product_id, kind) IN (
        SELECT product_id, kind FROM (
          SELECT product_id, kind, row_number() OVER (PARTITION BY product_id ORDER BY imported_on DESC, kind) AS place
          FROM imported_product WHERE product_id = ANY(${some.map(({ id }) => id)})
        ) AS each WHERE place > ${MAX_KINDS})`
  }
}

/** The shop's products, with what the last file of this kind, or else of its system, said about who they are. */
export async function readKnown(db: DbOrTx, kind: string, isAgain: boolean): Promise<Map<string, KnownProduct>> {
  const rows = await db.$queryRaw<
    (Omit<KnownProduct, 'said'> & KnownProduct['said'] & { saidVariant: string; saidSku: string })[]
  >`
    SELECT id, title, product.variant, variant_of AS "variantOf", product.sku, key, "rowKey",
      last.variant AS "saidVariant", last.sku AS "saidSku"
    FROM product LEFT JOIN (
      SELECT DISTINCT ON (product_id) product_id, cells->>'key' AS key, cells->>'rowKey' AS "rowKey",
        cells->>'variant' AS variant, cells->>'sku' AS sku
      FROM imported_product WHERE split_part(kind, ' ', 1) = ${systemOf(kind)}
      ORDER BY product_id, kind = ${kind} DESC, imported_on DESC
    ) AS last ON product_id = id ORDER BY id`
  return new Map(
    rows.map(({ key, rowKey, saidVariant, saidSku, ...product }) => {
      // The whole file is applied, also the words that staff have changed.
      const said = { key, rowKey, variant: isAgain ? null : saidVariant, sku: saidSku }
      return [product.id, { ...product, said }]
    }),
  )
}
