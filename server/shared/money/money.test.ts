import { describe, expect, it } from 'vitest'
import { formatPaise, formatRupees, toPaise } from './money'

describe('formatRupees', () => {
  it.each([
    [0, 'Rs. 0'],
    [30, 'Rs. 30'],
    [999, 'Rs. 999'],
    [1499, 'Rs. 1,499'],
    [99_999, 'Rs. 99,999'],
    [100_000, 'Rs. 1,00,000'],
    [1_234_567, 'Rs. 12,34,567'],
    [100_000_000, 'Rs. 10,00,00,000'],
    [-1499, '−Rs. 1,499'],
  ])('writes %d as %s', (rupees, text) => {
    expect(formatRupees(rupees)).toBe(text)
  })
})

describe('toPaise', () => {
  it.each([
    [0, 0],
    [1, 100],
    [2757, 275_700],
  ])('%d rupees are %d paise', (rupees, paise) => {
    expect(toPaise(rupees)).toBe(paise)
  })
})

describe('formatPaise', () => {
  it.each([
    [0, 'Rs. 0'],
    [100_000, 'Rs. 1,000'],
    [10_000_050, 'Rs. 1,00,000.50'],
    [7, 'Rs. 0.07'],
    [-50, '−Rs. 0.50'],
  ])('writes %d as %s', (paise, text) => {
    expect(formatPaise(paise)).toBe(text)
  })
})
