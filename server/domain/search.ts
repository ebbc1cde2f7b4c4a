/** Finding products: pages in an order of their own, and completions of a text. */
import type { Product } from '../generated/prisma/client'
import { Prisma } from '../generated/prisma/client'
import { DomainError } from '../shared/errors'
import { checkFirst, decodeCursor, encodeCursor, type CursorValue, type Page } from './cursor'
import { checkFilter, checkText, conditions, holds, normalised, searchText, type ProductFilter } from './productFilter'
import type { Shop } from './shop'

/** No index of trigrams finds a shorter text. */
const TRIGRAM = 3

export type ProductSort = 'FEATURED' | 'PRICE_LOW_TO_HIGH' | 'PRICE_HIGH_TO_LOW' | 'RATING' | 'NEWEST'

/** A row of the product table under the names that Prisma's Product has. */
export const PRODUCT_COLUMNS = Prisma.raw(
  `id, title, description, material, dimensions, category_id AS "categoryId", category_name AS "categoryName",
   image_url AS "imageUrl", image_alt AS "imageAlt", image_width AS "imageWidth", image_height AS "imageHeight",
   discounted, original, rating, offer, is_bestseller AS "isBestseller", stock, position,
   created_at AS "createdAt", updated_at AS "updatedAt"`,
)

// Sort

interface SortKey {
  column: string
  direction: 'ASC' | 'DESC'
  type: 'string' | 'number' | 'boolean'
  cast: string
  valueOf(product: Product): CursorValue
}

const idKey = (direction: 'ASC' | 'DESC'): SortKey => ({
  column: 'id',
  direction,
  type: 'string',
  cast: 'text',
  valueOf: (p) => p.id,
})
const price = (direction: 'ASC' | 'DESC'): SortKey => ({
  column: 'discounted',
  direction,
  type: 'number',
  cast: 'bigint',
  valueOf: (p) => p.discounted, // prettier-ignore
})

/** Every sort ends with the id, so that a walk over all pages loses and repeats nothing. Each has an index of its own. */
const SORTS: Record<ProductSort, SortKey[]> = {
  FEATURED: [
    { column: 'is_bestseller', direction: 'DESC', type: 'boolean', cast: 'boolean', valueOf: (p) => p.isBestseller },
    { column: 'position', direction: 'ASC', type: 'number', cast: 'bigint', valueOf: (p) => p.position },
    idKey('ASC'),
  ],
  PRICE_LOW_TO_HIGH: [price('ASC'), idKey('ASC')],
  PRICE_HIGH_TO_LOW: [price('DESC'), idKey('DESC')],
  RATING: [
    { column: 'rating', direction: 'DESC', type: 'number', cast: 'bigint', valueOf: (p) => p.rating },
    idKey('ASC'),
  ],
  NEWEST: [
    { column: 'created_at', direction: 'DESC', type: 'number', cast: '', valueOf: (p) => p.createdAt.getTime() },
    idKey('ASC'),
  ],
}

const orderBy = (keys: SortKey[]): Prisma.Sql =>
  Prisma.raw(keys.map(({ column, direction }) => `${column} ${direction}`).join(', '))

const bind = ({ column, cast }: SortKey, value: CursorValue): Prisma.Sql =>
  column === 'created_at'
    ? Prisma.sql`to_timestamp(${value}::float8 / 1000)`
    : Prisma.sql`${value}${Prisma.raw(`::${cast}`)}`

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

/** A question to the catalogue. Counts and facets go by its filter alone, and need not wait for its page. */
export interface ProductSearch {
  filter: ProductFilter
  /** Read once, and only where somebody wants it. */
  readPage(): Promise<Page<Product>>
}

/** Throws INVALID_INPUT for a filter that cannot be, `first` outside 1 to 100, `page` below 1 or with `after`; STALE_CURSOR. */
export function searchProducts(shop: Shop, query: ProductQuery): ProductSearch {
  const { filter, sort, first } = query
  checkFilter(filter)
  checkFirst(first)
  const keys = SORTS[sort]
  const question = [sort, normalised(filter)]
  const from = startOf(query, keys, question)
  const read = async () => {
    const parts = from.parts.map(
      (part) => Prisma.sql`(SELECT * FROM ${matches(filter)} AS product WHERE ${part}
        ORDER BY ${orderBy(keys)} LIMIT ${first + 1} OFFSET ${from.offset})`,
    )
    const rows = await shop.db.$queryRaw<Product[]>`
      SELECT ${PRODUCT_COLUMNS} FROM (${Prisma.join(parts, ' UNION ALL ')}) AS part
      ORDER BY ${orderBy(keys)} LIMIT ${first + 1}`
    const edges = rows.slice(0, first).map((node) => ({
      node,
      cursor: encodeCursor(
        question,
        keys.map((key) => key.valueOf(node)),
      ),
    }))
    return { edges, hasNextPage: rows.length > first, hasPreviousPage: from.isLater }
  }
  let page: Promise<Page<Product>> | undefined
  return { filter, readPage: () => (page ??= read()) }
}

