/** What may be asked of the catalogue: a filter, each part with its SQL for pages, its rule for counts and facets, and its key. */
import { Prisma } from '../../generated/prisma/client'
import { invalidInput } from '../../shared/errors'
import { SHOP } from '../../shared/shop'
import { isStorable } from '../../shared/validation'

/** No index of trigrams finds a shorter text. */
export const TRIGRAM = 3

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

/** Products that are alike in all that a filter goes by, but for title and price: a cell of a data cube. */
export interface Cell {
  categoryId: string
  rating: number
  offer: string
  isBestseller: boolean
  isAvailable: boolean
  /** Of its products, in whole rupees, the lowest first. */
  prices: Int32Array
}

/** One part of a filter. Each function is given the part's value, and says what it means where it is missing or empty. */
interface PartRule<Value> {
  /** Over the columns of the product table; null where it rules nothing out. A search lets what is close through as well. */
  sql(value: Value, closeIds: string[]): Prisma.Sql | null
  /** Whether a cell's products have it; null where they are not told apart by cells. */
  isInCell: ((value: Value, cell: Cell) => boolean) | null
  /** The same for values that mean the same: a cursor is good for one key. */
  key(value: Value): unknown
}

/** A part that is missing is undefined: so each can be handed to its rule. */
type Values = { [Part in keyof Required<ProductFilter>]: ProductFilter[Part] }

const PARTS: { [Part in keyof Values]: PartRule<Values[Part]> } = {
  search: {
    sql: (text, closeIds) => (text?.trim() ? holdsOrIsClose(text.trim(), closeIds) : null),
    isInCell: null,
    key: (text) => (text ?? '').trim().toLowerCase(),
  },
  categoryIds: {
    sql: (ids) => (ids?.length ? Prisma.sql`category_id IN (${Prisma.join(ids)})` : null),
    isInCell: (ids, { categoryId }) => !ids?.length || ids.includes(categoryId),
    key: (ids) => [...new Set(ids)].sort(),
  },
  minPrice: {
    sql: (minimum) => (minimum == null ? null : Prisma.sql`discounted >= ${minimum}`),
    isInCell: null,
    key: (minimum) => minimum ?? null,
  },
  maxPrice: {
    sql: (maximum) => (maximum == null ? null : Prisma.sql`discounted <= ${maximum}`),
    isInCell: null,
    key: (maximum) => maximum ?? null,
  },
  minRating: {
    sql: (minimum) => (minimum == null ? null : Prisma.sql`rating >= ${minimum}`),
    isInCell: (minimum, { rating }) => minimum == null || rating >= minimum,
    key: (minimum) => minimum ?? null,
  },
  offer: {
    sql: (offer) => (offer == null ? null : Prisma.sql`offer = ${offer}`),
    isInCell: (offer, cell) => offer == null || cell.offer === offer,
    key: (offer) => offer ?? null,
  },
  bestsellersOnly: {
    sql: (only) => (only ? Prisma.sql`is_bestseller` : null),
    isInCell: (only, { isBestseller }) => !only || isBestseller,
    key: (only) => only ?? false,
  },
  availableOnly: {
    sql: (only) => (only ? Prisma.sql`is_available` : null),
    isInCell: (only, { isAvailable }) => !only || isAvailable,
    key: (only) => only ?? false,
  },
}

const ALL_PARTS = Object.keys(PARTS) as FilterPart[]

/** The filter, or some parts of it, as SQL over the columns of the product table; null where it rules nothing out. */
export function sqlOfFilter(filter: ProductFilter, closeIds: string[], parts = ALL_PARTS): Prisma.Sql | null {
  const sqlOf = <Part extends FilterPart>(part: Part) => PARTS[part].sql((filter as Values)[part], closeIds)
  const conditions = parts.flatMap((part) => sqlOf(part) ?? [])
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : null
}

/** Whether the filter allows a cell's products, if it allows their titles and prices. */
export function isInCell(filter: ProductFilter, cell: Cell): boolean {
  const isAllowed = <Part extends FilterPart>(part: Part) =>
    PARTS[part].isInCell?.((filter as Values)[part], cell) ?? true
  return ALL_PARTS.every(isAllowed)
}

/** The same for filters that mean the same, however they are written. */
export function keyOfFilter(filter: ProductFilter): unknown[] {
  const keyOf = <Part extends FilterPart>(part: Part) => PARTS[part].key((filter as Values)[part])
  return ALL_PARTS.map(keyOf)
}

const titleIsLike = (before: string, text: string): Prisma.Sql =>
  Prisma.sql`title_lower LIKE lower(${`${before}${text.replace(/[\\%_]/g, '\\$&')}%`})`

/** Whether a title holds the text, whatever the case. */
export const holds = (text: string): Prisma.Sql => titleIsLike('%', text)

const holdsOrIsClose = (text: string, closeIds: string[]): Prisma.Sql =>
  closeIds.length > 0 ? Prisma.sql`(${holds(text)} OR id IN (${Prisma.join(closeIds)}))` : holds(text)

/** Whether a title holds it from the beginning of one of its words. */
export const holdsAtWord = (text: string): Prisma.Sql =>
  Prisma.sql`(${titleIsLike('', text)} OR ${titleIsLike('% ', text)})`

const LIMITS = SHOP.filterLimits

/** Throws INVALID_INPUT for text that no title can hold. */
export function checkText(field: string, text: string): void {
  if (!isStorable(text) || text.length > LIMITS.characters) {
    throw invalidInput(field, `\`${field}\` must be text of at most ${LIMITS.characters} characters.`)
  }
}

export function checkFilter(filter: ProductFilter): void {
  checkText('search', filter.search ?? '')
  checkText('offer', filter.offer ?? '')
  for (const id of filter.categoryIds ?? []) checkText('categoryIds', id)
  if ((filter.categoryIds?.length ?? 0) > LIMITS.categories) {
    throw invalidInput('categoryIds', '`categoryIds` names too many categories.')
  }
}
