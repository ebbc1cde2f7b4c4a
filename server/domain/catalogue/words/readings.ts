/** Finds the words that a search text means: its words in any form, words with the same meaning, beginnings of words, and corrections. */
import { Prisma } from '../../../generated/prisma/client'
import type { Shop } from '../../shop'
import { TRIGRAM } from '../productFilter'
import { searchRows } from '../searchRows'
import { searchForm } from '../../../shared/searchForm'
import type { SearchWords } from '../../../shared/searchWords'
import { wordsIn } from '../../../shared/searchWords'
import { formsOf, nearestTo, singularOf, splitsOf, swapsOf } from './spelling'

/** The minimum word similarity, 0 to 1: 'terakota' and 'terracotta' have 0.33. */
const LEAST_CLOSENESS = 0.3
/** Upper limits, because the database checks each word, correction and synonym. An operator's file can give a word many synonyms. */
const MOST = { words: 6, corrections: 10, meanings: 40 }
/** Searches ignore words shorter than this, unless the file of search words contains them. They also ignore FILLERS. */
const SHORTEST_WORD = 3
const FILLERS = new Set(
  'and are any are best buy for from good have her him his how into its nice not off one our out show some than that the them this to with you your below above under over of in on at by an a is it me my or want need looking something'.split(
    ' ',
  ),
)

/** The words that one word of the text matches. Each entry is a whole word that ends with a space, or the beginning of a word. */
export interface Reading {
  /** The word in all its forms. */
  itself: string[]
  /** Also includes the words with the same meaning. */
  all: string[]
}

interface Unit {
  /** A word in the singular, or a phrase from the file. */
  text: string
  forms: string[]
  meant: string[]
  isAll: boolean
  /** True if the file contains the word, so the search does not correct it. */
  isInFile: boolean
}

interface Checked {
  /** True if a product has a word that begins with the unit's text. */
  begins: boolean
  corrections: string[]
  /** The same in each row: the words that products contain, of all forms of all units. */
  known: string[]
}

const NOTHING_TO_CHECK = { begins: false, corrections: [] }

export interface Readings {
  /** Empty if the text has no words, or none that any product contains. */
  readings: Reading[]
  /** True if each word of the text, such as 'ceramic', describes all products. */
  isAll: boolean
}

/** True if the search also looks for products that are close to the text. */
export const isSearchable = ({ settings }: Shop, text: string): boolean =>
  searchForm(text).length >= TRIGRAM || settings.searchWords.meanings.has(wordsIn(text).join(' '))

export async function readingsOf(shop: Shop, text: string): Promise<Readings> {
  const { searchWords } = shop.settings
  const units = unitsOf(text, searchWords)
  const asked = units.filter(({ isAll }) => !isAll)
  if (asked.length === 0) return { readings: [], isAll: units.length > 0 }
  const words = await shop.productWords()
  const areWritten = words && asked.every((unit) => unit.isInFile || unit.forms.some((form) => words.has(form)))
  const readings = areWritten
    ? asked.map((unit) => readingOf(unit, NOTHING_TO_CHECK, words, searchWords))
    : await checkedReadings(shop, asked)
  return { readings: readings.filter(({ all }) => all.length > 0), isAll: false }
}

