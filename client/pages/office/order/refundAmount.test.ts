import { describe, expect, it } from 'vitest'
import { paiseOf, priceOfPieces } from './refundAmount'

const office = {
  order: {
    items: [
      { id: 'a', quantity: 3 },
      { id: 'b', quantity: 1 },
    ],
    invoice: { lines: [{ totalPaise: 10_000 }, { totalPaise: 555 }, { totalPaise: 2_900 }] },
  },
  refunds: [],
} as unknown as Parameters<typeof priceOfPieces>[0]

it('priceOfPieces prices items on several lines after earlier refunds', () => {
  const both = new Map([
    ['a', 1],
    ['b', 1],
  ])
  expect(priceOfPieces(office, both)).toBe(3333 + 555)
})

describe('a typed amount', () => {
  it.each([
    ['270', 27_000],
    ['1,270.5', 127_050],
    [' 0.10 ', 10],
    ['0', null],
    ['-3', null],
    ['2.505', null],
    ['ten', null],
  ])('%s is %s paise', (text, paise) => {
    expect(paiseOf(text)).toBe(paise)
  })
})
