/** Finds the products that match a filter, in pages and in a sort order. */
import { Prisma } from '../../generated/prisma/client'
import { invalidInput } from '../../shared/errors'
import { line } from '../../shared/text'
import { checkFirst, decodeCursor, encodeCursor, type Page } from '../cursor'
import { productsByIds } from './catalogue'
import { cellsUnder } from './cells'
import { cellsWith, numbersFor } from './choices'
import { closeTo, NOTHING_CLOSE, type CloseMatches } from './closeSearch'
import type { OptionFacetable } from './facets'
import { checkFilter, holds, isSearchAlone, keyOfFilter, sqlOfFilter, type ProductFilter } from './productFilter'
import type { Shop } from '../shop'
import type { Cell } from '../shopParts'
import { searchRows } from './searchRows'
import { isShown } from './shown'
import { after, isRanked, keysOf, orderBy, type Found, type ProductSort, type SortKey } from './sorts'
import { rankInTitle } from './words/matching'
import { readSearchPrice, stricter, type SearchPrice } from './words/readSearch'
import { isSearchable } from './words/readings'

export interface ProductQuery {
  filter: ProductFilter
  sort: ProductSort
  first: number
  after?: string | null
  page?: number | null
}

/** EXACT: a title contains the text, or the search has no text. CLOSE: the product may be the one that the shopper meant. */
type MatchedBy = 'EXACT' | 'CLOSE'

/** @public for codegen.ts */
export interface FoundEdge {
  cursor: string
  node: Found
  matchedBy: MatchedBy
  filter: ProductFilter
}

interface ProductPage extends Page<Found> {
  edges: FoundEdge[]
}

/** A search in the catalogue. Counts and facets are computed without reading a page of products. */
export interface ProductSearch extends OptionFacetable {
  /** The search text if it is the filter's only part. Otherwise null. */
  onlyText: string | null
  /** Reads the page on the first call. */
  readPage: () => Promise<ProductPage>
  /** How the first product of the entire list matches. It is the same on every page. */
  matchedBy: () => Promise<MatchedBy>
  /** The prices that the search text contains, or null. */
  searchPrice: () => Promise<SearchPrice | null>
}

/**
 * Throws STALE_CURSOR, SEARCH_TOO_BROAD, and INVALID_INPUT for an invalid filter, for `first` outside 1 to 100, and for `page` below 1 or
 * together with `after`.
 */
