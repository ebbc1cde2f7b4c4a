/** Counts the products that match a filter, and the choices in each facet. Each facet ignores its own part of the filter, except for uses. */
import { PRODUCT_USES, type ProductUse } from '../../shared/productUses'
import { SHOP } from '../../shared/shop'
import { checkCount } from '../cursor'
import { countWithin } from './cells'
import type { Cell, Choices } from '../shopParts'
import { countOptions, type OptionFacet } from './choices'
import { cellsIn, type FilterPart, type ProductFilter } from './productFilter'
import type { Shop } from '../shop'

/** The input of counts and facets. */
export interface Facetable {
  /** Includes the prices that the search text contains. */
  filter: () => Promise<ProductFilter>
  /** The cells of the filter's search text and choices, read once. */
  cells: () => Promise<Cell[]>
}

export interface OptionFacetable extends Facetable {
  /** The cells of the filter's search text alone. */
  cellsOfText: () => Promise<Cell[]>
  choices: () => Promise<Choices>
}

/** The cells that match the filter, ignoring its prices and the part `leftOut`. */
async function cellsOf({ filter, cells }: Facetable, leftOut?: FilterPart): Promise<Cell[]> {
  const all = await filter()
  const rest = leftOut ? { ...all, [leftOut]: null } : all
  return cellsIn(rest, await cells())
}

/** The number of products in the cells with a price that the filter allows. */
function countPriced(cells: Cell[], { minPrice, maxPrice }: ProductFilter): number {
  const [minimum, maximum] = [minPrice ?? -Infinity, maxPrice ?? Infinity]
  return cells.reduce((total, { prices }) => total + countWithin(prices, minimum, maximum), 0)
}

export const countMatches = async (search: Facetable): Promise<number> =>
  countPriced(await cellsOf(search), await search.filter())

/** The number of products for each key that their cell has. Keys without a product are left out. */
async function countBy<Key>(
  search: Facetable,
  keysOf: (cell: Cell) => readonly Key[],
  leftOut?: FilterPart,
): Promise<Map<Key, number>> {
  const counts = new Map<Key, number>()
  const filter = await search.filter()
  for (const cell of await cellsOf(search, leftOut)) {
    const count = countPriced([cell], filter)
    if (count > 0) for (const key of keysOf(cell)) counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return counts
}

/** The number of products per category id, without empty categories. */
export const countByCategory = (search: Facetable): Promise<Map<string, number>> =>
  countBy(search, ({ categoryId }) => [categoryId], 'categoryIds')

/** The number of products in each category, in the order of the ids. */
export async function countProductsByCategoryIds(shop: Shop, ids: readonly string[]): Promise<number[]> {
  const counts = await countByCategory({ filter: () => Promise.resolve({}), cells: shop.cells })
  return ids.map((id) => counts.get(id) ?? 0)
}

const RATING_OPTIONS = [4, 3, 2, 1]

/** For 4, 3, 2 and 1: the number of products with at least that rating. */
export async function countByRating(
  search: Facetable,
): Promise<{ minRating: number; count: number; selected: boolean }[]> {
  const filter = await search.filter()
  const counts = [...(await countBy(search, ({ rating }) => [rating], 'minRating'))]
  return RATING_OPTIONS.map((minRating) => ({
    minRating,
    count: counts.reduce((sum, [rating, count]) => (rating >= minRating ? sum + count : sum), 0),
    selected: filter.minRating === minRating,
  }))
}

/** For each use: the number of products in the list that are also safe for it, because a product must be safe for all chosen uses. */
export async function countByUse(search: Facetable): Promise<{ use: ProductUse; count: number; selected: boolean }[]> {
  const filter = await search.filter()
  const counts = await countBy(search, ({ uses }) => uses)
  return PRODUCT_USES.map((use) => ({
    use,
    count: counts.get(use) ?? 0,
    selected: filter.uses?.includes(use) ?? false,
  }))
}

/** For the options that the list's products have, such as glazes: the number of products with each value. */
export async function countByOption(search: OptionFacetable): Promise<OptionFacet[]> {
  const choices = await search.choices()
  if (choices.options.length === 0) return []
  const cells = await cellsOf({ filter: search.filter, cells: search.cellsOfText })
  return countOptions(choices, cells, await search.filter())
}

/** The lowest and the highest price in whole rupees, or null if nothing matches. */
export async function findPriceRange(search: Facetable): Promise<{ minimum: number; maximum: number } | null> {
  let [minimum, maximum] = [Infinity, -Infinity]
  for (const { prices } of await cellsOf(search)) {
    minimum = Math.min(minimum, prices[0]!)
    maximum = Math.max(maximum, prices.at(-1)!)
  }
  return maximum < minimum ? null : { minimum, maximum }
}

export interface PriceBucket {
  minimum: number
  maximum: number
  count: number
}

const MAX_BUCKETS = 50

/**
 * Divides the shop's price range into equal parts. Each part includes its lower edge; only the last includes its upper edge. Throws
 * INVALID_INPUT.
 */
export async function countByPrice(search: Facetable, buckets: number): Promise<PriceBucket[]> {
  checkCount('buckets', buckets, MAX_BUCKETS)
  const { minimum, maximum } = SHOP.priceRange
  // Prices are whole rupees, so a rounded-up edge separates them just like the exact fraction.
  const edge = (i: number) => minimum + Math.ceil(((maximum - minimum) * i) / buckets)
  const parts = Array.from({ length: buckets }, (_, i) => ({ minimum: edge(i), maximum: edge(i + 1), count: 0 }))
  for (const { prices } of await cellsOf(search)) {
    for (const price of prices) {
      if (price < minimum || price > maximum) continue
      const i = Math.floor(((price - minimum) * buckets) / (maximum - minimum))
      parts[Math.min(i, buckets - 1)]!.count += 1
    }
  }
  return parts
}
