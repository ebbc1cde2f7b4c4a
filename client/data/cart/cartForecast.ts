/**
 * Computes the cart for an optimistic response. It matches the server's response: both compute prices with server/shared/money/pricing.
 */
import type { Unmasked } from '@apollo/client/masking'
import { estimatedDelivery } from '../../../server/shared/delivery/delivery'
import { amountAfterOffers, couponSavings, lineTotal, priceCart } from '../../../server/shared/money/pricing'
import type { CartChoices } from '../../../server/shared/validation'
import type { CartState_CartFragment, CartState_ProductFragment } from './cart.generated'

export type CartState = Unmasked<CartState_CartFragment>
export type ProductState = Unmasked<CartState_ProductFragment>
type Line = CartState['items'][number]

export type CartChange =
  | { type: 'add'; product: ProductState; quantity: number }
  | { type: 'step'; productId: string; by: 1 | -1 }
  | { type: 'quantity'; productId: string; quantity: number }
  | { type: 'remove'; productId: string }
  | { type: 'choose'; choices: Partial<CartChoices> }

/** The cart after `change`, with the next version number. */
export function forecastCart(cart: CartState, change: CartChange, now = new Date()): CartState {
  const items = changedLines(cart.items, change, now)
  const { couponCode, ...choices }: Partial<CartChoices> = change.type === 'choose' ? change.choices : {}
  const chosen = { ...cart, ...choices }
  const coupon = couponCode === undefined ? cart.coupon : offeredCoupon(cart, couponCode)
  const priced = items.map(({ product, quantity }) => ({ ...product.price, quantity }))
  const isEnough = (offered: { minimumAmount: number | null }, spent = amountAfterOffers(priced)) =>
    spent >= (offered.minimumAmount ?? 0)
  const { cartTotal, offerDiscount } = cart.priceDetails
  // The client checks only the minimum amount. Any other coupon warning from the server is kept.
  const counts =
    coupon &&
    isEnough(coupon) &&
    (!cart.couponWarning || coupon !== cart.coupon || !isEnough(coupon, cartTotal - offerDiscount))
  const { trace, ...amounts } = priceCart(priced, {
    coupon: counts ? { ...coupon, percent: coupon.value } : null,
    giftWrap: chosen.giftWrap,
  })
  return {
    ...chosen,
    version: cart.version + 1,
    items,
    coupon,
    couponWarning: counts ? null : cart.couponWarning,
    totalQuantity: items.reduce((total, line) => total + line.quantity, 0),
    couponOffers: cart.couponOffers.map((offer) => ({
      ...offer,
      savings: isEnough(offer.coupon) ? couponSavings(priced, offer.coupon.value) : 0,
    })),
    priceDetails: {
      __typename: 'PriceDetails',
      ...amounts,
      trace: trace.map((step) => ({ __typename: 'PriceStep', ...step })),
    },
    warnings: cart.warnings.filter((warning) => items.some((line) => stillHolds(warning, line))),
  }
}

const stillHolds = ({ code, productId }: CartState['warnings'][number], { product, quantity }: Line): boolean =>
  product.id === productId && (code !== 'NOT_ENOUGH_STOCK' || quantity > product.quantityAvailable)

function changedLines(lines: Line[], change: CartChange, now: Date): Line[] {
  switch (change.type) {
    case 'add': {
      const { product, quantity } = change
      const known = lines.find((line) => line.product.id === product.id)
      if (!known) return [...lines, newLine(product, quantity, now)]
      return lines.map((line) => (line === known ? withQuantity(line, line.quantity + quantity) : line))
    }
    case 'quantity':
      return lines.map((line) => (line.product.id === change.productId ? withQuantity(line, change.quantity) : line))
    case 'step':
      return lines.map((line) =>
        line.product.id === change.productId ? withQuantity(line, Math.max(1, line.quantity + change.by)) : line,
      )
    case 'remove':
      return lines.filter((line) => line.product.id !== change.productId)
    case 'choose':
      return lines
  }
}

const withQuantity = (line: Line, quantity: number): Line => ({
  ...line,
  quantity,
  lineTotal: lineTotal({ discounted: line.product.price.discounted, quantity }),
})

function newLine(product: ProductState, quantity: number, now: Date): Line {
  return {
    __typename: 'CartItem',
    id: `forecast-${product.id}`,
    quantity,
    lineTotal: lineTotal({ discounted: product.price.discounted, quantity }),
    estimatedDelivery: estimatedDelivery(product.id, now),
    product,
  }
}

const offeredCoupon = (cart: CartState, code: string | null): CartState['coupon'] =>
  cart.couponOffers.find((offer) => offer.coupon.code === code)?.coupon ?? null
