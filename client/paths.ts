/** All URLs of the client, with a listing's filter as query parameters. listing.ts reads the filter back. */
import { fillPath, PAGES, type HelpTopic } from '../server/shared/pages'
import { SHOP } from '../server/shared/shop'

export type ListingSort = 'price-low' | 'price-high' | 'rating'

/** The filter of a listing. The defaults correspond to a plain `/products`. */
export interface ListingFilter {
  search: string
  categories: string[]
  /** Limits of the discounted price, in whole rupees, at least the shop's minimum gap apart. */
  minPrice: number
  maxPrice: number
  minRating: number | null
  sort: ListingSort | null
  inStock: boolean
  offer: string | null
  /** The page number, from 1. */
  page: number
}

export const EVERYTHING: ListingFilter = {
  search: '',
  categories: [],
  minPrice: SHOP.priceRange.minimum,
  maxPrice: SHOP.priceRange.maximum,
  minRating: null,
  sort: null,
  inStock: false,
  offer: null,
  page: 1,
}

function listingQuery(filter: Partial<ListingFilter>): string {
  const full = { ...EVERYTHING, ...filter }
  const query = new URLSearchParams()
  if (full.search) query.set('search', full.search)
  for (const id of full.categories) query.append('category', id)
  if (full.minPrice !== EVERYTHING.minPrice) query.set('min', String(full.minPrice))
  if (full.maxPrice !== EVERYTHING.maxPrice) query.set('max', String(full.maxPrice))
  if (full.minRating !== null) query.set('rating', String(full.minRating))
  if (full.sort) query.set('sort', full.sort)
  if (full.inStock) query.set('stock', 'in')
  if (full.offer) query.set('offer', full.offer)
  if (full.page > 1) query.set('page', String(full.page))
  return query.size > 0 ? `?${query}` : ''
}

export const paths = {
  home: () => PAGES.home.path,
  login: () => PAGES.login.path,
  signup: () => PAGES.signup.path,
  forgotPassword: () => PAGES.forgotPassword.path,
  products: (filter: Partial<ListingFilter> = {}) => PAGES.products.path + listingQuery(filter),
  product: (id: string) => fillPath(PAGES.product.path, id),
  wishlist: () => PAGES.wishlist.path,
  cart: () => PAGES.cart.path,
  profile: () => PAGES.profile.path,
  checkout: () => PAGES.checkout.path,
  orderSummary: () => PAGES.orderSummary.path,
  orders: () => PAGES.orders.path,
  order: (number: string) => fillPath(PAGES.order.path, number),
  invoice: (number: string) => fillPath(PAGES.invoice.path, number),
  studio: () => PAGES.studio.path,
  help: (topic: HelpTopic) => fillPath(PAGES.help.path, topic),
  tester: () => PAGES.tester.path,
}
