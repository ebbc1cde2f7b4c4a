import { describe, expect, it } from 'vitest'
import { parseListing, EVERYTHING, paths, type ListingFilter } from './paths'

const read = (url: string) => parseListing(new URLSearchParams(url.split('?')[1]))

describe('the URL of a listing', () => {
  it('has no query for the default filter', () => {
    expect(paths.products()).toBe('/products')
    expect(read('/products')).toEqual(EVERYTHING)
  })

  it('is parsed back into the same filter', () => {
    const filter: ListingFilter = {
      search: 'tea & cups',
      categories: ['cups', 'gifts'],
      minPrice: 500,
      maxPrice: 5000,
      minRating: 4,
      sort: 'price-low',
      inStock: true,
      offer: 'combo-offer',
      group: 'dining',
      page: 2,
    }
    expect(read(paths.products(filter))).toEqual(filter)
  })

  it.each([
    ['a sort that does not exist', '?sort=cheapest'],
    ['a rating out of reach', '?rating=9'],
    ['a page of nonsense', '?page=-3'],
    ['prices that cross', '?min=4000&max=100'],
    ['prices closer than the gap', '?min=1000&max=1400'],
    ['a price above the range', '?max=99999'],
    ['an empty category', '?category='],
    ['a group that does not exist', '?group=nope'],
    ['a group in capitals', '?group=DECOR'],
    ['a group that is a property of every object', '?group=constructor'],
    ['text that no product can hold', '?category=%00&search=%00&offer=%00'],
    ['text longer than the server takes', `?search=${'a'.repeat(201)}&category=${'a'.repeat(201)}`],
    ['a search of white space', '?search=%20%20'],
    ['a null byte', '?category=%00&search=tea%00&offer=%00'],
    ['another control character', '?search=tea%07&category=cups%1b'],
    ['text that is too long', `?search=${'a'.repeat(201)}&category=${'b'.repeat(201)}&offer=${'c'.repeat(201)}`],
  ])('ignores %s', (_what, query) => {
    expect(read(query)).toEqual(EVERYTHING)
  })

  it('contains each category only once', () => {
    expect(read('?category=cups&category=cups').categories).toEqual(['cups'])
  })

  it('contains no more categories than the server accepts', () => {
    const names = Array.from({ length: 201 }, (_, i) => `c${i}`)
    expect(read(`?category=${names.join('&category=')}`).categories).toEqual(names.slice(0, 200))
  })

  it('may contain a search text of 200 characters', () => {
    expect(read(`?search=${'a'.repeat(200)}`).search).toHaveLength(200)
  })
})

describe('the other paths', () => {
  it('escape their parameters', () => {
    expect(paths.product('a/b')).toBe('/product/a%2Fb')
    expect(paths.order('CER-000123')).toBe('/orders/CER-000123')
  })
})
