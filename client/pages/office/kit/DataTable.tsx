/** A table from a description of its columns. On a phone, each row is a card. */
import type { ReactNode } from 'react'
import table from './Table.module.css'

export interface Column<Row> {
  /** The heading. On a phone, it stands before the value. A column without a name is a drawing, which screen readers skip. */
  name: string
  cell: (row: Row) => ReactNode
  /** A `number` is aligned to the right, a `whole` text does not wrap, a `wide` one such as an email is at least 24
   * characters wide, and a `long` text stands below its name on a phone. */
  look?: 'number' | 'whole' | 'wide' | 'long' | 'drawing'
  /**
   * The place in the row of a phone, if all columns have one: the end of the first line, the second line or its end, a small third line or
   * its end, or a last line. The value is then shown without its name.
   */
  place?: 'end' | 'second' | 'end-second' | 'third' | 'end-third' | 'last'
  /** True if a phone shows the name before the value also in a placed column, such as for a field with a number. */
  isNamed?: boolean
}

interface DataTableProps<Row> {
  /** The name for screen readers. */
  label: string
  /** The first column names the row. */
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The buttons of a row, in a last column. False if the person may not use them. */
  actions?: ((row: Row) => ReactNode) | false
  /** True for a row that belongs to the row above it. It is indented. */
  isPart?: (row: Row) => boolean
  /** True for a table without links, fields and buttons. The keyboard can then scroll it. */
  isReadOnly?: boolean
  /** Shown instead of a table without rows. */
  empty?: ReactNode
}

export function DataTable<Row>({
  label,
  columns: described,
  rows,
  keyOf,
  actions = false,
  isPart,
  isReadOnly = false,
  empty,
}: DataTableProps<Row>) {
  const columns = actions ? [...described, { name: 'Actions', cell: actions }] : described
  const [first, ...others] = columns
  const isPlaced = others.every(({ place }) => place)
  if (rows.length === 0 && empty) return empty
  return (
    <div
      className={table.scroll}
      {...(isReadOnly && { tabIndex: 0, role: 'region', 'aria-label': `${label}, scrollable` })}
    >
      <table className={isPlaced ? `${table.table} ${table.placed}` : table.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, look }) =>
              name ? (
                <th key={name} scope="col" className={look && table[look]}>
                  {name}
                </th>
              ) : (
                <td key={name} className={look && table[look]} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)} className={isPart?.(row) ? table.part : undefined}>
              <th scope="row" className={first!.look && table[first!.look]}>
                {first!.cell(row)}
              </th>
              {others.map(({ name, cell, look, place, isNamed }) => (
                <td
                  key={name}
                  data-name={name || undefined}
                  data-place={place}
                  data-named={isNamed}
                  aria-hidden={name === '' || undefined}
                  className={look && table[look]}
                >
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
