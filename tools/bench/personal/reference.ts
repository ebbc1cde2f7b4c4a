/**
 * The reference for personal requests: a plain Fastify server over node-postgres. It serves the cart page, the addition to the cart and the
 * orders page from the shop's tables, with the same data, locks, idempotency keys and token check.
 */
import { createHash, randomUUID } from 'node:crypto'
import jwt from '@fastify/jwt'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import { savingsOf } from '../../../server/shared/money/coupons'
import { estimatedDelivery as deliveryOf } from '../../../server/shared/delivery/delivery'
import { discountPercent, lineTotal, priceCart, type PricedLine } from '../../../server/shared/money/pricing'
import { formatTimestamp } from '../../../server/shared/timestamps'
import { INITIAL_CHOICES } from '../../../server/shared/shop'

/** The cart's columns, under the names that the contract uses. */
const CART_COLUMNS = ['version', ...Object.keys(INITIAL_CHOICES)]
const CART = CART_COLUMNS.map((name) => `cart.${name.replace(/[A-Z]/g, '_$&').toLowerCase()} AS "${name}"`).join(', ')
const IMAGE = 'image_url AS url, image_alt AS alt, image_width AS width, image_height AS height'
const SQL = {
  viewer:
    'SELECT id, taken_over_at FROM user_account WHERE id = $1 AND email = $2 AND token_version = $3 AND blocked_at IS NULL',
  cart: `SELECT cart.id AS cart_id, ${CART}, line.id, quantity, product.id AS product_id, title, ${IMAGE}, discounted,
      original, rating, is_bestseller, CASE WHEN hidden_at IS NULL THEN stock ELSE 0 END AS pieces
    FROM cart LEFT JOIN cart_line line ON line.cart_id = cart.id LEFT JOIN product ON product.id = line.product_id
    WHERE cart.user_id = $1 ORDER BY line.created_at, line.id`,
  coupons:
    'SELECT code, percent, description, minimum_amount FROM coupon WHERE ended_at IS NULL ORDER BY position, code',
  addresses: 'SELECT id FROM address WHERE user_id = $1 ORDER BY id',
  claim: `INSERT INTO idempotency_key (user_id, operation, key, input_hash) VALUES ($1, 'addToCart', $2, $3)
    ON CONFLICT (user_id, operation, key) DO UPDATE SET input_hash = excluded.input_hash, result = NULL, created_at = now()
    WHERE idempotency_key.created_at < now() - interval '1 day' RETURNING key`,
  stored: `SELECT result FROM idempotency_key WHERE user_id = $1 AND operation = 'addToCart' AND key = $2 AND input_hash = $3`,
  keep: `UPDATE idempotency_key SET result = $3 WHERE user_id = $1 AND operation = 'addToCart' AND key = $2`,
  forget: `DELETE FROM idempotency_key WHERE (user_id, operation, key) IN (SELECT user_id, operation, key FROM idempotency_key
    WHERE user_id = $1 ORDER BY created_at DESC OFFSET 1000 FOR UPDATE SKIP LOCKED)`,
  lock: 'UPDATE cart SET version = version + 1 WHERE user_id = $1 RETURNING id',
  add: `INSERT INTO cart_line (id, cart_id, product_id, quantity, price_when_added)
    SELECT $1, $2, id, $4, discounted FROM product WHERE id = $3 AND hidden_at IS NULL
    ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = cart_line.quantity + excluded.quantity, updated_at = now()
    WHERE cart_line.quantity + excluded.quantity <= 99 RETURNING id`,
  orders: `SELECT id, serial, status, placed_at, total_amount, payment_id FROM shop_order WHERE user_id = $1 ORDER BY serial DESC
    LIMIT 11`,
  count: 'SELECT count(*)::int AS n FROM shop_order WHERE user_id = $1',
  lines: `SELECT id, order_id, title, quantity, ${IMAGE} FROM order_line WHERE order_id = ANY($1::uuid[]) ORDER BY position`,
  events: 'SELECT order_id, status FROM order_event WHERE order_id = ANY($1::uuid[]) ORDER BY at, id',
}

// No interface per statement, because the benchmark compares every fact with the shop's response.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Row = Record<string, any>
const query = async (client: pg.Pool | pg.PoolClient, name: keyof typeof SQL, ...values: unknown[]): Promise<Row[]> =>
  (await client.query<Row>({ name, text: SQL[name], values })).rows

