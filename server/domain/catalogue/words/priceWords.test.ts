import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readPriceWords } from './priceWords'

const read = (text: string) => {
  const found = readPriceWords(text)
  return found && [found.text, found.minPrice, found.maxPrice]
}

describe('prices in a search text', () => {
  it.each([
    ['gift under 1000', 'gift', null, 1000],
    ['below rs 500', '', null, 500],
    ['below Rs.500', '', null, 500],
    ['₹300 to 800', '', 300, 800],
    ['between 500 and 1,000', '', 500, 1000],
    ['bowls between ₹1,00,000 and ₹500', 'bowls', 500, 100_000],
    ['from 500 to 1300 planters', 'planters', 500, 1300],
    ['plates 250-700', 'plates', 250, 700],
    ['₹200–₹300', '', 200, 300],
    ['above 3000 rupees', '', 3000, null],
    ['gifts over 1.5k in blue', 'gifts in blue', 1500, null],
    ['vases from 400', 'vases', 400, null],
    ['mug 500 or less', 'mug', null, 500],
    ['mug 500+', 'mug', 500, null],
    ['gift for under 1000', 'gift', null, 1000],
    ['gift in the range 500 to 900', 'gift in the', 500, 900],
    ['above 500 and below 900 cups', 'cups', 500, 900],
    ['₹99.50 to ₹199.50', '', 100, 199],
    ['चाय कप ₹५०० से कम', 'चाय कप', null, 500],
    ['kulhad 500 se kam', 'kulhad', null, 500],
    ['bowl under ৫০০', 'bowl', null, 500],
    ['bowl under ௫௦௦', 'bowl', null, 500],
    ['bowl under ૫૦૦', 'bowl', null, 500],
    ['bowl under ೫೦೦', 'bowl', null, 500],
    ['bowl under ٥٠٠', 'bowl', null, 500],
    ['bowl under ５００', 'bowl', null, 500],
    ['₹５００ to ₹８００', '', 500, 800],
    ['under ₹5', '', null, 5],
  ])('are read from %j', (text, rest, minPrice, maxPrice) => {
    expect(read(text)).toEqual([rest, minPrice, maxPrice])
  })

  it.each([
    'set of 4',
    'set of 4 to 6',
    'bowls under glaze',
    'plate under 20 cm',
    'tumbler 200-300 ml',
    'under 300ml',
    'under 4',
    '500',
    'bowl 500 and 800',
    '₹',
    'under',
    'under 99999999999999999999',
    '',
  ])('%j contains no price', (text) => {
    expect(readPriceWords(text)).toBeNull()
  })

  it('returns the removed phrases exactly as written', () => {
    expect(readPriceWords('Gift  UNDER Rs. 1,000 blue')).toEqual({
      text: 'Gift blue',
      minPrice: null,
      maxPrice: 1000,
      phrases: ['UNDER Rs. 1,000'],
    })
  })
})

describe('any search text', () => {
  const words = fc.constantFrom(
    'under',
    'below',
    'between',
    'and',
    'to',
    '-',
    'rs',
    '₹',
    '500',
    '1,000',
    '5k',
    'ml',
    'bowl',
    'से',
    'कम',
    '+',
  )
  const anyText = fc.oneof(
    fc.string({ maxLength: 300, unit: 'grapheme' }),
    fc.array(words, { maxLength: 60 }).map((all) => all.join(' ')),
  )

  it('yields ordered integer bounds, and leaves only words from the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const found = readPriceWords(text)
        if (!found) return
        const { minPrice, maxPrice } = found
        expect(minPrice ?? maxPrice).not.toBeNull()
        for (const price of [minPrice, maxPrice]) if (price !== null) expect(Number.isSafeInteger(price)).toBe(true)
        expect(found.text.length).toBeLessThanOrEqual(text.length + found.phrases.length)
        const given = text.split(/\s+/)
        for (const word of found.text.split(' ')) expect(given.some((one) => one.includes(word))).toBe(true)
        for (const phrase of found.phrases) expect(text).toContain(phrase)
      }),
    )
  })

  it('keeps the words around a price', () => {
    const others = fc.array(fc.constantFrom('blue', 'bowl', 'kulhad', 'gift'), { maxLength: 5 })
    fc.assert(
      fc.property(others, others, fc.integer({ min: 10, max: 9_000_000 }), (before, after, price) => {
        const found = readPriceWords([...before, 'under', price, ...after].join(' '))
        expect(found).toMatchObject({ text: [...before, ...after].join(' '), minPrice: null, maxPrice: price })
      }),
    )
  })

  it('is parsed in linear time, and only up to the maximum length of a filter', () => {
    const text = 'under between 1 to '.repeat(50_000)
    expect(readPriceWords(`${text}500 rs`)).toEqual(readPriceWords(text))
  })
})
