import { expect, it } from 'vitest'
import { matchingQuantities, matchingText } from './matching'

it.each<[matchingFrom: number | null, available: number, quantities: number[]]>([
  [null, 40, []],
  [2, 40, [2, 4, 6]],
  [2, 5, [2, 4]],
  [2, 1, []],
  [2, 0, []],
  [3, 40, [4, 6]],
  [6, 6, [6]],
  [6, 5, []],
  [7, 40, [7]],
  [24, 23, []],
  [24, 24, [24]],
])('a product that matches from %s, with %i in stock, offers %j', (matchingFrom, available, quantities) =>
  expect(matchingQuantities(matchingFrom, available)).toEqual(quantities),
)

it('the text about one firing names the number of items, unless it is two', () => {
  expect(matchingText(2)).toBe('Ordered together, they come from one firing.')
  expect(matchingText(6)).toBe('6 or more, ordered together, come from one firing.')
})
