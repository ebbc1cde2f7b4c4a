/** What there is to choose from under a filter: each facet leaves its own part of the filter out. */
import { DomainError } from '../shared/errors'
import { SHOP } from '../shared/shop'
import { countCells } from './facetScan'
import type { ProductFilter } from './productFilter'
import type { Shop } from './shop'

/** How many products each category would give, by category id; a category with none is missing. */
export async function countByCategory(shop: Shop, filter: ProductFilter): Promise<Map<string, number>> {
  const rows = await countCells(shop, filter, { kind: 'category' })
  return new Map(rows.map((row) => [row.value, row.count]))
}

const RATING_OPTIONS = [4, 3, 2, 1]

/** For 4, 3, 2 and 1: how many products are rated that or above. */
export async function countByRating(
  shop: Shop,
  filter: ProductFilter,
): Promise<{ minRating: number; count: number; selected: boolean }[]> {
  const rows = await countCells(shop, filter, { kind: 'rating' })
  return RATING_OPTIONS.map((minRating) => ({
    minRating,
    count: rows.reduce((total, row) => total + (Number(row.value) >= minRating ? row.count : 0), 0),
    selected: filter.minRating === minRating,
  }))
}

/** The cheapest and the dearest, in whole rupees, or null where nothing matches. */
export async function findPriceRange(
  shop: Shop,
  filter: ProductFilter,
): Promise<{ minimum: number; maximum: number } | null> {
  const [range] = await countCells(shop, filter, { kind: 'price' })
  return range && range.minimum !== null ? { minimum: range.minimum, maximum: range.maximum! } : null
}

export interface PriceBucket {
  minimum: number
  maximum: number
  count: number
}

const MOST_BUCKETS = 50

/** Equal parts of the shop's price range: the lower edge belongs to a part, the upper one only to the last. Throws INVALID_INPUT. */
export async function countByPrice(shop: Shop, filter: ProductFilter, buckets: number): Promise<PriceBucket[]> {
  if (buckets < 1 || buckets > MOST_BUCKETS) {
    throw new DomainError('INVALID_INPUT', {
      message: `\`buckets\` must lie between 1 and ${MOST_BUCKETS}.`,
      path: ['buckets'],
    })
  }
  const { minimum, maximum } = SHOP.priceRange
  const rows = await countCells(shop, filter, { kind: 'histogram', buckets })
  const counts = new Map(rows.map((row) => [Number(row.value), row.count]))
  // Rounded up, an edge parts whole prices just as the exact fraction would.
  const edge = (i: number) => minimum + Math.ceil(((maximum - minimum) * i) / buckets)
  return Array.from({ length: buckets }, (_, i) => ({
    minimum: edge(i),
    maximum: edge(i + 1),
    count: counts.get(i) ?? 0,
  }))
}
