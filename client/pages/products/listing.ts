/** Converts a listing's filter to query variables and to text. */
import { formatRupees } from '../../../server/shared/money/money'
import { SHOP } from '../../../server/shared/shop'
import { EVERYTHING, paths, sortChoices, type ListingFilter, type ListingSort } from '../../paths'
import { GROUPS } from './groups'
import type { ProductsPageQuery, ProductsPageQueryVariables } from './ProductsPage.generated'

export const SORTS: { sort: ListingSort; label: string }[] = [
  { sort: 'price-low', label: 'Price: low to high' },
  { sort: 'price-high', label: 'Price: high to low' },
  { sort: 'rating', label: 'Rating' },
]

/** Changes the filter, returns to page 1 and keeps the scroll position. */
export type SetFilter = (change: Partial<ListingFilter>) => void

/** The prices that the server found in the search text. */
export type SearchPrice = NonNullable<ProductsPageQuery['products']['searchPrice']>

const SERVER_SORT = { 'price-low': 'PRICE_LOW_TO_HIGH', 'price-high': 'PRICE_HIGH_TO_LOW', rating: 'RATING' } as const

/** The group of products that the filter selects. Brands lists everything. */
export const productGroup = ({ group }: ListingFilter) => group && GROUPS[group].group

export function toVariables(filter: ListingFilter): ProductsPageQueryVariables {
  return {
    filter: {
      ...(filter.search && { search: filter.search }),
      ...(filter.categories.length > 0 && { categoryIds: filter.categories }),
      ...(filter.minPrice !== EVERYTHING.minPrice && { minPrice: filter.minPrice }),
      ...(filter.maxPrice !== EVERYTHING.maxPrice && { maxPrice: filter.maxPrice }),
      ...(filter.minRating !== null && { minRating: filter.minRating }),
      ...(filter.offer && { offer: filter.offer }),
      ...(filter.uses.length > 0 && { uses: filter.uses }),
      ...(filter.choices.length > 0 && { choices: filter.choices }),
      ...(filter.inStock && { availableOnly: true }),
      ...(productGroup(filter) && { group: productGroup(filter) }),
    },
    sort: filter.sort ? SERVER_SORT[filter.sort] : 'FEATURED',
    first: SHOP.pageSize,
    page: filter.page,
  }
}

/** E.g. 'Rs. 500 to Rs. 5,000'. */
export const priceRangeText = ({ minPrice, maxPrice }: Pick<ListingFilter, 'minPrice' | 'maxPrice'>): string =>
  `${formatRupees(minPrice)} to ${formatRupees(maxPrice)}`

/** The prices in a search text, such as 'Up to Rs. 1,000'. */
export function searchPriceText({ minPrice, maxPrice }: Pick<SearchPrice, 'minPrice' | 'maxPrice'>): string {
  if (minPrice === null) return `Up to ${formatRupees(maxPrice ?? EVERYTHING.maxPrice)}`
  return maxPrice === null ? `From ${formatRupees(minPrice)}` : priceRangeText({ minPrice, maxPrice })
}

/** The price range of the slider. The prices in the search text narrow the filter's price range. */
export function effectivePrices(
  filter: Pick<ListingFilter, 'minPrice' | 'maxPrice'>,
  searchPrice: Pick<SearchPrice, 'minPrice' | 'maxPrice'> | null,
): { minimum: number; maximum: number } {
  const maximum = Math.min(filter.maxPrice, searchPrice?.maxPrice ?? filter.maxPrice)
  return { minimum: Math.min(Math.max(filter.minPrice, searchPrice?.minPrice ?? 0), maximum), maximum }
}

export const hasPriceRange = (filter: ListingFilter): boolean =>
  filter.minPrice !== EVERYTHING.minPrice || filter.maxPrice !== EVERYTHING.maxPrice

/** The number of active filters. */
export const countFilters = (filter: ListingFilter): number =>
  filter.categories.length +
  filter.uses.length +
  filter.choices.reduce((total, { values }) => total + values.length, 0) +
  [
    filter.search,
    hasPriceRange(filter),
    filter.minRating !== null,
    filter.inStock,
    filter.offer,
    productGroup(filter),
  ].filter(Boolean).length

