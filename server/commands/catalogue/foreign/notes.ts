/** Counts by kind what the conversion of another shop's file changes or leaves out, by product, with titles and lines. The plan lists it. */
import { counted, listed, number } from '../../../shared/sentences'

export interface About {
  line: number
  /** The same for all rows of one product. */
  product: number
  title: string
}

/** The titles that a sentence names. */
const MAX_TITLES = 3
const MAX_TITLE_LENGTH = 60

export class Notes {
  readonly #kinds = new Map<string, { titles: Map<number, string>; lines: Set<number> }>()

  /** A line counts once in each kind. */
  add(kind: string, { line, product, title }: About): void {
    const found = this.#kinds.get(kind) ?? { titles: new Map(), lines: new Set() }
    this.#kinds.set(kind, found)
    found.lines.add(line)
    if (!found.titles.has(product)) found.titles.set(product, title.slice(0, MAX_TITLE_LENGTH))
  }

  /** `Without a price, left out: 2 products, 5 variants (lines 4, 5, 6, 9, 10: Cup, Bowl).` */
  sentences(): string[] {
    return [...this.#kinds].map(([kind, { titles, lines }]) => {
      const count = [
        counted(titles.size, 'product'),
        ...(lines.size > titles.size ? [counted(lines.size, 'variant')] : []),
      ].join(', ')
      return `${kind}: ${count} (${linesOf([...lines])}${namesOf([...titles.values()])}).`
    })
  }

  /** The same for rows that are no products. */
  rowSentences(): string[] {
    return [...this.#kinds].map(
      ([kind, { lines }]) => `${kind}: ${counted(lines.size, 'row')} (${linesOf([...lines])}).`,
    )
  }
}

/** `line 4`, `lines 4, 9, and 3 more`. */
const linesOf = (lines: number[]): string =>
  `${lines.length === 1 ? 'line' : 'lines'} ${listed(lines.sort((a, b) => a - b).map((line) => number(line)))}`

function namesOf(titles: string[]): string {
  const named = titles.filter((title) => title !== '')
  if (named.length === 0) return ''
  const more = titles.length > MAX_TITLES ? ' and others' : ''
  return `: ${named.slice(0, MAX_TITLES).join(', ')}${more}`
}
