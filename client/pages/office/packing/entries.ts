/** What staff enter into the packing table: the ticks and tracking numbers of its rows, without the page. */
import { code } from '../../../../server/shared/text'
import type { Draft } from '../../../data/office/packing'

export interface Entry extends Draft {
  /** A row that is not OPEN takes no number. */
  state: 'OPEN' | 'SENDING' | 'SHIPPED' | 'CLOSED'
  /** Why the order was not shipped. */
  error: string | null
  /** The order that has the number already, as the server answered. */
  usedBy: string | null
  /** The orders that staff put into one parcel with this one. */
  sharesWith: readonly string[]
}

export const EMPTY: Entry = { tick: null, number: '', state: 'OPEN', error: null, usedBy: null, sharesWith: [] }

/** The rows in the table's order, with the order number. */
export interface Row extends Entry {
  order: string
}

export const isTicked = ({ state, tick }: Entry): boolean => state === 'OPEN' && tick !== null

/** A number ticks its row. If staff did not choose the row themselves, removing the number removes the tick. */
export const withNumber = (entry: Entry, number: string): Entry => ({
  ...entry,
  number,
  tick: entry.tick === 'CHOSEN' ? 'CHOSEN' : number === '' ? null : 'TYPED',
  error: null,
  usedBy: null,
  sharesWith: [],
})

/** The rows after `at` that Enter and a pasted column go to: the chosen ones, or all if staff chose none. */
export function following(rows: readonly Row[], at: number): number[] {
  const open = [...rows.keys()].filter((i) => rows[i]!.state === 'OPEN')
  const chosen = open.filter((i) => rows[i]!.tick === 'CHOSEN')
  return (chosen.length > 0 ? chosen : open).filter((i) => i > at)
}

/** The row to which Enter in the row `at` goes. Null at the end. */
export const nextRow = (rows: readonly Row[], at: number): number | null => following(rows, at)[0] ?? null

/** The order shares a parcel with the order that has its number. */
export const sharing = (entry: Entry, isOn: boolean): Entry => ({
  ...entry,
  error: null,
  sharesWith: isOn && entry.usedBy !== null ? [entry.usedBy] : [],
})

/** The other orders with the number of the row. */
export const alikeTo = (rows: readonly Row[], row: Row): string[] =>
  rows.flatMap(({ order, number }) => (order !== row.order && code(number) === code(row.number) ? [order] : []))

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
