/** All URLs of the client, with a listing's filter as query parameters. */
import { fillPath, LISTING_GROUPS, PAGES, type HelpTopic, type ListingGroup } from '../server/shared/pages'
import { PRODUCT_USES, urlPartOf, type ProductUse } from '../server/shared/productUses'
import { SHOP } from '../server/shared/shop'
import { line } from '../server/shared/text'
import { MAX_OPTIONS } from '../server/shared/variants'
import { wholeNumber } from '../server/shared/wholeNumber'

export type ListingSort = 'price-low' | 'price-high' | 'rating'

/** The filter of a listing. The defaults correspond to a plain `/products`. */
export interface ListingFilter {
  search: string
  categories: string[]
  /** Limits on the discounted price, in whole rupees, at least the shop's minimum gap apart. */
  minPrice: number
  maxPrice: number
  minRating: number | null
  /** Products must be safe for all of them. In the order of PRODUCT_USES. */
  uses: ProductUse[]
  /** A variant must have one of the values of each option. Sorted. */
  choices: { option: string; values: string[] }[]
  sort: ListingSort | null
  inStock: boolean
  offer: string | null
  group: ListingGroup | null
  /** The page number, starting at 1. */
  page: number
}

export const EVERYTHING: ListingFilter = {
  search: '',
  categories: [],
  minPrice: SHOP.priceRange.minimum,
  maxPrice: SHOP.priceRange.maximum,
  minRating: null,
  uses: [],
  choices: [],
  sort: null,
  inStock: false,
  offer: null,
  group: null,
  page: 1,
}

/** Such as `glaze.celadon`. Slugs contain no full stop. */
export const choiceParameter = (option: string, value: string): string => `${option}.${value}`

/** Equal choices have one form. What exceeds the server's limits is left out. */
export function sortChoices(pairs: [option: string, value: string][]): ListingFilter['choices'] {
  const options = [...new Set(pairs.map(([option]) => option))].slice(0, MAX_OPTIONS).sort()
  return options.map((option) => {
    const values = new Set(pairs.flatMap(([of, value]) => (of === option ? [value] : [])))
    return { option, values: [...values].slice(0, SHOP.filterLimits.values).sort() }
  })
}

function parseListingChoice(text: string): [option: string, value: string][] {
  const [option = '', value = '', ...more] = filterText(text).toLowerCase().split('.')
  return option && value && more.length === 0 ? [[option, value]] : []
}

function listingQuery(filter: Partial<ListingFilter>): string {
  const full = { ...EVERYTHING, ...filter }
  const query = new URLSearchParams()
  if (full.group) query.set('group', full.group)
  if (full.search) query.set('search', full.search)
  for (const id of full.categories) query.append('category', id)
  if (full.minPrice !== EVERYTHING.minPrice) query.set('min', String(full.minPrice))
  if (full.maxPrice !== EVERYTHING.maxPrice) query.set('max', String(full.maxPrice))
  if (full.minRating !== null) query.set('rating', String(full.minRating))
  for (const use of full.uses) query.append('safe', urlPartOf(use))
  for (const { option, values } of full.choices)
    for (const value of values) query.append('choice', choiceParameter(option, value))
  if (full.sort) query.set('sort', full.sort)
  if (full.inStock) query.set('stock', 'in')
  if (full.offer) query.set('offer', full.offer)
  if (full.page > 1) query.set('page', String(full.page))
  return query.size > 0 ? `?${query}` : ''
}

const SORTS: readonly string[] = ['price-low', 'price-high', 'rating'] satisfies ListingSort[]

const digits = (text: string | null): number | null => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null)

/** The longest price in an address, in characters: `Rs. 1,00,000`. */
const PRICE_LENGTH = 20

/** Reads a price as people write it, because browsers without JavaScript send the fields' texts. Null for anything else. */
function price(text: string | null): number | null {
  if (text === null || text.length > PRICE_LENGTH) return null
  const rupees = wholeNumber(text)
  return rupees !== null && rupees >= 0 ? rupees : null
}

/** Text for one line, without control characters. Longer text is shortened to the server's limit, and the page shows what it searched for. */
function filterText(text: string | null): string {
  const read = line((text ?? '').replace(/\p{Cc}+/gu, ' '))
  // Does not end with half of a surrogate pair.
  return line(read.slice(0, SHOP.filterLimits.characters).replace(/[\ud800-\udbff]$/, ''))
}

const isSort = (text: string | null): text is ListingSort => text !== null && SORTS.includes(text)

