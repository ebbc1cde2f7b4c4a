/** Finds products that are close to a search text: they contain all its words, their synonyms, or words with a similar spelling. */
import { Prisma } from '../../generated/prisma/client'
import { countAll, holds } from './productFilter'
import type { Shop } from '../shop'
import { searchRows } from './searchRows'
import { isShown } from './shown'
import { inFeaturedOrder } from './sorts'
import { allWordsOf, someWordsOf, type Match } from './words/matching'
import { readingsOf } from './words/readings'

/** The maximum number of close matches, because the database checks each one. */
const MAX_IDS = 200
/**
 * For each requested product, this many products are checked in catalogue order before the index is used. If the word is common, this finds
 * enough products.
 */
export const LOOKED_AT = 20
const MAX_LOOKED_AT = LOOKED_AT * MAX_IDS
/** The size of the sample that shows whether a word is common. */
const SAMPLE = 500

/** Close products, best first. `ranks` has a number for each id; ids with equal numbers match equally well. */
export interface CloseMatches {
  ids: string[]
  ranks: number[]
}

export const NOTHING_CLOSE: CloseMatches = { ids: [], ranks: [] }

/**
 * At most 200 products that do not have the text in their title, but have all its words in the fields that server/shared/goods.ts marks as
 * `searched`. If no product has all words, returns the products with some of them. In a large catalogue, products that have the text in
 * their title count towards the 200, because a search for a common word needs no others.
 */
export async function closeTo(shop: Shop, text: string): Promise<CloseMatches> {
  const held = (await isLarge(shop)) ? await countHolding(shop, text) : 0
  return firstClose(shop, text, MAX_IDS - held)
}

const isLarge = async (shop: Shop): Promise<boolean> => countAll(await shop.cells()) > MAX_LOOKED_AT

/** The number of products with the text in their title, at most MAX_IDS. */
async function countHolding(shop: Shop, text: string): Promise<number> {
  const holding = Prisma.sql`SELECT FROM product WHERE ${isShown()} AND ${holds(text)} LIMIT ${MAX_IDS}`
  const [row] = await searchRows<{ count: number }>(
    shop,
    Prisma.sql`SELECT count(*)::int AS count FROM (${holding}) AS holding`,
  )
  return row!.count
}

/** Like closeTo, with at most `first` products that meet the condition. */
export async function firstClose(
  shop: Shop,
  text: string,
  first: number,
  condition = Prisma.sql`true`,
): Promise<CloseMatches> {
  if (first <= 0) return NOTHING_CLOSE
  const { readings, isAll } = await readingsOf(shop, text)
  if (readings.length === 0 && !isAll) return NOTHING_CLOSE
  const others = Prisma.sql`NOT ${holds(text)} AND ${condition}`
  if (isAll) return bestOf(shop, { condition: Prisma.sql`true`, rank: Prisma.raw('0') }, first, others)
  const ofAll = await bestOf(shop, allWordsOf(readings), first, others)
  return ofAll.ids.length > 0 || readings.length === 1 ? ofAll : bestOf(shop, someWordsOf(readings), first, others)
}

/**
 * The best matches; equally good matches are in the catalogue's order. If enough of the catalogue's first products match, only these are
 * ranked, because ranking all products with a common word takes too long. Otherwise the index finds the products before they are sorted
 * (see `matches` in search.ts).
 */
async function bestOf(shop: Shop, match: Match, first: number, others: Prisma.Sql): Promise<CloseMatches> {
  const order = inFeaturedOrder()
  const condition = Prisma.sql`${match.condition} AND ${others}`
  const firstOnes = (count: number) =>
    Prisma.sql`(SELECT * FROM product WHERE ${isShown()} ORDER BY ${order} LIMIT ${count}) AS first_ones`
  const best = async (products: Prisma.Sql): Promise<CloseMatches> => {
    const found = await searchRows<{ id: string; match_rank: number }>(
      shop,
      Prisma.sql`
        SELECT id, match_rank FROM (SELECT *, ${match.rank} AS match_rank FROM ${products} OFFSET 0) AS found
        ORDER BY match_rank, ${order} LIMIT ${first}`,
    )
    return { ids: found.map(({ id }) => id), ranks: found.map((row) => row.match_rank) }
  }
  const all = () => best(Prisma.sql`product WHERE ${isShown()} AND ${condition}`)
  if (!(await isLarge(shop))) return all()
  if (first <= SAMPLE / LOOKED_AT) {
    const near = await best(Prisma.sql`${firstOnes(SAMPLE)} WHERE ${condition}`)
    if (near.ids.length < first) return all()
    if (near.ranks.at(-1) === 0) return near
  }
  // Finds nothing if the sample has too few matches. In that case, the index is used.
  const enough = Math.ceil((first * SAMPLE) / MAX_LOOKED_AT)
  const near = await best(Prisma.sql`${firstOnes(MAX_LOOKED_AT)}
    WHERE (SELECT count(*) FROM ${firstOnes(SAMPLE)} WHERE ${condition}) >= ${enough} AND ${condition}`)
  return near.ids.length === first ? near : all()
}
