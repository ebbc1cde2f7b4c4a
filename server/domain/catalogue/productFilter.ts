/**
 * The product filter. Each part has SQL for pages, a rule for counts and facets, and a key. Prisma's `where` cannot replace the SQL: it
 * cannot select the rows after a cursor if the sort mixes directions, and its `contains` treats % and _ as wildcards.
 */
import { likeAnywhere } from '../../database/likePattern'
import { Prisma } from '../../generated/prisma/client'
import { invalidInput } from '../../shared/errors'
import type { ProductGroup } from '../../shared/goods'
import { PRODUCT_USES, type ProductUse } from '../../shared/productUses'
import { searchForm } from '../../shared/searchForm'
import { SHOP } from '../../shared/shop'
import { isStorable } from '../../shared/validation'
import { MAX_OPTIONS } from '../../shared/variants'
import type { Cell, Families } from '../shopParts'

/** The trigram index cannot find shorter texts. */
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
  group?: ProductGroup | null
  uses?: ProductUse[] | null
  /** A product needs one variant that has one of the values of each option. With `availableOnly`, that variant must be in stock. */
  choices?: OptionChoice[] | null
}

/** The slugs of an option and of the chosen values. Without values, it does not filter. */
export interface OptionChoice {
  option: string
  values: string[]
}

export type FilterPart = keyof ProductFilter

export const NO_FAMILIES: Families = { prices: new Int32Array(), indexes: new Int32Array(), lists: [] }

/** What is found before the filter becomes SQL. */
export interface FoundIds {
  /** The products that almost match the search text. */
  close: readonly string[]
  /** Of these numbers in `product.choices`, a product needs one. Null if the filter has no choices. */
  choices: readonly number[] | null
}

/** The number of products in the cells. */
export const countAll = (cells: Cell[]): number => cells.reduce((sum, { prices }) => sum + prices.length, 0)

/** The rules of one filter part. Each function also handles a missing or empty value. */
interface PartRule<Value> {
  /** A condition on the product table, or null if no product is excluded. A search also includes close matches. */
  sql(value: Value, found: FoundIds): Prisma.Sql | null
  /** True if the cell's products match. Null if products of one cell may differ in this filter part. */
  isInCell: ((value: Value, cell: Cell) => boolean) | null
  /** Equal for equivalent values, because a cursor is valid for only one key. */
  key(value: Value): unknown
}

/** Missing parts are undefined, so that every part can be passed to its rule. */
type Values = { [Part in keyof Required<ProductFilter>]: ProductFilter[Part] }