export function searchProducts(shop: Shop, query: ProductQuery): ProductSearch {
  const { filter, sort, first } = query
  checkFilter(filter)
  checkFirst(first)
  const given = line(filter.search ?? '')
  const keys = keysOf(sort, given !== '')
  const question = [sort, keyOfFilter(filter)]
  const from = startOf(query, keys, question)
  const searchPrice = once(() => readSearchPrice(shop, given))
  /** The filter with the prices read from its text, and the remaining text if it is long enough for close matches. */
  const reading = once(async () => {
    const read = withPrice({ ...filter, search: given }, await searchPrice())
    const text = read.search ?? ''
    return { filter: read, text: isSearchable(shop, text) ? text : null }
  })
  const close = once(async () => {
    const { text } = await reading()
    return text === null ? NOTHING_CLOSE : closeTo(shop, text)
  })

  /** A list without a search text is read from an index in sort order, so it needs no time limit. */
  const rowsFor = <Row>(statement: Prisma.Sql): Promise<Row[]> =>
    given === '' ? shop.db.$queryRaw<Row[]>(statement) : searchRows<Row>(shop, statement)

  const numbers = once(async () => (filter.choices?.length ? numbersFor(await shop.choices(), filter) : null))
  const cellsOfText = once(async (): Promise<Cell[]> => cellsUnder(shop, (await reading()).filter, (await close()).ids))
  const cells = async () => {
    const needed = await numbers()
    return needed ? cellsWith(await cellsOfText(), needed) : cellsOfText()
  }

  const readPage = async () => {
    const read = await reading()
    const found = matches(read.filter, read.text, sort, await close(), await numbers())
    const parts = (read.text === null ? from.parts : [Prisma.join(from.parts, ' OR ')]).map(
      (part) => Prisma.sql`(SELECT * FROM ${found} AS product WHERE ${part}
        ORDER BY ${orderBy(keys)} LIMIT ${first + 1} OFFSET ${from.offset})`,
    )
    const page = Prisma.sql`
      SELECT id, is_close, is_available, match_rank FROM (${Prisma.join(parts, ' UNION ALL ')}) AS part ORDER BY ${orderBy(keys)} LIMIT ${first + 1}`
    const rows = await rowsFor<{ id: string; is_close: boolean; is_available: boolean; match_rank: number }>(page)
    const products = await productsByIds(
      shop,
      rows.slice(0, first).map(({ id }) => id),
    )
    // Omits products that were removed or hidden between the two statements.
    const edges = products.flatMap((product, i) => {
      if (!product) return []
      const { is_close: isClose, is_available: isAvailable, match_rank: matchRank } = rows[i]!
      const node: Found = { ...product, isClose, isAvailable, matchRank }
      const values = keys.map((key) => key.valueOf(node))
      return [{ node, cursor: encodeCursor(question, values), matchedBy: matchOf(node.isClose), filter }]
    })
    return { edges, hasNextPage: rows.length > first, hasPreviousPage: from.isLater }
  }

  const matchedBy = async () => {
    const { ids, ranks } = await close()
    if (ids.length === 0) return matchOf(false)
    const read = await reading()
    const [best] = await rowsFor<{ is_close: boolean }>(Prisma.sql`
      SELECT is_close FROM ${matches(read.filter, read.text, 'NEWEST', { ids, ranks }, await numbers())} AS product ORDER BY is_close LIMIT 1`)
    return matchOf(best?.is_close ?? false)
  }

  return {
    onlyText: isSearchAlone(filter) ? given : null,
    filter: async () => (await reading()).filter,
    searchPrice,
    readPage: once(readPage),
    matchedBy: once(matchedBy),
    cells: once(cells),
    cellsOfText,
    choices: shop.choices,
  }
}

/** The filter with the remaining text and with the prices read from it. */
const withPrice = (filter: ProductFilter, price: SearchPrice | null): ProductFilter =>
  price === null
    ? filter
    : {
        ...filter,
        search: price.search,
        minPrice: stricter.minimum(filter.minPrice, price.minPrice),
        maxPrice: stricter.maximum(filter.maxPrice, price.maxPrice),
      }

const matchOf = (isClose: boolean): MatchedBy => (isClose ? 'CLOSE' : 'EXACT')

function once<Result>(compute: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => (result ??= compute())
}

/**
 * The products that match the filter. For a search text, the index finds the matches first, and a second step sorts them; OFFSET 0
 * separates the two. Otherwise PostgreSQL would scan in sort order until a page is full, because it assumes that matches are evenly spread.
 * But ids consist of the title's words, so the matches of a search are adjacent and may all be at the end.
 */
const matches = (
  filter: ProductFilter,
  text: string | null,
  sort: ProductSort,
  close: CloseMatches,
  choices: number[] | null,
): Prisma.Sql =>
  Prisma.sql`(SELECT *, ${text === null ? Prisma.raw('false') : Prisma.sql`NOT ${holds(text)}`} AS is_close,
    ${text === null || !isRanked(sort) ? Prisma.raw('0') : rankOf(text, close)} AS match_rank
    FROM product WHERE ${isShown()} AND ${sqlOfFilter(filter, { close: close.ids, choices }) ?? Prisma.sql`true`}
    ${text === null ? Prisma.empty : Prisma.raw('OFFSET 0')})`

function rankOf(text: string, { ids, ranks }: CloseMatches): Prisma.Sql {
  if (ids.length === 0) return rankInTitle(text)
  const rankOfClose = Prisma.sql`(${ranks}::int[])[array_position(${ids}::text[], id)]`
  return Prisma.sql`CASE WHEN ${holds(text)} THEN ${rankInTitle(text)} ELSE ${rankOfClose} END`
}

function startOf(query: ProductQuery, keys: SortKey[], question: unknown) {
  if (query.page != null && query.after != null) {
    throw invalidInput('page', 'Give `page` or `after`, not both.')
  }
  if (query.page != null && query.page < 1) {
    throw invalidInput('page', '`page` starts at 1.')
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
