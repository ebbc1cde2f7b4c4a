/** A shopper's cart with its lines, their products and its coupon, in one statement. */
import { Entity } from '../../database/entity'
import type { Sql } from '../../database/sql'
import { Prisma } from '../../generated/prisma/client'
import type { Cart as CartRow, CartLine as LineRow, Coupon, Product } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'

export type CartLine = LineRow & { product: Product }

/** Its lines are the oldest first. */
export type Cart = CartRow & { coupon: Coupon | null; lines: CartLine[] }

const cart = new Entity<CartRow>('cart', Prisma.CartScalarFieldEnum)
const coupon = new Entity<Coupon>('coupon', Prisma.CouponScalarFieldEnum)
const line = new Entity<LineRow>('line', Prisma.CartLineScalarFieldEnum)
const product = new Entity<Product>('product', Prisma.ProductScalarFieldEnum)

const OF_COUPON = cart.width
const OF_LINE = OF_COUPON + coupon.width
const OF_PRODUCT = OF_LINE + line.width

const READ_CART = {
  name: 'read cart',
  text: `
    SELECT ${[cart, coupon, line, product].map(({ columns }) => columns).join(', ')}
    FROM cart LEFT JOIN coupon ON coupon.code = cart.coupon_code
    LEFT JOIN (cart_line AS line JOIN product ON product.id = line.product_id) ON line.cart_id = cart.id
    WHERE cart.user_id = $1::uuid ORDER BY line.created_at, line.id`,
}

/** Throws UNAUTHENTICATED where the account was deleted just now. */
export async function readCart(sql: Sql, viewerId: string): Promise<Cart> {
  const rows = await sql.rows(READ_CART, [viewerId])
  const [first] = rows
  if (!first) throw new DomainError('UNAUTHENTICATED')
  const lines = rows.flatMap((values) => {
    const found = line.read(values, OF_LINE)
    return found ? [{ ...found, product: product.read(values, OF_PRODUCT)! }] : []
  })
  return { ...cart.read(first, 0)!, coupon: coupon.read(first, OF_COUPON), lines }
}
