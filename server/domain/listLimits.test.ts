import { describe, expect, it } from 'vitest'
import { startBeside, startTestApp } from '../testing/app'
import { RULES } from '../guards/rules'
import { ask, call } from '../testing/calls'
import { fillCart, newShopper } from '../testing/data/factories'
import { ADDRESS, BOWL, CUP } from '../testing/data/fixtures'

const app = await startTestApp({}, { limits: { 'lists.addresses': 3, 'lists.wishlist': 3, 'lists.cartLines': 3 } })
const unlimited = await startBeside(app, {}, { 'lists.addresses': 0, 'lists.wishlist': 0, 'lists.cartLines': 0 })
const { db } = app.shop

const PRODUCTS = [BOWL, CUP, 'white-fluted-planter']
const FOURTH = 'saffron-nut-bowl'
const LISTS = ['address', 'wishlist', 'cart'] as const
type List = (typeof LISTS)[number]

const MESSAGES = {
  address: 'Please remove an address first',
  wishlist: 'Please remove a product from the wishlist first',
  cart: 'Please remove a product from the cart first',
}

const add = (list: List, token: string, productId: string, on = app) =>
  call(on, 'POST', `/api/user/${list}`, {
    token,
    body: list === 'address' ? { address: ADDRESS } : { product: { _id: productId } },
  })

const MUTATIONS = {
  address: `mutation ($address: AddressInput!) { result: addAddress(input: $address) { userErrors { code message } } }`,
  wishlist: `mutation ($productId: ID!) { result: addToWishlist(productId: $productId) { userErrors { code message } } }`,
  cart: `mutation ($productId: ID!) { result: addToCart(productId: $productId) { userErrors { code message } } }`,
}

const lengthOf = (list: List, userId: string): Promise<number> => {
  if (list === 'address') return db.address.count({ where: { userId } })
  if (list === 'wishlist') return db.wishlistItem.count({ where: { userId } })
  return db.cartLine.count({ where: { cart: { userId } } })
}

/** Creates a shopper with a full list. The test factory adds the first address. */
async function fullShopper(list: List) {
  const shopper = await newShopper(app)
  for (const id of list === 'address' ? PRODUCTS.slice(1) : PRODUCTS) await add(list, shopper.token, id)
  expect(await lengthOf(list, shopper.id)).toBe(3)
  return shopper
}

describe.each(LISTS)('a full list: %s', (list) => {
  it('refuses another item over REST and GraphQL with a hint, and changes nothing', async () => {
    const { id, token } = await fullShopper(list)
    const before = await db.cart.findUniqueOrThrow({ where: { userId: id } })
    const refused = await add(list, token, FOURTH)
    expect([refused.statusCode, refused.json()]).toEqual([422, { errors: [MESSAGES[list]] }])
    const { data } = await ask(app, MUTATIONS[list], { token, variables: { address: ADDRESS, productId: FOURTH } })
    expect(data.result.userErrors).toEqual([{ code: 'LIMIT_REACHED', message: MESSAGES[list] }])
    expect(await lengthOf(list, id)).toBe(3)
    expect(await db.cart.findUniqueOrThrow({ where: { userId: id } })).toEqual(before)
  })

  it('accepts another item after one is removed', async () => {
    const { id, token } = await fullShopper(list)
    const oldest = list === 'address' ? (await db.address.findFirstOrThrow({ where: { userId: id } })).id : BOWL
    expect((await call(app, 'DELETE', `/api/user/${list}/${oldest}`, { token })).statusCode).toBe(200)
    expect((await add(list, token, FOURTH)).statusCode).toBe(201)
    expect(await lengthOf(list, id)).toBe(3)
  })

  it('accepts only one of ten concurrent calls for the last place', async () => {
    const { id, token } = await newShopper(app)
    for (const each of list === 'address' ? [BOWL] : [BOWL, CUP]) await add(list, token, each)
    const others = (await db.product.findMany({ where: { id: { notIn: [BOWL, CUP] } }, take: 10 })).map(({ id }) => id)
    const statuses = await Promise.all(others.map(async (each) => (await add(list, token, each)).statusCode))
    expect(statuses.sort()).toEqual([201, ...Array<number>(9).fill(422)])
    expect(await lengthOf(list, id)).toBe(3)
  })

  it('has no limit if the setting is 0', async () => {
    const { token } = await newShopper(unlimited)
    for (const id of [...PRODUCTS, FOURTH]) expect((await add(list, token, id, unlimited)).statusCode).toBe(201)
  })
})

describe('a full cart', () => {
  it('still accepts more pieces of a product that it contains', async () => {
    const { token } = await fullShopper('cart')
    expect((await add('cart', token, BOWL)).statusCode).toBe(201)
  })

  it('keeps a product that a full wishlist refuses', async () => {
    const { token, ...shopper } = await fullShopper('wishlist')
    await fillCart(app, shopper, { [FOURTH]: 2 })
    const move = `mutation { moveToWishlist(productId: "${FOURTH}") { cart { version } userErrors { code } } }`
    const { data } = await ask(app, move, { token })
    expect(data.moveToWishlist).toEqual({ cart: null, userErrors: [{ code: 'LIMIT_REACHED' }] })
    expect(await lengthOf('cart', shopper.id)).toBe(1)
  })
})

describe('a full wishlist', () => {
  it('accepts a product that it already contains', async () => {
    const { token } = await fullShopper('wishlist')
    expect((await add('wishlist', token, BOWL)).statusCode).toBe(201)
  })
})

describe('the limits of lists', () => {
  it('have the documented values', () => {
    const lists = ['addresses', 'wishlist', 'cartLines', 'idempotencyKeys'] as const
    expect(lists.map((list) => RULES[`lists.${list}`].most)).toEqual([20, 200, 100, 50])
  })
})
