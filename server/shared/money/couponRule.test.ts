import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { savingsOf, whyNotFor, whyNotNow, type CouponTerms } from './couponRule'
import { priceCart } from './pricing'

const PLAIN: CouponTerms = {
  code: 'CLAY',
  percent: 10,
  validFrom: null,
  validUntil: null,
  endedAt: null,
  useLimit: null,
  customerLimit: null,
  minimumAmount: null,
}
const NOW = new Date('2026-11-22T12:00:00Z')
const UNUSED = { uses: 0, ownUses: 0 }
const at = (ms: number) => new Date(NOW.getTime() + ms)
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })

const lines = fc.array(
  fc.record({
    discounted: fc.nat(5_000),
    off: fc.integer({ min: 1, max: 5_000 }),
    quantity: fc.integer({ min: 1, max: 99 }),
  }),
  { maxLength: 10 },
)

const coupon = fc.record({
  code: fc.constant('CLAY'),
  percent: fc.integer({ min: 1, max: 100 }),
  validFrom: maybe(fc.integer({ min: -5, max: 5 }).map(at)),
  validUntil: maybe(fc.integer({ min: -5, max: 5 }).map(at)),
  endedAt: maybe(fc.integer({ min: -5, max: 5 }).map(at)),
  useLimit: maybe(fc.integer({ min: 1, max: 4 })),
  customerLimit: maybe(fc.integer({ min: 1, max: 2 })),
  minimumAmount: maybe(fc.integer({ min: 1, max: 200_000 })),
})

describe('a coupon', () => {
  it('agrees with plain arithmetic for any coupon and any cart', () => {
    fc.assert(
      fc.property(coupon, lines, fc.nat(5), fc.nat(3), (terms, drawn, uses, ownUses) => {
        const priced = drawn.map(({ discounted, off, quantity }) => ({
          discounted,
          original: discounted + off,
          quantity,
        }))
        // Computed in the smallest steps: one item at a time.
        let left = 0
        for (const { discounted, quantity } of priced) for (let i = 0; i < quantity; i += 1) left += discounted
        const isNow =
          !(terms.endedAt && terms.endedAt <= NOW) &&
          !(terms.validUntil && terms.validUntil <= NOW) &&
          !(terms.validFrom && terms.validFrom > NOW) &&
          !(terms.useLimit && uses >= terms.useLimit) &&
          !(terms.customerLimit && ownUses >= terms.customerLimit)
        expect(whyNotNow(terms, { uses, ownUses }, NOW) === null).toBe(isNow)
        const reaches = left >= (terms.minimumAmount ?? 0)
        expect(whyNotFor(terms, left) === null).toBe(reaches)
        const savings = reaches ? (left * terms.percent - ((left * terms.percent) % 100)) / 100 : 0
        expect(savingsOf(terms, priced)).toBe(savings)
        if (!reaches) return
        const price = priceCart(priced, { coupon: terms, giftWrap: false })
        expect([price.couponDiscount, price.totalAmount]).toEqual([savings, left - savings])
      }),
    )
  })

  it.each([
    [{ endedAt: at(0) }, UNUSED, 'Coupon CLAY has expired.'],
    [{ validUntil: at(0) }, UNUSED, 'Coupon CLAY has expired.'],
    [{ validUntil: at(1) }, UNUSED, null],
    [{ validFrom: at(1) }, UNUSED, 'There is no such coupon.'],
    [{ validFrom: at(0) }, UNUSED, null],
    [{ useLimit: 5 }, { uses: 5, ownUses: 0 }, 'Coupon CLAY is used up.'],
    [{ customerLimit: 1 }, { uses: 1, ownUses: 1 }, 'You have already used coupon CLAY.'],
    [{ customerLimit: 2 }, { uses: 9, ownUses: 2 }, 'You have already used coupon CLAY the maximum of 2 times.'],
    [{}, { uses: 1e6, ownUses: 1e6 }, null],
  ])('with the terms %j and the uses %j gets the answer: %s', (terms, uses, reason) => {
    expect(whyNotNow({ ...PLAIN, ...terms }, uses, NOW)).toBe(reason)
  })

  it('reports how far the amount is below the minimum', () => {
    expect(whyNotFor({ code: 'CLAY', minimumAmount: 2000 }, 700)).toBe('Spend Rs. 1,300 more to use coupon CLAY.')
    expect(whyNotFor({ code: 'CLAY', minimumAmount: 700 }, 700)).toBe(null)
  })
})
