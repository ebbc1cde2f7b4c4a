import { describe, expect, it } from 'vitest'
import { wholeNumber } from './wholeNumber'

describe('a whole number in the office', () => {
  it.each([
    ['1,299', 1299],
    ['₹1,299', 1299],
    ['Rs. 1,299', 1299],
    ['Rs 2,450', 2450],
    ['rs.899', 899],
    ['INR 1299', 1299],
    ['1,299/-', 1299],
    ['₹ 1,23,456', 123456],
    ['123,456', 123456],
    ['1 299', 1299],
    ['1\u00a0299', 1299],
    ['१२९९', 1299],
    ['₹१,२९९', 1299],
    ['௧௨௯௯', 1299],
    ['１２９９', 1299],
    ['\u206845\u2069', 45],
    ['1,299.00', 1299],
    ['  40 ', 40],
    ['0', 0],
    ['-5', -5],
  ])('is read from %j', (text, value) => {
    expect(wholeNumber(text)).toBe(value)
  })

  it.each(['12.5', '1,2', '1,29', '12,99', '1,299,', '1.299', '1299 each', '₹', '1-2', '1e3', '$5', '1299.50'])(
    'is not %j',
    (text) => {
      expect(wholeNumber(text)).toBeNaN()
    },
  )

  it.each(['', ' ', '\u200b'])('is null for %j', (text) => {
    expect(wholeNumber(text)).toBeNull()
  })
})
