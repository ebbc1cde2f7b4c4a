/** The amounts of an order of which some pieces are cancelled, in paise. */
import { toPaise } from '../../../server/shared/money/money'
import { orderNow, payableOf, type OrderNow } from '../../../server/shared/money/orderNow'
import type { OrderStatus, RefundState } from '../../generated/types'

interface PricedOrder {
  payOnDelivery: boolean
  items: readonly { id: string; quantity: number; cancelled: number; lineTotal: number }[]
  priceDetails: { couponDiscount: number; giftWrap: number; convenienceFee: number }
}

/** What the order is now, or after the `pieces` are cancelled too. */
export function nowOf(
  { payOnDelivery, items, priceDetails }: PricedOrder,
  pieces: readonly { id: string; quantity: number }[] = [],
): OrderNow {
  const { couponDiscount, giftWrap, convenienceFee } = priceDetails
  const more = new Map(pieces.map(({ id, quantity }) => [id, quantity]))
  const lines = items.map((item) => ({ ...item, cancelled: item.cancelled + (more.get(item.id) ?? 0) }))
  return orderNow({ payOnDelivery, couponDiscount, giftWrap, convenienceFee, lines })
}

interface PayableOrder {
  payOnDelivery: boolean
  cancelledPaise: number
  priceDetails: { totalAmount: number }
}

/** What was or will be paid for the order: an order that is paid on delivery costs less once pieces are cancelled. */
export const payablePaise = ({ payOnDelivery, cancelledPaise, priceDetails }: PayableOrder): number =>
  payableOf(payOnDelivery, toPaise(priceDetails.totalAmount), cancelledPaise)

/** What buyers are told before they give up some pieces of an order with a coupon (docs/orders.md). */
export const keptCoupon = ({ code }: { code: string }): string =>
  `Coupon ${code} stays on the items that you keep, even if they are worth less than its minimum.`

/** The sum of the refunds in this state. */
export const refundsOf = (
  refunds: readonly { amountPaise: number; state: RefundState }[],
  state: RefundState,
): number => refunds.reduce((sum, each) => sum + (each.state === state ? each.amountPaise : 0), 0)

interface CashOrder {
  status: OrderStatus
  payOnDelivery: boolean
  isDelivered: boolean
}

/** How an order stands that is paid on delivery: the cash is due, it was paid, or it never will be. Null for any other order. */
export function cashOf({ status, payOnDelivery, isDelivered }: CashOrder): 'due' | 'paid' | 'never' | null {
  if (!payOnDelivery) return null
  if (isDelivered) return 'paid'
  return status === 'CONFIRMED' || status === 'SHIPPED' ? 'due' : 'never'
}

const CASH = { due: 'Cash on delivery', paid: 'Paid on delivery', never: 'Cash on delivery, never paid' } as const

/** Empty for an order that is not paid on delivery. */
export function cashText(order: CashOrder): string {
  const cash = cashOf(order)
  return cash === null ? '' : CASH[cash]
}
