/** The amounts of an order of which some pieces are cancelled, in paise. */
import { chargesOfLines } from '../../../server/shared/money/charges'
import { toPaise } from '../../../server/shared/money/money'
import { refundShare } from '../../../server/shared/money/refundShare'

interface PricedOrder {
  items: readonly { id: string; quantity: number; lineTotal: number }[]
  priceDetails: { couponDiscount: number; giftWrap: number }
}

/** What the buyer was charged for each item, after the coupon and with the gift wrap, by the item's id. */
export function chargesOf({ items, priceDetails }: PricedOrder): Map<string, number> {
  const charges = chargesOfLines(
    items.map(({ lineTotal }) => ({ total: toPaise(lineTotal) })),
    { couponDiscount: toPaise(priceDetails.couponDiscount), giftWrap: toPaise(priceDetails.giftWrap) },
  )
  return new Map(items.map(({ id }, i) => [id, charges[i]!]))
}

/** What the buyer was charged for pieces. `settled` says how many of an item are settled already. */
export function priceOfPieces(
  order: PricedOrder,
  pieces: readonly { id: string; quantity: number }[],
  settled: (id: string) => number,
): number {
  const charges = chargesOf(order)
  const wanted = new Map(pieces.map(({ id, quantity }) => [id, quantity]))
  return order.items.reduce(
    (sum, { id, quantity }) =>
      sum + refundShare({ charged: charges.get(id)!, quantity }, settled(id), wanted.get(id) ?? 0),
    0,
  )
}

interface PayableOrder {
  payOnDelivery: boolean
  cancelledPaise: number
  priceDetails: { totalAmount: number }
}

/** What was or will be paid for the order: an order that is paid on delivery costs less once pieces are cancelled. */
export const payablePaise = ({ payOnDelivery, cancelledPaise, priceDetails }: PayableOrder): number =>
  toPaise(priceDetails.totalAmount) - (payOnDelivery ? cancelledPaise : 0)

/** Such as `1 cancelled, 2 returned`. Empty if all pieces of the line are as bought. */
export const countsText = (counts: Record<'cancelled' | 'returned' | 'replaced', number>): string =>
  (['cancelled', 'returned', 'replaced'] as const)
    .flatMap((name) => (counts[name] > 0 ? [`${counts[name]} ${name}`] : []))
    .join(', ')
