/** The bare server's checkout: an order of the whole cart, its stock taken, under the same locks; then a payment of the sandbox. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { estimatedDelivery } from '../../shared/delivery'
import { priceCart } from '../../shared/pricing'
import { linesOf, readCart, type CartRow } from './bareCart'
import { numberOf } from './bareOrders'
import type { Statements } from './bareStatements'

const LOCK_CART = { name: 'lock cart', text: 'SELECT id FROM cart WHERE user_id = $1 FOR UPDATE' }
const BY_KEY = { name: 'by key', text: 'SELECT id FROM shop_order WHERE user_id = $1 AND idempotency_key = $2' }
const ADDRESS = { name: 'address', text: 'SELECT * FROM address WHERE id = $2 AND user_id = $1' }
const WAITING = {
  name: 'waiting',
  text: `SELECT id FROM shop_order WHERE user_id = $1 AND status = 'AWAITING_PAYMENT' ORDER BY id FOR UPDATE`,
}
const UNPAID = {
  name: 'unpaid',
  text: `SELECT held_since FROM shop_order WHERE user_id = $1 AND held_since > now() - interval '1 hour'
      AND NOT (status = 'CANCELLED' AND provider_order_id IS NULL AND NOT pay_on_delivery)
    GROUP BY held_since HAVING bool_and(status IN ('AWAITING_PAYMENT', 'CANCELLED', 'CONFIRMED')) LIMIT 3`,
}
const SHELF = {
  name: 'shelf',
  text: 'SELECT id, stock FROM product WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE',
}
const TAKE = {
  name: 'take',
  text: `UPDATE product SET stock = stock - pieces FROM unnest($1::text[], $2::int[]) AS taken (id, pieces) WHERE product.id = taken.id`,
}
const ORDER = {
  name: 'order',
  text: `INSERT INTO shop_order (id, user_id, idempotency_key, address_id, cart_total, offer_discount, coupon_discount, gift_wrap,
      convenience_fee, total_amount, delivery_name, delivery_street, delivery_city, delivery_state, delivery_country,
      delivery_zip_code, delivery_mobile, provider, expires_at, network)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, 'SANDBOX', now() + interval '15 minutes', $18)
    RETURNING serial`,
}
const LINES = {
  name: 'order lines',
  text: `INSERT INTO order_line (id, order_id, position, product_id, title, image_url, image_alt, image_width, image_height, discounted,
      original, quantity, estimated_delivery)
    SELECT gen_random_uuid(), $1, line.* FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::int[], $8::int[],
      $9::int[], $10::int[], $11::int[], $12::date[]) AS line`,
}
const EVENT = {
  name: 'event',
  text: `INSERT INTO order_event (id, order_id, status, source, note) VALUES ($1, $2, 'AWAITING_PAYMENT', 'SHOPPER', 'Order placed.')`,
}
const SANDBOX = {
  name: 'sandbox',
  text: `INSERT INTO sandbox_order (id, amount, currency, receipt) VALUES ($1, $2, 'INR', $3)`,
}
const OPENED = {
  name: 'opened',
  text: `UPDATE shop_order SET provider_order_id = $2 WHERE id = $1 AND provider_order_id IS NULL AND status = 'AWAITING_PAYMENT'
    RETURNING version, status`,
}

interface Address {
  name: string
  street: string
  city: string
  state: string
  country: string
  zip_code: string
  mobile: string
}

interface Placing {
  viewerId: string
  addressId: string
  key: string
  network: string
}

export function checkoutRoutes(app: FastifyInstance, sql: Statements): void {
  app.post<{ Body: { variables: { addressId: string; key: string } } }>('/startCheckout', async (request) => {
    const viewerId = await sql.viewerId(request)
    const placing = { viewerId, ...request.body.variables, network: request.ip }
    const { id, serial, totalAmount } = await sql.transaction((client) => place(sql, client, placing))
    const providerOrderId = `order_${randomBytes(9).toString('hex')}`
    const amount = totalAmount * 100
    await sql.rows(SANDBOX, [providerOrderId, amount, numberOf(serial)])
    const [opened] = await sql.rows<{ version: number; status: string }>(OPENED, [id, providerOrderId])
    const { version, status } = opened!
    const order = { id, number: numberOf(serial), version, status, priceDetails: { totalAmount } }
    return { data: { startCheckout: { order, payment: { providerOrderId, amount }, userErrors: [] } } }
  })
}

async function place(sql: Statements, client: pg.PoolClient, { viewerId, addressId, key, network }: Placing) {
  await sql.rows(LOCK_CART, [viewerId], client)
  const cart = await readCart(sql, viewerId, client)
  const lines = linesOf(cart)
  if ((await sql.rows(BY_KEY, [viewerId, key], client)).length > 0) throw new Error('The key was used.')
  const [address] = await sql.rows<Address>(ADDRESS, [viewerId, addressId], client)
  if (!address || lines.length === 0) throw new Error('There is no such address, or nothing in the cart.')
  if (lines.some(({ hidden_at }) => hidden_at !== null)) throw new Error('It is not sold.')
  const amounts = priceCart(lines, { coupon: null, giftWrap: cart[0]!.gift_wrap })
  if ((await sql.rows(WAITING, [viewerId], client)).length > 0) throw new Error('The bench replaces no order.')
  if ((await sql.rows(UNPAID, [viewerId], client)).length >= 3) throw new Error('Too many orders were not paid.')
  await takeStock(sql, client, lines)
  const id = uuidv7()
  const [order] = await sql.rows<{ serial: number }>(
    ORDER,
    [
      ...[id, viewerId, key, addressId, amounts.cartTotal, amounts.offerDiscount, amounts.couponDiscount],
      ...[amounts.giftWrap, amounts.convenienceFee, amounts.totalAmount, address.name, address.street, address.city],
      ...[address.state, address.country, address.zip_code, address.mobile, network],
    ],
    client,
  )
  await sql.rows(LINES, [id, ...columnsOf(lines)], client)
  await sql.rows(EVENT, [uuidv7(), id], client)
  return { id, serial: order!.serial, totalAmount: amounts.totalAmount }
}

async function takeStock(sql: Statements, client: pg.PoolClient, lines: CartRow[]): Promise<void> {
  const ids = lines.map(({ product_id }) => product_id)
  const shelf = await sql.rows<{ id: string; stock: number }>(SHELF, [ids], client)
  const stockOf = new Map(shelf.map(({ id, stock }) => [id, stock]))
  const tooFew = lines.some(({ product_id: id, quantity }) => (stockOf.get(id) ?? 0) < quantity)
  if (tooFew) throw new Error('There are not enough pieces left.')
  await sql.rows(TAKE, [ids, lines.map(({ quantity }) => quantity)], client)
}

function columnsOf(lines: CartRow[]): unknown[][] {
  const now = new Date()
  return [
    lines.map((_, position) => position),
    lines.map(({ product_id }) => product_id),
    lines.map(({ title }) => title),
    lines.map(({ image_url }) => image_url),
    lines.map(({ image_alt }) => image_alt),
    lines.map(({ image_width }) => image_width),
    lines.map(({ image_height }) => image_height),
    lines.map(({ discounted }) => discounted),
    lines.map(({ original }) => original),
    lines.map(({ quantity }) => quantity),
    lines.map(({ line_id }) => estimatedDelivery(line_id!, now)),
  ]
}
