import { describe, expect, it } from 'vitest'
import { EVERYTHING, type ListingFilter } from '../../paths'
import {
  canonicalPath,
  countFilters,
  countText,
  effectivePrices,
  giftFilter,
  isIndexed,
  listingTitle,
  listsGifts,
  resultsText,
  toVariables,
  withChoice,
} from './listing'

const CATEGORIES = ['Cups', 'Bowls', 'Plates'].map((name) => ({ id: name.toLowerCase(), name }))

describe('toVariables', () => {
  it('sets no conditions for an empty filter', () => {
    expect(toVariables(EVERYTHING)).toEqual({ filter: {}, sort: 'FEATURED', first: 8, page: 1 })
  })

  it('contains only the filters that are set', () => {
    const filter = {
      ...EVERYTHING,
      search: 'cup',
      categories: ['cups'],
      minPrice: 500,
      inStock: true,
      uses: ['MICROWAVE' as const, 'OVEN' as const],
      choices: [{ option: 'glaze', values: ['oat', 'rust'] }],
      sort: 'rating' as const,
      page: 2,
    }
    expect(toVariables(filter)).toEqual({
      filter: {
        search: 'cup',
        categoryIds: ['cups'],
        minPrice: 500,
        availableOnly: true,
        uses: ['MICROWAVE', 'OVEN'],
        choices: [{ option: 'glaze', values: ['oat', 'rust'] }],
      },
      sort: 'RATING',
      first: 8,
      page: 2,
    })
  })
})

describe('resultsText', () => {
  const edges = (exact: number, close: number) => [
    ...Array.from({ length: exact }, () => ({ matchedBy: 'EXACT' as const })),
    ...Array.from({ length: close }, () => ({ matchedBy: 'CLOSE' as const })),
  ]
  it.each([
    ['only matching products', edges(8, 0), 22, 1, '22 products'],
    ['one matching product and three similar ones', edges(1, 3), 4, 1, '1 product, 3 similar'],
    ['similar products from the second page on', edges(2, 6), 30, 2, '10 products, 20 similar'],
    ['only similar products', edges(0, 5), 5, 1, '5 products'],
    ['nothing', [], 0, 1, '0 products'],
  ])('counts %s', (_what, shown, totalCount, page, text) => {
    expect(resultsText({ totalCount, edges: shown }, page)).toBe(text)
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
    [{ group: 'decor' as const }, 'Decor'],
    [{ group: 'kitchen' as const, categories: ['bowls'] }, 'Kitchen: Bowls'],
    [{ group: 'dining' as const, search: 'tea' }, 'Dining: “tea”'],
    [{ group: 'brands' as const }, 'Brands'],
  ])('titles %j as %s', (change, title) => {
    expect(listingTitle({ ...EVERYTHING, ...change }, CATEGORIES)).toBe(title)
  })
})

describe('the group of a listing', () => {
  it('selects its products, and Brands lists everything', () => {
    expect(toVariables({ ...EVERYTHING, group: 'kitchen' }).filter).toEqual({ group: 'KITCHEN' })
    expect(toVariables({ ...EVERYTHING, group: 'brands' }).filter).toEqual({})
    expect(countFilters({ ...EVERYTHING, group: 'decor' })).toBe(1)
    expect(countFilters({ ...EVERYTHING, group: 'brands' })).toBe(0)
  })
})