/** The category, if exactly one is chosen without a search, an offer or a group. Otherwise null. */
export function onlyCategory<Category extends { id: string }>(
  { categories, search, offer, group }: ListingFilter,
  known: Category[],
): Category | null {
  return categories.length === 1 && !search && !offer && !group
    ? (known.find(({ id }) => id === categories[0]) ?? null)
    : null
}

/** The URL for search engines: that of the group or the only category. Other filters and sort orders belong to it, but each page has its own. */
export function canonicalPath(filter: ListingFilter, known: { id: string }[]): string {
  const { group, categories } = filter
  const isCategory = categories.length === 1 && known.some(({ id }) => id === categories[0])
  const whole: Partial<ListingFilter> = group ? { group } : isCategory ? { categories } : {}
  const path = paths.products({ ...whole, page: filter.page })
  return path === paths.products(filter) ? path : paths.products(whole)
}

/** The choices with a value added or removed. */
export const withChoice = (choices: ListingFilter['choices'], option: string, value: string, on: boolean) => {
  const others = choices.flatMap((each) => each.values.map((own): [string, string] => [each.option, own]))
  const rest = others.filter(([of, own]) => of !== option || own !== value)
  return sortChoices(on ? [...rest, [option, value]] : rest)
}

/**
 * False for a listing that a stranger's link can fill with any text, such as a search, an unknown category or values, and for an empty one. Search
 * engines must not show these under the shop's name.
 */
export const isIndexed = (
  { search, categories, choices }: ListingFilter,
  known: { id: string }[],
  shown: number,
): boolean =>
  shown > 0 && !search && choices.length === 0 && categories.every((id) => known.some((each) => each.id === id))

export const GIFT_PRICES = [500, 1000, 2500]
const GIFTS = 'gifts'

export const giftFilter = (maxPrice: number): Partial<ListingFilter> => ({ categories: [GIFTS], maxPrice })

/** True if Gifts is the only category, without a search, an offer or a group. */
export const listsGifts = ({ categories, search, offer, group }: ListingFilter): boolean =>
  categories.length === 1 && categories[0] === GIFTS && !search && !offer && !group

const isGiftFilter = (filter: ListingFilter): boolean =>
  listsGifts(filter) && filter.minPrice === EVERYTHING.minPrice && GIFT_PRICES.includes(filter.maxPrice)

export const countText = (count: number): string => `${count} ${count === 1 ? 'product' : 'products'}`

/** Like countText. On the page where the similar products begin, they are counted apart, as “1 product, 3 similar”. */
export function resultsText(
  { totalCount, edges }: { totalCount: number; edges: { matchedBy: 'EXACT' | 'CLOSE' }[] },
  page: number,
): string {
  const exact = edges.filter(({ matchedBy }) => matchedBy === 'EXACT').length
  if (exact === 0 || exact === edges.length) return countText(totalCount)
  const matching = (page - 1) * SHOP.pageSize + exact
  return `${countText(matching)}, ${totalCount - matching} similar`
}

/** E.g. 'Cups and bowls' for two categories, 'Gifts under Rs. 500', 'Decor: Gifts', the search text in quotes, or 'Shop All'. */
export function listingTitle(filter: ListingFilter, categories: { id: string; name: string }[]): string {
  if (isGiftFilter(filter)) return `Gifts under ${formatRupees(filter.maxPrice)}`
  const names = categories.filter(({ id }) => filter.categories.includes(id)).map(({ name }) => name)
  const what = sentence(names) ?? (filter.offer === 'combo-offer' ? 'Combo offers' : null)
  const parts = [filter.group && GROUPS[filter.group].name, what, filter.search && `“${filter.search}”`].filter(Boolean)
  return parts.length > 0 ? parts.join(': ') : 'Shop All'
}

function sentence(names: string[]): string | null {
  const [first, ...rest] = names
  if (first === undefined) return null
  const others = rest.map((name) => name.toLowerCase())
  const last = others.pop()
  return last === undefined ? first : `${[first, ...others].join(', ')} and ${last}`
}
