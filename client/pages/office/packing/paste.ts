/** Plans which pasted tracking number goes to which order of the packing table, without the page. */
import { isUnusual } from '../../../../server/shared/delivery/couriers'
import { hasNoValue, whyDoubtTracking, whyNotTracking } from '../../../../server/shared/delivery/trackingNumber'
import { code, line } from '../../../../server/shared/text'
import { following, type Row } from './entries'

/** A row of the packing table, with what the plan needs of its order. */
export interface Target extends Row {
  /** The buyer's name on the parcel. */
  name: string
  zipCode: string
}

/** What staff choose in the preview. */
export interface PasteChoices {
  /** The column that has the numbers. Without it, the one that looks most like it. */
  column?: number | undefined
  skipsEmptyRows: boolean
}

export interface PlannedRow {
  /** The row of the pasted cells, from 1. */
  at: number
  /** The cell as pasted, in one line. */
  given: string
  /** The number as it is filled in. */
  number: string
  /** The order that gets it. Null if the row names none, or if the table has no row for it. */
  order: string | null
  /** The buyer's name. Empty for an order that is not on the page. */
  name: string
  /** Why the number is not filled in. */
  problem: string | null
  /** What staff should look at again. */
  notes: string[]
}

export interface PastePlan {
  rows: PlannedRow[]
  /** The columns that may have the numbers, by their position. */
  columns: { at: number; label: string }[]
  column: number
  /** True if a column of order numbers decides the rows. */
  hasOrders: boolean
  /** Rows above the first number, such as headings. */
  headings: number
  /** The empty rows between others, if no column has order numbers. */
  emptyRows: number
  /** True if the numbers are one column without gaps, and nothing is to be asked. */
  isPlain: boolean
}

/** Such as `EK 123 456 789 IN`. */
const IS_POSTAL = /^[A-Z]{2} ?[0-9]{3} ?[0-9]{3} ?[0-9]{3} ?[A-Z]{2}$/i

export const MAX_PASTED_ROWS = 1000

const ORDER = /^#?CER-?0*([0-9]{1,10})$/

/** `CER-000012`, also for `#cer 12`. Null for other text. */
function orderIn(cell: string): string | null {
  const digits = ORDER.exec(code(cell).replace(/[\u2010-\u2015\u2212]/g, '-'))?.[1]
  return digits === undefined ? null : `CER-${digits.padStart(6, '0')}`
}

/** True for a cell that may have a number, or has none although its row needs one. */
const isLikeNumber = (cell: string): boolean => /[0-9]{5}/.test(code(cell)) || orderIn(cell) !== null

const hasDigits = (cell: string): boolean => /\p{N}/u.test(cell)

/** How couriers and platforms in India name the column. */
const IS_TRACKING =
  /awb|air ?way|way ?bill|track|consign|docket|article|bar ?code|shipment ?(?:no|id|num)|\blrn?\b|\bc\.?n\.?(?: ?no|$)/i
/** About a parcel, but not its number: `AWB Date`. */
const IS_ABOUT = /date|time|status|link|url|charge|weight/i
/** The number of another parcel: `Return AWB`. */
const IS_SECOND = /return|rto|reverse|master|parent|old|previous/i
const IS_OTHER =
  /phone|mobile|contact|\bpin|\bzip|postal|amount|amt|price|value|\bcod\b|weight|\bwt\b|qty|quantity|pieces|\bpcs|boxes|date|time|invoice|name|city|state|address|status|courier|\bsku\b|product|e-?mail|order|ref/i

/** The rows above the first number: a heading, and what is above it, such as a title with a date. */
const MOST_HEADINGS = 5
function headingsOf(rows: readonly string[][]): number {
  let headings = 0
  for (const [i, row] of rows.slice(0, MOST_HEADINGS).entries()) {
    const filled = row.filter((cell) => cell !== '')
    if (filled.some(isLikeNumber)) break
    if (filled.length > 0 && filled.every((cell) => !hasDigits(cell) && !hasNoValue(cell))) headings = i + 1
  }
  return headings
}