describe('canonicalPath', () => {
  it.each<[Partial<ListingFilter>, string]>([
    [{}, '/products'],
    [{ page: 2 }, '/products?page=2'],
    [{ sort: 'rating' }, '/products'],
    [{ sort: 'rating', page: 2 }, '/products'],
    [{ minPrice: 500 }, '/products'],
    [{ maxPrice: 2000, inStock: true }, '/products'],
    [{ uses: ['OVEN'], categories: ['cups'] }, '/products?category=cups'],
    [{ choices: [{ option: 'glaze', values: ['oat'] }], categories: ['cups'] }, '/products?category=cups'],
    [{ minRating: 4 }, '/products'],
    [{ offer: '20%' }, '/products'],
    [{ categories: ['cups'] }, '/products?category=cups'],
    [{ categories: ['cups'], page: 2 }, '/products?category=cups&page=2'],
    [{ categories: ['cups'], sort: 'price-low' }, '/products?category=cups'],
    [{ categories: ['cups'], minRating: 3, page: 2 }, '/products?category=cups'],
    [{ categories: ['cups'], search: 'any text' }, '/products?category=cups'],
    [{ categories: ['cups', 'bowls'] }, '/products'],
    [{ categories: ['nope'] }, '/products'],
    [{ search: 'any text' }, '/products'],
    [{ group: 'decor' }, '/products?group=decor'],
    [{ group: 'decor', page: 2 }, '/products?group=decor&page=2'],
    [{ group: 'decor', categories: ['cups'], maxPrice: 900 }, '/products?group=decor'],
    [{ group: 'brands', search: 'x' }, '/products?group=brands'],
  ])('of %j is %s', (change, path) => {
    expect(canonicalPath({ ...EVERYTHING, ...change }, CATEGORIES)).toBe(path)
  })
})

describe('withChoice', () => {
  it('adds and removes a value', () => {
    const one = withChoice([], 'glaze', 'oat', true)
    const three = withChoice(withChoice(one, 'size', 'large', true), 'glaze', 'celadon', true)
    expect(three).toEqual([
      { option: 'glaze', values: ['celadon', 'oat'] },
      { option: 'size', values: ['large'] },
    ])
    expect(countFilters({ ...EVERYTHING, choices: three })).toBe(3)
    const without = withChoice(withChoice(three, 'glaze', 'celadon', false), 'size', 'large', false)
    expect(without).toEqual(one)
    expect(withChoice(one, 'glaze', 'oat', false)).toEqual([])
  })
})

it('search engines do not index a listing with choices, because a link may contain any text', () => {
  expect(isIndexed({ ...EVERYTHING, choices: [{ option: 'glaze', values: ['oat'] }] }, CATEGORIES, 3)).toBe(false)
})

it('countText uses the singular for one product', () => {
  expect([0, 1, 2].map(countText)).toEqual(['0 products', '1 product', '2 products'])
})

describe('gifts by price', () => {
  const filter = { ...EVERYTHING, ...giftFilter(500) }

  it('include only gifts', () => {
    expect(filter).toMatchObject({ categories: ['gifts'], minPrice: 0, maxPrice: 500 })
    expect(listingTitle(filter, CATEGORIES)).toBe('Gifts under Rs. 500')
  })

  it('are offered only in the gifts category', () => {
    expect(listsGifts(filter)).toBe(true)
    expect(listsGifts({ ...EVERYTHING, categories: ['gifts'] })).toBe(true)
    expect(listsGifts({ ...EVERYTHING, categories: ['cups'] })).toBe(false)
    expect(listsGifts({ ...EVERYTHING, categories: ['gifts', 'bowls'] })).toBe(false)
    expect(listsGifts({ ...filter, search: 'blue' })).toBe(false)
  })
})

describe('effectivePrices', () => {
  it.each([
    [EVERYTHING, null, { minimum: 0, maximum: 8000 }],
    [EVERYTHING, { minPrice: null, maxPrice: 1000 }, { minimum: 0, maximum: 1000 }],
    [
      { minPrice: 500, maxPrice: 2000 },
      { minPrice: 300, maxPrice: 800 },
      { minimum: 500, maximum: 800 },
    ],
    [
      { minPrice: 0, maxPrice: 500 },
      { minPrice: 1000, maxPrice: null },
      { minimum: 500, maximum: 500 },
    ],
    [EVERYTHING, { minPrice: 9000, maxPrice: null }, { minimum: 8000, maximum: 8000 }],
  ])('applies the stricter limits of the filter and the search text', (filter, searchPrice, expected) => {
    expect(effectivePrices(filter, searchPrice)).toEqual(expected)
  })
})
