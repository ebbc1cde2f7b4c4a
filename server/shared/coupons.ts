/** When a coupon counts: the one rule, for the cart, the checkout and the list of offers. The client uses its part about the amount. */
import { ERROR_MESSAGES } from './errors'
import { formatRupees } from './money'
import { amountAfterOffers, couponSavings, type PricedLine } from './pricing'

export interface CouponTerms {
  code: string
  /** 1 to 100, of what is left after the offers. */
  percent: number
  validFrom: Date | null
  /** The instant from which it is over. */
  validUntil: Date | null
  /** When the shop ended it. */
  endedAt: Date | null
  /** Orders in all, and per account; null for any number. */
  useLimit: number | null
  customerLimit: number | null
  /** Whole rupees that have to be left after the offers; null for any amount. */
  minimumAmount: number | null
}

/** Orders that count as uses: of everybody, and of the shopper who asks. */
export interface CouponUses {
  uses: number
  ownUses: number
}

/** Before its beginning a coupon is as good as none: nothing tells a shopper that it is to come. */
export const hasBegun = ({ validFrom }: Pick<CouponTerms, 'validFrom'>, now: Date): boolean =>
  validFrom === null || validFrom <= now

/** Why nobody, or not this shopper, can use it at this moment, whatever the cart holds; null where it can be used. */
export function whyNotNow(coupon: CouponTerms, { uses, ownUses }: CouponUses, now: Date): string | null {
  const { code, validUntil, endedAt, useLimit, customerLimit } = coupon
  if (!hasBegun(coupon, now)) return ERROR_MESSAGES.COUPON_UNKNOWN
  if (endedAt !== null && endedAt <= now) return `Coupon ${code} is over.`
  if (validUntil !== null && validUntil <= now) return `Coupon ${code} is over.`
  if (useLimit !== null && uses >= useLimit) return `Coupon ${code} is used up.`
  if (customerLimit === null || ownUses < customerLimit) return null
  return customerLimit === 1
    ? `You have used coupon ${code} already.`
    : `You have used coupon ${code} ${customerLimit} times already, which is all.`
}

type WithMinimum = Pick<CouponTerms, 'code' | 'minimumAmount'>

/** How many rupees are missing until it takes something off this amount, which is what is left after the offers; 0 where it does. */
const missingFor = ({ minimumAmount }: Pick<CouponTerms, 'minimumAmount'>, amount: number): number =>
  Math.max(0, (minimumAmount ?? 0) - amount)

/** The same as a sentence; null where nothing is missing. */
export function whyNotFor(coupon: WithMinimum, amount: number): string | null {
  const missing = missingFor(coupon, amount)
  return missing > 0 ? `Spend ${formatRupees(missing)} more to use coupon ${coupon.code}.` : null
}

/** What it takes off these lines in whole rupees, if it can be used now: nothing below its minimum. */
export const savingsOf = (coupon: Pick<CouponTerms, 'percent' | 'minimumAmount'>, lines: PricedLine[]): number =>
  missingFor(coupon, amountAfterOffers(lines)) > 0 ? 0 : couponSavings(lines, coupon.percent)
