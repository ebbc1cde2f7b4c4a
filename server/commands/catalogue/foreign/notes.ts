/** Counts by kind what the conversion of another shop's file changes or leaves out, with the lines. The plan lists it. */
import { counted, listed, number } from '../../../shared/sentences'

export class Notes {
  readonly #lines = new Map<string, Set<number>>()

  /** A line counts once in each kind. */
  add(kind: string, line: number): void {
    const lines = this.#lines.get(kind)
    if (lines) lines.add(line)
    else this.#lines.set(kind, new Set([line]))
  }

  /** `Gift cards, left out: 2 products (lines 4, 9).` */
  sentences(noun = 'product'): string[] {
    return [...this.#lines].map(([kind, lines]) => `${kind}: ${counted(lines.size, noun)} (${linesOf([...lines])}).`)
  }
}

/** `line 4`, `lines 4, 9, and 3 more`. */
const linesOf = (lines: number[]): string =>
  `${lines.length === 1 ? 'line' : 'lines'} ${listed(lines.sort((a, b) => a - b).map((line) => number(line)))}`
