/** What there is to choose from under a filter: each facet leaves its own part of the filter out. */
import { DomainError } from '../shared/errors'
import { SHOP } from '../shared/shop'
import { conditions, type ProductFilter } from './productFilter'
import type { Shop } from './shop'

/** How many products each category would give, by category id; a category with none is missing. */
export async function countByCategory(shop: Shop, filter: ProductFilter): Promise<Map<string, number>> {
  const rows = await shop.db.$queryRaw<{ id: string; count: number }[]>`
    SELECT category_id AS id, count(*)::int AS count FROM product WHERE ${conditions(filter, ['categoryIds'])} GROUP BY category_id`
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const RATING_OPTIONS = [4, 3, 2, 1]

/** For 4, 3, 2 and 1: how many products are rated that or above. */
export async function countByRating(
  shop: Shop,
  filter: ProductFilter,
): Promise<{ minRating: number; count: number; selected: boolean }[]> {
  const rows = await shop.db.$queryRaw<{ rating: number; count: number }[]>`
    SELECT rating, count(*)::int AS count FROM product WHERE ${conditions(filter, ['minRating'])} GROUP BY rating`
  return RATING_OPTIONS.map((minRating) => ({
    minRating,
    count: rows.reduce((total, row) => total + (row.rating >= minRating ? row.count : 0), 0),
    selected: filter.minRating === minRating,
  }))
}

const PRICE_PARTS = ['minPrice', 'maxPrice'] as const

/** The cheapest and the dearest, in whole rupees, or null where nothing matches. */
export async function findPriceRange(
  shop: Shop,
  filter: ProductFilter,
): Promise<{ minimum: number; maximum: number } | null> {
  const [row] = await shop.db.$queryRaw<{ minimum: number | null; maximum: number | null }[]>`
    SELECT min(discounted) AS minimum, max(discounted) AS maximum FROM product WHERE ${conditions(filter, PRICE_PARTS)}`
  return row!.minimum === null ? null : { minimum: row!.minimum, maximum: row!.maximum! }
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
  // Rounded up, an edge parts whole prices just as the exact fraction would.
  const edges = Array.from({ length: buckets + 1 }, (_, i) => minimum + Math.ceil(((maximum - minimum) * i) / buckets))
  const rows = await shop.db.$queryRaw<{ bucket: number; count: number }[]>`
    SELECT least(width_bucket(discounted, ${edges}::int[]), ${buckets}) AS bucket, count(*)::int AS count FROM product
    WHERE ${conditions(filter, PRICE_PARTS)} AND discounted BETWEEN ${minimum} AND ${maximum} GROUP BY 1`
  const counts = new Map(rows.map(({ bucket, count }) => [bucket, count]))
  return Array.from({ length: buckets }, (_, i) => ({
    minimum: edges[i]!,
    maximum: edges[i + 1]!,
    count: counts.get(i + 1) ?? 0,
  }))
}
