/** Finds products that are close to a search text: they contain all its words, synonyms of these, or words with a similar spelling. */
import { Prisma } from '../../generated/prisma/client'
import { countAll } from './cells'
import { holds } from './productFilter'
import type { Shop } from '../shop'
import { isShown } from './shown'
import { inFeaturedOrder } from './sorts'
import { SYNONYMS } from './synonyms'

/** The minimum word similarity, 0 to 1: 'terakota' and 'terracotta' have 0.33. */
const LEAST_CLOSENESS = 0.3
/** Upper limits, because the database checks each word, correction and id. */
const MOST = { words: 6, corrections: 5, ids: 200 }
/** The share of a word's letters that may be mistyped. */
const MISTYPED_SHARE = 0.4
/** Searches ignore shorter words and these words. */
const SHORTEST_WORD = 3
const FILLERS = new Set(['and', 'for', 'the', 'with'])
/** How many products per requested one to check in catalogue order before using the index, because common words are found among them. */
const LOOKED_AT = 20

/**
 * The ids of products without the text in their title that have all its words in title, material, category or description. If no product
 * has all words, returns the products with one of them. Returns the first ones in catalogue order. The limit of 200 includes the products
 * that have the text in their title.
 */
export async function idsCloseTo(shop: Shop, text: string): Promise<string[]> {
  const holding = Prisma.sql`SELECT FROM product WHERE ${isShown()} AND ${holds(text)} LIMIT ${MOST.ids}`
  const { words, count } = await readingsOf(shop, text, Prisma.sql`(SELECT count(*)::int FROM (${holding}) AS holding)`)
  return idsWith(shop, text, words, MOST.ids - count)
}

/** Like idsCloseTo, with at most `first` ids. */
export const firstCloseIds = async (shop: Shop, text: string, first: number): Promise<string[]> =>
  idsWith(shop, text, (await readingsOf(shop, text)).words, first)

async function idsWith(shop: Shop, text: string, readings: string[][], first: number): Promise<string[]> {
  const words = readings.map(hasOneOf)
  if (words.length === 0 || first <= 0) return []
  const others = Prisma.sql`NOT ${holds(text)}`
  const ofAll = await firstIds(shop, [Prisma.join(words, ' AND ')], first, others)
  if (ofAll.length > 0 || words.length === 1) return ofAll
  return firstIds(shop, [Prisma.sql`(${Prisma.join(words, ' OR ')})`], first, others)
}

/** True for products with a word that begins with one of these. */
const hasOneOf = (words: string[]): Prisma.Sql =>
  Prisma.sql`(${Prisma.join(
    words.map((word) => Prisma.sql`search_text LIKE ${`% ${word}%`}`),
    ' OR ',
  )})`

/**
 * The ids of products that match the first condition, then those that match the second, and so on, without duplicates. Each group is in the
 * catalogue's order. PostgreSQL runs the parts one after another and stops when it has enough rows. In each part the index finds the rows
 * before they are sorted (see `matches` in search.ts).
 */