/** Asks the database for beginnings of words, missing spaces and corrections. */
async function checkedReadings(shop: Shop, asked: Unit[]): Promise<Reading[]> {
  const { searchWords } = shop.settings
  const splits = asked.map((unit) => (unit.isInFile ? [] : splitsOf(unit.text)))
  const forms = [
    ...new Set([
      ...asked.flatMap((unit) => [...unit.forms, ...unit.meant]),
      ...splits.flat().flatMap((parts) => parts.flatMap(formsOf)),
    ]),
  ]
  const swaps = asked.flatMap((unit) => (unit.isInFile ? [] : swapsOf(unit.text)))
  // ~>=~ and ~<~ compare bytes, so an index finds the beginnings of words. LIKE would read all words, because the text is not a constant.
  // The similarity threshold is set before the index is used. The setting lasts for this statement only.
  const checked = await searchRows<Checked>(
    shop,
    Prisma.sql`
    WITH wanted AS MATERIALIZED (
      SELECT text, is_open, place::int, set_config('pg_trgm.word_similarity_threshold', ${String(LEAST_CLOSENESS)}, true)
      FROM unnest(${asked.map(({ text }) => text)}::text[], ${asked.map(({ isInFile }) => !isInFile)}::boolean[])
        WITH ORDINALITY AS given (text, is_open, place)
    ), known AS MATERIALIZED (
      SELECT text, is_open, place, is_open AND EXISTS (
        SELECT FROM search_word WHERE word ~>=~ text AND word ~<~ (text || chr(1114111))
      ) AS begins FROM wanted
    )
    SELECT ARRAY(SELECT word FROM search_word WHERE word = ANY(${forms}::text[])) AS known, place, begins, ARRAY(
      SELECT word FROM (
        SELECT word FROM search_word WHERE text <% word AND is_open AND NOT begins
        UNION SELECT word FROM search_word WHERE word = ANY(${swaps}::text[]) AND is_open AND NOT begins
      ) AS close
      ORDER BY word = ANY(${swaps}::text[]) DESC, word_similarity(text, word) + similarity(text, word) DESC, word
      LIMIT ${MOST.corrections}
    ) AS corrections FROM known ORDER BY place`,
  )
  const known = new Set(checked[0]!.known)
  return asked.flatMap((unit, i) => {
    const written = unit.forms.some((word) => known.has(word)) || checked[i]!.begins
    const parts = written ? undefined : splits[i]!.find((pair) => pair.every((part) => isKnown(part, known)))
    return (parts?.map((part) => unitOf(part, searchWords)) ?? [unit]).map((each) =>
      readingOf(each, checked[i]!, known, searchWords),
    )
  })
}

const isKnown = (word: string, known: ReadonlySet<string>): boolean => formsOf(word).some((form) => known.has(form))

const whole = (words: string[]): string[] => [...new Set(words)].map((word) => `${word} `)

function readingOf(
  unit: Unit,
  { begins, corrections }: Pick<Checked, 'begins' | 'corrections'>,
  known: ReadonlySet<string>,
  file: SearchWords,
): Reading {
  const isPhrase = unit.text.includes(' ')
  const itself = isPhrase ? unit.forms : unit.forms.filter((word) => known.has(word))
  const meant = unit.meant.filter((word) => known.has(word)).slice(0, MOST.meanings)
  if (unit.isInFile || itself.length > 0) return { itself: whole(itself), all: whole([...itself, ...meant]) }
  if (begins) return { itself: [unit.text], all: [unit.text] }
  // Vowel signs and other marks of Indian scripts are not letters. Otherwise, words with them would be corrected to very different ones.
  const corrected = /^[a-z]/.test(unit.text) ? nearestTo(unit.text, [...new Set([...corrections, ...file.words])]) : []
  const forms = corrected.slice(0, MOST.corrections).flatMap(formsOf)
  const meantByThem = corrected.flatMap((word) => meantBy(word, file)).slice(0, MOST.meanings)
  return { itself: whole(forms), all: whole([...forms, ...meantByThem]) }
}

/** The words of a text, in text order. The longest phrases found in the file each count as one word. */
function unitsOf(text: string, file: SearchWords): Unit[] {
  const words = wordsIn(text)
  const units: Unit[] = []
  for (let i = 0; i < words.length && units.length < MOST.words;) {
    const length = lengthOfPhrase(words, i, file)
    const phrase = words.slice(i, i + length).join(' ')
    if (length > 0) units.push(unitOf(phrase, file))
    else if (isSearched(words[i]!)) units.push(unitOf(words[i]!, file))
    i += Math.max(length, 1)
  }
  return units
}

const isSearched = (word: string): boolean => word.length >= SHORTEST_WORD && !FILLERS.has(word)

/** The number of words, starting at `at`, that form a phrase or word in the file. */
function lengthOfPhrase(words: string[], at: number, file: SearchWords): number {
  for (let length = Math.min(file.longest, words.length - at); length > 0; length -= 1) {
    if (keyOf(words.slice(at, at + length).join(' '), file) !== null) return length
  }
  return 0
}

/** The word or phrase as it appears in the file, in the same or another form. */
const keyOf = (word: string, { meanings }: SearchWords): string | null =>
  formsOf(word).find((form) => meanings.has(form)) ?? null

function unitOf(word: string, file: SearchWords): Unit {
  const key = keyOf(word, file)
  const isAll = key !== null && file.meanings.get(key) === '*'
  return { text: singularOf(word), forms: formsOf(word), meant: meantBy(word, file), isAll, isInFile: key !== null }
}

function meantBy(word: string, file: SearchWords): string[] {
  const meaning = file.meanings.get(keyOf(word, file) ?? '') ?? []
  return meaning === '*' ? [] : meaning.flatMap(formsOf)
}
