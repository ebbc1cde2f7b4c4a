/** What an order's lines cost after the coupon and with the gift wrap. Amounts are in paise. */
import { shareOut } from './tax'

interface Charged {
  /** The line's price before the coupon. */
  total: number
}

/** The price of each line after its share of the coupon discount, and with its share of the gift wrap. */
export function chargesOfLines(
  lines: readonly Charged[],
  { couponDiscount, giftWrap }: { couponDiscount: number; giftWrap: number },
): number[] {
  const totals = lines.map(({ total }) => total)
  const coupon = shareOut(couponDiscount, totals)
  const goods = totals.map((total, i) => total - coupon[i]!)
  const wrap = shareOut(giftWrap, goods)
  return goods.map((each, i) => each + wrap[i]!)
}
