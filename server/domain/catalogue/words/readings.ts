/** Finds the words that a search text means: its words in any form, words with the same meaning, beginnings of words, and corrections. */
import { Prisma } from '../../../generated/prisma/client'
import type { Shop } from '../../shop'
import { TRIGRAM } from '../productFilter'
import { searchRows } from '../searchRows'
import { searchForm } from '../../../shared/searchForm'
import type { SearchWords } from '../../../shared/searchWords'
import { wordsIn } from '../../../shared/searchWords'
import { hasMeasure, INCH_MARKS, tokensIn, type Token } from './measures'
import { formsOf, nearestTo, shortSplitsOf, singularOf, splitsOf, swapsOf } from './spelling'

/** The minimum word similarity, 0 to 1: 'terakota' and 'terracotta' have 0.33. */
const LEAST_CLOSENESS = 0.3
/** Upper limits, because the database checks each word, correction and synonym. An operator's file can give a word many synonyms. */
const MOST = { words: 6, corrections: 10, meanings: 40, forms: 24 }
/** Searches ignore words shorter than this, unless the file of search words contains them. They also ignore FILLERS. */
const SHORTEST_WORD = 3
const FILLERS = new Set(
  'and are any are best buy for from good have her him his how into its nice not off one our out show some than that the them this to with you your below above under over of in on at by an a is it me my or want need looking something'.split(
    ' ',
  ),
)

/**
 * The words that one word of the text matches. Each entry consists of whole words, each with a space after it, or is the beginning of a word,
 * or a number with an inch mark.
 */
export interface Reading {
  /** The word in all its forms. */
  itself: string[]
  /** Also includes the words with the same meaning. */
  all: string[]
}

interface Unit {
  /** A word in the singular, a phrase from the file, or a size. */
  text: string
  forms: string[]
  /** Ways to write the same with or without a space: 'tea pot' for 'teapot', 'teaset' for 'tea' before 'set'. */
  spaced: string[]
  /** The word joined with the short word before it. If products contain this word, the search looks for it instead. */
  withShort: { joined: string[]; apart: string[] }
  meant: string[]
  isAll: boolean
  /** True for a size, and if the file contains the word, so the search does not correct it. */
  isFixed: boolean
}

