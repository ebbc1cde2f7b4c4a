/** Reads a table's row as the object that Prisma makes of it: from columns of its own, or from a JSON array among those of another table. */

/** The fields that are dates, all of them: JSON has them as text. */
type Dates<Row> = Record<{ [Field in keyof Row]: Row[Field] extends Date | null ? Field : never }[keyof Row], true>

export class Entity<Row extends object> {
  /** What a statement selects, with `alias` for the table. */
  readonly columns: string
  /** The same as the elements of a JSON array. */
  readonly elements: string
  readonly width: number
  readonly #fields: (keyof Row)[]
  readonly #dates: number[]

  /** `fields` is Prisma's own list of the model's. */
  constructor(alias: string, fields: Record<keyof Row, string>, dates: Dates<Row>) {
    this.#fields = Object.keys(fields) as (keyof Row)[]
    this.#dates = this.#fields.flatMap((field, i) => (field in dates ? [i] : []))
    this.width = this.#fields.length
    const names = this.#fields.map((field) => `${alias}.${columnOf(String(field))}`)
    this.elements = names.join(', ')
    // Named apart: Prisma's raw queries give rows by name.
    this.columns = names.map((name, i) => `${name} AS "${alias} ${String(this.#fields[i])}"`).join(', ')
  }

  /** Null where an outer join found none: every table's first column is its key. */
  read(values: unknown[], from = 0): Row | null {
    if (values[from] === null) return null
    const row = {} as Record<keyof Row, unknown>
    for (let i = 0; i < this.width; i += 1) row[this.#fields[i]!] = values[from + i]
    return row as Row
  }

  readJson(values: unknown[], from = 0): Row {
    for (const i of this.#dates) {
      const text = values[from + i] as string | null
      if (text !== null) values[from + i] = new Date(text)
    }
    return this.read(values, from)!
  }
}

/** As schema.prisma maps them all. */
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
