import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { refundedPieces, refundShare } from './refundShare'

describe('the share of a refund', () => {
  it('is rounded to whole paise', () => {
    const line = { charged: 10_000, quantity: 3 }
    expect([0, 1, 2].map((earlier) => refundShare(line, earlier, 1))).toEqual([3333, 3333, 3334])
    expect(refundShare(line, 0, 3)).toBe(10_000)
    expect(refundShare(line, 1, 0)).toBe(0)
  })

  it('adds up to the line, however its items are split across refunds', () => {
    const portions = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), portions, (charged, each) => {
        const quantity = each.reduce((sum, count) => sum + count, 0)
        let earlier = 0
        let total = 0
        for (const wanted of each) {
          total += refundShare({ charged, quantity }, earlier, wanted)
          earlier += wanted
        }
        expect(total).toBe(charged)
      }),
    )
  })
})

describe('refunded items', () => {
  it('are summed by line, excluding refunds that failed or have no lines', () => {
    const of = (state: string, ...lines: [string, number][]) => ({
      state,
      lines: lines.map(([lineId, quantity]) => ({ lineId, quantity })),
    })
    const refunds = [
      of('PROCESSED', ['a', 1], ['b', 2]),
      of('REQUESTED', ['a', 1]),
      of('FAILED', ['a', 3]),
      { state: 'PROCESSED', lines: null },
    ]
    expect([...refundedPieces(refunds)]).toEqual([
      ['a', { quantity: 2, pieces: 0 }],
      ['b', { quantity: 2, pieces: 0 }],
    ])
  })
})
