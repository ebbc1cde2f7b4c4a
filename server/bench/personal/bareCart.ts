/** The bare server's cart: read and changed. */
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { priceCart } from '../../shared/pricing'
import { formatTimestamp } from '../../shared/timestamps'
import type { Statements } from './bareStatements'

export interface CartRow {
  version: number
  gift_wrap: boolean
  line_id: string | null
  quantity: number
  created_at: Date
  updated_at: Date
  product_id: string
  title: string
  image_url: string
  image_alt: string
  image_width: number
  image_height: number
  discounted: number
  original: number
  rating: number
  category_name: string
  offer: string
  is_bestseller: boolean
  hidden_at: Date | null
}

const CART = {
  name: 'cart',
  text: `SELECT cart.version, gift_wrap, line.id AS line_id, quantity, line.created_at, line.updated_at, product.id AS product_id, title,
      image_url, image_alt, image_width, image_height, discounted, original, rating, category_name, offer, is_bestseller, hidden_at
    FROM cart LEFT JOIN cart_line line ON line.cart_id = cart.id LEFT JOIN product ON product.id = line.product_id
    WHERE cart.user_id = $1 ORDER BY line.created_at, line.id`,
}
const LOCK = { name: 'lock', text: 'UPDATE cart SET version = version + 1 WHERE user_id = $1 RETURNING id' }
const PRODUCT = { name: 'product', text: 'SELECT discounted FROM product WHERE id = $1 AND hidden_at IS NULL' }
const ADD = {
  name: 'add',
  text: `INSERT INTO cart_line (id, cart_id, product_id, quantity, price_when_added) VALUES ($1, $2, $3, 1, $4)
    ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = cart_line.quantity + 1, updated_at = now()
    WHERE cart_line.quantity < 99`,
}
const LINE = { name: 'line', text: 'SELECT id, quantity FROM cart_line WHERE cart_id = $1 AND product_id = $2' }
const SET = { name: 'set', text: 'UPDATE cart_line SET quantity = $2, updated_at = now() WHERE id = $1' }

const MOST_LINES = 100

/** The lines that there are; the cart of an account without any is one row without a line. */
export const readCart = (sql: Statements, viewerId: string, on?: pg.PoolClient): Promise<CartRow[]> =>
  sql.rows<CartRow>(CART, [viewerId], on)
export const linesOf = (rows: CartRow[]): CartRow[] => rows.filter(({ line_id }) => line_id !== null)
const total = (lines: CartRow[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0)

const presentChanged = (rows: CartRow[]) => {
  const lines = linesOf(rows)
  return {
    version: rows[0]!.version,
    totalQuantity: total(lines),
    priceDetails: { totalAmount: priceCart(lines, { coupon: null, giftWrap: rows[0]!.gift_wrap }).totalAmount },
    items: lines.map(({ quantity, product_id: id }) => ({ quantity, product: { id } })),
  }
}

interface Changing {
  Body: { variables: { productId: string; quantity: number } }
}

export function cartRoutes(app: FastifyInstance, sql: Statements): void {
  app.post('/me/cart', async (request) => {
    const rows = await readCart(sql, await sql.viewerId(request))
    const lines = linesOf(rows)
    const items = lines.map(({ quantity, product_id: id, title }) => ({ quantity, product: { id, title } }))
    return { data: { me: { cart: { version: rows[0]!.version, totalQuantity: total(lines), items } } } }
  })

  app.get('/rest/cart', async (request) => {
    const lines = linesOf(await readCart(sql, await sql.viewerId(request)))
    return {
      cart: lines.map((line) => ({
        _id: line.product_id,
        title: line.title,
        imgURL: line.image_url,
        price: { discounted: line.discounted, original: line.original },
        rating: line.rating,
        categoryName: line.category_name,
        offer: line.offer,
        isBestseller: line.is_bestseller,
        qty: line.quantity,
        createdAt: formatTimestamp(line.created_at),
        updatedAt: formatTimestamp(line.updated_at),
      })),
    }
  })

  app.post<Changing>('/addToCart', async (request) => {
    const viewerId = await sql.viewerId(request)
    const { productId } = request.body.variables
    const rows = await sql.transaction(async (client) => {
      const [cart] = await sql.rows<{ id: string }>(LOCK, [viewerId], client)
      const [product] = await sql.rows<{ discounted: number }>(PRODUCT, [productId], client)
      if (!cart || !product) throw new Error('There is no such product.')
      await sql.rows(ADD, [uuidv7(), cart.id, productId, product.discounted], client)
      const changed = await readCart(sql, viewerId, client)
      if (changed.length > MOST_LINES) throw new Error('The cart is full.')
      return changed
    })
    return { data: { addToCart: { cart: presentChanged(rows), userErrors: [] } } }
  })

  app.post<Changing>('/setCartQuantity', async (request) => {
    const viewerId = await sql.viewerId(request)
    const { productId, quantity } = request.body.variables
    const rows = await sql.transaction(async (client) => {
      const [cart] = await sql.rows<{ id: string }>(LOCK, [viewerId], client)
      const [line] = await sql.rows<{ id: string; quantity: number }>(LINE, [cart!.id, productId], client)
      if (!line) throw new Error('It is not in the cart.')
      if (line.quantity !== quantity) await sql.rows(SET, [line.id, quantity], client)
      return readCart(sql, viewerId, client)
    })
    return { data: { setCartQuantity: { cart: presentChanged(rows), userErrors: [] } } }
  })
}
