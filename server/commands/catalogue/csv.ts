/** Catalogue files in CSV: a header, then one row per product. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pipeline } from 'node:stream/promises'
import { CsvError, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import { line, number } from '../../shared/text'
import { wholeNumber } from '../../shared/wholeNumber'
import { number as thousands } from '../../shared/sentences'
import { BYTE_ORDER_MARK, guard, unguard } from '../../shared/csvCells'
import { AWAITS_PHOTO, CATEGORIES, columnsByName, PRODUCTS, type Column, type Kind, type Value } from './columns'
import {
  convert,
  filledColumns,
  headersOf,
  indexesOf,
  type Converted,
  type Known,
  type Line,
  type Sheet,
} from './foreign/convert'
import { suggestNames } from './foreign/named'
import type { Source } from './foreign/source'
import { adviceOn } from './foreign/systems'
import { forEachInTurns } from './inTurns'
import { CatalogueRow, type FileError, type CatalogueFile } from './catalogueFile'

/** The most columns of a file. A product has about 100. */
const MAX_HEADER = 1_000
/** The longest name of a column, in characters. Other systems write names of about 100. */
const MAX_NAME = 300
/** The longest row, in bytes. The longest texts of other systems have 500 kB. */
const MAX_ROW = 2_000_000
/** The most cells of one line, before the line is parsed. */
const MAX_CELLS = 100_000
/** The bytes that are parsed at once, in at most 50 ms: the shortest rows take 50 µs each. See inTurns.ts. */
const BYTES_AT_ONCE = 2_048
/** The maximum number of unknown columns to name. */
const MAX_COLUMNS = 30

const CELLS: Record<Kind, { read(cell: string): unknown; write(value: Value): string }> = {
  text: { read: unguard, write: (value) => guard(String(value)) },
  whole: { read: readWhole, write: String },
  choices: { read: (cell) => cell.trim(), write: String },
  'yes/no': { read: readYesNo, write: (value) => (value ? 'yes' : 'no') },
  hidden: { read: readHidden, write: (value) => (value === AWAITS_PHOTO ? value : value ? 'yes' : 'no') },
  instant: { read: number, write: String },
}

/** As sheets write it: `1,299.00`, `₹499`, `1,00,000`. */
function readWhole(cell: string): unknown {
  const amount = wholeNumber(cell)
  return Number.isSafeInteger(amount) ? amount : cell
}

function readYesNo(cell: string): unknown {
  const word = line(cell).toLowerCase()
  if (['yes', 'y', 'true', '1'].includes(word)) return true
  return ['no', 'n', 'false', '0'].includes(word) ? false : cell
}

function readHidden(cell: string): unknown {
  return line(cell).toLowerCase() === AWAITS_PHOTO ? AWAITS_PHOTO : readYesNo(cell)
}

/** The values are in the order of the columns. */
export const writeCsvHeader = (columns: Column[]): string =>
  BYTE_ORDER_MARK + stringify([columns.map(({ name }) => name)])

export const writeCsvRows = (columns: Column[], rows: Record<string, Value>[]): string =>
  stringify(
    rows.map((row) =>
      columns.map(({ name, kind }) => {
        const value = row[name] ?? null
        return value === null ? '' : CELLS[kind].write(value)
      }),
    ),
    { quoted_match: /[\r\n]|^\s|\s$/ },
  )

/** Returns the text, or the position of the first bytes that are not valid text. */
export function decodeFile(bytes: Buffer): { text: string } | { error: FileError } {
  const [first, second] = bytes
  // The format that spreadsheets call Unicode Text.
  if (first === 0xff && second === 0xfe) return decodeUtf16(bytes, 'utf-16le')
  if (first === 0xfe && second === 0xff) return decodeUtf16(bytes, 'utf-16be')
  const kind = otherKindOf(bytes)
  if (kind) return { error: { message: `is ${kind}. Open it in a spreadsheet, and save it as “CSV UTF-8”` } }
  const strict = new TextDecoder('utf-8', { fatal: true })
  try {
    return { text: strict.decode(bytes) }
  } catch {
    return { error: { line: lineOfBadByte(bytes), message: 'is not in UTF-8. Save the file as “CSV UTF-8”' } }
  }
}