/** Reads a listing's filter from a query string. Invalid values are treated as missing. */
export function parseListing(query: URLSearchParams): ListingFilter {
  const { minimum, maximum } = SHOP.priceRange
  const low = Math.min(price(query.get('min')) ?? minimum, maximum)
  const high = Math.min(price(query.get('max')) ?? maximum, maximum)
  const apart = high - low >= SHOP.priceRangeMinimumGap
  const rating = digits(query.get('rating'))
  const sort = query.get('sort')
  const categories = query.getAll('category').map(filterText).filter(Boolean)
  return {
    search: filterText(query.get('search')),
    categories: [...new Set(categories)].slice(0, SHOP.filterLimits.categories),
    minPrice: apart ? low : minimum,
    maxPrice: apart ? high : maximum,
    minRating: rating !== null && rating >= 1 && rating <= 4 ? rating : null,
    uses: PRODUCT_USES.filter((use) => query.getAll('safe').includes(urlPartOf(use))),
    choices: sortChoices(query.getAll('choice').flatMap(parseListingChoice)),
    sort: isSort(sort) ? sort : null,
    inStock: query.get('stock') === 'in',
    offer: filterText(query.get('offer')) || null,
    group: LISTING_GROUPS.find((group) => group === query.get('group')) ?? null,
    page: Math.max(1, digits(query.get('page')) ?? 1),
  }
}

function choicesQuery(choices: Record<string, string | undefined>): string {
  const query = new URLSearchParams()
  for (const [option, value] of Object.entries(choices)) if (value !== undefined) query.set(option, value)
  return query.size > 0 ? `?${query}` : ''
}

/** The slugs of the values of each option, by the option's slug. */
export type OptionSlugs = ReadonlyMap<string, ReadonlySet<string>>

/**
 * Reads the choices of a variant from a query string, sorted. `options` are those of the product, so an address has no more forms than the
 * product has choices. Other parameters, such as those that other sites add to links, take no part.
 */
export function parseChoices(query: URLSearchParams, options: OptionSlugs): Record<string, string> {
  const isChoice = ([name, value]: [string, string]) => options.get(name)?.has(value) ?? false
  // The first of several values counts.
  const found = [...query].filter(isChoice).reverse()
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
}

export const paths = {
  home: () => PAGES.home.path,
  login: () => PAGES.login.path,
  signup: () => PAGES.signup.path,
  forgotPassword: () => PAGES.forgotPassword.path,
  products: (filter: Partial<ListingFilter> = {}) => PAGES.products.path + listingQuery(filter),
  /** `choices` are the ids of values by the ids of their options, such as { glaze: 'celadon' }. */
  product: (id: string, choices: Record<string, string | undefined> = {}) =>
    fillPath(PAGES.product.path, id) + choicesQuery(choices),
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

const OFFICE = PAGES.office.path.replace('/*', '')

export const isOffice = (pathname: string): boolean => pathname === OFFICE || pathname.startsWith(`${OFFICE}/`)

/** All URLs of the office. */
export const officePaths = {
  today: () => OFFICE,
  orders: (query = '') => `${OFFICE}/orders${query}`,
  order: (number: string) => `${OFFICE}/orders/${encodeURIComponent(number)}`,
  invoice: (number: string) => `${officePaths.order(number)}/invoice`,
  packing: (query = '') => `${OFFICE}/packing${query}`,
  /** The labels and packing slips of these orders, or of all orders that are ready to pack. */
  slips: (...numbers: string[]) =>
    `${OFFICE}/slips${numbers.length === 0 ? '' : `?${new URLSearchParams(numbers.map((number) => ['order', number]))}`}`,
  products: (query = '') => `${OFFICE}/products${query}`,
  /** `variantOf` is the product of which the new one is a variant. */
  newProduct: (variantOf = '') => `${OFFICE}/products/new${variantOf && `?of=${encodeURIComponent(variantOf)}`}`,
  variants: (id: string) => officePaths.products(`?of=${encodeURIComponent(id)}`),
  product: (id: string) => `${OFFICE}/products/${encodeURIComponent(id)}`,
  coupons: () => `${OFFICE}/coupons`,
  reviews: (query = '') => `${OFFICE}/reviews${query}`,
  emails: (query = '') => `${OFFICE}/emails${query}`,
  email: (id: string, query = '') => `${OFFICE}/emails/${encodeURIComponent(id)}${query}`,
  sales: (query = '') => `${OFFICE}/sales${query}`,
  activity: (query = '') => `${OFFICE}/activity${query}`,
  /** The activity of one record. `type` is its OfficeSubjectKind. */
  activityOf: (type: string, id: string) => officePaths.activity(`?${new URLSearchParams({ type, id })}`),
  customers: (query = '') => `${OFFICE}/customers${query}`,
  staff: () => `${OFFICE}/staff`,
  keys: () => `${OFFICE}/keys`,
  webhooks: (query = '') => `${OFFICE}/webhooks${query}`,
  security: () => `${OFFICE}/security`,
  customer: (id: string, query = '') => `${OFFICE}/customers/${encodeURIComponent(id)}${query}`,
}