interface Checked {
  /** True if a product has a word that begins with the unit's text. */
  begins: boolean
  corrections: string[]
  /** The same in each row: the words that products contain, of all forms of all units and their parts. */
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
  searchForm(text).length >= TRIGRAM || settings.searchWords.meanings.has(wordsIn(text).join(' ')) || hasMeasure(text)

export async function readingsOf(shop: Shop, text: string): Promise<Readings> {
  const { searchWords } = shop.settings
  const units = unitsOf(text, searchWords)
  const asked = units.filter(({ isAll }) => !isAll)
  if (asked.length === 0) return { readings: [], isAll: units.length > 0 }
  const words = await shop.productWords()
  const areWritten = words && asked.every((unit) => unit.isFixed || unit.forms.some((form) => words.has(form)))
  const readings = areWritten
    ? asked.flatMap((unit) => readingsOfUnit(unit, NOTHING_TO_CHECK, words, searchWords))
    : await checkedReadings(shop, asked)
  return { readings: readings.filter(({ all }) => all.length > 0), isAll: false }
}

/** Asks the database for the words that products contain, beginnings of words and corrections. */
async function checkedReadings(shop: Shop, asked: Unit[]): Promise<Reading[]> {
  const { searchWords } = shop.settings
  const parts = asked.filter(({ isFixed }) => !isFixed).flatMap(({ text }) => splitsOf(text).flat())
  const units = [...asked, ...parts.map((part) => unitOf(part, searchWords))]
  const stored = [...new Set(units.flatMap(formsIn).flatMap(storedWordsIn))]
  const swaps = asked.flatMap((unit) => (unit.isFixed ? [] : swapsOf(unit.text)))
  // ~>=~ and ~<~ compare bytes, so an index finds the beginnings of words. LIKE would read all words, because the text is not a constant.
  // The similarity threshold is set before the index is used. The setting lasts for this statement only.
  const checked = await searchRows<Checked>(
    shop,
    Prisma.sql`
    WITH wanted AS MATERIALIZED (
      SELECT text, is_open, place::int, set_config('pg_trgm.word_similarity_threshold', ${String(LEAST_CLOSENESS)}, true)
      FROM unnest(${asked.map(({ text }) => text)}::text[], ${asked.map(({ isFixed }) => !isFixed)}::boolean[])
        WITH ORDINALITY AS given (text, is_open, place)
    ), known AS MATERIALIZED (
      SELECT text, is_open, place, is_open AND EXISTS (
        SELECT FROM search_word WHERE word ~>=~ text AND word ~<~ (text || chr(1114111))
      ) AS begins FROM wanted
    )
    SELECT ARRAY(SELECT word FROM search_word WHERE word = ANY(${stored}::text[])) AS known, place, begins, ARRAY(
      SELECT word FROM (
        SELECT word FROM search_word WHERE text <% word AND is_open AND NOT begins
        UNION SELECT word FROM search_word WHERE word = ANY(${swaps}::text[]) AND is_open AND NOT begins
      ) AS close
      ORDER BY word = ANY(${swaps}::text[]) DESC, word_similarity(text, word) + similarity(text, word) DESC, word
      LIMIT ${MOST.corrections}
    ) AS corrections FROM known ORDER BY place`,
  )
  const known = new Set(checked[0]!.known)
  return asked.flatMap((unit, i) => readingsOfUnit(unit, checked[i]!, known, searchWords))
}

const formsIn = ({ forms, spaced, meant, withShort }: Unit): string[] => [forms, spaced, meant, withShort.joined].flat()

/** The words of a form that search_word would contain. */
const storedWordsIn = (form: string): string[] => form.split(' ').filter((word) => word.length >= SHORTEST_WORD)

/** False if no product can contain the form, because no product contains one of its words. */
const isPossible = (form: string, known: ReadonlySet<string>): boolean =>
  storedWordsIn(form).every((word) => word.endsWith(INCH_MARKS[0]!) || known.has(word))

/** True for a word of the catalogue or of the file. */
const isPart = (word: string, known: ReadonlySet<string>, file: SearchWords): boolean =>
  !FILLERS.has(word) && (formsOf(word).some((form) => known.has(form)) || keyOf(word, file) !== null)

const whole = (words: string[]): string[] =>
  [...new Set(words)].map((word) => (word.endsWith(INCH_MARKS[0]!) ? word : `${word} `))

type OfUnit = Pick<Checked, 'begins' | 'corrections'>

/**
 * One reading, or one for each part of a word that products also write apart: a search for 'teaset' is the same as one for 'tea set', whichever
 * of the two the products contain.
 */
function readingsOfUnit(unit: Unit, checked: OfUnit, known: ReadonlySet<string>, file: SearchWords): Reading[] {
  const isOpen = !unit.isFixed && (unit.forms.some((word) => known.has(word)) || !checked.begins)
  const joined = unit.withShort.joined.some((word) => known.has(word))
  const parts =
    isOpen && !joined ? splitsOf(unit.text).find((pair) => pair.every((part) => isPart(part, known, file))) : undefined
  const units = parts?.map((part): Unit => {
    const own = unitOf(part, file)
    return { ...own, spaced: [...unit.forms, ...unit.spaced, ...own.spaced] }
  })
  return (units ?? [unit]).map((each) => readingOf(each, checked, known, file))
}

function readingOf(
  unit: Unit,
  { begins, corrections }: OfUnit,
  known: ReadonlySet<string>,
  file: SearchWords,
): Reading {
  const possible = (forms: string[], most: number) => forms.filter((form) => isPossible(form, known)).slice(0, most)
  const { joined, apart } = unit.withShort
  const short = possible(joined, MOST.forms)
  if (short.length > 0) return sameFor(whole([...short, ...apart]))
  const itself = possible(unit.forms, MOST.forms)
  const spaced = possible(unit.spaced, MOST.forms)
  const meant = possible(unit.meant, MOST.meanings)
  if (unit.isFixed || itself.length > 0) {
    return { itself: whole([...itself, ...spaced]), all: whole([...itself, ...spaced, ...meant]) }
  }
  if (begins) return sameFor([unit.text, ...whole(spaced)])
  // Vowel signs and other marks of Indian scripts are not letters. Otherwise, words with them would be corrected to very different ones.
  const corrected = /^[a-z]/.test(unit.text) ? nearestTo(unit.text, [...new Set([...corrections, ...file.words])]) : []
  const forms = [...spaced, ...corrected.slice(0, MOST.corrections).flatMap(formsOf)]
  const meantByThem = corrected.flatMap((word) => meantBy(word, file)).slice(0, MOST.meanings)
  return { itself: whole(forms), all: whole([...forms, ...meantByThem]) }
}

const sameFor = (words: string[]): Reading => ({ itself: words, all: words })

/** The words of a text, in text order. The longest phrases found in the file, and sizes, each count as one word. */
function unitsOf(text: string, file: SearchWords): Unit[] {
  const tokens = tokensIn(text, (words) => keyOf(words, file) !== null)
  const units: Unit[] = []
  for (let i = 0; i < tokens.length && units.length < MOST.words;) {
    const token = tokens[i]!
    const phrase = typeof token === 'string' ? phraseAt(tokens, i, file) : null
    if (typeof token !== 'string') units.push(unitOfSize(token))
    else if (phrase && phrase.text !== token) units.push(unitOf(phrase.text, file))
    else if (phrase || isSearched(token))
      units.push(amongNeighbours(unitOf(token, file), token, tokens[i - 1], tokens[i + 1]))
    i += phrase?.length ?? 1
  }
  return units
}

const isSearched = (word: string): boolean => word.length >= SHORTEST_WORD && !FILLERS.has(word)

interface Phrase {
  text: string
  /** The number of the text's words. */
  length: number
}

/** The phrase or word at `at` that is in the file, also if the text or the file has one space less: 'dinner ware' and 'candleholder'. */
function phraseAt(tokens: Token[], at: number, file: SearchWords): Phrase | null {
  const near = tokens.slice(at, at + Math.max(file.longest, 2))
  const size = near.findIndex((token) => typeof token !== 'string')
  const words = (size < 0 ? near : near.slice(0, size)) as string[]
  const [first, second] = words
  const phrases: Phrase[] = [
    ...words.map((_, i) => ({ text: words.slice(0, i + 1).join(' '), length: i + 1 })).reverse(),
    ...splitsOf(first!)
      .concat(shortSplitsOf(first!))
      .map((parts) => ({ text: parts.join(' '), length: 1 })),
  ]
  // After the phrases, before the single word.
  if (second !== undefined) phrases.splice(words.length - 1, 0, { text: first! + second, length: 2 })
  return phrases.find(({ text }) => keyOf(text, file) !== null) ?? null
}

/** The word or phrase as it appears in the file, in the same or another form. */
const keyOf = (word: string, { meanings }: SearchWords): string | null =>
  formsOf(word).find((form) => meanings.has(form)) ?? null

const NOT_SHORT = { joined: [], apart: [] }

function unitOf(word: string, file: SearchWords): Unit {
  const key = keyOf(word, file)
  return {
    text: singularOf(word),
    forms: formsOf(word),
    spaced: word.includes(' ') ? joinedOf(word) : apartOf(singularOf(word), key !== null),
    withShort: NOT_SHORT,
    meant: meantBy(word, file),
    isAll: key !== null && file.meanings.get(key) === '*',
    isFixed: key !== null,
  }
}

/** The phrases for a word that products may write apart. A word that is not in the file is split into readings instead (readingsOfUnit). */
const apartOf = (word: string, isInFile: boolean): string[] =>
  [...(isInFile ? splitsOf(word) : []), ...shortSplitsOf(word)].flatMap(([first, rest]) =>
    formsOf(rest).map((form) => `${first} ${form}`),
  )

const unitOfSize = (forms: string[]): Unit => ({
  ...{ text: forms[0]!, forms, spaced: [], withShort: NOT_SHORT, meant: [] },
  ...{ isAll: false, isFixed: true },
})

/** Adds the words that products may write in place of this word and the one before or after it. */
function amongNeighbours(unit: Unit, word: string, before?: Token, after?: Token): Unit {
  const isShort = typeof before === 'string' && before.length < SHORTEST_WORD && !FILLERS.has(before)
  return {
    ...unit,
    spaced: [
      ...(typeof before === 'string' && isSearched(before) ? formsOf(before + word) : []),
      ...(typeof after === 'string' && isSearched(after) ? formsOf(word + after) : []),
      ...unit.spaced,
    ],
    withShort: isShort
      ? { joined: formsOf(before + word), apart: formsOf(word).map((form) => `${before} ${form}`) }
      : NOT_SHORT,
  }
}

function meantBy(word: string, file: SearchWords): string[] {
  const meaning = file.meanings.get(keyOf(word, file) ?? '') ?? []
  return meaning === '*' ? [] : meaning.flatMap((each) => [...formsOf(each), ...joinedOf(each)])
}

/** The forms of a phrase without its spaces. None for a word. */
const joinedOf = (phrase: string): string[] => (phrase.includes(' ') ? formsOf(phrase.replaceAll(' ', '')) : [])
