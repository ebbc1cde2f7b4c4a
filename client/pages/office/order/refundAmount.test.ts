import { describe, expect, it } from 'vitest'
import { paiseOf, priceOfPieces } from './refundAmount'

const office = {
  order: {
    items: [
      { id: 'a', quantity: 3 },
      { id: 'b', quantity: 1 },
    ],
    invoice: { lines: [{ total: 10_000 }, { total: 555 }, { total: 2_900 }] },
  },
  refunds: [],
} as unknown as Parameters<typeof priceOfPieces>[0]
const refund = (state: string, quantity: number) => ({ state, lines: [{ lineId: 'a', quantity }] })
const after = (...refunds: object[]) => ({ ...office, refunds }) as unknown as typeof office

describe('the price of pieces that go back', () => {
  it('adds up to the line, one by one', () => {
    const one = new Map([['a', 1]])
    const each = [0, 1, 2].map((earlier) => priceOfPieces(after(refund('PROCESSED', earlier)), one))
    expect(each).toEqual([3333, 3333, 3334])
    expect(priceOfPieces(office, new Map([['a', 3]]))).toBe(10_000)
  })

  it('counts several lines, and no refund that failed', () => {
    const both = new Map([
      ['a', 1],
      ['b', 1],
    ])
    expect(priceOfPieces(after(refund('FAILED', 2)), both)).toBe(3888)
  })
})

describe('an amount as it is typed', () => {
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
