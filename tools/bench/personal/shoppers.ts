/** Shoppers in the measured shop. Each has a few cart lines, an address and a page of paid orders. */
import { randomUUID } from 'node:crypto'
import jwt from '@fastify/jwt'
import Fastify from 'fastify'
import type pg from 'pg'
import { ask, requestOf } from '../recording'
import { totalIn } from './responses'

export interface Shopper {
  id: string
  email: string
  token: string
  addressId: string
  /** The number of the newest order. */
  orderNumber: string
  /** The ids of the products in the cart. */
  productIds: string[]
}

export const PASSWORD = 'clay and fire'
const PRODUCTS = ['celadon-chai-cup', 'ash-ripple-ramen-bowl', 'grand-moon-jar']
/** More than one page of ten orders, so that a second page exists. */
const ORDERS = 12
const ADDRESS = { name: 'M', street: 'S', city: 'C', state: 'S', country: 'I', zipCode: '600004', mobile: '9000011111' }

/** The shop creates the first shopper, and the others are copies. `secret` signs the shop's tokens. */
export async function makeShoppers(origin: string, db: pg.Client, secret: string, count: number): Promise<Shopper[]> {
  await db.query('UPDATE product SET stock = 1000000')
  const first = await makeShopper(origin)
  await db.query(COPY_ORDERS)
  const copies = Array.from({ length: count - 1 }, () => ({ id: randomUUID(), addressId: randomUUID() }))
  await db.query('CREATE TEMP TABLE copy (id uuid, address_id uuid)')
  await db.query('INSERT INTO copy SELECT * FROM unnest($1::uuid[], $2::uuid[])', [
    copies.map(({ id }) => id),
    copies.map(({ addressId }) => addressId),
  ])
  await db.query(copyShopper(first.id))
  await db.query('CREATE TABLE bench_cart_line AS SELECT * FROM cart_line')
  const app = Fastify()
  await app.register(jwt, { secret, sign: { algorithm: 'HS256', expiresIn: '1d' } })
  const others = copies.map(({ id, addressId }) => {
    const email = `${id}@shopper.example`
    return { ...first, id, addressId, email, token: app.jwt.sign({ id, email }) }
  })
  const numbers = await readNumbers(db)
  return [first, ...others].map((shopper) => ({ ...shopper, orderNumber: numbers.get(shopper.id)! }))
}

async function readNumbers(db: pg.Client): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; serial: number }>(
    'SELECT user_id AS id, max(serial) AS serial FROM shop_order GROUP BY user_id',
  )
  return new Map(rows.map(({ id, serial }) => [id, `CER-${String(serial).padStart(6, '0')}`]))
}

async function call<Response>(origin: string, path: string, body: object, token?: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: token }) }
  const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`)
  return (await response.json()) as Response
}

async function makeShopper(origin: string): Promise<Shopper> {
  const person = { password: PASSWORD, firstName: 'M', lastName: 'I', email: `${randomUUID()}@shopper.example` }
  const { createdUser, encodedToken: token } = await call<{ createdUser: { _id: string }; encodedToken: string }>(
    origin,
    '/api/auth/signup',
    person,
  )
  const saved = await call<{ address: { _id: string }[] }>(origin, '/api/user/address', { address: ADDRESS }, token)
  for (const _id of PRODUCTS) await call(origin, '/api/user/cart', { product: { _id } }, token)
  const addressId = saved.address[0]!._id
  const values = { token, addressId, idempotencyKey: randomUUID() }
  const { expectedTotal } = totalIn(await ask(origin, requestOf('checkout', 'CheckoutPageQuery'), values))
  await ask(origin, requestOf('place order', 'StartCheckout'), { ...values, expectedTotal: expectedTotal! })
  return { id: createdUser._id, email: person.email, token, addressId, orderNumber: '', productIds: PRODUCTS }
}

/** Copies rows of `table`, with new values for `columns`. */
const copy = (table: string, columns: string, from: string): string =>
  `INSERT INTO ${table} SELECT (jsonb_populate_record(${table}, jsonb_build_object(${columns}))).* FROM ${from};`
const NEXT_SERIAL = `'serial', nextval(pg_get_serial_sequence('shop_order', 'serial'))`

const COPY_ORDERS = `
  UPDATE shop_order SET status = 'PAID', payment_id = 'pay_bench', idempotency_key = NULL;
  ${copy('shop_order', `'id', gen_random_uuid(), 'provider_order_id', NULL, ${NEXT_SERIAL}`, `shop_order, generate_series(2, ${ORDERS})`)}
  ${copy('order_line', `'id', gen_random_uuid(), 'order_id', other.id`, 'order_line JOIN shop_order other ON other.id <> order_id')}
  ${copy('order_event', `'id', gen_random_uuid(), 'order_id', other.id`, 'order_event JOIN shop_order other ON other.id <> order_id')}
  INSERT INTO order_event (id, order_id, status, source, note) SELECT gen_random_uuid(), id, 'PAID', 'SHOPPER', 'Paid.' FROM shop_order`

/** Copies the shopper with this id, a UUID from the shop. */
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

/** Marks all orders as paid, so that the next checkout replaces none, and restores the carts. */
export async function tidyUp(db: pg.Client): Promise<void> {
  await db.query(`UPDATE shop_order SET status = 'PAID', payment_id = 'pay_bench' WHERE status = 'AWAITING_PAYMENT'`)
  await db.query('INSERT INTO cart_line SELECT * FROM bench_cart_line ON CONFLICT DO NOTHING')
  await db.query('UPDATE cart_line SET quantity = 1')
}