/** How much the cells of a column look like tracking numbers. */
function likeness(cells: readonly string[], heading: string, courier: string): number {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length === 0) return -1000
  const share = (is: (cell: string) => boolean) => filled.filter(is).length / filled.length
  const isClean = (cell: string) => whyNotTracking(cell) === null && whyDoubtTracking(cell) === null
  const isBroken = (cell: string) => whyNotTracking(cell) !== null && cell.replace(/[^0-9]/g, '').length >= 8
  const named = IS_ABOUT.test(heading)
    ? -100
    : IS_TRACKING.test(heading)
      ? IS_SECOND.test(heading)
        ? 50
        : 100
      : IS_OTHER.test(heading)
        ? -100
        : 0
  const usual = courier === '' ? 0 : share((cell) => isClean(cell) && !isUnusual(courier, code(cell)))
  return named + 10 * share(isClean) + 5 * usual + 4 * share(isBroken) + share(hasDigits)
}

/** A list in one row becomes a column. */
function asColumn(rows: string[][]): string[][] {
  const [only, second] = rows
  if (!only || second) return rows
  const filled = only.filter((cell) => cell !== '')
  const isList = filled.length > 1 && filled.every((cell) => hasDigits(cell) && orderIn(cell) === null)
  const isAlike = filled.every((cell) => code(cell).length > 5 && code(cell).length <= 2 * code(filled[0]!).length)
  return isList && isAlike ? only.map((cell) => [cell]) : rows
}

/** Without the empty rows at the end. */
function withoutEnd(rows: string[][]): string[][] {
  const end = rows.findLastIndex((row) => row.some((cell) => cell !== ''))
  return rows.slice(0, end + 1)
}

/**
 * The plan for the pasted `cells`. Order numbers decide the rows, if a column has them. Otherwise the first number goes to the row `at` of
 * the table, and the next ones to the rows after it, as Enter does. Null if the cells have no text.
 */
export function planPaste(
  cells: readonly (readonly string[])[],
  table: readonly Target[],
  at: number,
  { column: chosen, skipsEmptyRows }: PasteChoices,
  courier: string,
): PastePlan | null {
  const lines = withoutEnd(asColumn(withoutEnd(cells.map((row) => row.map(line)))))
  if (lines.length === 0) return null
  const headings = headingsOf(lines)
  const body = lines.slice(headings)
  const width = Math.max(...lines.map((row) => row.length))
  const cellsOf = (column: number) => body.map((row) => row[column] ?? '')
  const headingOf = (column: number) =>
    lines
      .slice(0, headings)
      .map((row) => row[column] ?? '')
      .findLast((cell) => cell !== '') ?? ''
  const filled = Array.from({ length: width }, (_, column) => column).filter((column) =>
    lines.some((row) => (row[column] ?? '') !== ''),
  )
  const orderColumn = orderColumnOf(filled, cellsOf)
  const others = filled.filter((column) => column !== orderColumn)
  const likenesses = new Map(
    others.map((column) => [column, likeness(cellsOf(column), headingOf(column), courier)] as const),
  )
  const best = others.toSorted((a, b) => likenesses.get(b)! - likenesses.get(a)!)[0] ?? filled[0]!
  const column = chosen !== undefined && others.includes(chosen) ? chosen : best

  const emptyRows = body.filter((row) => row.every((cell) => cell === '')).length
  const numbered = body.map((row, i) => ({ row, at: headings + i + 1 }))
  const left = orderColumn !== null || skipsEmptyRows ? numbered.filter(({ row }) => row.some(Boolean)) : numbered
  const targets = orderColumn === null ? [at, ...following(table, at)].map((i) => table[i]!) : []
  const byOrder = new Map(table.map((target) => [target.order, target]))
  const rows = left.map(({ row, at: place }, i): PlannedRow & { target: Target | undefined } => {
    const given = row[column] ?? ''
    const order = orderColumn === null ? (targets[i]?.order ?? null) : orderIn(row[orderColumn] ?? '')
    const target = order === null ? undefined : byOrder.get(order)
    const without = orderColumn === null ? 'There is no row left for it.' : 'This row has no order number.'
    return {
      at: place,
      given,
      number: code(given),
      order,
      name: target?.name ?? '',
      target,
      problem: (order === null ? without : whyNotFor(target)) ?? (given === '' ? 'No number.' : whyNotTracking(given)),
      notes: [],
    }
  })
  nameTwice(rows)
  for (const row of rows) row.notes.push(...notesOf(row, table, courier))
  const planned = rows.map(({ target: _, ...row }) => row)
  const isList = lines.length !== withoutEnd(cells.map((row) => row.map(line))).length
  return {
    rows: planned,
    columns: others.map((each) => ({ at: each, label: labelOf(each, headingOf(each), cellsOf(each)) })),
    column,
    hasOrders: orderColumn !== null,
    headings,
    emptyRows: orderColumn === null ? emptyRows : 0,
    isPlain:
      filled.length === 1 &&
      orderColumn === null &&
      headings === 0 &&
      emptyRows === 0 &&
      !isList &&
      // A blank may stand between an order's number or a name and the parcel's number.
      planned.every(({ given }) => !given.includes(' ') || IS_POSTAL.test(given)) &&
      planned.every(({ problem, notes }) => problem === null && notes.every((note) => note === unusual(courier))),
  }
}

