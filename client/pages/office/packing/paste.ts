/** Plans which pasted tracking number goes to which order of the packing table, without the page. */
import { isUnusual } from '../../../../server/shared/delivery/couriers'
import { hasNoValue, isDate, whyDoubtTracking, whyNotTracking } from '../../../../server/shared/delivery/trackingNumber'
import { bareOrderNumber, mentionsOrder, orderNumbersIn } from '../../../../server/shared/orderNumbers'
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
  /** True if the rows that look like headings are left out. Without it, all but the doubtful ones are. */
  skipsHeadings?: boolean | undefined
  skipsEmptyRows: boolean
}

export interface PlannedRow {
  /** The row of the pasted cells, from 1. */
  at: number
  /** The cell of the order's number as pasted, in one line. Null if the sequence decides. */
  givenOrder: string | null
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
  /** True if order numbers decide the rows, also if none can be read. */
  hasOrders: boolean
  /** The rows that are headings or may be one. */
  headings: { count: number; text: string; areSkipped: boolean }
  /** The empty rows between others, if no column has order numbers. */
  emptyRows: number
  /** True if the numbers are one column without gaps, and nothing is to be asked. */
  isPlain: boolean
}

/** Such as `EK 123 456 789 IN`. */
const IS_POSTAL = /^[A-Z]{2} ?[0-9]{3} ?[0-9]{3} ?[0-9]{3} ?[A-Z]{2}$/i

const MAX_PASTED_ROWS = 1000
/** Couriers' exports have up to about 80. */
const MAX_PASTED_COLUMNS = 100
/** A hundred rows of the widest export, or a thousand of ten columns. */
const MAX_PASTED_CELLS = 10_000

/** Why the cells are too many, as a sentence for staff. Null if they are not. Checked before `planPaste`. */
export function whyTooMuch(cells: readonly (readonly string[])[]): string | null {
  const say = (what: string) =>
    `This is too much to paste: ${what}. Copy only the columns with the orders and the tracking numbers.`
  if (cells.length > MAX_PASTED_ROWS) return say(`at most ${MAX_PASTED_ROWS} rows at once`)
  const count = cells.reduce((sum, row) => sum + row.length, 0)
  if (count > MAX_PASTED_CELLS) return say(`at most ${MAX_PASTED_CELLS} cells at once`)
  const lines = linesOf(cells)
  if (lines.length > MAX_PASTED_ROWS) return say(`at most ${MAX_PASTED_ROWS} rows at once`)
  const width = Math.max(0, ...lines.map((row) => row.length))
  return width > MAX_PASTED_COLUMNS ? say(`at most ${MAX_PASTED_COLUMNS} columns at once`) : null
}

/** True for a cell that may have a number, or names an order. */
const isLikeNumber = (cell: string): boolean => /[0-9]{5}/.test(code(cell)) || mentionsOrder(cell)

const hasDigits = (cell: string): boolean => /\p{N}/u.test(cell)

/** How couriers and platforms in India name the column. */
const IS_TRACKING =
  /awb|air ?way|way ?bill|track|consign|docket|article|bar ?code|shipment ?(?:no|id|num)|\blrn?\b|\bc\.?n\.?(?: ?no|$)/i
/** About a parcel, but not its number: `AWB Date`. */
const IS_ABOUT = /date|time|status|link|url|charge|weight/i
/** The number of another parcel: `Return AWB`. */
const IS_SECOND = /return|rto|reverse|master|parent|\bold\b|previous/i
const IS_OTHER =
  /phone|mobile|contact|\bpin|\bzip|postal|amount|amt|price|value|\bcod\b|weight|\bwt\b|qty|quantity|pieces|\bpcs|boxes|date|time|invoice|name|city|state|address|status|courier|\bsku\b|product|e-?mail|order|ref/i
