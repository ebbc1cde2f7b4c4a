/** An order as the domain reads it, with its number and its price. */
import type { Prisma } from '../../generated/prisma/client'
import { explainPrice, type PriceDetails } from '../../shared/money/pricing'

export const withHistory = {
  lines: { orderBy: { position: 'asc' } },
  events: { orderBy: [{ at: 'asc' }, { id: 'asc' }] },
} satisfies Prisma.OrderInclude

/** An order with its lines, and with its events oldest first. */
export type Order = Prisma.OrderGetPayload<{ include: typeof withHistory }>
/** @public for codegen.ts */
export type OrderLine = Order['lines'][number]

/** The order number that shoppers see: `CER-` and six or more digits, unique and increasing. */
export const orderNumber = ({ serial }: { serial: number }): string => `CER-${String(serial).padStart(6, '0')}`

/** The serial for a number in orderNumber's exact format, or null for any other text. */
export function serialOf(number: string): number | null {
  const serial = Number(/^CER-([0-9]{6,10})$/.exec(number)?.[1] ?? NaN)
  return isSerial(serial) && orderNumber({ serial }) === number ? serial : null
}

/** The column's range. The database rejects a comparison with a larger value. */
export const isSerial = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 0x7fffffff

/** True if the studio packs the order as a gift. An order stores only the price of the wrap, which is above 0 if it is wrapped. */
export const isGiftWrapped = ({ giftWrap }: Pick<Order, 'giftWrap'>): boolean => giftWrap > 0

/** In whole rupees, as computed when the order was placed. */
export const priceOfOrder = (order: Order): PriceDetails =>
  explainPrice(
    {
      cartTotal: order.cartTotal,
      offerDiscount: order.offerDiscount,
      couponDiscount: order.couponDiscount,
      giftWrap: order.giftWrap,
      convenienceFee: order.convenienceFee,
      totalAmount: order.totalAmount,
    },
    order.couponCode === null ? null : { code: order.couponCode, percent: order.couponPercent! },
  )