/** The first bytes of files that people take for CSV. */
const OTHER_KINDS: readonly [start: string, kind: string][] = [
  ['PK\u0003\u0004', 'a workbook such as .xlsx, .ods or .numbers'],
  ['PK\u0005\u0006', 'an empty archive'],
  ['\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', 'a workbook such as .xls'],
  ['%PDF', 'a PDF'],
  ['{\\rtf', 'a text document'],
  ['\u001f\u008b', 'a compressed file'],
  ['<html', 'a web page'],
  ['<!doctype', 'a web page'],
  ['<?xml', 'an XML file'],
  ['<table', 'a web page'],
]
const MAX_START = 64

/** What the file is instead of CSV, or null. */
export function otherKindOf(bytes: Buffer): string | null {
  const start = bytes
    .subarray(0, MAX_START)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .replace(/^\s+(?=<)/, '')
    .toLowerCase()
  return OTHER_KINDS.find(([begin]) => start.startsWith(begin.toLowerCase()))?.[1] ?? null
}

function decodeUtf16(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): { text: string } | { error: FileError } {
  // An unfinished character, or half of a pair, becomes U+FFFD.
  const text = new TextDecoder(encoding).decode(bytes)
  const bad = text.indexOf('\uFFFD')
  if (bad < 0) return { text }
  return {
    error: {
      line: lineBreaks(text.slice(0, bad)) + 1,
      message: 'has a broken character. Save the file as “CSV UTF-8”',
    },
  }
}

/** Counts `\r`, `\n` and `\r\n`. In UTF-8, their bytes are part of no other character. */
function lineOfBadByte(bytes: Buffer): number {
  const strict = new TextDecoder('utf-8', { fatal: true })
  const isValid = (line: string) => {
    try {
      strict.decode(Buffer.from(line, 'latin1'))
      return true
    } catch {
      return false
    }
  }
  // In Latin-1, each byte is one character.
  const lines = bytes.toString('latin1').split(/\r\n|\n|\r/)
  return lines.findIndex((line) => !isValid(line)) + 1
}

/** A comma, or the delimiter that spreadsheets use when the comma is the decimal separator. */
function delimiterOf(text: string): string {
  const start = text.slice(0, MAX_ROW)
  const header = start.slice(0, /[\r\n]|$/.exec(start)!.index)
  const times = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].reduce((best, each) => (times(each) > times(best) ? each : best))
}

export interface From extends Omit<Known, 'columns'> {
  source: Source
  /** See imported.ts. */
  kind: string
}

/** The file's header, or an empty list if the file cannot be read as CSV, or if its header exceeds the limits. */
export async function headerOf(text: string): Promise<string[]> {
  const [first] = await split(text, [], 1)
  return first && excessOf(first) === null ? first.record : []
}

/** What in the header exceeds the limits. */
function excessOf({ record, line }: Line): FileError | null {
  if (record.length > MAX_HEADER)
    return { line, message: `has ${record.length} columns, and at most ${MAX_HEADER} are possible` }
  const long = record.findIndex((name) => name.length > MAX_NAME)
  if (long < 0) return null
  return { line, column: long + 1, message: `has a name of more than ${MAX_NAME} characters` }
}

/** `from` is the other shop system that exported this file. Null for our own files. */
export async function readCsv(text: string, from: From | null = null): Promise<CatalogueFile> {
  const file: CatalogueFile = { products: [], categories: [], errors: [], notes: [] }
  const [first] = await split(text, [], 1)
  const excess = first && excessOf(first)
  const found = excess ? [] : await split(text, file.errors)
  if (excess) file.errors.push(excess)
  if (found.length === 0) {
    if (file.errors.length === 0) file.errors.push({ message: 'The file is empty and has no header.' })
    return file
  }
  const [{ record: header }, ...all] = found as [Line, ...Line[]]
  const lines: Line[] = []
  await forEachInTurns(all, (each) => {
    const { record, line } = each
    const { length } = record
    const isWhole = fits(record, header.length) || (from !== null && length < header.length)
    const message = `has ${length} cells, the header has ${header.length}. Quote a value that contains the delimiter`
    if (isWhole) lines.push(each)
    else file.errors.push({ line, column: 1, message })
  })
  const sheet = from ? await convertFrom(from, { header, lines }, file) : readOwn({ header, lines }, file)
  if (!sheet) return file
  const columns = readHeader(sheet, file.errors)
  await forEachInTurns(sheet.lines, ({ record, line, more }) => {
    const row = new CatalogueRow({ line, column: 1 }, file.errors)
    Object.assign(row.more, more)
    file.products.push(row)
    columns.forEach((column, i) => {
      if (!column) return
      // What the other shop does not know stays as it is.
      if (from && record[i] === '' && column.empty === 'missing') return
      row.put(column, CELLS[column.kind].read(record[i]!), { line, column: sheet.numbers?.[i] ?? i + 1 })
    })
  })
  return file
}

