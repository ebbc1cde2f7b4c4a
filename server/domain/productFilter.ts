/** What may be asked of the catalogue: one filter, checked, and as SQL for pages, counts and facets alike. */
import { Prisma } from '../generated/prisma/client'
import { DomainError } from '../shared/errors'

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

type FilterPart = keyof ProductFilter

/** The filter as SQL, without the parts that a facet leaves out. */
export function conditions(filter: ProductFilter, leftOut: readonly FilterPart[] = []): Prisma.Sql {
  const parts: [FilterPart, Prisma.Sql | null][] = [
    ['search', searchText(filter) ? Prisma.sql`title ILIKE ${`%${escapeLike(searchText(filter))}%`}` : null],
    [
      'categoryIds',
      filter.categoryIds?.length ? Prisma.sql`category_id IN (${Prisma.join(filter.categoryIds)})` : null,
    ],
    ['minPrice', filter.minPrice == null ? null : Prisma.sql`discounted >= ${filter.minPrice}`],
    ['maxPrice', filter.maxPrice == null ? null : Prisma.sql`discounted <= ${filter.maxPrice}`],
    ['minRating', filter.minRating == null ? null : Prisma.sql`rating >= ${filter.minRating}`],
    ['offer', filter.offer == null ? null : Prisma.sql`offer = ${filter.offer}`],
    ['bestsellersOnly', filter.bestsellersOnly ? Prisma.sql`is_bestseller` : null],
    ['availableOnly', filter.availableOnly ? Prisma.sql`stock > 0` : null],
  ]
  const used = parts.flatMap(([part, sql]) => (sql && !leftOut.includes(part) ? [sql] : []))
  return used.length > 0 ? Prisma.join(used, ' AND ') : Prisma.sql`true`
}

const searchText = (filter: ProductFilter): string => filter.search?.trim() ?? ''
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const LONGEST_TEXT = 200

/** Throws INVALID_INPUT for text that no title can hold. */
export function checkText(text: string, path: string[]): void {
  if (text.includes('\0') || text.length > LONGEST_TEXT) {
    throw new DomainError('INVALID_INPUT', {
      message: `\`${path.at(-1)}\` must be text of at most ${LONGEST_TEXT} characters.`,
      path,
    })
  }
}

export function checkFilter(filter: ProductFilter): void {
  checkText(filter.search ?? '', ['filter', 'search'])
  checkText(filter.offer ?? '', ['filter', 'offer'])
  for (const id of filter.categoryIds ?? []) checkText(id, ['filter', 'categoryIds'])
  if ((filter.categoryIds?.length ?? 0) > LONGEST_TEXT) {
    throw new DomainError('INVALID_INPUT', {
      message: '`categoryIds` names too many categories.',
      path: ['filter', 'categoryIds'],
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
