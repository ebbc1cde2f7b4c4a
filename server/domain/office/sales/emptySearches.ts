/** The searches of a period that found nothing, the most frequent first. */
import { checkCount } from '../../cursor'
import type { Shop } from '../../shop'
import { periodOf } from './period'
import type { Span } from './sales'

export interface EmptySearchRow {
  text: string
  /** The number of searches in the period. */
  count: number
  lastAt: Date
}

export interface EmptySearchList {
  rows: EmptySearchRow[]
  /** The number of rows without the limit. */
  totalCount: number
}

const MAX_ROWS = 200

/** `first` is 1 to 200. Both days are included. Throws INVALID_INPUT. */
export const listEmptySearches = (shop: Shop, span: Span, first: number): Promise<EmptySearchList> =>
  readEmptySearches(shop, span, checkCount('first', first, MAX_ROWS))

/** Without the limit of a page, for a file. */
export async function readEmptySearches({ db }: Shop, span: Span, limit: number): Promise<EmptySearchList> {
  periodOf(span)
  const rows = await db.$queryRaw<(EmptySearchRow & { totalCount: number })[]>`
    SELECT text, sum(count)::float8 AS count, max(last_at) AS "lastAt", (count(*) OVER ())::int AS "totalCount"
    FROM empty_search WHERE day BETWEEN ${span.from}::date AND ${span.to}::date
    GROUP BY text ORDER BY sum(count) DESC, max(last_at) DESC, text LIMIT ${limit}`
  return { rows: rows.map(({ totalCount: _, ...row }) => row), totalCount: rows[0]?.totalCount ?? 0 }
}