/** The column with the most order numbers, if at least half of its cells are order numbers. */
function orderColumnOf(columns: readonly number[], cellsOf: (column: number) => string[]): number | null {
  let best: { column: number; orders: number } | null = null
  for (const column of columns) {
    const filled = cellsOf(column).filter((cell) => cell !== '')
    const orders = filled.filter((cell) => orderIn(cell) !== null).length
    if (orders > 0 && 2 * orders >= filled.length && orders > (best?.orders ?? 0)) best = { column, orders }
  }
  return best?.column ?? null
}

function whyNotFor(target: Target | undefined): string | null {
  if (!target) return 'This order is not on this page.'
  return target.state === 'OPEN' ? null : 'This order takes no number now.'
}

/** An order that is named twice gets neither number, because nothing says which is right. */
function nameTwice(rows: PlannedRow[]): void {
  const first = new Map<string, PlannedRow>()
  for (const row of rows) {
    const earlier = row.order === null ? undefined : first.get(row.order)
    if (earlier) {
      row.problem = `${row.order} is also in row ${earlier.at}.`
      earlier.problem ??= `${row.order} is also in row ${row.at}.`
    } else if (row.order !== null) first.set(row.order, row)
  }
  const numbers = new Map<string, PlannedRow>()
  for (const row of rows) {
    if (row.number === '') continue
    const earlier = numbers.get(row.number)
    if (earlier) {
      row.notes.push(`The same number as in row ${earlier.at}.`)
      if (earlier.notes.length === 0) earlier.notes.push(`The same number as in row ${row.at}.`)
    } else numbers.set(row.number, row)
  }
}

const unusual = (courier: string): string => `This is unusual for ${courier}.`

function notesOf(
  { number, target, problem }: PlannedRow & { target: Target | undefined },
  table: readonly Target[],
  courier: string,
): string[] {
  if (problem !== null || !target) return []
  const doubt = whyDoubtTracking(number, target.zipCode)
  const other = table.find((each) => each.order !== target.order && code(each.number) === number)
  return [
    ...(doubt === null ? [] : [doubt]),
    ...(doubt === null && isUnusual(courier, number) ? [unusual(courier)] : []),
    ...(other ? [`${other.order} has the same number.`] : []),
    ...(target.number !== '' && code(target.number) !== number ? [`It replaces ${target.number}.`] : []),
  ]
}

const MOST_SAMPLE = 30

/** Such as `2: AWB No.`, or `2: EK123456789IN` for a column without a heading. */
function labelOf(column: number, heading: string, cells: readonly string[]): string {
  const sample = heading || (cells.find((cell) => cell !== '') ?? '')
  return `${column + 1}: ${sample.length > MOST_SAMPLE ? `${sample.slice(0, MOST_SAMPLE)}…` : sample}`
}

/** The numbers to fill in, by order. */
export const numbersOf = ({ rows }: PastePlan): Map<string, string> =>
  new Map(rows.flatMap(({ order, number, problem }) => (problem === null ? [[order!, number] as const] : [])))
