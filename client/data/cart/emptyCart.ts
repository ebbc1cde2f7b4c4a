/** A cart for tests. */
import type { CartState } from './cartForecast'

export const EMPTY_CART: CartState = {
  __typename: 'Cart',
  id: 'cart',
  version: 7,
  totalQuantity: 0,
  giftWrap: false,
  items: [],
  coupon: null,
  couponWarning: null,
  couponOffers: [],
  priceDetails: {
    __typename: 'PriceDetails',
    cartTotal: 0,
    offerDiscount: 0,
    couponDiscount: 0,
    giftWrap: 0,
    convenienceFee: 0,
    totalDiscount: 0,
    totalAmount: 0,
    trace: [],
  },
  warnings: [],
}
