/** The stock that many new accounts of one network can hold without paying: with orders on delivery, and with unpaid checkouts. */
import { randomUUID } from 'node:crypto'
import { describe, it } from 'vitest'
import { ADDRESS, newcomer } from '../../server/testing'
import { expectAtMost } from './findings'
import { ask, startTarget, type Target } from './target'

const ACCOUNTS = 8
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

async function shelf(target: Target): Promise<Product[]> {
  // The random comment prevents a cached response, which may not include the last order yet.
  const { text } = await ask(target, `${CHEAPEST} # ${randomUUID()}`)
  return (JSON.parse(text) as { data: { products: { nodes: Product[] } } }).data.products.nodes
}

const piecesOn = (products: Product[]) => products.reduce((sum, { quantityAvailable }) => sum + quantityAvailable, 0)

type Payload = {
  userErrors: { code: string; possibleQuantity?: number }[]
  token?: string
  addresses?: { id: string }[]
  order?: object | null
}

async function mutate(target: Target, token: string | undefined, field: string, input: object = {}): Promise<Payload> {
  const declared = Object.keys(input).length > 0 ? '($input: SignupInput!)' : ''
  const { text } = await ask(target, `mutation ${declared} { answer: ${field} }`, input, token)
  return (JSON.parse(text) as { data: { answer: Payload } }).data.answer
}

const literal = (address: object) => JSON.stringify(address).replace(/"(\w+)":/g, '$1:')

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

/** A cart contains at most this many pieces of a product. */
const MAX_IN_CART = 99

/** Fills a cart with as much of each product as the account can hold, and checks out. Returns false if it can hold nothing. */
async function holdMost(target: Target): Promise<boolean> {
  const { token } = await mutate(target, undefined, 'signup(input: $input) { token }', { input: newcomer() })
  const { addresses } = await mutate(target, token, `addAddress(input: ${literal(ADDRESS)}) { addresses { id } }`)
  const checkOut = () =>
    mutate(
      target,
      token,
      `startCheckout(addressId: "${addresses![0]!.id}", idempotencyKey: "${randomUUID()}") { order { id } userErrors { code possibleQuantity } }`,
    )
  let holds = false
  for (const { id, quantityAvailable } of await shelf(target)) {
    const put = (field: string, quantity: number) =>
      mutate(target, token, `${field}(productId: "${id}", quantity: ${quantity}) { userErrors { code } }`)
    await put('addToCart', Math.min(quantityAvailable, MAX_IN_CART))
    const { order, userErrors } = await checkOut()
    // A replaced order gives its pieces back first, so each checkout contains those of the earlier products too.
    const possible = userErrors[0]?.possibleQuantity ?? 0
    if (order) holds = true
    else if (possible === 0) await mutate(target, token, `removeFromCart(productId: "${id}") { userErrors { code } }`)
    else {
      await put('setCartQuantity', possible)
      if ((await checkOut()).order) holds = true
    }
  }
  return holds
}

/** All accounts place their orders from the same network, whose unproven accounts may have five open orders. */
const MAX_ON_DELIVERY = 5

describe('orders on delivery', () => {
  const ownAddress = (i: number) => ({
    ...ADDRESS,
    street: `${i}, Lake View Road`,
    mobile: `98${String(i).padStart(8, '0')}`,
  })

  it.each<[string, (i: number) => object]>([
    ['one mobile and one address', () => ADDRESS],
    ['a mobile and an address each', ownAddress],
  ])('of new accounts with %s hold little stock', async (who, addressOf) => {
    const target = await startTarget(HOURS_LATER)
    let orders = 0
    for (let i = 0; i < ACCOUNTS; i += 1) orders += await orderAsOften(target, addressOf(i))
    expectAtMost(`Orders on delivery of ${ACCOUNTS} accounts with ${who}`, orders, MAX_ON_DELIVERY, 'orders')
  })
})

const MAX_HELD_PERCENT = 51

it('unpaid checkouts of new accounts leave half of the stock, and sell out no product', async () => {
  const target = await startTarget()
  const before = await shelf(target)
  let accounts = 0
  while (accounts < ACCOUNTS && (await holdMost(target))) accounts += 1
  const after = await shelf(target)
  const left = new Map(after.map(({ id, quantityAvailable }) => [id, quantityAvailable]))
  const emptied = before.filter(({ id, quantityAvailable }) => quantityAvailable > 1 && !left.get(id))
  const held = piecesOn(before) - piecesOn(after)
  const name = `Stock that ${accounts} invented shoppers hold (${held} of ${piecesOn(before)} pieces)`
  expectAtMost(name, (100 * held) / piecesOn(before), MAX_HELD_PERCENT, '%')
  expectAtMost('Products that they sell out', emptied.length, 0, 'products')
})
