/** Writes rows of a table from one parameter of JSON, for statements that write several tables at once. Columns without a field get their default. */
import { columnOf } from './entity'

export class Insert<Row extends object, Field extends keyof Row & string> {
  readonly #columns: string

  constructor(
    private readonly table: string,
    private readonly fields: readonly Field[],
  ) {
    this.#columns = fields.map(columnOf).join(', ')
  }

  /** `parameter` is such as `$1`: what `json` gave. */
  from(parameter: string): string {
    return `INSERT INTO ${this.table} (${this.#columns})
      SELECT ${this.#columns} FROM json_populate_recordset(NULL::${this.table}, ${parameter}::json)`
  }

  json(rows: Pick<Row, Field>[]): string {
    return JSON.stringify(
      rows.map((row) => Object.fromEntries(this.fields.map((field) => [columnOf(field), row[field]]))),
    )
  }
}
