/** Shoppers of the measured shop, each with a few lines in the cart, an address and a page of paid orders. */
import { randomUUID } from 'node:crypto'
import jwt from '@fastify/jwt'
import { hashSync } from '@node-rs/argon2'
import Fastify from 'fastify'
import type pg from 'pg'
import { calledShop, startCheckout } from './calls'

export interface Shopper {
  id: string
  email: string
  token: string
  addressId: string
  /** Products that the cart holds. */
  productIds: string[]
}

export const PASSWORD = 'clay and fire'
const PRODUCTS = ['celadon-chai-cup', 'ash-ripple-ramen-bowl', 'grand-moon-jar']
/** More than one page of ten, so that there is another. */
const ORDERS = 12
const ADDRESS = { name: 'M', street: 'S', city: 'C', state: 'S', country: 'I', zipCode: '600004', mobile: '9000011111' }

/** Of the same password, and next to nothing to compare with: so all else of a login shows. */
const cheapHash = (): string => hashSync(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** One is made by the shop itself, all others are copies of that one. `secret` is what the shop signs tokens with. */
export async function makeShoppers(origin: string, db: pg.Client, secret: string, count: number): Promise<Shopper[]> {
  await db.query('UPDATE product SET stock = 1000000')
  const first = await makeShopper(origin)
  await db.query('UPDATE user_account SET password_hash = $2 WHERE id = $1', [first.id, cheapHash()])
  await db.query(COPY_ORDERS)
  const copies = Array.from({ length: count - 1 }, () => ({ id: randomUUID(), addressId: randomUUID() }))
  await db.query('CREATE TEMP TABLE copy (id uuid, address_id uuid)')
  await db.query('INSERT INTO copy SELECT * FROM unnest($1::uuid[], $2::uuid[])', [
    copies.map(({ id }) => id),
    copies.map(({ addressId }) => addressId),
  ])
  await db.query(copyShopper(first.id))
  const app = Fastify()
  await app.register(jwt, { secret, sign: { algorithm: 'HS256', expiresIn: '1d' } })
  const others = copies.map(({ id, addressId }) => {
    const email = `${id}@shopper.example`
    return { ...first, id, addressId, email, token: app.jwt.sign({ id, email }) }
  })
  return [first, ...others]
}

async function makeShopper(origin: string): Promise<Shopper> {
  const person = { password: PASSWORD, firstName: 'M', lastName: 'I', email: `${randomUUID()}@shopper.example` }
  const { createdUser, encodedToken: token } = await calledShop<{ createdUser: { _id: string }; encodedToken: string }>(
    origin,
    '/api/auth/signup',
    person,
  )
  const saved = await calledShop<{ address: { _id: string }[] }>(
    origin,
    '/api/user/address',
    { address: ADDRESS },
    token,
  )
  for (const _id of PRODUCTS) await calledShop(origin, '/api/user/cart', { product: { _id } }, token)
  const addressId = saved.address[0]!._id
  const shopper = { id: createdUser._id, email: person.email, token, addressId, productIds: PRODUCTS }
  const { path, body } = startCheckout(shopper)
  await calledShop(origin, path, JSON.parse(body!) as object, token)
  return shopper
}

/** Rows of `table` as they are but for `columns`, each in the place of the one that it is a copy of. */
const copy = (table: string, columns: string, from: string): string =>
  `INSERT INTO ${table} SELECT (jsonb_populate_record(${table}, jsonb_build_object(${columns}))).* FROM ${from};`
const NEXT_SERIAL = `'serial', nextval(pg_get_serial_sequence('shop_order', 'serial'))`

const COPY_ORDERS = `
  UPDATE shop_order SET status = 'PAID', payment_id = 'pay_bench', idempotency_key = NULL;
  ${copy('shop_order', `'id', gen_random_uuid(), 'provider_order_id', NULL, ${NEXT_SERIAL}`, `shop_order, generate_series(2, ${ORDERS})`)}
  ${copy('order_line', `'id', gen_random_uuid(), 'order_id', other.id`, 'order_line JOIN shop_order other ON other.id <> order_id')}
  ${copy('order_event', `'id', gen_random_uuid(), 'order_id', other.id`, 'order_event JOIN shop_order other ON other.id <> order_id')}`

/** Of the one with this id: a UUID that the shop made. */
const copyShopper = (id: string): string => `
  ${copy('user_account', `'id', copy.id, 'email', copy.id || '@shopper.example'`, `copy, user_account WHERE user_account.id = '${id}'`)}
  ${copy('cart', `'id', copy.id, 'user_id', copy.id`, `copy, cart WHERE user_id = '${id}'`)}
  ${copy('cart_line', `'id', gen_random_uuid(), 'cart_id', copy.id`, `copy, cart_line JOIN cart ON cart.id = cart_id WHERE user_id = '${id}'`)}
  ${copy('address', `'id', copy.address_id, 'user_id', copy.id`, `copy, address WHERE user_id = '${id}'`)}
  CREATE TEMP TABLE copied_order AS SELECT gen_random_uuid() AS id, copy.id AS user_id, shop_order.id AS original_id FROM copy, shop_order WHERE shop_order.user_id = '${id}';
  ${copy('shop_order', `'id', copied.id, 'user_id', copied.user_id, 'provider_order_id', NULL, ${NEXT_SERIAL}`, 'copied_order copied JOIN shop_order ON shop_order.id = original_id')}
  ${copy('order_line', `'id', gen_random_uuid(), 'order_id', copied.id`, 'copied_order copied JOIN order_line ON order_id = original_id')}
  ${copy('order_event', `'id', gen_random_uuid(), 'order_id', copied.id`, 'copied_order copied JOIN order_event ON order_id = original_id')}
  DROP TABLE copy, copied_order;
  ANALYZE`

/** So that whoever checks out next replaces no order that waits, and carts stay below their limits. */
export async function tidyUp(db: pg.Client): Promise<void> {
  await db.query(`UPDATE shop_order SET status = 'PAID', payment_id = 'pay_bench' WHERE status = 'AWAITING_PAYMENT'`)
  await db.query('UPDATE cart_line SET quantity = 1')
}
