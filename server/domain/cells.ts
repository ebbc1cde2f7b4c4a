/** Reads the catalogue as its counts and facets need it, and counts prices in it. */
import { Prisma } from '../generated/prisma/client'
import type { Db } from '../database'
import { conditionsOf, type Cell, type ProductFilter } from './productFilter'
import type { Shop } from './shop'

/** All cells, from one index, which holds all that they tell apart. */
export const readCells = (db: Db): Promise<Cell[]> => read(db, Prisma.sql`true`)

const searches = new WeakMap<ProductFilter, Promise<Cell[]>>()

/**
 * The cells of what the filter searches for, or all of them; its other parts are for the caller to apply. Those of a search are read
 * once for all who ask about the same filter, the same object, at the same time.
 */
export function cellsUnder(shop: Shop, filter: ProductFilter): Promise<Cell[]> {
  const search = conditionsOf(filter, ['search'])
  if (!search) return shop.cells()
  const underWay = searches.get(filter)
  if (underWay) return underWay
  const reading = read(shop.db, search).finally(() => searches.delete(filter))
  searches.set(filter, reading)
  return reading
}

async function read(db: Db, condition: Prisma.Sql): Promise<Cell[]> {
  // As bytes: a number for each of a hundred thousand products would take longer to send and to parse than to find.
  const rows = await db.$queryRaw<(Omit<Cell, 'prices'> & { prices: Uint8Array })[]>`
    SELECT category_id AS "categoryId", rating, offer, is_bestseller AS "isBestseller", is_available AS "isAvailable",
      string_agg(int4send(discounted), ''::bytea) AS prices
    FROM product WHERE ${condition} GROUP BY 1, 2, 3, 4, 5`
  return rows.map((row) => ({ ...row, prices: numbersOf(row.prices).sort() }))
}

/** PostgreSQL sends the high byte first. */
function numbersOf(bytes: Uint8Array): Int32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Int32Array.from({ length: bytes.byteLength / 4 }, (_, i) => view.getInt32(i * 4))
}

/** How many of the prices are at least `minimum` and at most `maximum`. */
export const countWithin = (prices: Int32Array, minimum: number, maximum: number): number =>
  Math.max(0, countBelow(prices, maximum + 1) - countBelow(prices, minimum))

/** How many come before the limit, found by halving. */
function countBelow(prices: Int32Array, limit: number): number {
  let [low, high] = [0, prices.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (prices[middle]! < limit) low = middle + 1
    else high = middle
  }
  return low
}
