/** The stock that many new accounts can hold with unpaid pay-on-delivery orders. */
import { randomUUID } from 'node:crypto'
import { ADDRESS, newcomer } from '../../server/testing'
import type { Finding } from './findings'
import { ask, startTarget, type Target } from './server'

const ACCOUNTS = 30
/** Exceeds the number of open orders that an account may have. */
const TRIES = 5
/** The cheapest products, because an order may contain many of them. */
const CHEAPEST =
  '{ products(first: 100, sort: PRICE_LOW_TO_HIGH) { nodes { id quantityAvailable price { discounted } } } }'
const COD_MAX_AMOUNT = 5_000
/** Simulates attacks over many hours, so limits per hour are off. */
const HOURS_LATER = { UNPAID_HOLDS_PER_HOUR: '0', UNPAID_HOLDS_PER_ADDRESS: '0' }

interface Product {
  id: string
  quantityAvailable: number
  price: { discounted: number }
}

export async function shelf(target: Target): Promise<Product[]> {
  // The random comment prevents a cached response, which may not include the last order yet.
  const { text } = await ask(target, `${CHEAPEST} # ${randomUUID()}`)
  return (JSON.parse(text) as { data: { products: { nodes: Product[] } } }).data.products.nodes
}

export const piecesOn = (products: Product[]) =>
  products.reduce((sum, { quantityAvailable }) => sum + quantityAvailable, 0)

type Payload = {
  userErrors: { code: string; possibleQuantity?: number }[]
  token?: string
  addresses?: { id: string }[]
  order?: object | null
}

export async function mutate(
  target: Target,
  token: string | undefined,
  field: string,
  input: object = {},
): Promise<Payload> {
  const declared = Object.keys(input).length > 0 ? '($input: SignupInput!)' : ''
  const { text } = await ask(target, `mutation ${declared} { answer: ${field} }`, input, token)
  return (JSON.parse(text) as { data: { answer: Payload } }).data.answer
}

export const literal = (address: object) => JSON.stringify(address).replace(/"(\w+)":/g, '$1:')

/** Adds a quarter of the pieces of the product with the most pieces, as far as the order's amount allows. */
async function fillCart(target: Target, token: string): Promise<void> {
  const affordable = (await shelf(target)).filter(({ price }) => price.discounted < COD_MAX_AMOUNT / 3)
  const { id, quantityAvailable, price } = affordable.reduce((most, each) =>
    each.quantityAvailable > most.quantityAvailable ? each : most,
  )
  const quantity = Math.min(Math.floor(quantityAvailable / 4), Math.floor(COD_MAX_AMOUNT / price.discounted) - 1, 99)
  await mutate(target, token, `addToCart(productId: "${id}", quantity: ${quantity}) { userErrors { code } }`)
}

/** Places orders with a new account, and returns how many the server accepts. */
async function orderAsOften(target: Target, address: object): Promise<number> {
  const { token } = await mutate(target, undefined, 'signup(input: $input) { token }', { input: newcomer() })
  const { addresses } = await mutate(target, token, `addAddress(input: ${literal(address)}) { addresses { id } }`)
  const arguments_ = () => `addressId: "${addresses![0]!.id}", idempotencyKey: "${randomUUID()}"`
  for (let orders = 0; orders < TRIES; orders += 1) {
    await fillCart(target, token!)
    const { order } = await mutate(target, token, `placeOrderOnDelivery(${arguments_()}) { order { id } }`)
    if (!order) return orders
  }
  return TRIES
}

async function manyAccounts(who: string, most: number, addressOf: (i: number) => object): Promise<Finding[]> {
  const target = await startTarget(HOURS_LATER)
  const before = piecesOn(await shelf(target))
  let orders = 0
  for (let i = 0; i < ACCOUNTS; i += 1) orders += await orderAsOften(target, addressOf(i))
  const held = before - piecesOn(await shelf(target))
  await target.stop()
  console.log(`${ACCOUNTS} accounts with ${who} hold ${held} of ${before} pieces by ${orders} orders on delivery.`)
  return [{ name: `Orders on delivery of ${ACCOUNTS} accounts with ${who}`, value: orders, unit: 'orders', most }]
}

/** All accounts place their orders from the same network, whose unproven accounts may have five open orders. */
export async function ordersOnDelivery(): Promise<Finding[]> {
  const ownAddress = (i: number) => ({
    ...ADDRESS,
    street: `${i}, Lake View Road`,
    mobile: `98${String(i).padStart(8, '0')}`,
  })
  return [
    ...(await manyAccounts('one mobile and one address', 5, () => ADDRESS)),
    ...(await manyAccounts('a mobile and an address each', 5, ownAddress)),
  ]
}
