import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareOut, splitTax } from './tax'

const amounts = fc.nat({ max: 100_000_000 })
const rates = fc.nat({ max: 10_000 })

describe('splitTax', () => {
  it('extracts the tax from a price that includes it', () => {
    expect(splitTax(119_900, 500, false)).toEqual({ taxable: 114_190, cgst: 0, sgst: 0, igst: 5_710 })
    expect(splitTax(119_900, 500, true)).toEqual({ taxable: 114_190, cgst: 2_855, sgst: 2_855, igst: 0 })
    expect(splitTax(11_800, 1_800, true)).toEqual({ taxable: 10_000, cgst: 900, sgst: 900, igst: 0 })
    expect(splitTax(119_900, 0, true)).toEqual({ taxable: 119_900, cgst: 0, sgst: 0, igst: 0 })
  })

  it('returns non-negative parts that add up, with equal CGST and SGST', () => {
    fc.assert(
      fc.property(amounts, rates, fc.boolean(), (total, rate, sameState) => {
        const { taxable, cgst, sgst, igst } = splitTax(total, rate, sameState)
        expect(taxable + cgst + sgst + igst).toBe(total)
        expect(cgst).toBe(sgst)
        expect(sameState ? igst : cgst).toBe(0)
        for (const part of [taxable, cgst, sgst, igst]) {
          expect(Number.isInteger(part)).toBe(true)
          expect(part).toBeGreaterThanOrEqual(0)
        }
      }),
    )
  })

  it('applies the rate to the taxable amount, within two paise', () => {
    fc.assert(
      fc.property(amounts, rates, fc.boolean(), (total, rate, sameState) => {
        const { taxable, cgst, sgst, igst } = splitTax(total, rate, sameState)
        // Each half may be off by half a paisa, and the taxable amount then changes accordingly.
        expect(Math.abs(cgst + sgst + igst - (taxable * rate) / 10_000)).toBeLessThanOrEqual(2)
      }),
    )
  })
})

describe('shareOut', () => {
  it('gives the remaining paisa to the largest remainder', () => {
    expect(shareOut(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(shareOut(10, [300, 700])).toEqual([3, 7])
    expect(shareOut(5, [0, 0])).toEqual([0, 0])
    expect(shareOut(0, [5, 6])).toEqual([0, 0])
  })

  it('adds up to the total, with each part within a paisa of its exact share and at most its weight', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 80_000_000 }), { minLength: 1, maxLength: 30 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (weights, part) => {
          const sum = weights.reduce((total, weight) => total + weight, 0)
          const whole = Math.floor(sum * part)
          const shares = shareOut(whole, weights)
          expect(shares.reduce((total, share) => total + share, 0)).toBe(whole)
          shares.forEach((share, i) => {
            expect(Math.abs(share - (whole * weights[i]!) / sum)).toBeLessThan(1.001)
            expect(share).toBeLessThanOrEqual(weights[i]!)
          })
        },
      ),
    )
  })
})
