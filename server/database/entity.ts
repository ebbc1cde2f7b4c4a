/** Reads rows of joined tables as the objects that Prisma makes of them. */

export class Entity<Row extends object> {
  /** What a statement selects, with `alias` for the table. */
  readonly columns: string
  readonly width: number
  readonly #fields: (keyof Row)[]

  /** `fields` is Prisma's own list of the model's. */
  constructor(alias: string, fields: Record<keyof Row, string>) {
    this.#fields = Object.keys(fields) as (keyof Row)[]
    this.width = this.#fields.length
    // Named apart: Prisma's raw queries give rows by name.
    this.columns = this.#fields
      .map((field) => `${alias}.${columnOf(String(field))} AS "${alias} ${String(field)}"`)
      .join(', ')
  }

  /** Null where an outer join found none: every table's first column is its key. */
  read(values: unknown[], from: number): Row | null {
    if (values[from] === null) return null
    const row = {} as Record<keyof Row, unknown>
    for (let i = 0; i < this.width; i += 1) row[this.#fields[i]!] = values[from + i]
    return row as Row
  }
}

/** As schema.prisma maps them all. */
const columnOf = (field: string): string => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
