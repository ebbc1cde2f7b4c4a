/** A cart for tests. */
import { INITIAL_CHOICES } from '../../../server/shared/validation'
import type { CartState } from './cartForecast'

const { couponCode: _couponCode, ...choices } = INITIAL_CHOICES

export const EMPTY_CART: CartState = {
  __typename: 'Cart',
  id: 'cart',
  version: 7,
  totalQuantity: 0,
  ...choices,
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
