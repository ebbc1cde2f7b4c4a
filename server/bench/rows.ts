/** One line of the benchmark's table: what was measured, the figure, and what it should be. */
export interface Row {
  name: string
  value: number
  unit: 'x' | 'ms' | 'MB' | 'statements'
  /** At least this for a ratio, at most this for anything else. */
  target: number
}

export const isMet = ({ value, unit, target }: Row): boolean => (unit === 'x' ? value >= target : value <= target)

export function printRows(rows: Row[]): void {
  console.table(
    rows.map((row) => ({
      measured: row.name,
      figure: `${row.value.toFixed(row.unit === 'x' ? 2 : 0)} ${row.unit}`,
      target: `${row.unit === 'x' ? '>=' : '<='} ${row.target} ${row.unit}`,
      met: isMet(row) ? 'yes' : 'no',
    })),
  )
}
