/** What staff enter into the packing table: the ticks and tracking numbers of its rows, without the page. */
import { code } from '../../../../server/shared/text'
import type { Draft } from '../../../data/office/packing'

export interface Entry extends Draft {
  /** A row that is not OPEN takes no number. */
  state: 'OPEN' | 'SENDING' | 'SHIPPED' | 'CLOSED'
  /** Why the order was not shipped. */
  error: string | null
}

/** The rows in the table's order, with the order number. */
export interface Row extends Entry {
  order: string
}

/** A tracking number has at most 100 characters, and a page at most 100 rows. */
const MAX_PASTED_CHARACTERS = 20_000

/**
 * The cells of a pasted column or row, such as one of a spreadsheet. An empty cell between others stays, because it belongs to a row
 * without a number.
 */
export function pastedNumbers(text: string): string[] {
  const cells = text
    .slice(0, MAX_PASTED_CHARACTERS)
    .split(/\r\n|[\n\r\t]/)
    .map(code)
  while (cells.at(-1) === '') cells.pop()
  return cells
}

export const isTicked = ({ state, tick }: Entry): boolean => state === 'OPEN' && tick !== null

/** A number ticks its row. If staff did not choose the row themselves, removing the number removes the tick. */
export const withNumber = (entry: Entry, number: string): Entry => ({
  ...entry,
  number,
  tick: entry.tick === 'CHOSEN' ? 'CHOSEN' : number === '' ? null : 'TYPED',
  error: null,
})

/** The rows after `at` that Enter and a pasted column go to: the chosen ones, or all if staff chose none. */
function following(rows: readonly Row[], at: number): number[] {
  const open = [...rows.keys()].filter((i) => rows[i]!.state === 'OPEN')
  const chosen = open.filter((i) => rows[i]!.tick === 'CHOSEN')
  return (chosen.length > 0 ? chosen : open).filter((i) => i > at)
}

/** The row to which Enter in the row `at` goes. Null at the end. */
export const nextRow = (rows: readonly Row[], at: number): number | null => following(rows, at)[0] ?? null

interface Filled {
  numbers: Map<string, string>
  /** The position of the last row with a number. */
  last: number
  /** Numbers for which the table has no row. */
  left: number
}

/** Where pasted numbers go: the row `at` and the rows after it. */
export function fill(rows: readonly Row[], at: number, pasted: readonly string[]): Filled {
  const targets = [at, ...following(rows, at)]
  const numbers = new Map<string, string>()
  let last = at
  for (const [i, target] of targets.slice(0, pasted.length).entries()) {
    if (pasted[i] === '') continue
    numbers.set(rows[target]!.order, pasted[i]!)
    last = target
  }
  return { numbers, last, left: pasted.slice(targets.length).filter(Boolean).length }
}

/** For each order whose number another row also has, the other order. Includes shipped rows. */
export function repeated(rows: readonly Row[]): Map<string, string> {
  const first = new Map<string, string>()
  const others = new Map<string, string>()
  for (const row of rows) {
    const number = code(row.number)
    const earlier = first.get(number)
    if (number === '') continue
    if (earlier === undefined) first.set(number, row.order)
    else {
      others.set(row.order, earlier)
      if (!others.has(earlier)) others.set(earlier, row.order)
    }
  }
  return others
}
