import { describe, expect, it } from 'vitest'
import { EVERYTHING } from '../../paths'
import { countText, listingTitle, toVariables } from './listing'

const CATEGORIES = ['Cups', 'Bowls', 'Plates'].map((name) => ({ id: name.toLowerCase(), name }))

describe('toVariables', () => {
  it('has no conditions for an empty filter', () => {
    expect(toVariables(EVERYTHING)).toEqual({ filter: {}, sort: 'FEATURED', first: 8, page: 1 })
  })

  it('contains only the filters that are set', () => {
    const filter = {
      ...EVERYTHING,
      search: 'cup',
      categories: ['cups'],
      minPrice: 500,
      inStock: true,
      sort: 'rating' as const,
      page: 2,
    }
    expect(toVariables(filter)).toEqual({
      filter: { search: 'cup', categoryIds: ['cups'], minPrice: 500, availableOnly: true },
      sort: 'RATING',
      first: 8,
      page: 2,
    })
  })
})

describe('listingTitle', () => {
  it.each([
    [{}, 'Shop All'],
    [{ categories: ['cups'] }, 'Cups'],
    [{ categories: ['bowls', 'cups'] }, 'Cups and bowls'],
    [{ categories: ['cups', 'bowls', 'plates'] }, 'Cups, bowls and plates'],
    [{ search: 'tea' }, '“tea”'],
    [{ search: 'tea', categories: ['cups'] }, 'Cups: “tea”'],
    [{ offer: 'combo-offer' }, 'Combo offers'],
  ])('of %j is %s', (change, title) => {
    expect(listingTitle({ ...EVERYTHING, ...change }, CATEGORIES)).toBe(title)
  })
})

it('countText uses the singular for one product', () => {
  expect([0, 1, 2].map(countText)).toEqual(['0 products', '1 product', '2 products'])
})
