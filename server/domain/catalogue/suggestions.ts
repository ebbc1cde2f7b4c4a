/** Completions of a text: titles that hold it, then those that hold what it was perhaps meant to be. */
import type { Product } from '../../generated/prisma/client'
import { Prisma } from '../../generated/prisma/client'
import { checkFirst } from '../cursor'
import { productsByIds } from './catalogue'
import { checkText, holds, holdsAtWord } from './productFilter'
import { inFeaturedOrder } from './search'
import type { Shop } from '../shop'

/** How much of a word must be found in another, 0 to 1: 'terakota' is at 0.33 of 'terracotta'. */
const LEAST_CLOSENESS = 0.3
/** What is not among these is not worth showing, and each is asked of the database. */
const MOST = { words: 4, corrections: 5, texts: 6 }
/** In the catalogue's order, so many products are looked at before an index is asked: who types a common word finds it there. */
const LOOKED_AT = 500

/**
 * Titles that hold the text come first, of these the ones with a word that begins with it; then those with all of its words
 * corrected, the closest corrections first, and those with one. Each group is in the catalogue's order. Throws INVALID_INPUT.
 */
export async function suggestProducts(
  shop: Shop,
  { text, first }: { text: string; first: number },
): Promise<Product[]> {
  checkText('text', text)
  checkFirst(first)
  const wanted = text.trim()
  if (wanted === '') return []
  const holding = await firstIds(shop, [holdsAtWord(wanted), holds(wanted)], first)
  const close = holding.length < first ? await idsOfClose(shop, wanted, first - holding.length) : []
  return (await productsByIds(shop, [...holding, ...close])).filter((product) => product !== null)
}

/** Those that hold what the text was perhaps meant to be, and not the text. */
async function idsOfClose(shop: Shop, text: string, first: number): Promise<string[]> {
  const corrected = (await correctionsOf(shop, text)).map((words) => Prisma.join(words.map(holds), ' AND '))
  return firstIds(shop, corrected, first, Prisma.sql`NOT ${holds(text)}`)
}

/**
 * The ids of those to which the first condition applies, then those to which the second does, and so on, without any twice. PostgreSQL takes
 * such parts one after the other, and stops where it has enough. In each, what the index finds is found before it is sorted (see
 * `matches` in search.ts).
 */
async function firstIds(
  shop: Shop,
  conditions: Prisma.Sql[],
  first: number,
  always = Prisma.sql`true`,
): Promise<string[]> {
  const order = inFeaturedOrder()
  const [best] = conditions
  if (!best) return []
  const near = await shop.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM (SELECT * FROM product ORDER BY ${order} LIMIT ${LOOKED_AT}) AS first_ones
    WHERE ${best} AND ${always} ORDER BY ${order} LIMIT ${first}`
  if (near.length === first) return near.map(({ id }) => id)
  const parts = conditions.map((condition, i) => {
    const earlier = conditions.slice(0, i).map((other) => Prisma.sql`NOT (${other})`)
    const all = Prisma.join([condition, always, ...earlier], ' AND ')
    return Prisma.sql`(SELECT * FROM (SELECT * FROM product WHERE ${all} OFFSET 0) AS found ORDER BY ${order} LIMIT ${first})`
  })
  const found = await shop.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM (${Prisma.join(parts, ' UNION ALL ')}) AS found LIMIT ${first}`
  return found.map(({ id }) => id)
}

interface Correction {
  /** Which of the text's words it is for. */
  place: number
  word: string
  /** How much of either word is in the other, 0 to 1. */
  closeness: number
}

/** What the text may have been meant to be, as words that titles have: all of its words corrected, then one of them; the closest first. */
async function correctionsOf(shop: Shop, text: string): Promise<string[][]> {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  // The index is asked with the text that comes with the threshold, so after this is set; it is set for this statement alone.
  const corrections = await shop.db.$queryRaw<Correction[]>`
    WITH wanted AS MATERIALIZED (
      SELECT lower(text) AS text, place::int, set_config('pg_trgm.word_similarity_threshold', ${String(LEAST_CLOSENESS)}, true)
      FROM unnest(${words.slice(0, MOST.words)}::text[]) WITH ORDINALITY AS given (text, place)
    )
    SELECT place, word, closeness::float8 FROM wanted CROSS JOIN LATERAL (
      SELECT word, (word_similarity(text, word) + similarity(text, word)) / 2 AS closeness
      FROM title_word WHERE text <% word ORDER BY closeness DESC, word LIMIT ${MOST.corrections}
    ) AS close
    ORDER BY closeness DESC, place, word`
  const places = [...new Set(corrections.map(({ place }) => place))]
  const ofAll = places.reduce<Correction[][]>(
    (texts, place) => texts.flatMap((text) => corrections.filter((c) => c.place === place).map((c) => [...text, c])),
    [[]],
  )
  const totalOf = (chosen: Correction[]) => chosen.reduce((sum, { closeness }) => sum + closeness, 0)
  const together = places.length > 1 ? ofAll.sort((a, b) => totalOf(b) - totalOf(a)).slice(0, MOST.texts) : []
  return [...together, ...corrections.slice(0, MOST.texts).map((one) => [one])].map((chosen) =>
    chosen.map(({ word }) => word),
  )
}