/**
 * What the filter lets through. Where an index finds what it searches for, that is found first and then sorted (the OFFSET keeps the two
 * apart), for PostgreSQL would rather walk along the sort until it has met a page of matches, and takes them to be spread evenly: an id
 * is made of its title's words, so that the matches of a search lie together, and may lie at the end.
 */
const matches = (filter: ProductFilter): Prisma.Sql =>
  Prisma.sql`(SELECT * FROM product WHERE ${conditions(filter)}
    ${searchText(filter).length >= TRIGRAM ? Prisma.raw('OFFSET 0') : Prisma.empty})`

function startOf(query: ProductQuery, keys: SortKey[], question: unknown) {
  if (query.page != null && query.after != null) {
    throw new DomainError('INVALID_INPUT', { message: 'Give `page` or `after`, not both.', path: ['page'] })
  }
  if (query.page != null && query.page < 1) {
    throw new DomainError('INVALID_INPUT', { message: '`page` counts from 1.', path: ['page'] })
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

// Completions

/** How alike a word of a title must be to a misspelt one, 0 to 1: 'terakota' is at 0.33 of 'Terracotta Kulhads'. */
const LEAST_CLOSENESS = 0.3
/** To reckon how close a title is takes about 10 µs: so many are looked at before the index is asked for closer ones. */
const LOOKED_AT = 300
/** Two words with a slip each are mostly this close to what was meant, and few titles are: worth asking first. */
const GOOD_CLOSENESS = 0.5
/** Less than lies between two different closenesses, which are fractions of a few hundred at most. */
const A_LITTLE = 1e-6

/** Titles that hold the text come first, then those with a word that is close to it. Throws INVALID_INPUT. */
export async function suggestProducts(
  shop: Shop,
  { text, first }: { text: string; first: number },
): Promise<Product[]> {
  checkText(text, ['text'])
  checkFirst(first)
  const wanted = text.trim()
  if (wanted === '') return []
  const holding = await closest(shop, { wanted, first, among: holds(wanted), least: 0 })
  if (holding.length === first) return holding
  const rest = { wanted, first: first - holding.length, among: Prisma.sql`NOT ${holds(wanted)}` }
  return [...holding, ...(await closest(shop, { ...rest, least: LEAST_CLOSENESS }))]
}

interface Question {
  wanted: string
  first: number
  among: Prisma.Sql
  least: number
}

type Close = Product & { closeness: number; lookedAt: number }

/**
 * The closest first, and of those equally close the first in the catalogue's order. Thousands of titles may share the word that is
 * looked for, so the first few hundred in the catalogue's order mostly hold the best already: what they lack can only be closer
 * than the last of these, and few are, which the index finds.
 */
async function closest(shop: Shop, { wanted, first, among, least }: Question): Promise<Product[]> {
  const order = orderBy(SORTS.FEATURED)
  const near = await shop.db.$queryRaw<Close[]>`
    SELECT ${PRODUCT_COLUMNS}, closeness, "lookedAt" FROM (
      SELECT *, word_similarity(${wanted}, title_lower) AS closeness, count(*) OVER ()::int AS "lookedAt"
      FROM (SELECT * FROM product WHERE ${among} ORDER BY ${order} LIMIT ${LOOKED_AT}) AS first_ones
    ) AS looked_at
    ORDER BY closeness DESC, ${order} LIMIT ${first}`
  const sawAll = near.length === 0 || near[0]!.lookedAt < LOOKED_AT
  const close = near.filter(({ closeness }) => closeness >= least).map(asProduct)
  const lowest = close.length === first ? near.at(-1)!.closeness + A_LITTLE : least
  if (sawAll || lowest > 1) return close
  const question = { wanted, first, among }
  const good = lowest < GOOD_CLOSENESS ? await atLeast(shop, question, GOOD_CLOSENESS) : []
  if (good.length === first) return good
  const closer = await atLeast(shop, question, lowest)
  const known = new Set(closer.map(({ id }) => id))
  return [...closer, ...close.filter(({ id }) => !known.has(id))].slice(0, first)
}

/** The index is asked with the text that comes with the threshold, so after this is set; it is set for this statement alone. */
const atLeast = (shop: Shop, { wanted, first, among }: Omit<Question, 'least'>, threshold: number) =>
  shop.db.$queryRaw<Product[]>`
    WITH wanted AS MATERIALIZED (
      SELECT ${wanted}::text AS text, set_config('pg_trgm.word_similarity_threshold', ${String(threshold)}, true)
    ), close AS MATERIALIZED (
      SELECT product.*, word_similarity(wanted.text, title_lower) AS closeness
      FROM wanted JOIN product ON wanted.text <% title_lower
    )
    SELECT ${PRODUCT_COLUMNS} FROM close WHERE ${among}
    ORDER BY closeness DESC, ${orderBy(SORTS.FEATURED)} LIMIT ${first}`

const asProduct = ({ closeness: _closeness, lookedAt: _lookedAt, ...product }: Close): Product => product
