/** One example response per operation for the OpenAPI document. A test sends each operation's sample request and compares the response. */
import type { OperationId } from '../../shared/contract/operations'
import { SANDBOX_SCENARIOS } from '../../shared/sandboxScenarios'

const timestamps = { createdAt: '2026-11-22T09:30:00Z', updatedAt: '2026-11-22T09:30:00Z' }

const TOKEN =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpZCI6IjAxOTljMWRlLTViN2EtN2I1ZS05ZDFjLTNmMmE4ZTZiNGMwMSJ9.RKx2dcQ0YkqVbXq0c5sO8m1m5kJ0bq0Zr3mC3y4cJ0E'

const bowls = {
  _id: 'bowls',
  categoryName: 'Bowls',
  img: { alt: 'Bowls in sea-glass blue, cream and saffron', url: '/photos/category-bowls.webp' },
}

const bowl = {
  _id: 'sea-glass-serving-bowl',
  title: 'Sea Glass Serving Bowl',
  imgURL: '/photos/sea-glass-serving-bowl.webp',
  price: { discounted: 1199, original: 2398 },
  rating: 5,
  categoryName: 'Bowls',
  offer: '50%',
  isBestseller: true,
}

const address = {
  _id: '0199c1de-5b7a-7b5e-9d1c-3f2a8e6b4c02',
  name: 'Asha Rao',
  street: '12, 4th Cross, Indiranagar',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  zipCode: '560038',
  mobile: '9876543210',
  ...timestamps,
}

const newUser = {
  _id: '0199c1de-5b7a-7b5e-9d1c-3f2a8e6b4c01',
  firstName: 'Meera',
  lastName: 'Iyer',
  email: 'new@shopper.example',
  ...timestamps,
  cart: [],
  wishlist: [],
  address: [],
}

const guest = { ...newUser, firstName: 'Asha', lastName: 'Rao', email: 'guest@cerashop.example', address: [address] }

const cartWith = (qty: number) => ({ cart: [{ ...bowl, qty, ...timestamps }] })

export const ANSWERS: Partial<Record<OperationId, unknown>> = {
  listCategories: { categories: [bowls] },
  getCategory: { category: bowls },
  listProducts: { products: [bowl] },
  getProduct: { product: bowl },
  signup: { createdUser: newUser, encodedToken: TOKEN },
  login: { foundUser: guest, encodedToken: TOKEN },
  getCart: cartWith(1),
  addToCart: cartWith(1),
  changeCartQuantity: cartWith(2),
  setCartChoices: {
    choices: { couponCode: null, giftWrap: false, giftMessage: 'Happy birthday!', hidePrices: true },
  },
  removeFromCart: { cart: [] },
  getWishlist: { wishlist: [{ ...bowl, ...timestamps }] },
  addToWishlist: { wishlist: [{ ...bowl, ...timestamps }] },
  removeFromWishlist: { wishlist: [] },
  listAddresses: { address: [address] },
  addAddress: { address: [address] },
  updateAddress: { address: [address] },
  removeAddress: { address: [] },
  listSandboxScenarios: { scenarios: SANDBOX_SCENARIOS },
  payAtSandbox: {
    razorpay_payment_id: 'pay_0123456789abcdef01',
    razorpay_order_id: 'order_0123456789abcdef01',
    razorpay_signature: '9b1c0f6a5d0e4f3c8a7b6d5e4f3c2b1a09f8e7d6c5b4a3928170f6e5d4c3b2a1',
  },
  sandboxWebhook: { status: 'ok' },
  razorpayWebhook: { status: 'ok' },
}

/** The sandbox's response to a declined payment, in the format of Razorpay's error body. */
export const DECLINED_ANSWER = {
  error: {
    code: 'BAD_REQUEST_ERROR',
    description: 'Your payment was declined by the bank. Try another payment method.',
    source: 'issuer_bank',
    step: 'payment_authorization',
    reason: 'payment_failed',
    metadata: { payment_id: 'pay_0123456789abcdef01', order_id: 'order_0123456789abcdef01' },
  },
}