const PARTS: { [Part in keyof Values]: PartRule<Values[Part]> } = {
  search: {
    sql: (text, { close }) => (text?.trim() ? holdsOrIsClose(text, close) : null),
    isInCell: null,
    key: (text) => (text?.trim() ? [searchForm(text)] : null),
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
  group: {
    sql: (group) => (group == null ? null : Prisma.sql`groups @> ARRAY[${group}]::"ProductGroup"[]`),
    isInCell: (group, { groups }) => group == null || groups.includes(group),
    key: (group) => group ?? null,
  },
  uses: {
    sql: (uses) => (uses?.length ? Prisma.sql`uses @> ${uses}::text[]::"ProductUse"[]` : null),
    isInCell: (wanted, { uses }) => !wanted || wanted.every((use) => uses.includes(use)),
    key: (uses) => [...new Set(uses)].sort(),
  },
  choices: {
    sql: (_, { choices }) => choices && Prisma.sql`choices && ${choices}::int[]`,
    isInCell: null,
    key: (choices) =>
      (choices ?? [])
        .filter(({ values }) => values.length > 0)
        .map(({ option, values }) => [option, ...[...new Set(values)].sort()])
        .sort(([a], [b]) => (a! < b! ? -1 : 1)),
  },
}

const ALL_PARTS = Object.keys(PARTS) as FilterPart[]

/** The filter, or some of its parts, as a condition on the product table. Null if it excludes nothing. */
export function sqlOfFilter(filter: ProductFilter, found: FoundIds, parts = ALL_PARTS): Prisma.Sql | null {
  const sqlOf = <Part extends FilterPart>(part: Part) => PARTS[part].sql((filter as Values)[part], found)
  const conditions = parts.flatMap((part) => sqlOf(part) ?? [])
  return conditions.length > 0 ? Prisma.join(conditions, ' AND ') : null
}

/** The cells whose products the filter allows, ignoring titles, prices and variants. */
export function cellsIn(filter: ProductFilter, cells: Cell[]): Cell[] {
  const ruleOf = <Part extends FilterPart>(part: Part) => {
    const { isInCell } = PARTS[part]
    const value = (filter as Values)[part]
    return isInCell && value != null ? (cell: Cell) => isInCell(value, cell) : []
  }
  // A large catalogue has thousands of cells, and most filters have few parts.
  const rules = ALL_PARTS.flatMap(ruleOf)
  return rules.length === 0 ? cells : cells.filter((cell) => rules.every((allows) => allows(cell)))
}

/** Equal for equivalent filters, however they are written. */
export function keyOfFilter(filter: ProductFilter): unknown[] {
  const keyOf = <Part extends FilterPart>(part: Part) => PARTS[part].key((filter as Values)[part])
  return ALL_PARTS.map(keyOf)
}

/** True if the filter has a search text and nothing else. */
export const isSearchAlone = (filter: ProductFilter): boolean =>
  Boolean(filter.search?.trim()) &&
  sqlOfFilter({ ...filter, search: null }, { close: [], choices: null }) === null &&
  !filter.choices?.length

/** True if a title contains the text, in the form in which searches compare texts. A text of only apostrophes is in no title. */
export function holds(text: string): Prisma.Sql {
  const form = searchForm(text)
  return Prisma.sql`title_lower LIKE ${form === '' ? '' : likeAnywhere(form)}`
}

/** The SQL has the same text for all values, so that PostgreSQL can keep its plan. */
const holdsOrIsClose = (text: string, closeIds: readonly string[]): Prisma.Sql =>
  Prisma.sql`(${holds(text)} OR id = ANY(${closeIds}::text[]))`

const LIMITS = SHOP.filterLimits

/** Throws INVALID_INPUT for text that cannot be in a title. */
export function checkText(field: string, text: string): void {
  if (!isStorable(text) || text.length > LIMITS.characters) {
    throw invalidInput(field, `\`${field}\` must be text of at most ${LIMITS.characters} characters.`)
  }
}

function checkChoices(choices: readonly OptionChoice[]): void {
  if (choices.length > MAX_OPTIONS)
    throw invalidInput('choices', `\`choices\` must be a list of at most ${MAX_OPTIONS} options.`)
  if (new Set(choices.map(({ option }) => option)).size < choices.length)
    throw invalidInput('choices', '`choices` must name each option only once.')
  for (const { option, values } of choices) {
    if (values.length > LIMITS.values)
      throw invalidInput('choices', `\`choices\` must have at most ${LIMITS.values} values for each option.`)
    for (const text of [option, ...values]) checkText('choices', text)
  }
}

/** Throws INVALID_INPUT. */
export function checkFilter(filter: ProductFilter): void {
  checkText('search', filter.search ?? '')
  checkText('offer', filter.offer ?? '')
  for (const id of filter.categoryIds ?? []) checkText('categoryIds', id)
  if ((filter.categoryIds?.length ?? 0) > LIMITS.categories) {
    throw invalidInput('categoryIds', '`categoryIds` has too many categories.')
  }
  if ((filter.uses?.length ?? 0) > PRODUCT_USES.length)
    throw invalidInput('uses', `\`uses\` must be a list of at most ${PRODUCT_USES.length} uses.`)
  checkChoices(filter.choices ?? [])
  const { minPrice, maxPrice, minRating } = filter
  if (minPrice != null && minPrice < 0) throw invalidInput('minPrice', '`minPrice` must be 0 or more.')
  if (maxPrice != null && maxPrice < (minPrice ?? 0))
    throw invalidInput('maxPrice', '`maxPrice` must be at least `minPrice`, and 0 or more.')
  if (minRating != null && (minRating < 1 || minRating > 5))
    throw invalidInput('minRating', '`minRating` must be from 1 to 5.')
}