/**
 * Spreadsheets write empty cells at the end of a row. If a value such as 1,299 or `Plate, blue` is not quoted, its row has too many cells
 * too, and its values would end up in the wrong columns. So there must be more empty cells than places where a value may be split.
 */
function fits(record: string[], width: number): boolean {
  if (record.length <= width) return record.length === width
  const splits = record.filter(
    (cell, i) => /^ \S/.test(cell) || (/[0-9]$/.test(record[i - 1] ?? '') && /^[0-9]{2,3}(?:\D|$)/.test(cell)),
  )
  const surplus = record.slice(width)
  return surplus.length > splits.length && surplus.every((cell) => cell.trim() === '')
}

/** Null if the file has no column for the ids, or if another shop system wrote it. Nothing is said about its cells then. */
function readOwn(sheet: Sheet, file: CatalogueFile): (Sheet & { numbers: null }) | null {
  const known = columnsByName(PRODUCTS)
  const headers = headersOf(sheet.header)
  const isOwn = headers.every((name) => known.has(name) || name === '')
  const advice = isOwn ? null : adviceOn(sheet, null)
  const names = suggestNames(sheet.header.filter((name) => !known.has(headersOf([name])[0]!)))
  if (advice === null && headers.includes('id') && Object.keys(names).length === 0) return { ...sheet, numbers: null }
  if (advice !== null) file.errors.push({ line: 1, message: advice })
  else {
    readHeader(sheet, file.errors)
    file.names = names
  }
  return null
}

/** Null if the file is of another kind. */
async function convertFrom(
  { source, kind, ...known }: From,
  sheet: Sheet,
  file: CatalogueFile,
): Promise<Converted | null> {
  const indexes = indexesOf(headersOf(sheet.header), source)
  const missing = source.marks.filter((mark) => !indexes.has(mark)).map((mark) => source.headers[mark]![0]!)
  if (missing.length > 0) {
    const advice = adviceOn(sheet, source.name)
    const message = `is not a product file of ${source.name}, because the columns ${missing.join(', ')} are missing`
    file.errors.push({ line: 1, message: advice ? `${message}. It ${advice}` : message })
    return null
  }
  const columns = new Set(columnsByName(PRODUCTS).keys())
  const converted = await convert(sheet, source, { ...known, columns })
  file.kind = kind
  file.notes.push(...converted.notes)
  file.lacksStock = converted.lacksStock && known.newStock === null
  file.photos = converted.photos
  const { id, name } = Object.fromEntries(CATEGORIES.columns.map((column) => [column.name, column])) as CategoryColumns
  for (const category of converted.categories) {
    const place = { line: category.line, column: 1 }
    const row = new CatalogueRow(place, file.errors)
    row.put(id, category.id, place)
    row.put(name, category.name, place)
    file.categories.push(row)
  }
  return converted
}

type CategoryColumns = Record<'id' | 'name', Column>

/** Excel's own first line, which names the delimiter. */
const NAMED_DELIMITER = /^\uFEFF?sep=([,;\t])(?:\r\n|\n|\r)/i

const lineBreaks = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0

class TooManyCells extends Error {}

const [COMMA, SEMICOLON, TAB, LINE_FEED, CARRIAGE_RETURN] = [0x2c, 0x3b, 0x09, 0x0a, 0x0d]

/** Yields the text in pieces, with a turn of the event loop before each. Throws TooManyCells. */
async function* piecesOf(text: string): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  let cells = 0
  for (let from = 0; from < bytes.length; from += BYTES_AT_ONCE) {
    const piece = bytes.subarray(from, from + BYTES_AT_ONCE)
    for (const byte of piece) {
      if (byte === COMMA || byte === SEMICOLON || byte === TAB) cells += 1
      else if (byte === LINE_FEED || byte === CARRIAGE_RETURN) cells = 0
    }
    if (cells > MAX_CELLS) throw new TooManyCells()
    await nextTurn()
    yield piece
  }
}

interface Parsed {
  raw: string
  record: string[]
}

