import { describe, expect, it } from 'vitest'
import { EMPTY_CART } from './emptyCart'
import { forecastCart, type CartState, type ProductState } from './cartForecast'

const product = (id: string, discounted: number, original: number): ProductState => ({
  __typename: 'Product',
  id,
  fullTitle: id,
  rating: 5,
  ratingSource: 'STUDIO',
  reviewSummary: { __typename: 'ReviewSummary', count: 0, average: null },
  isBestseller: false,
  quantityAvailable: 40,
  availableForSale: true,
  image: { __typename: 'Image', url: `/photos/${id}.webp`, alt: '', width: 800, height: 800 },
  price: { __typename: 'Price', discounted, original, discountPercent: 50 },
})

const BOWL = product('bowl', 1199, 2398)
const CUP = product('cup', 333, 999)
const SUMMER = { __typename: 'Coupon' as const, code: 'SUMMER', value: 50, description: '', minimumAmount: null }

const EMPTY: CartState = {
  ...EMPTY_CART,
  couponOffers: [{ __typename: 'CouponOffer', savings: 0, best: true, coupon: SUMMER }],
}

describe('forecastCart', () => {
  const withBowl = forecastCart(EMPTY, { type: 'add', product: BOWL, quantity: 2 })

  it('adds a line with its price', () => {
    expect(withBowl).toMatchObject({ version: 8, totalQuantity: 2, items: [{ quantity: 2, lineTotal: 2398 }] })
    expect(withBowl.priceDetails).toMatchObject({ cartTotal: 4796, offerDiscount: 2398, totalAmount: 2398 })
  })

  it('increases the quantity of a line that is already in the cart', () => {
    const cart = forecastCart(withBowl, { type: 'add', product: BOWL, quantity: 3 })
    expect(cart.items).toHaveLength(1)
    expect(cart).toMatchObject({ totalQuantity: 5, items: [{ lineTotal: 5995 }] })
  })

  it('never lowers a quantity below one', () => {
    const one = forecastCart(withBowl, { type: 'step', productId: 'bowl', by: -1 })
    expect(forecastCart(one, { type: 'step', productId: 'bowl', by: -1 }).totalQuantity).toBe(1)
  })

  it('removes the stock warning once the quantity is within the stock', () => {
    const many = forecastCart(withBowl, { type: 'quantity', productId: 'bowl', quantity: 42 })
    const warned: CartState = {
      ...many,
      warnings: [{ __typename: 'CartWarning', code: 'NOT_ENOUGH_STOCK', message: 'Only 40 left', productId: 'bowl' }],
    }
    const fewer = forecastCart(warned, { type: 'step', productId: 'bowl', by: -1 })
    expect(fewer).toMatchObject({ totalQuantity: 41, warnings: [{ code: 'NOT_ENOUGH_STOCK' }] })
    const all = forecastCart(fewer, { type: 'quantity', productId: 'bowl', quantity: 40 })
    expect(all).toMatchObject({ totalQuantity: 40, items: [{ lineTotal: 40 * 1199 }], warnings: [] })
  })

  it('subtracts the coupon discount, rounded down, and adds the gift wrap fee', () => {
    const odd = forecastCart(EMPTY, { type: 'add', product: CUP, quantity: 1 })
    const cart = forecastCart(forecastCart(odd, { type: 'choose', choices: { couponCode: 'SUMMER' } }), {
      type: 'choose',
      choices: { giftWrap: true },
    })
    expect(cart.coupon).toEqual(SUMMER)
    expect(cart.priceDetails).toMatchObject({ couponDiscount: 166, giftWrap: 30, totalAmount: 333 - 166 + 30 })
    expect(cart.priceDetails.trace.reduce((sum, step) => sum + step.amount, 0)).toBe(cart.priceDetails.totalAmount)
    expect(forecastCart(cart, { type: 'choose', choices: { couponCode: null } }).priceDetails.couponDiscount).toBe(0)
  })

  it('computes the current savings of each coupon', () => {
    expect(withBowl.couponOffers[0]!.savings).toBe(1199)
  })

  it('applies a coupon only at or above its minimum amount', () => {
    const LARGE = { ...SUMMER, code: 'LARGE', minimumAmount: 2000 }
    const offered = { ...withBowl, couponOffers: [{ ...withBowl.couponOffers[0]!, coupon: LARGE }] }
    const applied = forecastCart(offered, { type: 'choose', choices: { couponCode: 'LARGE' } })
    expect(applied).toMatchObject({ couponWarning: null, priceDetails: { couponDiscount: 1199 } })
    const fewer = forecastCart(applied, { type: 'step', productId: 'bowl', by: -1 })
    expect(fewer).toMatchObject({
      couponOffers: [{ savings: 0 }],
      priceDetails: { couponDiscount: 0, totalAmount: 1199 },
    })
    expect(forecastCart(fewer, { type: 'step', productId: 'bowl', by: 1 }).priceDetails.couponDiscount).toBe(1199)
  })

  it('gives no discount for a coupon that the server reports as ended', () => {
    const over = { ...withBowl, coupon: SUMMER, couponWarning: 'Coupon SUMMER is over.' }
    const more = forecastCart(over, { type: 'step', productId: 'bowl', by: 1 })
    expect(more).toMatchObject({ couponWarning: 'Coupon SUMMER is over.', priceDetails: { couponDiscount: 0 } })
  })

  it('drops the warnings of a removed product', () => {
    const warned: CartState = {
      ...withBowl,
      warnings: [{ __typename: 'CartWarning', code: 'NOT_ENOUGH_STOCK', message: 'Only 1 left', productId: 'bowl' }],
    }
    expect(forecastCart(warned, { type: 'remove', productId: 'bowl' })).toMatchObject({ items: [], warnings: [] })
  })
})
