/** Finds products: pages of the products that match a filter, in a sort order. */
import { Prisma } from '../../generated/prisma/client'
import { invalidInput } from '../../shared/errors'
import { checkFirst, decodeCursor, encodeCursor, type Page } from '../cursor'
import { productsByIds } from './catalogue'
import { cellsUnder } from './cells'
import { idsCloseTo } from './closeSearch'
import type { Facetable } from './facets'
import { checkFilter, holds, keyOfFilter, sqlOfFilter, TRIGRAM, type Cell, type ProductFilter } from './productFilter'
import type { Shop } from '../shop'
import { isShown } from './shown'
import { after, keysOf, orderBy, type Found, type ProductSort, type SortKey } from './sorts'

export interface ProductQuery {
  filter: ProductFilter
  sort: ProductSort
  first: number
  after?: string | null
  page?: number | null
}

/** EXACT: a title contains the text, or the search has no text. CLOSE: the product may be the one that the shopper meant. */
type MatchedBy = 'EXACT' | 'CLOSE'

interface ProductPage extends Page<Found> {
  edges: { cursor: string; node: Found; matchedBy: MatchedBy }[]
}

/** A search in the catalogue. Counts and facets use its filter and cells, and do not wait for its page. */
export interface ProductSearch extends Facetable {
  /** Reads the page on the first call. */
  readPage: () => Promise<ProductPage>
  /** How the list's first product matches, for every page of the list. */
  matchedBy: () => Promise<MatchedBy>
}

/** Throws INVALID_INPUT for an invalid filter, `first` outside 1 to 100, `page` below 1 or with `after`; STALE_CURSOR. */
export function searchProducts(shop: Shop, query: ProductQuery): ProductSearch {
  const { filter, sort, first } = query
  checkFilter(filter)
  checkFirst(first)
  const text = searchedText(filter)
  const keys = keysOf(sort, text !== null)
  const question = [sort, keyOfFilter(filter)]
  const from = startOf(query, keys, question)
  const closeIds = once(async () => (text === null ? [] : idsCloseTo(shop, text)))

  const readPage = async () => {
    const found = matches(filter, text, await closeIds())
    const parts = (text === null ? from.parts : [Prisma.join(from.parts, ' OR ')]).map(
      (part) => Prisma.sql`(SELECT * FROM ${found} AS product WHERE ${part}
        ORDER BY ${orderBy(keys)} LIMIT ${first + 1} OFFSET ${from.offset})`,
    )
    const rows = await shop.db.$queryRaw<{ id: string; is_close: boolean }[]>`
      SELECT id, is_close FROM (${Prisma.join(parts, ' UNION ALL ')}) AS part ORDER BY ${orderBy(keys)} LIMIT ${first + 1}`
    const products = await productsByIds(
      shop,
      rows.slice(0, first).map(({ id }) => id),
    )
    // Omits products that were removed or hidden between the two statements.
    const edges = products.flatMap((product, i) => {
      if (!product) return []
      const node: Found = { ...product, isClose: rows[i]!.is_close }
      const values = keys.map((key) => key.valueOf(node))
      return [{ node, cursor: encodeCursor(question, values), matchedBy: matchOf(node.isClose) }]
    })
    return { edges, hasNextPage: rows.length > first, hasPreviousPage: from.isLater }
  }

  const matchedBy = async () => {
    const ids = await closeIds()
    if (ids.length === 0) return matchOf(false)
    const [best] = await shop.db.$queryRaw<{ is_close: boolean }[]>`
      SELECT is_close FROM ${matches(filter, text, ids)} AS product ORDER BY is_close LIMIT 1`
    return matchOf(best?.is_close ?? false)
  }

  return {
    filter,
    readPage: once(readPage),
    matchedBy: once(matchedBy),
    cells: once(async (): Promise<Cell[]> => cellsUnder(shop, filter, await closeIds())),
  }
}

const matchOf = (isClose: boolean): MatchedBy => (isClose ? 'CLOSE' : 'EXACT')

function once<Result>(compute: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => (result ??= compute())
}

/** The search text, or null if it is too short for the index and for close matches. */
function searchedText({ search }: ProductFilter): string | null {
  const text = (search ?? '').trim()
  return text.length >= TRIGRAM ? text : null
}

/**
 * The products that match the filter. For a search text the index finds the matches first and a second step sorts them; OFFSET 0 separates
 * the two. Otherwise PostgreSQL would scan in sort order until a page is full, because it assumes evenly spread matches. But ids consist of
 * the title's words, so the matches of a search are adjacent and may all be at the end.
 */
const matches = (filter: ProductFilter, text: string | null, closeIds: string[]): Prisma.Sql =>
  Prisma.sql`(SELECT *, ${text === null ? Prisma.raw('false') : Prisma.sql`NOT ${holds(text)}`} AS is_close
    FROM product WHERE ${isShown()} AND ${sqlOfFilter(filter, closeIds) ?? Prisma.sql`true`}
    ${text === null ? Prisma.empty : Prisma.raw('OFFSET 0')})`

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
