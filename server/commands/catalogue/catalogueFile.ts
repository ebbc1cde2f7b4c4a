/** The contents of a catalogue file: rows of values, each with its position in the file, and the errors in them. */
import type { Column, Value } from './columns'
import type { FilePhoto } from './foreign/photoUrls'

export interface Place {
  line: number
  /** Counted in cells for a CSV file, and in characters for a JSON file. */
  column: number
}

export interface FileError extends Partial<Place> {
  field?: string | undefined
  message: string
}

/** `line 12, column 7 (discounted): must be at most original` */
export function describeError({ line, column, field, message }: FileError): string {
  const where = [line && `line ${line}`, column && `column ${column}`].filter(Boolean).join(', ')
  return `${[where, field && `(${field})`].filter(Boolean).join(' ')}${where || field ? ': ' : ''}${message}`
}

export class CatalogueRow {
  /** Values by column name. If a column is missing here, its stored value is kept. */
  readonly values: Record<string, Value> = {}
  readonly #places: Record<string, Place> = {}
  readonly #bad = new Set<string>()
  /** Errors that count only if the row is new. */
  readonly #late: { message: string; field: string }[] = []
  /** What else the file says, which is remembered with the row. */
  readonly more: Record<string, Value> = {}

  constructor(
    readonly place: Place,
    private readonly errors: FileError[],
  ) {}

  /** True if the file has an entry for this column, valid or not. */
  gave(field: string): boolean {
    return field in this.#places
  }

  /** The values of all columns that the file has. Null for an empty cell. */
  given(): Record<string, Value> {
    return Object.fromEntries(Object.keys(this.#places).map((name) => [name, this.values[name] ?? null]))
  }

  /** Call this for a new row. */
  refuseLate(): void {
    for (const { message, field } of this.#late) this.#refuse(message, field)
  }

  /** True if the file's entry for this column is invalid. */
  isBad(field: string): boolean {
    return this.#bad.has(field)
  }

  addError(message: string, field?: string): void {
    this.errors.push({ ...(field ? (this.#places[field] ?? { line: this.place.line }) : this.place), field, message })
  }

  /** Stores the value, or records an error. */
  put({ name, rule, empty, onlyForNew }: Column, value: unknown, place: Place): void {
    this.#places[name] = place
    if (value === null || value === '') {
      if (empty === 'missing') this.#refuse('is missing', name)
      if (empty === 'none') this.values[name] = null
      return
    }
    const { success, data, error } = rule.safeParse(value)
    const message = success ? '' : `${error.issues[0]!.message}${notThat(value)}`
    if (success) this.values[name] = data as Value
    else if (onlyForNew) this.#late.push({ message, field: name })
    else this.#refuse(message, name)
  }

  #refuse(message: string, field: string): void {
    this.#bad.add(field)
    this.addError(message, field)
  }
}

const MAX_SHOWN_LENGTH = 40

/** What a spreadsheet makes of a long number in a narrow column. */
const SHORTENED = /^\s*'?[+-]?\d+(?:[.,]\d*)?e[+-]?\d+\s*$/i
const WRITE_IT_OUT = '. A spreadsheet has shortened it: format the column as a number, and write it as 499 or 1,299'

function notThat(value: unknown): string {
  if (typeof value === 'string' && SHORTENED.test(value)) return `, not “${value.trim()}”${WRITE_IT_OUT}`
  const shown = typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
  return shown.length > MAX_SHOWN_LENGTH ? '' : `, not ${shown}`
}

export interface CatalogueFile {
  products: CatalogueRow[]
  categories: CatalogueRow[]
  errors: FileError[]
  /** Sentences that describe what the import leaves out. */
  notes: string[]
  /** For a file without a column for the ids: our columns by its headers, as far as they are known words. */
  names?: Readonly<Record<string, string>>
  /** True if products are sold out because the file does not say their stock. */
  lacksStock?: boolean
  /** The kind of another shop's file, see imported.ts. The rows of our own files have kinds of their own. */
  kind?: string
  /** Photos by their URLs, in the file of another shop. */
  photos?: FilePhoto[]
}
