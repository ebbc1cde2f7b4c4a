/**
 * SQL that rates how well a product's search text matches. The search text consists of the title, the material and category, the
 * description, and the care instructions, separated by slashes.
 */
import { Prisma } from '../../../generated/prisma/client'
import { INCH_MARKS } from './measures'
import type { Reading } from './readings'
import { wordsIn } from '../../../shared/searchWords'
import { formsOf } from './spelling'

/**
 * The end of a LIKE pattern for a word in the title only, in any part up to the category, in any part up to the description, or in any
 * part.
 */
const PARTS = { title: '/%/%/%', category: '/%/%', description: '/%', care: '' }
type Part = keyof typeof PARTS

/** True if one of the words, word beginnings or numbers with an inch mark is in this part or an earlier one. */
function hasOneOf(words: string[], part: Part): Prisma.Sql {
  // Does not use LIKE ANY, because the index would then combine each pattern for one word with each pattern for the others.
  const conditions = words.map((word) => (word.endsWith(INCH_MARKS[0]!) ? hasInches(word, part) : hasWord(word, part)))
  return Prisma.sql`(${Prisma.join(conditions, ' OR ')})`
}

const hasWord = (word: string, part: Part): Prisma.Sql => Prisma.sql`search_text LIKE ${`% ${word}%${PARTS[part]}`}`

/** The search text has no inch marks. The index finds the number in it, and the mark is looked for in the title and the description. */
function hasInches(size: string, part: Part): Prisma.Sql {
  const number = size.slice(0, -1)
  const marked = INCH_MARKS.map((mark) => `%${number}${mark}%`)
  return Prisma.sql`(${hasWord(`${wordsIn(number).join(' ')} `, part)} AND concat(title, ' ', description) LIKE ANY(${marked}::text[]))`
}

const hasAll = (all: string[][], part: Part): Prisma.Sql =>
  Prisma.join(
    all.map((words) => hasOneOf(words, part)),
    ' AND ',
  )

/** A condition on products, and a number that is lower for better matches. */
export interface Match {
  condition: Prisma.Sql
  rank: Prisma.Sql
}

/**
 * Products that have all words. First come products with the words themselves: up to the category, then up to the description. Products
 * with synonyms follow in the same order. Products that match only in the care instructions come last.
 */
export function allWordsOf(readings: Reading[]): Match {
  const itself = readings.map((reading) => reading.itself)
  const all = readings.map((reading) => reading.all)
  const isSame = readings.every((reading) => reading.itself.length === reading.all.length)
  const steps = [
    ...(itself.every((words) => words.length > 0) ? [hasAll(itself, 'category'), hasAll(itself, 'description')] : []),
    ...(isSame ? [] : [hasAll(all, 'category'), hasAll(all, 'description')]),
  ]
  return { condition: hasAll(all, 'care'), rank: rankBy(steps) }
}

/** Products that have at least one of the words. Those with the most words come first. */
export function someWordsOf(readings: Reading[]): Match {
  const each = readings.map(({ all }) => hasOneOf(all, 'care'))
  const missing = each.map((has) => Prisma.sql`CASE WHEN ${has} THEN 0 ELSE 1 END`)
  return { condition: Prisma.sql`(${Prisma.join(each, ' OR ')})`, rank: Prisma.sql`(${Prisma.join(missing, ' + ')})` }
}

/**
 * Conditions for titles that contain the text: as whole words, singular or plural, or at the beginning of a word. Empty if the text has no
 * word.
 */
export function stepsInTitle(text: string): Prisma.Sql[] {
  const words = wordsIn(text)
  const last = words.pop()
  if (last === undefined) return []
  const before = words.map((word) => `${word} `).join('')
  const forms = formsOf(last).map((form) => `${before}${form} `)
  return [hasOneOf(forms, 'title'), hasOneOf([before + last], 'title')]
}

/** For a title that contains the text: a number that is lower for better matches. */
export const rankInTitle = (text: string): Prisma.Sql => rankBy(stepsInTitle(text))

/** The zero-based index of the first true condition, or the number of conditions if none is true. */
const rankBy = (conditions: Prisma.Sql[]): Prisma.Sql =>
  conditions.length === 0
    ? Prisma.raw('0')
    : Prisma.sql`CASE ${Prisma.join(
        conditions.map((condition, i) => Prisma.sql`WHEN ${condition} THEN ${Prisma.raw(String(i))}`),
        ' ',
      )} ELSE ${Prisma.raw(String(conditions.length))} END`
