/**
 * The price arithmetic, in whole rupees and only with integers. The server's figures are authoritative. The client calls the same
 * functions, so the prices that it shows before the response arrives are exact.
 */
import { SHOP } from '../shop'

export interface Priced {
  /** The price that the shopper pays for one item. */
  discounted: number
  /** The price of one item before the offer. Always above `discounted`. */
  original: number
}

export interface PricedLine extends Priced {
  quantity: number
}

export interface AppliedCoupon {
  code: string
  percent: number
}

/** @public for codegen.ts */
export interface PriceStep {
  kind: 'CART_TOTAL' | 'OFFER_DISCOUNT' | 'COUPON' | 'GIFT_WRAP' | 'CONVENIENCE_FEE' | 'SHIPPING'
  label: string
  /** Negative for a discount. */
  amount: number
}

export interface PriceAmounts {
  /** The sum of original price times quantity. */
  cartTotal: number
  /** The sum of (original - discounted) times quantity. */
  offerDiscount: number
  couponDiscount: number
  giftWrap: number
  convenienceFee: number
  totalAmount: number
}

export interface PriceDetails extends PriceAmounts {
  /** offerDiscount + couponDiscount */
  totalDiscount: number
  /** The steps that lead to the total. Their amounts add up to totalAmount exactly. */
  trace: PriceStep[]
}

/** floor(|discounted / original x 100 - 100|), computed without binary fractions. */
export const discountPercent = ({ discounted, original }: Priced): number =>
  Math.floor((Math.abs(original - discounted) * 100) / original)

/**
 * The offer's text. A product at its own price has none. A percentage such as `20%` is replaced by the one calculated from the prices that
 * shoppers see. Other offers, such as `combo-offer`, are kept.
 */
export function offerFor(offer: string, price: Priced): string {
  if (price.discounted === price.original) return ''
  return offer === '' || /^\d{1,3}%$/.test(offer) ? `${discountPercent(price)}%` : offer
}

/** Discounted price times quantity. */
export const lineTotal = ({ discounted, quantity }: Omit<PricedLine, 'original'>): number => discounted * quantity

const sum = (numbers: number[]): number => numbers.reduce((total, n) => total + n, 0)

/** The amount to which a coupon's percentage and minimum apply: cartTotal - offerDiscount. */
export const amountAfterOffers = (lines: PricedLine[]): number => sum(lines.map(lineTotal))

/** floor((cartTotal - offerDiscount) x percent / 100). Multiplies first, so rounding never loses a rupee. */
export const couponSavings = (lines: PricedLine[], percent: number): number =>
  Math.floor((amountAfterOffers(lines) * percent) / 100)

export function priceCart(
  lines: PricedLine[],
  options: { coupon: AppliedCoupon | null; giftWrap: boolean },
): PriceDetails {
  const cartTotal = sum(lines.map((line) => line.original * line.quantity))
  const offerDiscount = sum(lines.map((line) => (line.original - line.discounted) * line.quantity))
  const couponDiscount = options.coupon ? couponSavings(lines, options.coupon.percent) : 0
  const giftWrap = options.giftWrap ? SHOP.giftWrapPrice : 0
  const convenienceFee = SHOP.convenienceFee
  const totalAmount = cartTotal - offerDiscount - couponDiscount + giftWrap + convenienceFee
  return explainPrice(
    { cartTotal, offerDiscount, couponDiscount, giftWrap, convenienceFee, totalAmount },
    options.coupon,
  )
}

/** Adds the steps to amounts that are already fixed, such as those of a stored order. */
export function explainPrice(amounts: PriceAmounts, coupon: AppliedCoupon | null): PriceDetails {
  const { cartTotal, offerDiscount, couponDiscount, giftWrap, convenienceFee } = amounts
  const trace: PriceStep[] = [
    { kind: 'CART_TOTAL', label: 'Cart total', amount: cartTotal },
    { kind: 'OFFER_DISCOUNT', label: 'Offer discount', amount: 0 - offerDiscount },
  ]
  if (coupon) {
    trace.push({ kind: 'COUPON', label: `Coupon ${coupon.code}, ${coupon.percent}% off`, amount: 0 - couponDiscount })
  }
  if (giftWrap > 0) trace.push({ kind: 'GIFT_WRAP', label: 'Gift wrap', amount: giftWrap })
  trace.push({ kind: 'CONVENIENCE_FEE', label: 'Convenience fee', amount: convenienceFee })
  trace.push({ kind: 'SHIPPING', label: `Shipping, ${SHOP.freeShippingCode}`, amount: 0 })
  return { ...amounts, totalDiscount: offerDiscount + couponDiscount, trace }
}
