/**
 * Compares the spelling of words: plurals, swapped letters and edit distance. Searches correct word by word, because thousands of products contain
 * the same words. The limit on edits is necessary: trigrams alone accept 'box' for 'bowll'.
 */

/** 'dishes' and 'cups' change; 'glass' and three-letter words do not. */
export const singularOf = (word: string): string =>
  word.length > 3 ? word.replace(/(?<=ch|sh|ss|x|z)es$|(?<!s)s$/, '') : word

/** The singular and the plural of a word, and the word itself. */
export function formsOf(word: string): string[] {
  if (!/^[a-z]/.test(word)) return [word]
  const singular = singularOf(word)
  return [...new Set([word, singular, singular + (/(?:s|x|z|ch|sh)$/.test(singular) ? 'es' : 's')])]
}

/** The word with two adjacent letters swapped, at each position. */
export const swapsOf = (word: string): string[] =>
  Array.from({ length: word.length - 1 }, (_, i) => word.slice(0, i) + word[i + 1]! + word[i]! + word.slice(i + 2))

const SHORTEST_PART = 3
const MAX_TO_SPLIT = 24
/** Letters and marks whose code units are whole characters. */
const LETTERS = /^(?:[a-z]|[\u0900-\u0dff])+$/

/**
 * The word split in two at each position, because shoppers omit spaces: 'seaglass'. Empty for words that are short or very long, and for
 * words that are not in Latin letters or in a script of India.
 */
export function splitsOf(word: string): [string, string][] {
  if (!LETTERS.test(word) || word.length > MAX_TO_SPLIT) return []
  const places = Array.from({ length: Math.max(0, word.length - 2 * SHORTEST_PART + 1) }, (_, i) => i + SHORTEST_PART)
  return places.map((place) => [word.slice(0, place), word.slice(place)])
}

/** The word without one or two letters, or a number, at its start: 'tlight' and '3tier'. */
export function shortSplitsOf(word: string): [string, string][] {
  const [, digits, letters] = /^(\d{1,4})([a-z]+)$/.exec(word) ?? []
  if (digits && letters) return [[digits, letters]]
  if (!LETTERS.test(word) || word.length > MAX_TO_SPLIT) return []
  return [1, 2]
    .filter((place) => word.length - place >= SHORTEST_PART)
    .map((place) => [word.slice(0, place), word.slice(place)])
}

/** The share of a word's letters that may be mistyped. */
const MISTYPED_SHARE = 0.4

/** The candidates with the smallest edit distance, if it is small enough. */
export function nearestTo(word: string, candidates: string[]): string[] {
  const mistakes = candidates.map((candidate) =>
    startsAlike(word, candidate) ? mistakesIn(word, candidate) : Infinity,
  )
  const fewest = Math.min(...mistakes, Math.floor(word.length * MISTYPED_SHARE))
  return candidates.filter((_, i) => mistakes[i] === fewest)
}

/** Shoppers seldom mistype the first letter, so 'mother' is not corrected to 'other'. It may still be swapped with the second. */
const startsAlike = (word: string, other: string): boolean =>
  word[0] === other[0] || (word[0] === other[1] && word[1] === other[0])

/**
 * The number of missing, extra, swapped and replaced letters between a word and the nearest beginning of another, because the shopper may
 * still be typing. At most one letter may be replaced or extra, because two different letters make another word: 'handmade' is not
 * 'handled'. A letter that is typed twice does not count toward this limit.
 */
function mistakesIn(word: string, other: string): number {
  const width = other.length + 1
  const empty = (): number[] => new Array<number>(width).fill(Infinity)
  // The current rows of the edit distance table, without and with a replaced or extra letter, and the rows before them.
  let rows: [number[], number[]] = [Array.from({ length: width }, (_, j) => j), empty()]
  let before: [number[], number[]] = [empty(), empty()]
  for (let i = 1; i <= word.length; i += 1) {
    const next: typeof rows = [empty(), empty()]
    const isTwice = i > 1 && word[i - 1] === word[i - 2]
    next.forEach((into, others) => {
      const [row, row2] = [rows[others]!, before[others]!]
      const plain = others === 1 ? rows[0] : empty()
      for (let j = 0; j < width; j += 1) {
        const isSame = word[i - 1] === other[j - 1]
        const isSwap = i > 1 && j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1]
        into[j] = Math.min(
          1 + Math.min(plain[j]!, plain[j - 1] ?? Infinity, into[j - 1] ?? Infinity),
          isTwice ? row[j]! + 1 : Infinity,
          isSame ? row[j - 1]! : Infinity,
          isSwap ? row2[j - 2]! + 1 : Infinity,
        )
      }
    })
    before = rows
    rows = next
  }
  return Math.min(...rows.flat())
}
