/** The synonyms of search words, from the shop's file prisma/catalogue/search-words.txt and an operator's file in the same format. */
import { searchForm } from './searchForm'

/** A word's synonyms, which a search for the word also finds, or '*' if the word describes all products. */
type Meaning = readonly string[] | '*'

export interface SearchWords {
  /** Keyed by words in lower case; the words of a phrase have one space between them. */
  meanings: ReadonlyMap<string, Meaning>
  /** The number of words in the longest phrase. */
  longest: number
  /** The single words, for corrections. */
  words: readonly string[]
}

export class SearchWordsError extends Error {}

export const MOST = { bytes: 64 * 1024, lines: 2000, perLine: 40, characters: 40, phrase: 3 }
const ALL = '*'

/** In the form in which searches compare texts. Punctuation separates words, but marks of Indian scripts do not. */
export const wordsIn = (text: string): string[] =>
  searchForm(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)

/**
 * Parses the contents of the shop's file and of the operator's file. A later file adds to a word's synonyms, and `word =` removes the
 * earlier ones. Throws a SearchWordsError that names the line.
 */
export function readSearchWords(...texts: string[]): SearchWords {
  const meanings = new Map<string, Meaning>()
  for (const text of texts) {
    const { added, cleared } = meaningsIn(text)
    for (const key of cleared) meanings.set(key, [])
    for (const [key, meaning] of added) meanings.set(key, merged(meanings.get(key), meaning))
  }
  const keys = [...meanings.keys()]
  return {
    meanings,
    longest: Math.max(1, ...keys.map((key) => key.split(' ').length)),
    words: keys.filter((key) => !key.includes(' ')),
  }
}

/** The synonyms in a file, and the words whose synonyms it removes with an empty right side. */
function meaningsIn(text: string): { added: Map<string, Meaning>; cleared: Set<string> } {
  if (new TextEncoder().encode(text).length > MOST.bytes)
    throw new SearchWordsError(`has more than ${MOST.bytes / 1024} KB`)
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  if (lines.length > MOST.lines) throw new SearchWordsError(`has more than ${MOST.lines} lines`)
  const added = new Map<string, Meaning>()
  const cleared = new Set<string>()
  lines.forEach((line, i) => {
    try {
      const words = line.replace(/#.*/, '').trim()
      const clears = /=\s*$/.test(words)
      for (const [key, meaning] of meaningsOfLine(words)) {
        if (clears) cleared.add(key)
        added.set(key, merged(added.get(key), meaning))
      }
    } catch (error) {
      if (!(error instanceof SearchWordsError)) throw error
      throw new SearchWordsError(`line ${i + 1}: ${error.message}`)
    }
  })
  return { added, cleared }
}

const merged = (earlier: Meaning = [], meaning: Meaning): Meaning =>
  meaning === ALL || earlier === ALL ? ALL : [...new Set([...earlier, ...meaning])]

function meaningsOfLine(line: string): [string, Meaning][] {
  if (line === '') return []
  const sides = line.split('=')
  if (sides.length > 2) throw new SearchWordsError('has more than one =')
  const keys = listOf(sides[0]!)
  if (keys.length === 0) throw new SearchWordsError('has no word before the =')
  if (sides[1]?.trim() === ALL) return keys.map((key) => [key, ALL])
  const meant = listOf(sides[1] ?? sides[0]!)
  return keys.map((key) => [key, meant.filter((word) => word !== key)])
}

function listOf(side: string): string[] {
  const entries = side.split(',').map((entry) => entry.trim())
  if (entries.length === 1 && entries[0] === '') return []
  if (entries.length > MOST.perLine) throw new SearchWordsError(`has more than ${MOST.perLine} words`)
  return entries.map(entryOf)
}

function entryOf(entry: string): string {
  const words = wordsIn(entry)
  if (words.length === 0) throw new SearchWordsError('has an empty entry between commas')
  if (/[^\p{L}\p{M}\p{N}\s'’-]/u.test(entry.replace(/[\u200c\u200d]/g, '')))
    throw new SearchWordsError(
      `'${entry.slice(0, MOST.characters)}' contains a character other than letters, digits, spaces, hyphens and apostrophes`,
    )
  if (words.length > MOST.phrase)
    throw new SearchWordsError(`'${entry.slice(0, MOST.characters)}' has more than ${MOST.phrase} words`)
  if (entry.length > MOST.characters)
    throw new SearchWordsError(`has an entry with more than ${MOST.characters} characters`)
  return words.join(' ')
}
