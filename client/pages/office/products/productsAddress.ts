/** Reads the filters of the product list from the URL. */
import type { OfficeProductSort } from '../../../generated/types'

export interface ProductsWanted {
  search: string
  show: string
  category: string
  /** The id of a product, for only its variants. */
  of: string
  /** The id of the product whose variants are listed below it. */
  open: string
  sort: OfficeProductSort
  after: string | null
}

export const SHOWN = [
  ['', 'All'],
  ['shown', 'In the shop'],
  ['hidden', 'Hidden'],
  ['low', 'Low in stock'],
] as const

export const SORTS: readonly [OfficeProductSort, string][] = [
  ['CATALOGUE', 'Catalogue order'],
  ['NEWEST', 'Newest'],
  ['TITLE', 'Title'],
  ['STOCK', 'Lowest stock'],
  ['PRICE', 'Price'],
]

/** Invalid values are treated as missing. */
export function productsWanted(query: URLSearchParams): ProductsWanted {
  const text = (name: string) => (query.get(name) ?? '').trim().slice(0, 200)
  return {
    search: text('search'),
    show: SHOWN.find(([id]) => id === query.get('show'))?.[0] ?? '',
    category: text('category'),
    of: text('of'),
    open: text('open'),
    sort: SORTS.find(([id]) => id === query.get('sort'))?.[0] ?? 'CATALOGUE',
    after: query.get('after'),
  }
}

export function productsQuery({ search, show, category, of, open, sort, after }: ProductsWanted): string {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (show) query.set('show', show)
  if (category) query.set('category', category)
  if (of) query.set('of', of)
  if (open) query.set('open', open)
  if (sort !== 'CATALOGUE') query.set('sort', sort)
  if (after) query.set('after', after)
  return query.size > 0 ? `?${query}` : ''
}