/** Returns each record that is not blank with the number of the line on which it begins. `most` is the number of records to read. */
async function split(text: string, errors: FileError[], most?: number): Promise<Line[]> {
  const named = NAMED_DELIMITER.exec(text)
  const body = named ? text.slice(named[0].length) : text
  const lines: Line[] = []
  // The number of the next line, without empty lines, which the parser counts.
  let line = named ? 2 : 1
  const parser = parse({
    delimiter: named?.[1] ?? delimiterOf(body),
    // Files that several programs wrote have several line ends.
    record_delimiter: ['\r\n', '\n', '\r'],
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_ROW,
    // Inch marks, as in `8" plate`. A quotation mark at the beginning of a cell needs its partner, see misplacedQuote.
    relax_quotes: true,
    raw: true,
    on_record: ((parsed: Parsed, { empty_lines }: { empty_lines: number }) => {
      add(parsed, line + empty_lines)
      return null
    }) as never,
  })
  const add = ({ raw, record }: Parsed, at: number) => {
    const misplaced = misplacedQuote(raw, record)
    if (misplaced !== null) errors.push({ line: at, column: misplaced + 1, message: QUOTES_HELP })
    if (record.some((cell) => cell.trim() !== '')) lines.push({ record, line: at })
    line += 1 + record.reduce((sum, cell) => sum + lineBreaks(cell), 0)
  }
  try {
    await pipeline(async function* () {
      for await (const piece of piecesOf(body)) {
        if (most !== undefined && lines.length >= most) return
        yield piece
      }
    }, parser.resume())
  } catch (error) {
    if (!(error instanceof CsvError || error instanceof TooManyCells)) throw error
    errors.push({ line: line + parser.info.empty_lines, message: whyUnreadable(error) })
  }
  return errors.length > 0 ? [] : lines.slice(0, most)
}

function whyUnreadable(error: CsvError | TooManyCells): string {
  if (error instanceof TooManyCells) return `has more than ${thousands(MAX_CELLS)} commas, semicolons or tabs`
  const { code, message } = error
  if (code === 'CSV_QUOTE_NOT_CLOSED') return QUOTES_HELP
  if (code === 'CSV_MAX_RECORD_SIZE')
    return `begins a row of more than ${thousands(MAX_ROW)} bytes. A quotation mark at its beginning may not be closed`
  return `cannot be read as CSV: ${message}`
}

/** The first cell that begins with a quotation mark, although it is not quoted as CSV quotes. Reads the row once. */
function misplacedQuote(raw: string, record: string[]): number | null {
  let at = 0
  for (const [i, cell] of record.entries()) {
    if (!cell.startsWith('"')) continue
    const quoted = `"${cell.replaceAll('"', '""')}"`
    const found = raw.indexOf(quoted, at)
    if (found < 0) return i
    at = found + quoted.length
  }
  return null
}

const QUOTES_HELP =
  'begins with a quotation mark that is not closed correctly. Write a mark inside a quoted cell twice: "8"" plate"'

const MAX_SHOWN_LENGTH = 40

function unknownColumns(names: string[]): string {
  const shown = names.slice(0, MAX_COLUMNS).map((name) => `“${name.slice(0, MAX_SHOWN_LENGTH)}”`)
  const more = names.length > MAX_COLUMNS ? [`and ${names.length - MAX_COLUMNS} more`] : []
  const all = PRODUCTS.columns.map(({ name }) => name).join(', ')
  return `unknown columns: ${[...shown, ...more].join(', ')}; the known columns are ${all}, image2, image2Alt, image2Width, image2Height and so on`
}

/** Spreadsheets write columns without a name and without values. Null for such a column, and for an unknown one. */
function readHeader({ header, lines }: Sheet, errors: FileError[]): (Column | null)[] {
  const known = columnsByName(PRODUCTS)
  const filled = filledColumns(lines)
  const seen = new Set<Column>()
  const unknown: string[] = []
  const columns = header.map((written, i) => {
    const name = line(written)
    const column = known.get(name.toLowerCase()) ?? null
    if (column && seen.has(column)) errors.push({ line: 1, column: i + 1, field: name, message: 'appears twice' })
    if (column) seen.add(column)
    else if (name !== '') unknown.push(name)
    else if (filled.has(i)) errors.push({ line: 1, column: i + 1, message: 'has values, but no name' })
    return column
  })
  if (unknown.length > 0) errors.push({ line: 1, message: unknownColumns(unknown) })
  if (![...seen].some(({ name }) => name === 'id'))
    errors.push({ line: 1, field: 'id', message: 'is missing. It identifies the product of a row' })
  return columns
}
