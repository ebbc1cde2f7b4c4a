/** A shopper's cart with its lines, their products and its coupon, in one row. */
import { Entity } from '../../database/entity'
import type { Sql } from '../../database/sql'
import { Prisma } from '../../generated/prisma/client'
import type { Cart as CartRow, CartLine as LineRow, Coupon, Product } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'

export type CartLine = LineRow & { product: Product }

/** Its lines are the oldest first. */
export type Cart = CartRow & { coupon: Coupon | null; lines: CartLine[] }

const CREATED = { createdAt: true, updatedAt: true } as const
const cart = new Entity<CartRow>('cart', Prisma.CartScalarFieldEnum, {})
const coupon = new Entity<Coupon>('coupon', Prisma.CouponScalarFieldEnum, {
  validFrom: true,
  validUntil: true,
  endedAt: true,
})
const line = new Entity<LineRow>('line', Prisma.CartLineScalarFieldEnum, CREATED)
const product = new Entity<Product>('product', Prisma.ProductScalarFieldEnum, { ...CREATED, hiddenAt: true })

/**
 * For a statement with `cart` and `coupon` by outer joins. What most carts do not have is one column: the driver takes as long for each
 * column's name as for its value.
 */
export const CART_COLUMNS = `${cart.columns}, CASE WHEN coupon.code IS NOT NULL THEN json_build_array(${coupon.elements}) END AS coupon, (
    SELECT json_agg(json_build_array(${line.elements}, ${product.elements}) ORDER BY line.created_at, line.id)
    FROM cart_line AS line JOIN product ON product.id = line.product_id WHERE line.cart_id = cart.id
  ) AS lines`

/** By the shopper's id. */
export const READ_CART = {
  name: 'read cart',
  text: `SELECT ${CART_COLUMNS} FROM cart LEFT JOIN coupon ON coupon.code = cart.coupon_code WHERE cart.user_id = $1::uuid`,
}

export const readCart = async (sql: Pick<Sql, 'rows'>, viewerId: string): Promise<Cart> =>
  cartOf(await sql.rows(READ_CART, [viewerId]))

/** What READ_CART found. Throws UNAUTHENTICATED where the account was deleted just now. */
export function cartOf([row]: unknown[][]): Cart {
  const found = row && cartIn(row, 0)
  if (!found) throw new DomainError('UNAUTHENTICATED')
  return found
}

/** Of CART_COLUMNS in a row; null where there is none. */
export function cartIn(row: unknown[], from: number): Cart | null {
  const found = cart.read(row, from)
  const couponValues = row[from + cart.width] as unknown[] | null
  const lines = (row[from + cart.width + 1] ?? []) as unknown[][]
  return (
    found && {
      ...found,
      coupon: couponValues && coupon.readJson(couponValues),
      lines: lines.map((values) => ({ ...line.readJson(values), product: product.readJson(values, line.width) })),
    }
  )
}
