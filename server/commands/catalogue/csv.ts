/** Catalogue files in CSV: a header, then one row per product. */
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { line, number } from '../../shared/text'
import { wholeNumber } from '../../shared/wholeNumber'
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
import { CatalogueRow, type FileError, type CatalogueFile } from './catalogueFile'

/** The most columns of a file. A product has about 100. */
const MAX_HEADER = 1_000
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
  const header = text.slice(0, /[\r\n]|$/.exec(text)!.index)
  const times = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].reduce((best, each) => (times(each) > times(best) ? each : best))
}

export interface From extends Omit<Known, 'columns'> {
  source: Source
  /** See imported.ts. */
  kind: string
}

/** The file's header, or an empty list if the file cannot be read as CSV. */
export const headerOf = (text: string): string[] => split(text, [], 1)[0]?.record ?? []

/** `from` is the other shop system that exported this file. Null for our own files. */
export function readCsv(text: string, from: From | null = null): CatalogueFile {
  const file: CatalogueFile = { products: [], categories: [], errors: [], notes: [] }
  const found = split(text, file.errors)
  if (found.length === 0) {
    if (file.errors.length === 0) file.errors.push({ message: 'The file is empty and has no header.' })
    return file
  }
  const [{ record: header }, ...all] = found as [Line, ...Line[]]
  if (header.length > MAX_HEADER) {
    file.errors.push({ line: 1, message: `has ${header.length} columns, and at most ${MAX_HEADER} are possible` })
    return file
  }
  const lines = all.filter(({ record, line }) => {
    const { length } = record
    const isWhole = fits(record, header.length) || (from !== null && length < header.length)
    const message = `has ${length} cells, the header has ${header.length}. Quote a value that contains the delimiter`
    if (!isWhole) file.errors.push({ line, column: 1, message })
    return isWhole
  })
  const sheet = from ? convertFrom(from, { header, lines }, file) : readOwn({ header, lines }, file)
  if (!sheet) return file
  const columns = readHeader(sheet, file.errors)
  for (const { record, line, more } of sheet.lines) {
    const row = new CatalogueRow({ line, column: 1 }, file.errors)
    Object.assign(row.more, more)
    file.products.push(row)
    columns.forEach((column, i) => {
      if (!column) return
      // What the other shop does not know stays as it is.
      if (from && record[i] === '' && column.empty === 'missing') return
      row.put(column, CELLS[column.kind].read(record[i]!), { line, column: sheet.numbers?.[i] ?? i + 1 })
    })
  }
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
function convertFrom({ source, kind, ...known }: From, sheet: Sheet, file: CatalogueFile): Converted | null {
  const indexes = indexesOf(headersOf(sheet.header), source)
  const missing = source.marks.filter((mark) => !indexes.has(mark)).map((mark) => source.headers[mark]![0]!)
  if (missing.length > 0) {
    const advice = adviceOn(sheet, source.name)
    const message = `is not a product file of ${source.name}, because the columns ${missing.join(', ')} are missing`
    file.errors.push({ line: 1, message: advice ? `${message}. It ${advice}` : message })
    return null
  }
  const columns = new Set(columnsByName(PRODUCTS).keys())
  const converted = convert(sheet, source, { ...known, columns })
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

/** Returns each record that is not blank with the number of the line on which it begins. */
function split(text: string, errors: FileError[], most?: number): Line[] {
  const named = NAMED_DELIMITER.exec(text)
  const body = named ? text.slice(named[0].length) : text
  const lines: Line[] = []
  let line = named ? 2 : 1
  const addRecord = ({ raw, record }: { raw: string; record: string[] }): null => {
    const misplaced = misplacedQuote(raw, record)
    if (misplaced !== null) errors.push({ line, column: misplaced + 1, message: QUOTES_HELP })
    if (record.some((cell) => cell.trim() !== '')) lines.push({ record, line })
    line += 1 + record.reduce((sum, cell) => sum + lineBreaks(cell), 0)
    return null
  }
  try {
    parse(body, {
      delimiter: named?.[1] ?? delimiterOf(body),
      // Files that several programs wrote have several line ends.
      record_delimiter: ['\r\n', '\n', '\r'],
      bom: true,
      ...(most !== undefined && { to: most }),
      relax_column_count: true,
      // Inch marks, as in `8" plate`. A quotation mark at the beginning of a cell needs its partner, see addRecord.
      relax_quotes: true,
      raw: true,
      on_record: addRecord as never,
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const isOpen = error.code === 'CSV_QUOTE_NOT_CLOSED'
    errors.push({ line, message: isOpen ? QUOTES_HELP : `cannot be read as CSV: ${error.message}` })
  }
  return errors.length > 0 ? [] : lines
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
