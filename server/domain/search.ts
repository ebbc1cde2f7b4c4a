/** Finding products: pages in an order of their own, counts, and completions of a text. */
import type { Product } from '../generated/prisma/client'
import { Prisma } from '../generated/prisma/client'
import { DomainError } from '../shared/errors'
import { checkFirst, decodeCursor, encodeCursor, type CursorValue, type Page } from './cursor'
import { checkFilter, checkText, conditions, escapeLike, normalised, type ProductFilter } from './productFilter'
import type { Shop } from './shop'

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

/** What comes after these values in this order: (a > x) OR (a = x AND b > y) … */
function after(keys: SortKey[], values: CursorValue[]): Prisma.Sql {
  const alternatives = keys.map((key, i) => {
    const equal = keys
      .slice(0, i)
      .map((earlier, j) => Prisma.sql`${Prisma.raw(earlier.column)} = ${bind(earlier, values[j]!)}`)
    const beyond = Prisma.sql`${Prisma.raw(`${key.column} ${key.direction === 'ASC' ? '>' : '<'}`)} ${bind(key, values[i]!)}`
    return Prisma.sql`(${Prisma.join([...equal, beyond], ' AND ')})`
  })
  return Prisma.sql`(${Prisma.join(alternatives, ' OR ')})`
}

// Pages

export interface ProductQuery {
  filter: ProductFilter
  sort: ProductSort
  first: number
  after?: string | null
  page?: number | null
}

export interface ProductPage extends Page<Product> {
  filter: ProductFilter
}

/** Throws INVALID_INPUT for `first` outside 1 to 100, `page` below 1 or with `after`; STALE_CURSOR. */
export async function searchProducts(shop: Shop, query: ProductQuery): Promise<ProductPage> {
  const { filter, sort, first } = query
  checkFilter(filter)
  checkFirst(first)
  const keys = SORTS[sort]
  const question = [sort, normalised(filter)]
  const from = startOf(query, keys, question)
  const rows = await shop.db.$queryRaw<Product[]>`
    SELECT ${PRODUCT_COLUMNS} FROM product WHERE ${conditions(filter)} AND ${from.condition}
    ORDER BY ${orderBy(keys)} LIMIT ${first + 1} OFFSET ${from.offset}`
  const edges = rows.slice(0, first).map((node) => ({
    node,
    cursor: encodeCursor(
      question,
      keys.map((key) => key.valueOf(node)),
    ),
  }))
  return { filter, edges, hasNextPage: rows.length > first, hasPreviousPage: from.isLater }
}

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
    return { condition: after(keys, values), offset: 0n, isLater: true }
  }
  const offset = BigInt(query.first) * BigInt((query.page ?? 1) - 1)
  return { condition: Prisma.sql`true`, offset, isLater: offset > 0n }
}

export async function countProducts(shop: Shop, filter: ProductFilter): Promise<number> {
  const [row] = await shop.db.$queryRaw<
    { count: number }[]
  >`SELECT count(*)::int AS count FROM product WHERE ${conditions(filter)}`
  return row!.count
}

// Completions

/** Titles that hold the text come first, then those with a word that is close to it. Throws INVALID_INPUT. */
export async function suggestProducts(
  shop: Shop,
  { text, first }: { text: string; first: number },
): Promise<Product[]> {
  checkText(text, ['text'])
  checkFirst(first)
  const wanted = text.trim()
  if (wanted === '') return []
  const contained = `%${escapeLike(wanted)}%`
  return shop.db.$queryRaw<Product[]>`
    SELECT ${PRODUCT_COLUMNS} FROM product WHERE title ILIKE ${contained} OR ${wanted} <% title
    ORDER BY (title ILIKE ${contained}) DESC, word_similarity(${wanted}, title) DESC, is_bestseller DESC, position, id
    LIMIT ${first}`
}
