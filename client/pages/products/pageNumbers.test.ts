import { describe, expect, it } from 'vitest'
import { pageNumbers } from './pageNumbers'

describe('the page numbers of a listing', () => {
  it.each<[number, number, (number | null)[]]>([
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [2, 7, [1, 2, 3, 4, null, 7]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [5, 9, [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [6, 12, [1, null, 4, 5, 6, 7, 8, null, 12]],
    [1, 12_500, [1, 2, 3, null, 12_500]],
    [12_500, 12_500, [1, null, 12_498, 12_499, 12_500]],
    [9_999_999, 100, [1, null, 100]],
  ])('are the right ones for page %i of %i', (current, count, expected) => {
    expect(pageNumbers(current, count)).toEqual(expected)
  })

  it('are fewer on a phone', () => {
    expect(pageNumbers(150, 375, 1)).toEqual([1, null, 149, 150, 151, null, 375])
    expect(pageNumbers(4, 7, 1)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(pageNumbers(2, 7, 1)).toEqual([1, 2, 3, null, 7])
  })

  it('are at most nine entries', () => {
    for (let count = 1; count < 40; count += 1)
      for (let current = 1; current <= count; current += 1) {
        const numbers = pageNumbers(current, count)
        expect(numbers.length).toBeLessThanOrEqual(9)
        expect(numbers).toContain(current)
        // A mark never stands for a single page.
        numbers.forEach((each, i) => {
          if (each === null) expect(numbers[i + 1]! - numbers[i - 1]!).toBeGreaterThan(2)
        })
      }
  })
})
