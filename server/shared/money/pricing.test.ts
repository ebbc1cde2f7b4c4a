import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import products from '../../../prisma/catalogue/products.json' with { type: 'json' }
import { couponSavings, discountPercent, explainPrice, lineTotal, priceCart } from './pricing'

const anyLine = fc
  .record({
    original: fc.integer({ min: 1, max: 10_000_000 }),
    part: fc.nat(),
    quantity: fc.integer({ min: 1, max: 99 }),
  })
  .map(({ original, part, quantity }) => ({ original, discounted: part % original, quantity }))
const anyCart = fc.array(anyLine, { maxLength: 30 })
const anyCoupon = fc.option(
  fc.record({ code: fc.constantFrom('SUMMER', 'BOHO'), percent: fc.integer({ min: 1, max: 100 }) }),
)

const sum = (amounts: bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

describe('priceCart', () => {
  it("follows the contract's arithmetic, to the rupee", () => {
    fc.assert(
      fc.property(anyCart, anyCoupon, fc.boolean(), (lines, coupon, giftWrap) => {
        const details = priceCart(lines, { coupon, giftWrap })
        const exact = lines.map((line) => ({
          original: BigInt(line.original),
          discounted: BigInt(line.discounted),
          quantity: BigInt(line.quantity),
        }))
        const cartTotal = sum(exact.map(({ original, quantity }) => original * quantity))
        const offerDiscount = sum(exact.map(({ original, discounted, quantity }) => (original - discounted) * quantity))
        const couponDiscount = ((cartTotal - offerDiscount) * BigInt(coupon?.percent ?? 0)) / 100n
        const wrap = giftWrap ? 30n : 0n
        expect(details).toEqual({
          cartTotal: Number(cartTotal),
          offerDiscount: Number(offerDiscount),
          couponDiscount: Number(couponDiscount),
          giftWrap: Number(wrap),
          convenienceFee: 0,
          totalDiscount: Number(offerDiscount + couponDiscount),
          totalAmount: Number(cartTotal - offerDiscount - couponDiscount + wrap),
          trace: expect.any(Array),
        })
      }),
    )
  })

  it('has a trace that adds up to the total, with a step for each part', () => {
    fc.assert(
      fc.property(anyCart, anyCoupon, fc.boolean(), (lines, coupon, giftWrap) => {
        const { trace, totalAmount } = priceCart(lines, { coupon, giftWrap })
        expect(trace.reduce((total, { amount }) => total + amount, 0)).toBe(totalAmount)
        expect(trace.map(({ kind }) => kind)).toEqual([
          'CART_TOTAL',
          'OFFER_DISCOUNT',
          ...(coupon ? ['COUPON'] : []),
          ...(giftWrap ? ['GIFT_WRAP'] : []),
          'CONVENIENCE_FEE',
          'SHIPPING',
        ])
        for (const { amount } of trace) expect(Object.is(amount, -0)).toBe(false)
      }),
    )
  })

  it('never returns a total below zero', () => {
    fc.assert(
      fc.property(anyCart, anyCoupon, fc.boolean(), (lines, coupon, giftWrap) => {
        expect(priceCart(lines, { coupon, giftWrap }).totalAmount).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('loses no rupee to floating-point rounding', () => {
    // 0.15 x 100 rupees is exactly 15, but 0.07 x 100 would be 7.000000000000001, and 0.29 x 100 would be 28.999999999999996.
    for (let percent = 1; percent <= 100; percent++) {
      expect(couponSavings([{ original: 101, discounted: 100, quantity: 1 }], percent)).toBe(percent)
    }
  })

  it('is all zeros for an empty cart', () => {
    expect(priceCart([], { coupon: { code: 'SUMMER', percent: 50 }, giftWrap: false })).toMatchObject({
      cartTotal: 0,
      couponDiscount: 0,
      totalAmount: 0,
    })
  })

  it('agrees with explainPrice on the amounts stored with an order', () => {
    fc.assert(
      fc.property(anyCart, anyCoupon, fc.boolean(), (lines, coupon, giftWrap) => {
        const details = priceCart(lines, { coupon, giftWrap })
        const { trace: _trace, totalDiscount: _totalDiscount, ...kept } = details
        expect(explainPrice(kept, coupon)).toEqual(details)
      }),
    )
  })
})

describe('discountPercent', () => {
  it.each([
    [270, 900, 70],
    [299, 999, 70],
    [449, 899, 50],
    [1, 3, 66],
    [0, 5, 100],
    [99, 100, 1],
    [999, 1000, 0],
    [29, 100, 71],
    [43, 100, 57],
  ])('for a price of %d instead of %d is %d', (discounted, original, percent) => {
    expect(discountPercent({ discounted, original })).toBe(percent)
  })

  it('is the floor of the exact fraction', () => {
    fc.assert(
      fc.property(anyLine, ({ discounted, original }) => {
        const exact = ((BigInt(original) - BigInt(discounted)) * 100n) / BigInt(original)
        expect(discountPercent({ discounted, original })).toBe(Number(exact))
      }),
    )
  })

  it.each(products.filter(({ offer }) => offer.endsWith('%')))('of $id matches its offer', ({ price, offer }) => {
    expect(Math.abs(discountPercent(price) - Number.parseInt(offer))).toBeLessThanOrEqual(1)
  })
})

describe('lineTotal', () => {
  it('is the discounted price times the quantity', () => {
    expect(lineTotal({ discounted: 1199, quantity: 3 })).toBe(3597)
  })
})
