/** One row of the benchmark's last table. */
export interface Row {
  measured: string
  figure: string
  target: string
  met: 'yes' | 'no' | ''
}

export const median = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!

export const p95 = (values: number[]): number => [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1]!

export function rowOf(
  measured: string,
  value: number,
  unit: 'x' | 'ms',
  target: number,
  limit: 'at least' | 'at most' = 'at most',
): Row {
  const isMet = limit === 'at least' ? value >= target : value <= target
  const figure = `${value.toFixed(unit === 'x' ? 2 : 0)} ${unit}`
  return { measured, figure, target: `${limit} ${target} ${unit}`, met: isMet ? 'yes' : 'no' }
}

/** A row that could not be measured here. */
export const leftOut = (measured: string, because: string): Row => ({
  measured,
  figure: `left out: ${because}`,
  target: '',
  met: '',
})
