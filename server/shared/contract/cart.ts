/** /api/user/cart */
import * as z from 'zod/mini'
import { cartChoicesInput, productId, quantity } from '../validation'
import { SAMPLE_PRODUCT, type ClientEndpoint } from './endpoint'
import { responses } from './schemas'

/** Only the product's id is used. Other fields that a client sends are ignored. */
export const addToCartBody = z.object({ product: z.object({ _id: productId }), quantity: z.nullish(quantity) })
export const changeCartQuantityBody = z.object({ action: z.object({ type: z.enum(['increment', 'decrement']) }) })

/** Omit what shall stay; null resets a choice. */
const setCartChoicesBody = z.object({ choices: cartChoicesInput })

const common = { tag: 'Cart', auth: true, status: 200, response: responses.cart } as const

export const cart = {
  getCart: {
    ...common,
    method: 'GET',
    path: '/api/user/cart',
    summary: 'Your cart',
    graphql: { query: '{ me { cart { items { product { id title } quantity } } } }' },
  },
  addToCart: {
    ...common,
    method: 'POST',
    path: '/api/user/cart',
    summary: 'Add a product to your cart',
    body: addToCartBody,
    idempotent: true,
    status: 201,
    errors: ['PRODUCT_NOT_FOUND', 'LIMIT_REACHED'],
    sample: { body: { product: { _id: SAMPLE_PRODUCT }, quantity: 1 } },
    graphql: {
      query:
        'mutation ($productId: ID!, $quantity: Int!) { addToCart(productId: $productId, quantity: $quantity) { cart { totalQuantity } userErrors { code message } } }',
      variables: { productId: SAMPLE_PRODUCT, quantity: 1 },
    },
  },
  changeCartQuantity: {
    ...common,
    method: 'POST',
    path: '/api/user/cart/:productId',
    summary: 'One more or one fewer in your cart',
    body: changeCartQuantityBody,
    idempotent: true,
    errors: ['NOT_IN_CART'],
    sample: { params: { productId: SAMPLE_PRODUCT }, body: { action: { type: 'increment' } } },
    graphql: {
      query:
        'mutation ($productId: ID!, $action: QuantityAction!) { changeCartQuantity(productId: $productId, action: $action) { cart { totalQuantity } userErrors { code message } } }',
      variables: { productId: SAMPLE_PRODUCT, action: 'INCREMENT' },
    },
  },
  setCartChoices: {
    ...common,
    method: 'POST',
    path: '/api/user/cart/choices',
    summary: 'Coupon, gift wrap, gift message and hidden prices of your cart',
    body: setCartChoicesBody,
    response: responses.cartChoices,
    errors: ['COUPON_UNKNOWN', 'COUPON_NOT_USABLE'],
    sample: { body: { choices: { giftMessage: 'Happy birthday!', hidePrices: true } } },
    graphql: {
      query:
        'mutation ($input: CartChoicesInput!) { setCartChoices(input: $input) { cart { giftWrap giftMessage hidePrices coupon { code } } userErrors { code message } } }',
      variables: { input: { giftMessage: 'Happy birthday!', hidePrices: true } },
    },
  },
  removeFromCart: {
    ...common,
    method: 'DELETE',
    path: '/api/user/cart/:productId',
    summary: 'Take a product out of your cart',
    sample: { params: { productId: SAMPLE_PRODUCT } },
    graphql: {
      query:
        'mutation ($productId: ID!) { removeFromCart(productId: $productId) { cart { totalQuantity } userErrors { code message } } }',
      variables: { productId: SAMPLE_PRODUCT },
    },
  },
} as const satisfies Record<string, ClientEndpoint>
