/** One row of the benchmark's table: the measured value and its target. */
export interface Row {
  name: string
  value: number
  unit: 'x' | 'ms' | 'MB' | 'KB' | 'statements' | 'points' | ''
  target: number
  /** True if the target is a minimum. By default it is a maximum. */
  atLeast?: boolean
}

/** A row that could not be measured here, with the reason. */
export interface LeftOut {
  name: string
  because: string
}

export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

const isMet = ({ value, target, atLeast }: Row): boolean => (atLeast ? value >= target : value <= target)

const DECIMALS: Partial<Record<Row['unit'], number>> = { x: 2, KB: 1, '': 3 }

export function printRows(rows: Row[], leftOut: LeftOut[] = []): void {
  console.table([
    ...rows.map((row) => ({
      measured: row.name,
      figure: `${row.value.toFixed(DECIMALS[row.unit] ?? 0)} ${row.unit}`,
      target: `${row.atLeast ? '>=' : '<='} ${row.target} ${row.unit}`,
      met: isMet(row) ? 'yes' : 'no',
    })),
    ...leftOut.map(({ name, because }) => ({ measured: name, figure: `left out: ${because}`, target: '', met: '' })),
  ])
}
