/** What a catalogue file gives: rows of values, each with its place in the file, and what is wrong with them. */
import type { Column, Value } from './columns'

export interface Place {
  line: number
  /** Counted in cells of a CSV file, in characters of a JSON file. */
  column: number
}

export interface Fault extends Partial<Place> {
  field?: string | undefined
  message: string
}

/** `line 12, column 7 (discounted): must be below original` */
export function describeFault({ line, column, field, message }: Fault): string {
  const where = [line && `line ${line}`, column && `column ${column}`].filter(Boolean).join(', ')
  return `${[where, field && `(${field})`].filter(Boolean).join(' ')}${where || field ? ': ' : ''}${message}`
}

export class GivenRow {
  /** By the columns' names. What is not here stays as it is stored. */
  readonly values: Record<string, Value> = {}
  readonly #places: Record<string, Place> = {}

  constructor(
    readonly place: Place,
    private readonly faults: Fault[],
  ) {}

  /** Whether the file has something there, right or wrong. */
  gave(field: string): boolean {
    return field in this.#places
  }

  /** Whether what the file has there is no value. */
  isBad(field: string): boolean {
    return this.gave(field) && !(field in this.values)
  }

  fault(message: string, field?: string): void {
    this.faults.push({ ...(field ? (this.#places[field] ?? { line: this.place.line }) : this.place), field, message })
  }

  /** Takes the value over, or says what is wrong with it. */
  put({ name, rule, empty }: Column, value: unknown, place: Place): void {
    this.#places[name] = place
    if (value === null || value === '') {
      if (empty === 'missing') this.fault('is missing', name)
      if (empty === 'none') this.values[name] = null
      return
    }
    const { success, error } = rule.safeParse(value)
    if (success) this.values[name] = value as Value
    else this.fault(`${error.issues[0]!.message}${notThat(value)}`, name)
  }
}

const LONGEST_SHOWN = 40

function notThat(value: unknown): string {
  const shown = typeof value === 'string' ? `“${value}”` : JSON.stringify(value)
  return shown.length > LONGEST_SHOWN ? '' : `, not ${shown}`
}

export interface Given {
  products: GivenRow[]
  categories: GivenRow[]
  faults: Fault[]
}
