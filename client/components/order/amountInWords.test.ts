import { describe, expect, it } from 'vitest'
import { amountInWords } from './amountInWords'

describe('an amount in words', () => {
  it.each([
    [0, 'Rupees zero only'],
    [100, 'Rupees one only'],
    [1_900, 'Rupees nineteen only'],
    [2_000, 'Rupees twenty only'],
    [4_200, 'Rupees forty-two only'],
    [10_000, 'Rupees one hundred only'],
    [10_100, 'Rupees one hundred one only'],
    [122_900, 'Rupees one thousand two hundred twenty-nine only'],
    [1_00_000_00, 'Rupees one lakh only'],
    [1_23_456_50, 'Rupees one lakh twenty-three thousand four hundred fifty-six and paise fifty only'],
    [
      99_99_99_999_99,
      'Rupees ninety-nine crore ninety-nine lakh ninety-nine thousand nine hundred ninety-nine and paise ninety-nine only',
    ],
    [1_00_00_00_000_00, 'Rupees one hundred crore only'],
    [5, 'Rupees zero and paise five only'],
  ])('of %i paise is “%s”', (paise, words) => {
    expect(amountInWords(paise)).toBe(words)
  })
})
