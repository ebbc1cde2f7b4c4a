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
      uses: ['DISHWASHER', 'FOOD_SAFE'],
      choices: [
        { option: 'glaze', values: ['celadon', 'oat'] },
        { option: 'size', values: ['large'] },
      ],
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
    ['a choice without a value', '?choice=&choice=glaze&choice=glaze.&choice=.oat&choice=.&choice=%00.%00'],
    ['a choice of three parts', '?choice=glaze.oat.large'],
    ['a group that does not exist', '?group=nope'],
    ['a group in capitals', '?group=DECOR'],
    ['a use that does not exist', '?safe=freezer&safe=FOOD_SAFE&safe='],
    ['a group that is a property of every object', '?group=constructor'],
    ['text that no product can hold', '?category=%00&search=%00&offer=%00'],
    ['a search of white space', '?search=%20%20'],
  ])('ignores %s', (_what, query) => {
    expect(read(query)).toEqual(EVERYTHING)
  })

  it.each([
    ['1,000', '2,500'],
    ['₹1000', 'Rs. 2,500'],
    ['1000.00', '2500/-'],
    ['INR 1,000', '₹ 2,500'],
    [' 1000 ', '2500 '],
    ['1 000', '2 500'],
    ['+1000', '2500.'],
    ['१०००', '२,५००'],
    ['１０００', '２５００'],
    ["1'000", "'2500"],
  ])('reads the prices %j and %j as people type them', (min, max) => {
    expect(read(`?${new URLSearchParams({ min, max })}`)).toMatchObject({ minPrice: 1000, maxPrice: 2500 })
  })

  it.each(['-100', '1e3', '12.50', 'cheap', '0x10', '9'.repeat(21), '1,00', '', ' ', '٫'])(
    'ignores %j as a price',
    (text) => {
      expect(read(`?${new URLSearchParams({ min: text, max: text })}`)).toEqual(EVERYTHING)
    },
  )

  it('contains each category only once', () => {
    expect(read('?category=cups&category=cups').categories).toEqual(['cups'])
  })

  it('contains each use only once, in one order', () => {
    const filter = read('?safe=oven&safe=microwave&safe=oven')
    expect(filter.uses).toEqual(['MICROWAVE', 'OVEN'])
    expect(paths.products(filter)).toBe('/products?safe=microwave&safe=oven')
  })

  it('contains each choice only once, in one order', () => {
    const filter = read('?choice=size.large&choice=Glaze.Oat&choice=glaze.celadon&choice=glaze.oat')
    expect(filter.choices).toEqual([
      { option: 'glaze', values: ['celadon', 'oat'] },
      { option: 'size', values: ['large'] },
    ])
    expect(paths.products(filter)).toBe('/products?choice=glaze.celadon&choice=glaze.oat&choice=size.large')
  })

  it('contains no more choices than the server accepts', () => {
    const [options, values] = [4, 21].map((count) => Array.from({ length: count }, (_, i) => `c${10 + i}`))
    expect(read(`?choice=${options!.map((option) => `${option}.a`).join('&choice=')}`).choices).toHaveLength(3)
    expect(read(`?choice=${values!.map((value) => `a.${value}`).join('&choice=')}`).choices).toEqual([
      { option: 'a', values: values!.slice(0, 20) },
    ])
    expect(read(`?choice=${'a'.repeat(300)}.b`)).toEqual(EVERYTHING)
  })

  it('keeps an option that is a property of every object', () => {
    expect(read('?choice=__proto__.constructor').choices).toEqual([{ option: '__proto__', values: ['constructor'] }])
  })

  it('contains no more categories than the server accepts', () => {
    const names = Array.from({ length: 201 }, (_, i) => `c${i}`)
    expect(read(`?category=${names.join('&category=')}`).categories).toEqual(names.slice(0, 200))
  })

  it.each([
    ['tea%00', 'tea'],
    ['tea%07cup', 'tea cup'],
    ['%1b[31mtea', '[31mtea'],
    ['tea%0d%0acup', 'tea cup'],
    ['tea%09cup', 'tea cup'],
    ['%E2%80%AEtea', 'tea'],
    ['%EF%BB%BFtea', 'tea'],
    ['te%E2%80%8Ba', 'tea'],
    ['%7Ftea', 'tea'],
    ['%C2%85tea', 'tea'],
  ])('reads the search %s without its control characters', (search, text) => {
    expect(read(`?search=${search}`).search).toBe(text)
  })

  it('contains the first 200 characters of a longer search text, and no half of an emoji', () => {
    expect(read(`?search=${'a'.repeat(201)}`).search).toBe('a'.repeat(200))
    expect(read(`?search=${'a'.repeat(199)}${encodeURIComponent('🏺')}`).search).toBe('a'.repeat(199))
  })
})

describe('the other paths', () => {
  it('escape their parameters', () => {
    expect(paths.product('a/b')).toBe('/product/a%2Fb')
    expect(paths.order('CER-000123')).toBe('/orders/CER-000123')
  })
})