export async function firstIds(
  shop: Shop,
  conditions: Prisma.Sql[],
  first: number,
  always = Prisma.sql`true`,
): Promise<string[]> {
  const order = inFeaturedOrder()
  const [best, ...others] = conditions
  if (!best) return []
  const lookedAt = LOOKED_AT * Math.max(first, 25)
  const near = await shop.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM (SELECT * FROM product WHERE ${isShown()} ORDER BY ${order} LIMIT ${lookedAt}) AS first_ones
    WHERE ${best} AND ${always} ORDER BY ${order} LIMIT ${first}`
  const areAll = others.length === 0 && countAll(await shop.cells()) <= lookedAt
  if (near.length === first || areAll) return near.map(({ id }) => id)
  const parts = conditions.map((condition, i) => {
    const earlier = conditions.slice(0, i).map((other) => Prisma.sql`NOT (${other})`)
    const all = Prisma.join([isShown(), condition, always, ...earlier], ' AND ')
    return Prisma.sql`(SELECT * FROM (SELECT * FROM product WHERE ${all} OFFSET 0) AS found ORDER BY ${order} LIMIT ${first})`
  })
  const found = await shop.db.$queryRaw<{ id: string }[]>`
    SELECT id FROM (${Prisma.join(parts, ' UNION ALL ')}) AS found LIMIT ${first}`
  return found.map(({ id }) => id)
}

interface Known {
  /** The position of the word in the text, from 1. */
  place: number
  /** True if a product has a word that begins with it. */
  isKnown: boolean
  /** For an unknown word: possible corrections, closest first. */
  corrections: string[]
}

interface Readings {
  /** For each word of the text, the words to search for. Omits words without a match. */
  words: string[][]
  /** The result of `counted`. */
  count: number
}

/** `counted` is SQL for a number to read in the same statement: a separate statement would cost more than the count. */
async function readingsOf(shop: Shop, text: string, counted = Prisma.sql`0`): Promise<Readings> {
  const words = wordsOf(text)
  if (words.length === 0) return { words: [], count: 0 }
  // Sets the similarity threshold before the index is used. The setting lasts for this statement only.
  const known = await shop.db.$queryRaw<(Known & { count: number })[]>`
    WITH wanted AS MATERIALIZED (
      SELECT text, place::int, set_config('pg_trgm.word_similarity_threshold', ${String(LEAST_CLOSENESS)}, true)
      FROM unnest(${words}::text[]) WITH ORDINALITY AS given (text, place)
    ), known AS MATERIALIZED (
      SELECT text, place, text = ANY(${SYNONYMS.flat()}) OR (SELECT count(*) > 0 FROM search_word WHERE word LIKE text || '%') AS "isKnown"
      FROM wanted
    )
    SELECT ${counted} AS count, place, "isKnown", ARRAY(
      SELECT word FROM (
        SELECT word FROM search_word WHERE text <% word AND NOT "isKnown"
        UNION SELECT word FROM unnest(${SYNONYMS.flat()}::text[]) AS word WHERE text <% word AND NOT "isKnown"
      ) AS close
      ORDER BY word_similarity(text, word) + similarity(text, word) DESC, word LIMIT ${MOST.corrections}
    ) AS corrections FROM known ORDER BY place`
  const readings = known
    .map(({ place, isKnown, corrections }) => {
      const word = words[place - 1]!
      return isKnown ? [word] : nearestTo(word, corrections)
    })
    .map((candidates) => [...new Set(candidates.flatMap(withSynonyms))])
    .filter(({ length }) => length > 0)
  return { words: readings, count: known[0]!.count }
}

/** The candidates with the fewest edits, if these are few enough. */
function nearestTo(word: string, candidates: string[]): string[] {
  const edits = candidates.map((candidate) => editsToBeginning(word, candidate))
  const fewest = Math.min(...edits, Math.floor(word.length * MISTYPED_SHARE))
  return candidates.filter((_, i) => edits[i] === fewest)
}

/** The Levenshtein distance from a word to the nearest prefix of another, because the shopper may still be typing. */
function editsToBeginning(word: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, i) => i)
  for (let i = 1; i <= word.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = row[j - 1]! + (word[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return Math.min(...row)
}

/** In lower case and singular, because the search compares the beginnings of words. */
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length >= SHORTEST_WORD && !FILLERS.has(word))
    .slice(0, MOST.words)
    .map(singularOf)

/** 'dishes' and 'cups' change; 'glass' stays. */
const singularOf = (word: string): string =>
  word.length > SHORTEST_WORD ? word.replace(/(?<=ch|sh|s|x|z)es$|(?<!s)s$/, '') : word

const withSynonyms = (word: string): string[] => [
  word,
  ...SYNONYMS.filter((row) => row.includes(singularOf(word))).flat(),
]
