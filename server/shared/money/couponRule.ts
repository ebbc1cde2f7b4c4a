/**
 * The one rule that decides whether a coupon applies, for the cart, the checkout and the list of offers. The client uses the part that
 * checks the amount.
 */
import { ERROR_MESSAGES } from '../errors'
import { formatRupees } from './money'
import { amountAfterOffers, couponSavings, type PricedLine } from './pricing'

export interface CouponTerms {
  code: string
  /** 1 to 100 percent of the amount after the offers. */
  percent: number
  validFrom: Date | null
  /** The time at which the coupon ends. */
  validUntil: Date | null
  /** The time at which staff ended the coupon. */
  endedAt: Date | null
  /** The maximum number of orders in total, and per account. Null means no limit. */
  useLimit: number | null
  customerLimit: number | null
  /** The minimum amount after the offers, in whole rupees. Null means no minimum. */
  minimumAmount: number | null
}

/** The orders that count as uses: in total, and by this shopper. */
export interface CouponUses {
  uses: number
  ownUses: number
}

/** Before this time, a coupon is reported as unknown, so that shoppers learn nothing about future coupons. */
export const hasBegun = ({ validFrom }: Pick<CouponTerms, 'validFrom'>, now: Date): boolean =>
  validFrom === null || validFrom <= now

/**
 * The reason why the coupon cannot be used now, in general or by this shopper, regardless of the cart's contents. Null if it can be used.
 */
export function whyNotNow(coupon: CouponTerms, { uses, ownUses }: CouponUses, now: Date): string | null {
  const { code, validUntil, endedAt, useLimit, customerLimit } = coupon
  if (!hasBegun(coupon, now)) return ERROR_MESSAGES.COUPON_UNKNOWN
  if (endedAt !== null && endedAt <= now) return `Coupon ${code} has expired.`
  if (validUntil !== null && validUntil <= now) return `Coupon ${code} has expired.`
  if (useLimit !== null && uses >= useLimit) return `Coupon ${code} is used up.`
  if (customerLimit === null || ownUses < customerLimit) return null
  return customerLimit === 1
    ? `You have already used coupon ${code}.`
    : `You have already used coupon ${code} the maximum of ${customerLimit} times.`
}

type WithMinimum = Pick<CouponTerms, 'code' | 'minimumAmount'>

/**
 * The rupees by which the amount after the offers falls short of the coupon's minimum, or 0 if it reaches the minimum.
 */
const missingFor = ({ minimumAmount }: Pick<CouponTerms, 'minimumAmount'>, amount: number): number =>
  Math.max(0, (minimumAmount ?? 0) - amount)

/** The missing amount as a sentence, or null if the amount reaches the minimum. */
export function whyNotFor(coupon: WithMinimum, amount: number): string | null {
  const missing = missingFor(coupon, amount)
  return missing > 0 ? `Spend ${formatRupees(missing)} more to use coupon ${coupon.code}.` : null
}

/** The discount for these lines in whole rupees, assuming that the coupon can be used now. 0 if the lines are below its minimum. */
export const savingsOf = (coupon: Pick<CouponTerms, 'percent' | 'minimumAmount'>, lines: PricedLine[]): number =>
  missingFor(coupon, amountAfterOffers(lines)) > 0 ? 0 : couponSavings(lines, coupon.percent)
