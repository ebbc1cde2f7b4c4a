/** What may be asked of the catalogue: one filter, checked, as SQL for pages and as plain rules for counts and facets. */
import { Prisma } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'

export interface ProductFilter {
  search?: string | null
  categoryIds?: string[] | null
  minPrice?: number | null
  maxPrice?: number | null
  minRating?: number | null
  offer?: string | null
  bestsellersOnly?: boolean | null
  availableOnly?: boolean | null
}

export type FilterPart = keyof ProductFilter

/** Products that are alike in all that a filter goes by, but for title and price. */
export interface Cell {
  categoryId: string
  rating: number
  offer: string
  isBestseller: boolean
  isAvailable: boolean
  /** Of its products, in whole rupees, the lowest first. */
  prices: Int32Array
}

/** Each part as SQL over the columns of the product table; null where the filter does not have it. */
const SQL_OF: { [Part in FilterPart]-?: (filter: ProductFilter) => Prisma.Sql | null } = {
  search: (filter) => (searchText(filter) ? holds(searchText(filter)) : null),
  categoryIds: ({ categoryIds: ids }) => (ids?.length ? Prisma.sql`category_id IN (${Prisma.join(ids)})` : null),
  minPrice: ({ minPrice }) => (minPrice == null ? null : Prisma.sql`discounted >= ${minPrice}`),
  maxPrice: ({ maxPrice }) => (maxPrice == null ? null : Prisma.sql`discounted <= ${maxPrice}`),
  minRating: ({ minRating }) => (minRating == null ? null : Prisma.sql`rating >= ${minRating}`),
  offer: ({ offer }) => (offer == null ? null : Prisma.sql`offer = ${offer}`),
  bestsellersOnly: ({ bestsellersOnly }) => (bestsellersOnly ? Prisma.sql`is_bestseller` : null),
  availableOnly: ({ availableOnly }) => (availableOnly ? Prisma.sql`is_available` : null),
}

export const FILTER_PARTS = Object.keys(SQL_OF) as FilterPart[]

/** The filter as SQL, or some parts of it; null where it has none of them. */
export function conditionsOf(filter: ProductFilter, parts: readonly FilterPart[]): Prisma.Sql | null {
  const used = parts.flatMap((part) => SQL_OF[part](filter) ?? [])
  return used.length > 0 ? Prisma.join(used, ' AND ') : null
}

/** The same for cells; what a title must hold has been searched for already. */
const IS_IN_CELL: { [Part in FilterPart]?: (filter: ProductFilter, cell: Cell) => boolean } = {
  categoryIds: ({ categoryIds: ids }, cell) => !ids?.length || ids.includes(cell.categoryId),
  minRating: ({ minRating }, cell) => minRating == null || cell.rating >= minRating,
  offer: ({ offer }, cell) => offer == null || cell.offer === offer,
  bestsellersOnly: ({ bestsellersOnly }, cell) => !bestsellersOnly || cell.isBestseller,
  availableOnly: ({ availableOnly }, cell) => !availableOnly || cell.isAvailable,
}
const CELL_RULES = Object.values(IS_IN_CELL)

/** Whether the filter allows a cell's products, if it allows their prices. */
export const isInCell = (filter: ProductFilter, cell: Cell): boolean => CELL_RULES.every((rule) => rule(filter, cell))

/** What the filter allows, in whole rupees, both ends included. */
export const priceRangeOf = ({ minPrice, maxPrice }: ProductFilter) => ({
  minimum: minPrice ?? -Infinity,
  maximum: maxPrice ?? Infinity,
})

/** The whole filter as SQL. */
export const conditions = (filter: ProductFilter): Prisma.Sql => conditionsOf(filter, FILTER_PARTS) ?? Prisma.sql`true`

const titleIsLike = (before: string, text: string): Prisma.Sql =>
  Prisma.sql`title_lower LIKE lower(${`${before}${text.replace(/[\\%_]/g, '\\$&')}%`})`

/** Whether a title holds the text, whatever the case. */
export const holds = (text: string): Prisma.Sql => titleIsLike('%', text)

/** Whether a title holds it from the beginning of one of its words. */
export const holdsAtWord = (text: string): Prisma.Sql =>
  Prisma.sql`(${titleIsLike('', text)} OR ${titleIsLike('% ', text)})`

export const searchText = (filter: ProductFilter): string => filter.search?.trim() ?? ''

const LONGEST_TEXT = 200

/** Throws INVALID_INPUT for text that no title can hold. */
export function checkText(field: string, text: string): void {
  if (text.includes('\0') || text.length > LONGEST_TEXT) {
    throw new DomainError('INVALID_INPUT', {
      message: `\`${field}\` must be text of at most ${LONGEST_TEXT} characters.`,
      field,
    })
  }
}

export function checkFilter(filter: ProductFilter): void {
  checkText('search', filter.search ?? '')
  checkText('offer', filter.offer ?? '')
  for (const id of filter.categoryIds ?? []) checkText('categoryIds', id)
  if ((filter.categoryIds?.length ?? 0) > LONGEST_TEXT) {
    throw new DomainError('INVALID_INPUT', {
      message: '`categoryIds` names too many categories.',
      field: 'categoryIds',
    })
  }
}

/** The same filter written differently is the same question. */
export const normalised = (filter: ProductFilter) => [
  searchText(filter).toLowerCase(),
  [...new Set(filter.categoryIds ?? [])].sort(),
  filter.minPrice ?? null,
  filter.maxPrice ?? null,
  filter.minRating ?? null,
  filter.offer ?? null,
  filter.bestsellersOnly ?? false,
  filter.availableOnly ?? false,
]
