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

/** For a statement with `cart` and `coupon` by outer joins: null where there is no cart. */
export const CART = `CASE WHEN cart.id IS NOT NULL THEN json_build_array(${cart.elements},
    CASE WHEN coupon.code IS NOT NULL THEN json_build_array(${coupon.elements}) END, (
      SELECT json_agg(json_build_array(${line.elements}, ${product.elements}) ORDER BY line.created_at, line.id)
      FROM cart_line AS line JOIN product ON product.id = line.product_id WHERE line.cart_id = cart.id
    )) END AS cart`

/** By the shopper's id. */
export const READ_CART = {
  name: 'read cart',
  text: `SELECT ${CART} FROM cart LEFT JOIN coupon ON coupon.code = cart.coupon_code WHERE cart.user_id = $1::uuid`,
}

export const readCart = async (sql: Pick<Sql, 'rows'>, viewerId: string): Promise<Cart> =>
  cartOf(await sql.rows(READ_CART, [viewerId]))

/** What READ_CART found. Throws UNAUTHENTICATED where the account was deleted just now. */
export function cartOf([row]: unknown[][]): Cart {
  const found = row && cartIn(row[0])
  if (!found) throw new DomainError('UNAUTHENTICATED')
  return found
}

/** What CART gave. */
export function cartIn(found: unknown): Cart | null {
  if (found === null) return null
  const values = found as unknown[]
  const [ownCoupon, lines] = values.slice(cart.width) as [unknown[] | null, unknown[][] | null]
  return {
    ...cart.read(values),
    coupon: ownCoupon && coupon.read(ownCoupon),
    lines: (lines ?? []).map((each) => ({ ...line.read(each), product: product.read(each, line.width) })),
  }
}