/** The order's number, and nothing else about the order: `Order`, `Channel Order ID`, `Order_No.`. */
const IS_ORDER =
  /(?:^|[^\p{L}])(?:order|ऑर्डर|आर्डर)[\s_.#-]*(?:no|num|number|nr|id|code|ref|reference|नंबर|संख्या|आईडी)?[\s.:#]*$/iu
/** May be the order's number. */
const IS_REFERENCE =
  /^(?:customer|cust|client|seller|merchant|shop|your|our)?[\s_.]*ref(?:erence)?[\s_.#-]*(?:no|num|number|id)?[\s.:#]*$/i
/** The title of a list: `Manifest 20261128`. */
const IS_TITLE =
  /manifest|list|report|export|batch|dispatch|despatch|parcel|shipment|number|\bnos?\b|serial|total|sheet|table|page|summary|run\b/i

const namesHeading = (cell: string): boolean =>
  /\p{L}{2}/u.test(cell) && [IS_TRACKING, IS_ABOUT, IS_OTHER, IS_ORDER, IS_TITLE].some((is) => is.test(cell))

/** Stands in place of a number that is missing: `-`, `TBC`, `Not picked up`, `cancelled`. */
const IS_GAP =
  /^(?:[^\p{L}\p{N}]+|(?:tb[acd]|n\.?a\.?|pending|(?:on )?hold|cancel|not |none|awaited|waiting|later|missing).*)$/iu

/** Most of the cells that are not empty. False if all are empty. */
function most(cells: readonly string[], is: (cell: string) => boolean): boolean {
  const filled = cells.filter((cell) => cell !== '')
  return filled.length > 0 && 2 * filled.filter(is).length > filled.length
}

/** What a row above the first number is: a heading, a row of data, or neither, such as an empty row. */
function kindOf(row: readonly string[], below: readonly (readonly string[])[]): 'HEADING' | 'DATA' | null {
  const filled = [...row.entries()].filter(([, cell]) => cell !== '')
  if (filled.length === 0) return null
  const cellsBelow = (column: number) => below.map((each) => each[column] ?? '')
  const namesTracking = ([column, cell]: [number, string]) =>
    IS_TRACKING.test(cell) && !isLikeNumber(cell) && most(cellsBelow(column), isLikeNumber)
  if (filled.some(namesTracking)) return 'HEADING'
  if (filled.some(([, cell]) => mentionsOrder(cell))) return 'DATA'
  const numbers = filled.filter(([, cell]) => isLikeNumber(cell))
  // `Manifest 20261128`, unless the rows below have such words too.
  const isTitle = ([column, cell]: [number, string]) => namesHeading(cell) && !most(cellsBelow(column), namesHeading)
  if (numbers.length > 0) return numbers.every(isTitle) ? 'HEADING' : 'DATA'
  if (filled.every(([, cell]) => hasNoValue(cell) || IS_GAP.test(cell))) return 'DATA'
  if (filled.every(([, cell]) => !hasDigits(cell))) return 'HEADING'
  // `No 2` and `28/11/2026`, if the numbers below are longer. A number that a spreadsheet broke, such as `1.4E+13`, is data.
  const isShort = ([, cell]: [number, string]) =>
    !hasDigits(cell) || isDate(cell) || /\p{L}{3}/u.test(cell) || namesHeading(cell)
  return filled.every(isShort) && filled.some(([column]) => most(cellsBelow(column), isLikeNumber)) ? 'HEADING' : 'DATA'
}

/** How many rows at the beginning are headings, and what is above them, such as a title with a date. */
const MOST_HEADINGS = 5
function headingsOf(rows: readonly string[][]): number {
  let headings = 0
  for (const [i, row] of rows.slice(0, MOST_HEADINGS).entries()) {
    const kind = kindOf(row, rows.slice(i + 1))
    if (kind === 'DATA') break
    if (kind === 'HEADING') headings = i + 1
  }
  return headings
}

/** `AA999999999AA` for `EK123456789IN`. */
const shapeOf = (cell: string): string => code(cell).replace(/\p{N}/gu, '9').replace(/\p{L}/gu, 'A')

/** True if the first cell may be a heading, because the other cells look like each other and not like it. */
function isFirstOdd([first, ...others]: readonly string[]): boolean {
  const shapes = new Set(others.filter((cell) => cell !== '').map(shapeOf))
  return first !== undefined && first !== '' && shapes.size === 1 && !shapes.has(shapeOf(first))
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
  const isList = filled.length > 1 && filled.every((cell) => hasDigits(cell) && !namesOrder(cell))
  const isAlike = filled.every((cell) => code(cell).length > 5 && code(cell).length <= 2 * code(filled[0]!).length)
  return isList && isAlike ? only.map((cell) => [cell]) : rows
}

/** Without the empty rows and columns at the end. */
function withoutEnd(rows: string[][]): string[][] {
  const end = rows.findLastIndex((row) => row.some((cell) => cell !== ''))
  return rows.slice(0, end + 1).map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1))
}

