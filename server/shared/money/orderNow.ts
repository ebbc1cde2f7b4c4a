/**
 * What an order is now, after some of its pieces were cancelled: the pieces that are sent, what each line costs, and what is due or was paid.
 * Emails, packing slips, pages, invoices, webhooks, refunds and sales all use it. Amounts are in paise unless a comment names rupees.
 */
import { toPaise } from './money'
import { refundShare } from './refundShare'
import { shareOut } from './tax'

export interface BoughtOrder {
  payOnDelivery: boolean
  /** Whole rupees, like the next three. */
  couponDiscount: number
  giftWrap: number
  convenienceFee: number
  lines: readonly BoughtLine[]
}

export interface BoughtLine {
  id: string
  quantity: number
  /** The pieces that were cancelled before the shipment, while the rest of the order stayed. */
  cancelled: number
  /** The price of all bought pieces before the coupon, in whole rupees. */
  lineTotal: number
}

export interface LineNow {
  id: string
  /** The pieces that are sent, or still to be sent. Returned pieces were sent. */
  sent: number
  /** The price of these pieces before the coupon. */
  price: number
  /** The price of these pieces after the coupon and the rounding, without gift wrap. */
  goods: number
  /** Their share of the gift wrap, after the rounding. */
  wrap: number
  /** The line's share of `OrderNow.rounding`. */
  rounding: number
  /** What the buyer was charged for all bought pieces, after the coupon and with the gift wrap. */
  charged: number
  /** The part of `charged` for the cancelled pieces, with the line's share of the rounding. */
  cancelled: number
}

/** price - coupon + giftWrap + fee - rounding = total */
export interface OrderNow {
  /** In the order's sequence, with those of which no piece is sent. */
  lines: LineNow[]
  /** Of the pieces that are sent, before the coupon. */
  price: number
  coupon: number
  giftWrap: number
  fee: number
  /** What the shop takes off, so that the cash at the door is whole rupees: 0 to 99. */
  rounding: number
  /** What the pieces that are sent cost. */
  total: number
  /** What `total` is below the order's total. */
  cancelled: number
  /** See payableOf. */
  payable: number
}

/** The pieces that are sent, or still to be sent. */
export const sentPieces = ({ quantity, cancelled }: Pick<BoughtLine, 'quantity' | 'cancelled'>): number =>
  quantity - cancelled

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

/** What was paid for the order, or is due on delivery. `whole` is the order's total, and `cancelled` the part for cancelled pieces. In paise. */
export const payableOf = (payOnDelivery: boolean, whole: number, cancelled: number): number =>
  // Cancelled pieces of a paid order are refunded instead.
  payOnDelivery ? whole - cancelled : whole

/** The paise by which cash at the door is rounded in the buyer's favour: down to whole rupees. */
const roundingOf = (cash: number): number => cash % 100

/**
 * Each line has its share of the coupon and of the gift wrap, also after other lines are cancelled. The convenience fee belongs to the whole
 * order. Prices are whole rupees, so only a share can have paise.
 */
export function orderNow({ payOnDelivery, lines, ...amounts }: BoughtOrder): OrderNow {
  const [couponDiscount, giftWrap, fee] = [amounts.couponDiscount, amounts.giftWrap, amounts.convenienceFee].map(
    toPaise,
  ) as [number, number, number]
  const prices = lines.map(({ lineTotal }) => toPaise(lineTotal))
  const coupons = shareOut(couponDiscount, prices)
  const goods = prices.map((price, i) => price - coupons[i]!)
  const wraps = shareOut(giftWrap, goods)
  const bought = lines.map((line, i) => {
    const { quantity, cancelled } = line
    const charged = goods[i]! + wraps[i]!
    const offGoods = refundShare({ charged: goods[i]!, quantity }, 0, cancelled)
    const off = refundShare({ charged, quantity }, 0, cancelled)
    const [keptGoods, keptWrap] = [goods[i]! - offGoods, wraps[i]! - (off - offGoods)]
    const price = (prices[i]! / quantity) * sentPieces(line)
    return { id: line.id, sent: sentPieces(line), price, charged, off, keptGoods, keptWrap }
  })
  const off = sum(bought.map((line) => line.off))
  const whole = sum(prices) - couponDiscount + giftWrap + fee
  const rounding = payOnDelivery ? roundingOf(whole - off) : 0
  const roundings = shareOut(
    rounding,
    bought.map(({ keptGoods, keptWrap }) => keptGoods + keptWrap),
  )
  const now = bought.map(({ id, sent, price, charged, off, keptGoods, keptWrap }, i): LineNow => {
    const share = roundings[i]!
    const left = Math.max(0, keptGoods - share)
    const wrap = keptWrap - (share - (keptGoods - left))
    return { id, sent, price, goods: left, wrap, rounding: share, charged, cancelled: off + share }
  })
  const cancelled = off + rounding
  const price = sum(now.map((line) => line.price))
  return {
    lines: now,
    price,
    coupon: price - sum(bought.map(({ keptGoods }) => keptGoods)),
    // The wrap of goods that cost nothing has no shares.
    giftWrap: giftWrap - sum(wraps) + sum(bought.map(({ keptWrap }) => keptWrap)),
    fee,
    rounding,
    total: whole - cancelled,
    cancelled,
    payable: payableOf(payOnDelivery, whole, cancelled),
  }
}