function presentCart(cart: Row[], coupons: Row[]) {
  const { cart_id: id, giftWrap } = cart[0]!
  const lines = cart.filter((line) => line['id'] !== null) as (Row & PricedLine)[]
  const savings = coupons.map(({ percent, minimum_amount: minimumAmount }) =>
    savingsOf({ percent, minimumAmount }, lines),
  )
  const best = savings.indexOf(Math.max(1, ...savings))
  const items = lines.map(({ id, quantity, title, url, alt, width, height, discounted, original, rating, ...line }) => {
    const price = { discounted, original, discountPercent: discountPercent({ discounted, original }) }
    const available = { quantityAvailable: line.pieces, availableForSale: line.pieces > 0 }
    const image = { url, alt, width, height }
    const product = { id: line.product_id, title, rating, isBestseller: line.is_bestseller, image, price, ...available }
    const estimatedDelivery = deliveryOf(line.product_id, new Date())
    return { id, quantity, lineTotal: lineTotal({ discounted, quantity }), estimatedDelivery, product }
  })
  return {
    ...Object.fromEntries(CART_COLUMNS.map((name) => [name, cart[0]![name]])),
    ...{ id, coupon: null, couponWarning: null, items },
    totalQuantity: items.reduce((sum, { quantity }) => sum + quantity, 0),
    couponOffers: coupons.map(({ code, percent: value, description, minimum_amount: minimumAmount }, i) => ({
      ...{ savings: savings[i], best: i === best, coupon: { code, value, description, minimumAmount } },
    })),
    priceDetails: priceCart(lines, { coupon: null, giftWrap }),
    warnings: items.flatMap(({ quantity, product }) => (quantity > product.quantityAvailable ? [product.id] : [])),
  }
}

function presentOrders(found: Row[], total: Row[], lines: Row[], events: Row[]) {
  const nodes = found.slice(0, 10).map(({ id, serial, status, placed_at, payment_id: paymentId, total_amount }) => {
    const number = `CER-${String(serial).padStart(6, '0')}`
    const ownLines = lines.filter((line) => line['order_id'] === id)
    const isPaid = events.some((event) => event['order_id'] === id && event['status'] === 'PAID')
    const actions = [...(status === 'PAID' ? ['CANCEL'] : []), 'BUY_AGAIN', ...(isPaid ? ['INVOICE'] : [])]
    const items = ownLines.map(({ id, title, quantity, order_id: _, ...image }) => ({ id, title, quantity, image }))
    const [placedAt, priceDetails] = [formatTimestamp(placed_at), { totalAmount: total_amount }]
    return { id, number, status, placedAt, paymentId, items, priceDetails, actions }
  })
  const pageInfo = { hasNextPage: found.length > 10, endCursor: nodes.at(-1)?.id }
  return { totalCount: total[0]!['n'], nodes, pageInfo }
}

type Adding = Record<'productId' | 'idempotencyKey', string> & { quantity: number }
async function addToCart(client: pg.PoolClient, viewer: string, added: Adding): Promise<unknown> {
  const { productId, quantity, idempotencyKey: key } = added
  const hash = createHash('sha256').update(JSON.stringify({ productId, quantity })).digest('hex')
  const [claimed] = await query(client, 'claim', viewer, key, hash)
  const [stored] = claimed ? [] : await query(client, 'stored', viewer, key, hash)
  if (!claimed) return presentCart(...(stored!['result'] as [Row[], Row[]]))
  const [cart] = await query(client, 'lock', viewer)
  const lines = await query(client, 'add', randomUUID(), cart!['id'], productId, quantity)
  const changed = await query(client, 'cart', viewer)
  if (lines.length === 0 || changed.length > 100) throw new Error('It cannot be added.')
  const coupons = await query(client, 'coupons')
  await query(client, 'keep', viewer, key, JSON.stringify([changed, coupons]))
  await query(client, 'forget', viewer)
  return presentCart(changed, coupons)
}

process.once('message', async ({ url, secret }: { url: string; secret: string }) => {
  const app = Fastify()
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  const extractToken = ({ headers }: FastifyRequest) => headers.authorization
  await app.register(jwt, { secret, verify: { algorithms: ['HS256'], extractToken } })
  async function viewerOf(request: FastifyRequest) {
    const { id, email, version = 0 } = await request.jwtVerify<{ id: string; email: string; version?: number }>()
    const [viewer] = await query(pool, 'viewer', id, email, version)
    if (!viewer) throw new Error('The token is not valid.')
    return { id, takenOverAt: viewer['taken_over_at'] as Date | null }
  }
  app.get('/CartPageQuery', async (request) => {
    const { id } = await viewerOf(request)
    const reads = [query(pool, 'cart', id), query(pool, 'coupons'), query(pool, 'addresses', id)] as const
    const [cart, coupons, addresses] = await Promise.all(reads)
    return { data: { me: { id, addresses, cart: presentCart(cart, coupons) } } }
  })
  app.get('/OrdersPageQuery', async (request) => {
    const { id, takenOverAt } = await viewerOf(request)
    const [found, total] = await Promise.all([query(pool, 'orders', id), query(pool, 'count', id)])
    const ids = found.slice(0, 10).map((order) => order['id'] as string)
    const [lines, events] = await Promise.all([query(pool, 'lines', ids), query(pool, 'events', ids)])
    return { data: { me: { id, takenOverAt, orders: presentOrders(found, total, lines, events) } } }
  })
  app.post<{ Body: { variables: Adding } }>('/AddToCart', async (request) => {
    const { id } = await viewerOf(request)
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      const cart = await addToCart(client, id, request.body.variables)
      await client.query('COMMIT')
      return { data: { addToCart: { cart, userErrors: [] } } }
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    } finally {
      client.release()
    }
  })
  process.send!(await app.listen({ host: '127.0.0.1', port: 0 }))
})