/** The cells, each in one line. */
const linesOf = (cells: readonly (readonly string[])[]): string[][] =>
  withoutEnd(asColumn(withoutEnd(cells.map((row) => row.map(line)))))

/** True for text that says that it has an order number, also if that cannot be read. */
const namesOrder = (cell: string): boolean => mentionsOrder(cell) || bareOrderNumber(cell, { isKnown: false }) !== null

interface OrderColumn {
  column: number
  /** The orders that the cell of a row names: usually one. */
  ordersOf: (row: readonly string[]) => string[]
}

/**
 * The column whose order numbers decide the rows: one of which at least half of the rows have a number, or else one whose heading says that it
 * has them, or else the one with the most. Null if no cell names an order and no heading says so.
 */
function orderColumnOf(
  body: readonly string[][],
  columns: readonly number[],
  headingOf: (column: number) => string,
): OrderColumn | null {
  const rows = body.filter((row) => row.some((cell) => cell !== ''))
  const found = columns.map((column) => {
    const heading = headingOf(column)
    const isOrder = IS_ORDER.test(heading)
    const read = (cell: string, isKnown: boolean): string[] => {
      const written = orderNumbersIn(cell)
      if (written.length > 0 || mentionsOrder(cell)) return written
      // `#1` under another heading is something else.
      if (!isKnown && heading !== '' && !/\p{L}/u.test(cell)) return []
      const bare = bareOrderNumber(cell, { isKnown })
      return bare === null ? [] : [bare]
    }
    const filled = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '')
    const isReference = IS_REFERENCE.test(heading) && filled.every((cell) => read(cell, true).length > 0)
    const said = filled.filter((cell) => read(cell, false).length > 0).length
    const known = filled.filter((cell) => read(cell, true).length > 0).length
    return {
      column,
      isOrder,
      said,
      known: isOrder || isReference ? known : 0,
      mentions: filled.filter(mentionsOrder).length,
      ordersOf: (row: readonly string[]) => read(row[column] ?? '', isOrder || isReference),
    }
  })
  const largest = (by: (each: (typeof found)[number]) => number) =>
    found.reduce<(typeof found)[number] | null>(
      (best, each) => (by(each) > 0 && by(each) > (best ? by(best) : 0) ? each : best),
      null,
    )
  return (
    largest(({ said }) => (2 * said >= rows.length ? said : 0)) ??
    largest(({ known }) => known) ??
    largest(({ said }) => said) ??
    largest(({ mentions }) => mentions) ??
    largest(({ isOrder }) => Number(isOrder))
  )
}

/**
 * The plan for the pasted `cells`. As soon as a cell names an order, or a heading says that its column does, only order numbers decide the
 * rows, and rows without a readable one are left over. Otherwise the first number goes to the row `at` of the table, and the next ones to the
 * rows after it, as Enter does. Null if the cells have no text.
 */
