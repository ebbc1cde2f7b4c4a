/**
 * Computes the tax in a price that includes it, in whole paise and only with integers. A discount on the whole order is first divided among
 * its lines. The parts of each line then add up to the line's amount, and all lines add up to the order's. All goods have one rate, and gift wrap
 * has the rate of what it wraps, as part of a composite supply (CGST Act, section 8).
 */

/** Paise. */
export interface TaxParts {
  taxable: number
  /** Central and state tax, if seller and buyer are in the same state. Both are equal. */
  cgst: number
  sgst: number
  /** The tax if seller and buyer are in different states. */
  igst: number
}

/** a / b, rounded to the nearest integer, with halves rounded up. Both must be positive or zero. */
const divide = (a: number, b: number): number => Math.floor((2 * a + b) / (2 * b))

/** The parts add up to `total`. The rate is in hundredths of a percent, so 5% is 500. Amounts must be below 45 trillion paise. */
export function splitTax(total: number, rate: number, sameState: boolean): TaxParts {
  const included = 10_000 + rate
  if (!sameState) {
    const igst = divide(total * rate, included)
    return { taxable: total - igst, cgst: 0, sgst: 0, igst }
  }
  const half = divide(total * rate, 2 * included)
  return { taxable: total - 2 * half, cgst: half, sgst: half, igst: 0 }
}

/**
 * Divides `whole` into parts in proportion to `weights`. The rounding remainder goes to the parts with the largest fractions, and among
 * equal fractions to the first part. All parts are zero if all weights are zero.
 */
export function shareOut(whole: number, weights: number[]): number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map(() => 0)
  const shares = weights.map((weight, i) => {
    const exact = BigInt(whole) * BigInt(weight)
    return { i, share: Number(exact / BigInt(sum)), rest: Number(exact % BigInt(sum)) }
  })
  const left = whole - shares.reduce((total, { share }) => total + share, 0)
  const lucky = new Set(
    [...shares]
      .sort((a, b) => b.rest - a.rest || a.i - b.i)
      .slice(0, left)
      .map(({ i }) => i),
  )
  return shares.map(({ i, share }) => (lucky.has(i) ? share + 1 : share))
}
