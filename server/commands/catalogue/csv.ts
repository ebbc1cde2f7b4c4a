/** Catalogue files in CSV: a header, then one row per product. */
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { line, number } from '../../shared/text'
import { BYTE_ORDER_MARK, guard, unguard } from '../../shared/csvCells'
import { columnsByName, PRODUCTS, type Column, type Kind, type Value } from './columns'
import { convert, type Converted, type Sheet } from './foreign/convert'
import { SOURCES, type Source } from './foreign/sources'
import { CatalogueRow, type FileError, type CatalogueFile } from './catalogueFile'

/** The maximum number of unknown columns to name. */
const MAX_COLUMNS = 30

const CELLS: Record<Kind, { read(cell: string): unknown; write(value: Value): string }> = {
  text: { read: unguard, write: (value) => guard(String(value)) },
  whole: { read: readWhole, write: String },
  choices: { read: (cell) => cell.trim(), write: String },
  'yes/no': { read: readYesNo, write: (value) => (value ? 'yes' : 'no') },
  instant: { read: number, write: String },
}

function readWhole(cell: string): unknown {
  const written = number(cell)
  return /^-?[0-9]{1,15}$/.test(written) ? Number(written) : cell
}

function readYesNo(cell: string): unknown {
  const word = line(cell).toLowerCase()
  if (['yes', 'true', '1'].includes(word)) return true
  return ['no', 'false', '0'].includes(word) ? false : cell
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
  if (first === 0xff && second === 0xfe) return { text: bytes.subarray(2).toString('utf16le') }
  const strict = new TextDecoder('utf-8', { fatal: true })
  try {
    return { text: strict.decode(bytes) }
  } catch {
    return { error: { line: lineOfBadByte(bytes), message: 'is not in UTF-8. Save the file as “CSV UTF-8”' } }
  }
}

function lineOfBadByte(bytes: Buffer): number {
  const strict = new TextDecoder('utf-8', { fatal: true })
  for (let line = 1, from = 0; ; line += 1) {
    const end = bytes.indexOf(0x0a, from)
    try {
      strict.decode(bytes.subarray(from, end < 0 ? undefined : end))
    } catch {
      return line
    }
    if (end < 0) return line
    from = end + 1
  }
}

/** A comma, or the delimiter that spreadsheets use when the comma is the decimal separator. */
function delimiterOf(text: string): string {
  const header = text.slice(0, /[\r\n]|$/.exec(text)!.index)
  const times = (delimiter: string) => header.split(delimiter).length
  return [',', ';', '\t'].reduce((best, each) => (times(each) > times(best) ? each : best))
}

interface Parsed {
  record: string[]
  info: { lines: number }
}

export interface From {
  source: Source
  categories: { id: string; name: string }[]
}

/** `from` is the other shop system that exported this file. Null for our own files. */
export function readCsv(text: string, from: From | null = null): CatalogueFile {
  const file: CatalogueFile = { products: [], categories: [], errors: [], notes: [] }
  const found = split(text, file.errors)
  if (found.length === 0) {
    if (file.errors.length === 0) file.errors.push({ message: 'The file is empty and has no header.' })
    return file
  }
  const [{ record: header }, ...lines] = found as [Line, ...Line[]]
  const sheet = from ? convertFrom(from, { header, lines }, file) : { header, lines, numbers: null }
  if (!sheet) return file
  const columns = readHeader(sheet.header, file.errors)
  for (const { record, line } of sheet.lines) {
    if (record.every((cell) => cell.trim() === '')) continue
    const row = new CatalogueRow({ line, column: 1 }, file.errors)
    if (record.length === columns.length) file.products.push(row)
    else row.addError(`has ${record.length} cells, the header has ${columns.length}`)
    columns.forEach((column, i) => {
      if (!column || record.length !== columns.length) return
      row.put(column, CELLS[column.kind].read(record[i]!), { line, column: sheet.numbers?.[i] ?? i + 1 })
    })
  }
  return file
}

/** Null if the file is of another kind. */
function convertFrom({ source, categories }: From, sheet: Sheet, file: CatalogueFile): Converted | null {
  const names = sheet.header.map((name) => line(name).toLowerCase())
  const missing = source.marks.filter((name) => !names.includes(name))
  if (missing.length > 0) {
    file.errors.push({
      line: 1,
      message: `is not a product file of ${source.name}, because the columns ${missing.join(', ')} are missing`,
    })
    return null
  }
  const converted = convert(
    sheet,
    source,
    { columns: new Set(columnsByName(PRODUCTS).keys()), categories },
    file.errors,
  )
  file.notes.push(...converted.notes)
  return converted
}

interface Line {
  record: string[]
  line: number
}

/** Returns each record with the number of the line on which it begins. */
function split(text: string, errors: FileError[]): Line[] {
  try {
    const options = { delimiter: delimiterOf(text), info: true, bom: true, relax_column_count: true } as const
    const lines = parse(text, { ...options, skip_empty_lines: true }) as unknown as Parsed[]
    return lines.map(({ record, info }) => {
      const within = record.reduce((count, cell) => count + cell.split('\n').length - 1, 0)
      return { record, line: info.lines - within }
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    errors.push({ line: Number(error['lines']) || 1, message: `cannot be read as CSV: ${error.message}` })
    return []
  }
}

const MAX_SHOWN_LENGTH = 40

function unknownColumns(names: string[]): string {
  const shown = names.slice(0, MAX_COLUMNS).map((name) => `“${name.slice(0, MAX_SHOWN_LENGTH)}”`)
  const more = names.length > MAX_COLUMNS ? [`and ${names.length - MAX_COLUMNS} more`] : []
  const all = PRODUCTS.columns.map(({ name }) => name).join(', ')
  const source = Object.values(SOURCES).find(({ marks }) =>
    marks.every((mark) => names.some((name) => name.toLowerCase() === mark)),
  )
  if (source) return `looks like a file of ${source.name}. Add --from ${source.name}`
  return `unknown columns: ${[...shown, ...more].join(', ')}; the known columns are ${all}, image2, image2Alt, image2Width, image2Height and so on`
}

/** Null for an unknown column. */
function readHeader(names: string[], errors: FileError[]): (Column | null)[] {
  const known = columnsByName(PRODUCTS)
  const seen = new Set<Column>()
  const unknown: string[] = []
  const columns = names.map((name, i) => {
    const column = known.get(line(name).toLowerCase()) ?? null
    if (!column) unknown.push(name.trim())
    else if (seen.has(column)) errors.push({ line: 1, column: i + 1, field: name.trim(), message: 'appears twice' })
    if (column) seen.add(column)
    return column
  })
  if (unknown.length > 0) errors.push({ line: 1, message: unknownColumns(unknown) })
  if (![...seen].some(({ name }) => name === 'id'))
    errors.push({ line: 1, field: 'id', message: 'is missing. It identifies the product of a row' })
  return columns
}