export function planPaste(
  cells: readonly (readonly string[])[],
  table: readonly Target[],
  at: number,
  { column: chosen, skipsHeadings, skipsEmptyRows }: PasteChoices,
  courier: string,
): PastePlan | null {
  const lines = linesOf(cells)
  if (lines.length === 0) return null
  const found = headingsOf(lines)
  const width = Math.max(...lines.map((row) => row.length))
  const filled = Array.from({ length: width }, (_, column) => column).filter((column) =>
    lines.some((row) => (row[column] ?? '') !== ''),
  )
  const cellsOf = (column: number) => lines.slice(found).map((row) => row[column] ?? '')
  const headingOf = (column: number) =>
    lines
      .slice(0, found)
      .map((row) => row[column] ?? '')
      .findLast((cell) => cell !== '') ?? ''
  const orders = orderColumnOf(lines.slice(found), filled, headingOf)
  const others = filled.filter((column) => column !== orders?.column)
  const likenesses = new Map(
    others.map((column) => [column, likeness(cellsOf(column), headingOf(column), courier)] as const),
  )
  const best = others.toSorted((a, b) => likenesses.get(b)! - likenesses.get(a)!)[0] ?? filled[0]!
  const column = chosen !== undefined && others.includes(chosen) ? chosen : best
  // By order numbers, a heading shifts nothing.
  const isDoubtful = found === 0 && orders === null && isFirstOdd(cellsOf(column))
  const headings = {
    count: isDoubtful ? 1 : found,
    text: lines[Math.max(0, found - 1)]!.filter(Boolean).join(', '),
    areSkipped: skipsHeadings ?? !isDoubtful,
  }
  const start = headings.areSkipped ? headings.count : 0

  const body = lines.slice(start)
  const emptyRows = body.filter((row) => row.every((cell) => cell === '')).length
  const numbered = body.map((row, i) => ({ row, at: start + i + 1 }))
  const left = orders !== null || skipsEmptyRows ? numbered.filter(({ row }) => row.some(Boolean)) : numbered
  const targets = orders === null ? [at, ...following(table, at)].map((i) => table[i]!) : []
  const byOrder = new Map(table.map((target) => [target.order, target]))
  const rows = left.map(({ row, at: place }, i): PlannedRow & { target: Target | undefined } => {
    const given = row[column] ?? ''
    const named = orders?.ordersOf(row) ?? []
    const order = orders === null ? (targets[i]?.order ?? null) : named.length === 1 ? named[0]! : null
    const target = order === null ? undefined : byOrder.get(order)
    const givenOrder = orders === null ? null : (row[orders.column] ?? '')
    return {
      at: place,
      givenOrder,
      given,
      number: code(given),
      order,
      name: target?.name ?? '',
      target,
      problem:
        (order === null ? whyNoOrder(givenOrder, named) : whyNotFor(target)) ??
        (given === '' ? 'No number.' : whyNotTracking(given)),
      notes: [],
    }
  })
  nameTwice(rows)
  for (const row of rows) row.notes.push(...notesOf(row, table, courier))
  if (isDoubtful && start === 0) rows[0]?.notes.push('It looks unlike the next rows. If it is a heading, leave it out.')
  const planned = rows.map(({ target: _, ...row }) => row)
  return {
    rows: planned,
    columns: others.map((each) => ({ at: each, label: labelOf(each, headingOf(each), cellsOf(each)) })),
    column,
    hasOrders: orders !== null,
    headings,
    emptyRows: orders === null ? emptyRows : 0,
    isPlain:
      filled.length === 1 &&
      orders === null &&
      headings.count === 0 &&
      emptyRows === 0 &&
      // A list in one row is asked about.
      !(cells.length === 1 && lines.length > 1) &&
      // A blank may stand between an order's number or a name and the parcel's number.
      planned.every(({ given }) => !given.includes(' ') || IS_POSTAL.test(given)) &&
      planned.every(({ problem, notes }) => problem === null && notes.every((note) => note === unusual(courier))),
  }
}

function whyNoOrder(given: string | null, named: readonly string[]): string {
  if (given === null) return 'There is no row left for it.'
  if (named.length > 1) return 'This row has several order numbers.'
  return given === '' ? 'This row has no order number.' : 'Its order number cannot be read.'
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
export const shortened = (sample: string): string =>
  sample.length > MOST_SAMPLE ? `${sample.slice(0, MOST_SAMPLE)}…` : sample

/** Such as `2: AWB No.`, or `2: EK123456789IN` for a column without a heading. */
function labelOf(column: number, heading: string, cells: readonly string[]): string {
  return `${column + 1}: ${shortened(heading || (cells.find((cell) => cell !== '') ?? ''))}`
}

/** The numbers to fill in, by order. */
export const numbersOf = ({ rows }: PastePlan): Map<string, string> =>
  new Map(rows.flatMap(({ order, number, problem }) => (problem === null ? [[order!, number] as const] : [])))
