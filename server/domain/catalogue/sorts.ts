/** The sort orders of product lists, as SQL. */
import type { Product } from '../../generated/prisma/client'
import { Prisma } from '../../generated/prisma/client'
import type { CursorValue } from '../cursor'

export type ProductSort = 'FEATURED' | 'PRICE_LOW_TO_HIGH' | 'PRICE_HIGH_TO_LOW' | 'RATING' | 'NEWEST'

const CASTS = { string: 'text', number: 'bigint', boolean: 'boolean' }

/**
 * A product. `isClose` is true if its title does not contain the search text. `matchRank` is lower for better matches. `isAvailable` is
 * what the list was sorted by.
 */
export type Found = Product & { isClose: boolean; matchRank: number; isAvailable: boolean }

interface Column {
  type: keyof typeof CASTS
  valueOf(product: Found): CursorValue
}

const COLUMNS = {
  id: { type: 'string', valueOf: (p) => p.id },
  is_available: { type: 'boolean', valueOf: (p) => p.isAvailable },
  is_bestseller: { type: 'boolean', valueOf: (p) => p.isBestseller },
  position: { type: 'number', valueOf: (p) => p.position },
  discounted: { type: 'number', valueOf: (p) => p.discounted },
  rating: { type: 'number', valueOf: (p) => p.rating },
  created_at: { type: 'number', valueOf: (p) => p.createdAt.getTime() },
  is_close: { type: 'boolean', valueOf: (p) => p.isClose },
  match_rank: { type: 'number', valueOf: (p) => p.matchRank },
} satisfies Record<string, Column>

type Direction = 'ASC' | 'DESC'

/** All sorts end with the id, so paging through a list neither loses nor repeats a product. Each sort has an index. */
const SORTS: Record<ProductSort, Partial<Record<keyof typeof COLUMNS, Direction>>> = {
  FEATURED: { is_available: 'DESC', is_bestseller: 'DESC', position: 'ASC', id: 'ASC' },
  PRICE_LOW_TO_HIGH: { discounted: 'ASC', id: 'ASC' },
  PRICE_HIGH_TO_LOW: { discounted: 'DESC', id: 'DESC' },
  RATING: { rating: 'DESC', id: 'ASC' },
  NEWEST: { created_at: 'DESC', id: 'ASC' },
}

export interface SortKey extends Column {
  column: string
  direction: Direction
}

/** True for the sort that lists better matches of a search first. The others list exact and close matches by price, rating or age alone. */
export const isRanked = (sort: ProductSort): boolean => sort === 'FEATURED'

/** In a search, exact matches come before close matches. In both, FEATURED lists what is sold out last. */
export const keysOf = (sort: ProductSort, isSearch = false): SortKey[] =>
  Object.entries({
    ...(isSearch && {
      is_close: 'ASC' as const,
      ...(isRanked(sort) && { is_available: 'DESC' as const, match_rank: 'ASC' as const }),
    }),
    ...SORTS[sort],
  }).map(([column, direction]) => ({ column, direction, ...COLUMNS[column as keyof typeof COLUMNS] }))

/** The catalogue's order as SQL. */
export const inFeaturedOrder = (): Prisma.Sql => orderBy(keysOf('FEATURED'))

export const orderBy = (keys: SortKey[]): Prisma.Sql =>
  Prisma.raw(keys.map(({ column, direction }) => `${column} ${direction}`).join(', '))

const bind = ({ column, type }: SortKey, value: CursorValue): Prisma.Sql =>
  column === 'created_at' ? timeOf(Number(value)) : Prisma.sql`${value}${Prisma.raw(`::${CASTS[type]}`)}`

/** In seconds: the year 4,368 BC. PostgreSQL has no time before 4,713 BC, and a forged cursor may have one. */
const EARLIEST = -200_000_000_000

/** Seconds and milliseconds separately, because a fraction of a second is not exact in a float far from 1970. */
function timeOf(milliseconds: number): Prisma.Sql {
  const seconds = Math.floor(milliseconds / 1000)
  const rest = milliseconds - seconds * 1000
  return Prisma.sql`(to_timestamp(${Math.max(seconds, EARLIEST)}::float8) + ${rest}::float8 * interval '1 millisecond')`
}

/**
 * Conditions for the products that follow these values in this sort order, nearest first; each condition can use an index. In the first
 * condition, all values but the last are equal, and the last value lies beyond the given one. In the second, all but the last two are
 * equal, and so on. With a single condition that contains OR, PostgreSQL would read all rows before the cursor, and SQL has no row
 * comparison for mixed directions.
 */
export const after = (keys: SortKey[], values: CursorValue[]): Prisma.Sql[] =>
  keys
    .map((key, i) => {
      const equal = keys
        .slice(0, i)
        .map((earlier, j) => Prisma.sql`${Prisma.raw(earlier.column)} = ${bind(earlier, values[j]!)}`)
      const beyond = Prisma.sql`${Prisma.raw(`${key.column} ${key.direction === 'ASC' ? '>' : '<'}`)} ${bind(key, values[i]!)}`
      return Prisma.join([...equal, beyond], ' AND ')
    })
    .reverse()
