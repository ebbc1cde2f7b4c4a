/** The calls of one shopper that are measured: what is sent to the shop, and what of its answer the bare server has to answer too. */
import type { Call } from './callers'
import { PASSWORD, type Shopper } from './shoppers'

const CART = '{ me { cart { version totalQuantity items { quantity product { id title } } } } }'
const ORDERS = `{ me { orders(first: 10) {
  nodes { number status placedAt priceDetails { totalAmount } items { title quantity } } pageInfo { hasNextPage }
} } }`
const CHANGED = `cart { version totalQuantity priceDetails { totalAmount } items { quantity product { id } } } userErrors { code }`
const ADD = `mutation ($productId: ID!) { addToCart(productId: $productId) { ${CHANGED} } }`
const SET = `mutation ($productId: ID!, $quantity: Int!) { setCartQuantity(productId: $productId, quantity: $quantity) { ${CHANGED} } }`
const LOGIN = `mutation ($email: String!, $password: String!) {
  login(input: { email: $email, password: $password }) { token user { firstName } userErrors { code } }
}`
const START_CHECKOUT = `mutation ($addressId: ID!, $key: String!) {
  startCheckout(addressId: $addressId, idempotencyKey: $key) {
    order { id number version status priceDetails { totalAmount } } payment { providerOrderId amount } userErrors { code }
  }
}`

/** A measured call; `bare` is its path at the bare server, which gets the same headers and body. */
export interface Subject {
  name: string
  /** At least, of the bare one: of its processor time, and of its rate. */
  target: number
  bare: string
  /** Whether a shopper can make it but once in a turn. */
  isOnce?: boolean
  /** The n-th of a shopper's. */
  call(shopper: Shopper, n: number): Call
}

export const CONFIRM = `mutation ($input: ConfirmPaymentInput!) {
  confirmPayment(input: $input) { order { status } userErrors { code } }
}`

const json = (body: object, token?: string): Pick<Call, 'method' | 'headers' | 'body'> => {
  const text = JSON.stringify(body)
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }
  return { method: 'POST', headers: token ? { ...headers, authorization: token } : headers, body: text }
}

export const postCall = (path: string, body: object, token?: string): Call => ({ path, ...json(body, token) })

const ask = (query: string, { token }: { token?: string }, variables?: object): Call => ({
  path: '/graphql',
  ...json(variables ? { query, variables } : { query }, token),
})

const nth = <Item>(items: Item[], n: number): Item => items[n % items.length]!

/** Another key for each call of a run. */
let keys = 0
const RUN = Date.now()

export const startCheckout = (shopper: Shopper): Call =>
  ask(START_CHECKOUT, shopper, { addressId: shopper.addressId, key: `bench ${RUN} ${(keys += 1)}` })

export const SUBJECTS: Subject[] = [
  { name: 'me { cart }', target: 0.4, bare: '/me/cart', call: (shopper) => ask(CART, shopper) },
  { name: 'orders(first: 10)', target: 0.4, bare: '/me/orders', call: (shopper) => ask(ORDERS, shopper) },
  {
    name: 'addToCart',
    target: 0.35,
    bare: '/addToCart',
    call: (shopper, n) => ask(ADD, shopper, { productId: nth(shopper.productIds, n) }),
  },
  {
    name: 'setCartQuantity',
    target: 0.35,
    bare: '/setCartQuantity',
    // Another one than the last time, so that something changes.
    call: (shopper, n) => ask(SET, shopper, { productId: nth(shopper.productIds, n), quantity: 2 + (n % 7) }),
  },
  {
    name: "REST's cart",
    target: 0.5,
    bare: '/rest/cart',
    call: ({ token }) => ({ method: 'GET', path: '/api/user/cart', headers: { authorization: token } }),
  },
  {
    name: 'login without its password hash',
    target: 0.4,
    bare: '/login',
    call: ({ email }) => ask(LOGIN, {}, { email, password: PASSWORD }),
  },
  { name: 'startCheckout', target: 0.3, bare: '/startCheckout', isOnce: true, call: startCheckout },
]

/** An answer without what differs between two calls that did the same. */
export const comparable = (answer: string): unknown =>
  JSON.parse(answer, (key, value: unknown) =>
    [
      'version',
      'totalQuantity',
      'quantity',
      'totalAmount',
      'amount',
      'token',
      'number',
      'id',
      'providerOrderId',
    ].includes(key)
      ? typeof value
      : value,
  )

/** Sent as the bench gets ready. */
export async function calledShop<Answer>(origin: string, path: string, body: object, token?: string): Promise<Answer> {
  const response = await fetch(`${origin}${path}`, json(body, token))
  const text = await response.text()
  if (!response.ok || /"errors":|"userErrors":\[\{/.test(text)) throw new Error(`${path}: ${text}`)
  return JSON.parse(text) as Answer
}
