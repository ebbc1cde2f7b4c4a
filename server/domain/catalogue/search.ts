/** Finding products: pages of what a filter lets through, in an order of their own. */
import type { Product } from '../../generated/prisma/client'
import { Prisma } from '../../generated/prisma/client'
import { invalidInput } from '../../shared/errors'
import { checkFirst, decodeCursor, encodeCursor, type CursorValue, type Page } from '../cursor'
import { productsByIds } from './catalogue'
import { cellsUnder } from './cells'
import type { Facetable } from './facets'
import { checkFilter, keyOfFilter, sqlOfFilter, type Cell, type ProductFilter } from './productFilter'
import type { Shop } from '../shop'

/** No index of trigrams finds a shorter text. */
const TRIGRAM = 3

export type ProductSort = 'FEATURED' | 'PRICE_LOW_TO_HIGH' | 'PRICE_HIGH_TO_LOW' | 'RATING' | 'NEWEST'

// Sort

const CASTS = { string: 'text', number: 'bigint', boolean: 'boolean' }

interface Column {
  type: keyof typeof CASTS
  valueOf(product: Product): CursorValue
}

const COLUMNS = {
  id: { type: 'string', valueOf: (p) => p.id },
  is_bestseller: { type: 'boolean', valueOf: (p) => p.isBestseller },
  position: { type: 'number', valueOf: (p) => p.position },
  discounted: { type: 'number', valueOf: (p) => p.discounted },
  rating: { type: 'number', valueOf: (p) => p.rating },
  created_at: { type: 'number', valueOf: (p) => p.createdAt.getTime() },
} satisfies Record<string, Column>

type Direction = 'ASC' | 'DESC'

/** Every sort ends with the id, so that a walk over all pages loses and repeats nothing. Each has an index of its own. */
const SORTS: Record<ProductSort, Partial<Record<keyof typeof COLUMNS, Direction>>> = {
  FEATURED: { is_bestseller: 'DESC', position: 'ASC', id: 'ASC' },
  PRICE_LOW_TO_HIGH: { discounted: 'ASC', id: 'ASC' },
  PRICE_HIGH_TO_LOW: { discounted: 'DESC', id: 'DESC' },
  RATING: { rating: 'DESC', id: 'ASC' },
  NEWEST: { created_at: 'DESC', id: 'ASC' },
}

interface SortKey extends Column {
  column: string
  direction: Direction
}

const keysOf = (sort: ProductSort): SortKey[] =>
  Object.entries(SORTS[sort]).map(([column, direction]) => ({
    column,
    direction,
    ...COLUMNS[column as keyof typeof COLUMNS],
  }))

/** The catalogue's own order, as SQL. */
export const inFeaturedOrder = (): Prisma.Sql => orderBy(keysOf('FEATURED'))

const orderBy = (keys: SortKey[]): Prisma.Sql =>
  Prisma.raw(keys.map(({ column, direction }) => `${column} ${direction}`).join(', '))

const bind = ({ column, type }: SortKey, value: CursorValue): Prisma.Sql =>
  column === 'created_at'
    ? Prisma.sql`to_timestamp(${value}::float8 / 1000)`
    : Prisma.sql`${value}${Prisma.raw(`::${CASTS[type]}`)}`

/**
 * What comes after these values in this order, in parts that an index leads to directly, the nearest first: where all values but
 * the last are the same and that is beyond, where all but the last two are …
 */
const after = (keys: SortKey[], values: CursorValue[]): Prisma.Sql[] =>
  keys
    .map((key, i) => {
      const equal = keys
        .slice(0, i)
        .map((earlier, j) => Prisma.sql`${Prisma.raw(earlier.column)} = ${bind(earlier, values[j]!)}`)
      const beyond = Prisma.sql`${Prisma.raw(`${key.column} ${key.direction === 'ASC' ? '>' : '<'}`)} ${bind(key, values[i]!)}`
      return Prisma.join([...equal, beyond], ' AND ')
    })
    .reverse()

// Pages

export interface ProductQuery {
  filter: ProductFilter
  sort: ProductSort
  first: number
  after?: string | null
  page?: number | null
}

/** A question to the catalogue. Counts and facets go by its filter and cells, and need not wait for its page. */
export interface ProductSearch extends Facetable {
  /** Read once, where it is asked for. */
  readPage: () => Promise<Page<Product>>
}

/** Throws INVALID_INPUT for a filter that cannot be, `first` outside 1 to 100, `page` below 1 or with `after`; STALE_CURSOR. */
export function searchProducts(shop: Shop, query: ProductQuery): ProductSearch {
  const { filter, sort, first } = query
  checkFilter(filter)
  checkFirst(first)
  const keys = keysOf(sort)
  const question = [sort, keyOfFilter(filter)]
  const from = startOf(query, keys, question)
  const read = async () => {
    const parts = from.parts.map(
      (part) => Prisma.sql`(SELECT * FROM ${matches(filter)} AS product WHERE ${part}
        ORDER BY ${orderBy(keys)} LIMIT ${first + 1} OFFSET ${from.offset})`,
    )
    const rows = await shop.db.$queryRaw<{ id: string }[]>`
      SELECT id FROM (${Prisma.join(parts, ' UNION ALL ')}) AS part ORDER BY ${orderBy(keys)} LIMIT ${first + 1}`
    const products = await productsByIds(
      shop,
      rows.slice(0, first).map(({ id }) => id),
    )
    // One that was removed between the two statements is left out.
    const edges = products.flatMap((node) => {
      if (!node) return []
      const values = keys.map((key) => key.valueOf(node))
      return [{ node, cursor: encodeCursor(question, values) }]
    })
    return { edges, hasNextPage: rows.length > first, hasPreviousPage: from.isLater }
  }
  let page: Promise<Page<Product>> | undefined
  let cells: Promise<Cell[]> | undefined
  return {
    filter,
    readPage: () => (page ??= read()),
    cells: () => (cells ??= cellsUnder(shop, filter)),
  }
}

/**
 * What the filter lets through. Where an index finds what it searches for, that is found first and then sorted (the OFFSET keeps the two
 * apart), for PostgreSQL would rather walk along the sort until it has met a page of matches, and takes them to be spread evenly: an id
 * is made of its title's words, so that the matches of a search lie together, and may lie at the end.
 */
const matches = (filter: ProductFilter): Prisma.Sql =>
  Prisma.sql`(SELECT * FROM product WHERE ${sqlOfFilter(filter) ?? Prisma.sql`true`}
    ${(filter.search ?? '').trim().length >= TRIGRAM ? Prisma.raw('OFFSET 0') : Prisma.empty})`

function startOf(query: ProductQuery, keys: SortKey[], question: unknown) {
  if (query.page != null && query.after != null) {
    throw invalidInput('page', 'Give `page` or `after`, not both.')
  }
  if (query.page != null && query.page < 1) {
    throw invalidInput('page', '`page` counts from 1.')
  }
  if (query.after != null) {
    const values = decodeCursor(
      question,
      query.after,
      keys.map((key) => key.type),
    )
    return { parts: after(keys, values), offset: 0n, isLater: true }
  }
  const offset = BigInt(query.first) * BigInt((query.page ?? 1) - 1)
  return { parts: [Prisma.sql`true`], offset, isLater: offset > 0n }
}
