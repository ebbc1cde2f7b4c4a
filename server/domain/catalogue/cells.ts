/** Reads the catalogue's cells for counts and facets, and counts prices in them. */
import { Prisma } from '../../generated/prisma/client'
import type { Db } from '../../database/db'
import type { Shop } from '../shop'
import type { Cell, Families, VariantNumbers } from '../shopParts'
import { NO_FAMILIES, sqlOfFilter, type ProductFilter } from './productFilter'
import { searchRows } from './searchRows'
import { isShown } from './shown'

interface Row {
  cells: string
}

/** All cells, or those of some categories. One index contains all the necessary columns, and begins with the category. */
export const readCells = (db: Db, categoryIds?: readonly string[]): Promise<Cell[]> =>
  read(categoryIds ? Prisma.sql`category_id = ANY(${categoryIds})` : Prisma.sql`true`, (statement) =>
    db.$queryRaw<Row[]>(statement),
  )

/**
 * The cells of products that match or almost match the filter's search text, or all cells if there is no text. The caller applies the rest
 * of the filter.
 */
export function cellsUnder(shop: Shop, filter: ProductFilter, closeIds: readonly string[]): Promise<Cell[]> {
  const search = sqlOfFilter(filter, { close: closeIds, choices: null }, ['search'])
  return search ? read(search, (statement) => searchRows<Row>(shop, statement, 'cells of a search')) : shop.cells()
}

/**
 * Returns the cells as a single string, because sending and converting each cell or price as a separate value would take longer than the
 * search. The columns of GROUP BY are the first ones of product_facets_idx, so PostgreSQL need not sort.
 */
async function read(condition: Prisma.Sql, ask: (statement: Prisma.Sql) => Promise<Row[]>): Promise<Cell[]> {
  const [row] = await ask(Prisma.sql`
    WITH cell AS (
      SELECT category_id AS "categoryId", rating, offer, is_bestseller AS "isBestseller", is_available AS "isAvailable", groups, uses,
        encode(string_agg(int4send(discounted), ''::bytea), 'hex') AS prices,
        CASE WHEN count(choices) > 0 THEN json_build_object(
          'prices', encode(string_agg(int4send(discounted), ''::bytea) FILTER (WHERE choices IS NOT NULL), 'hex'),
          'variants', json_agg(array_to_string(choices, ',')) FILTER (WHERE choices IS NOT NULL)
        ) END AS families
      FROM product WHERE ${isShown()} AND ${condition} GROUP BY 1, 2, 3, 4, 5, 6, 7
    )
    SELECT coalesce(json_agg(cell), '[]')::text AS cells FROM cell`)
  const cells = JSON.parse(row!.cells) as SentCell[]
  return cells.map((cell) => ({
    ...cell,
    groups: cell.groups ?? [],
    uses: cell.uses ?? [],
    prices: numbersOf(cell.prices).sort(),
    families: cell.families ? readFamilies(cell.families) : NO_FAMILIES,
  }))
}

/** A cell as the database sends it. */
interface SentCell extends Omit<Cell, 'groups' | 'uses' | 'prices' | 'families'> {
  groups: Cell['groups'] | null
  uses: Cell['uses'] | null
  prices: string
  families: SentFamilies | null
}

interface SentFamilies {
  prices: string
  /** The variants of each product, such as `3,-5,8`. */
  variants: string[]
}

/** The lists that cells share, with the index of each by its text. Later cells share new ones if these become too many. */
let shared = { lists: [] as VariantNumbers[], indexes: new Map<string, number>() }
const MAX_SHARED = 50_000

function readFamilies({ prices, variants }: SentFamilies): Families {
  if (shared.lists.length > MAX_SHARED) shared = { lists: [], indexes: new Map() }
  const { lists, indexes } = shared
  const indexOf = (text: string): number => {
    const index = indexes.get(text) ?? lists.push(Int32Array.from(text.split(','), Number)) - 1
    indexes.set(text, index)
    return index
  }
  return { prices: numbersOf(prices), indexes: Int32Array.from(variants, indexOf), lists }
}

/** PostgreSQL sends the high byte first. */
function numbersOf(hex: string): Int32Array {
  const bytes = Buffer.from(hex, 'hex')
  return Int32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readInt32BE(i * 4))
}

/** The number of prices between `minimum` and `maximum`, inclusive. */
export function countWithin(prices: Int32Array, minimum: number, maximum: number): number {
  const { length } = prices
  if (prices[0]! >= minimum && prices[length - 1]! <= maximum) return length
  return Math.max(0, countBelow(prices, maximum + 1) - countBelow(prices, minimum))
}

/** The number of prices below the limit, by binary search. */
function countBelow(prices: Int32Array, limit: number): number {
  let [low, high] = [0, prices.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (prices[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}
