/** The REST contract as data: it feeds the tester page, and a test that compares it with the routes that are registered. */
import type { Answer } from './answers'

export interface Endpoint {
  method: 'GET' | 'POST' | 'DELETE'
  /** As Fastify writes it, with `:name` for what varies. */
  path: string
  summary: string
  /** Whether it needs a token. */
  auth: boolean
  /** The status of a call that succeeds. */
  status: 200 | 201
  /** The field of the answer that holds the result; `ANSWERS` says what is in it. */
  answer: Answer
  /** Something to try: values for the path's parameters, and a body. */
  sample?: { params?: Record<string, string>; body?: unknown }
  /** The same through GraphQL. */
  graphql: string
}

const SAMPLE_PRODUCT = 'sea-glass-serving-bowl'
const NO_ADDRESS = '00000000-0000-7000-8000-000000000000'

const SAMPLE_ADDRESS = {
  name: 'Asha Rao',
  street: '12, 4th Cross, Indiranagar',
  city: 'Bengaluru',
  state: 'Karnataka',
  country: 'India',
  zipCode: '560038',
  mobile: '9876543210',
}

const graphqlAddress = JSON.stringify(SAMPLE_ADDRESS).replace(/"(\w+)":/g, '$1: ')

export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/api/categories',
    summary: 'All categories',
    auth: false,
    status: 200,
    answer: 'categories',
    graphql: '{ categories { id name image { url alt } } }',
  },
  {
    method: 'GET',
    path: '/api/categories/:categoryId',
    summary: 'One category',
    auth: false,
    status: 200,
    answer: 'category',
    sample: { params: { categoryId: 'bowls' } },
    graphql: '{ category(id: "bowls") { id name image { url alt } } }',
  },
  {
    method: 'GET',
    path: '/api/products',
    summary: 'All products',
    auth: false,
    status: 200,
    answer: 'products',
    graphql: '{ products(first: 100) { nodes { id title price { discounted original } rating } } }',
  },
  {
    method: 'GET',
    path: '/api/products/:productId',
    summary: 'One product',
    auth: false,
    status: 200,
    answer: 'product',
    sample: { params: { productId: SAMPLE_PRODUCT } },
    graphql: `{ product(id: "${SAMPLE_PRODUCT}") { id title price { discounted original } rating } }`,
  },
  {
    method: 'POST',
    path: '/api/auth/signup',
    summary: 'Open an account',
    auth: false,
    status: 201,
    answer: 'createdUser',
    sample: {
      body: { email: 'new@shopper.example', password: 'a long password', firstName: 'Meera', lastName: 'Iyer' },
    },
    graphql:
      'mutation { signup(input: { email: "new@shopper.example", password: "a long password", firstName: "Meera", lastName: "Iyer" }) { token user { id } userErrors { code message } } }',
  },
  {
    method: 'POST',
    path: '/api/auth/login',
    summary: 'Sign in',
    auth: false,
    status: 200,
    answer: 'foundUser',
    sample: { body: { email: 'guest@cerashop.example', password: 'guest-at-cerashop' } },
    graphql:
      'mutation { login(input: { email: "guest@cerashop.example", password: "guest-at-cerashop" }) { token user { id } userErrors { code message } } }',
  },
  {
    method: 'GET',
    path: '/api/user/cart',
    summary: 'Your cart',
    auth: true,
    status: 200,
    answer: 'cart',
    graphql: '{ me { cart { items { product { id title } quantity } } } }',
  },
  {
    method: 'POST',
    path: '/api/user/cart',
    summary: 'Add a product to your cart',
    auth: true,
    status: 201,
    answer: 'cart',
    sample: { body: { product: { _id: SAMPLE_PRODUCT }, quantity: 1 } },
    graphql: `mutation { addToCart(productId: "${SAMPLE_PRODUCT}", quantity: 1) { cart { totalQuantity } userErrors { code message } } }`,
  },
  {
    method: 'POST',
    path: '/api/user/cart/:productId',
    summary: 'One more or one fewer in your cart',
    auth: true,
    status: 200,
    answer: 'cart',
    sample: { params: { productId: SAMPLE_PRODUCT }, body: { action: { type: 'increment' } } },
    graphql: `mutation { changeCartQuantity(productId: "${SAMPLE_PRODUCT}", action: INCREMENT) { cart { totalQuantity } userErrors { code message } } }`,
  },
  {
    method: 'DELETE',
    path: '/api/user/cart/:productId',
    summary: 'Take a product out of your cart',
    auth: true,
    status: 200,
    answer: 'cart',
    sample: { params: { productId: SAMPLE_PRODUCT } },
    graphql: `mutation { removeFromCart(productId: "${SAMPLE_PRODUCT}") { cart { totalQuantity } userErrors { code message } } }`,
  },
  {
    method: 'GET',
    path: '/api/user/wishlist',
    summary: 'Your wishlist',
    auth: true,
    status: 200,
    answer: 'wishlist',
    graphql: '{ me { wishlist { product { id title } priceDrop } } }',
  },
  {
    method: 'POST',
    path: '/api/user/wishlist',
    summary: 'Put a product on your wishlist',
    auth: true,
    status: 201,
    answer: 'wishlist',
    sample: { body: { product: { _id: SAMPLE_PRODUCT } } },
    graphql: `mutation { addToWishlist(productId: "${SAMPLE_PRODUCT}") { wishlist { product { id } } userErrors { code message } } }`,
  },
  {
    method: 'DELETE',
    path: '/api/user/wishlist/:productId',
    summary: 'Take a product off your wishlist',
    auth: true,
    status: 200,
    answer: 'wishlist',
    sample: { params: { productId: SAMPLE_PRODUCT } },
    graphql: `mutation { removeFromWishlist(productId: "${SAMPLE_PRODUCT}") { wishlist { product { id } } userErrors { code message } } }`,
  },
  {
    method: 'GET',
    path: '/api/user/address',
    summary: 'Your addresses',
    auth: true,
    status: 200,
    answer: 'address',
    graphql: '{ me { addresses { id name street city zipCode } } }',
  },
  {
    method: 'POST',
    path: '/api/user/address',
    summary: 'Add an address',
    auth: true,
    status: 201,
    answer: 'address',
    sample: { body: { address: SAMPLE_ADDRESS } },
    graphql: `mutation { addAddress(input: ${graphqlAddress}) { address { id } userErrors { code message } } }`,
  },
  {
    method: 'POST',
    path: '/api/user/address/:addressId',
    summary: 'Change an address',
    auth: true,
    status: 200,
    answer: 'address',
    sample: { params: { addressId: NO_ADDRESS }, body: { address: SAMPLE_ADDRESS } },
    graphql: `mutation { updateAddress(id: "${NO_ADDRESS}", input: ${graphqlAddress}) { address { id } userErrors { code message } } }`,
  },
  {
    method: 'DELETE',
    path: '/api/user/address/:addressId',
    summary: 'Remove an address',
    auth: true,
    status: 200,
    answer: 'address',
    sample: { params: { addressId: NO_ADDRESS } },
    graphql: `mutation { removeAddress(id: "${NO_ADDRESS}") { addresses { id } userErrors { code message } } }`,
  },
]
