/** Reads a listing's filter from its URL. It is separate from paths.ts, which every page loads. */
import { SHOP } from '../server/shared/shop'
import type { ListingFilter, ListingSort } from './paths'

const SORTS: readonly string[] = ['price-low', 'price-high', 'rating'] satisfies ListingSort[]

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null

/**
 * Empty if the text cannot match a product: the server refuses longer text, and the catalogue contains no control
 * characters.
 */
const filterText = (text: string | null): string =>
  text === null || text.length > SHOP.filterLimits.characters || /\p{Cc}/u.test(text) ? '' : text.trim()

const isSort = (text: string | null): text is ListingSort => text !== null && SORTS.includes(text)

/** Reads a listing's filter from a query string. Invalid values count as not set. */
export function parseListing(query: URLSearchParams): ListingFilter {
  const { minimum, maximum } = SHOP.priceRange
  const low = Math.min(wholeNumber(query.get('min')) ?? minimum, maximum)
  const high = Math.min(wholeNumber(query.get('max')) ?? maximum, maximum)
  const apart = high - low >= SHOP.priceRangeMinimumGap
  const rating = wholeNumber(query.get('rating'))
  const sort = query.get('sort')
  const categories = query.getAll('category').map(filterText).filter(Boolean)
  return {
    search: filterText(query.get('search')),
    categories: [...new Set(categories)].slice(0, SHOP.filterLimits.categories),
    minPrice: apart ? low : minimum,
    maxPrice: apart ? high : maximum,
    minRating: rating !== null && rating >= 1 && rating <= 4 ? rating : null,
    sort: isSort(sort) ? sort : null,
    inStock: query.get('stock') === 'in',
    offer: filterText(query.get('offer')) || null,
    page: Math.max(1, wholeNumber(query.get('page')) ?? 1),
  }
}
