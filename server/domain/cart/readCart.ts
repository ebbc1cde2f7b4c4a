/** Reads a shopper's cart with its lines, their products and its coupon in one statement. */
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres'
import { columnsOf, statement, withDates, type Param, type Sql } from '../../database/sql'
import {
  Prisma,
  type Cart as CartRow,
  type CartLine as LineRow,
  type Coupon,
  type Product,
} from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'

export type CartLine = LineRow & { product: Product }

/** The cart's lines are sorted oldest first. */
export type Cart = CartRow & { coupon: Coupon | null; lines: CartLine[] }

const READ_CART = statement('read cart', (db, userId: Param<string>) =>
  db
    .selectFrom('cart')
    .where('cart.userId', '=', userId)
    .select(columnsOf('cart', Prisma.CartScalarFieldEnum))
    .select((cart) => [
      jsonObjectFrom(
        cart
          .selectFrom('coupon')
          .whereRef('coupon.code', '=', 'cart.couponCode')
          .select(columnsOf('coupon', Prisma.CouponScalarFieldEnum)),
      ).as('coupon'),
      jsonArrayFrom(
        cart
          .selectFrom('cartLine')
          .whereRef('cartLine.cartId', '=', 'cart.id')
          .select(columnsOf('cartLine', Prisma.CartLineScalarFieldEnum))
          .select((line) =>
            jsonObjectFrom(
              line
                .selectFrom('product')
                .whereRef('product.id', '=', 'cartLine.productId')
                .select(columnsOf('product', Prisma.ProductScalarFieldEnum)),
            )
              .$notNull()
              .as('product'),
          )
          .orderBy('cartLine.createdAt')
          .orderBy('cartLine.id'),
      ).as('lines'),
    ]),
)

/** Throws UNAUTHENTICATED if the account has just been deleted. */
export async function readCart(sql: Sql, viewerId: string): Promise<Cart> {
  const [cart] = await sql.rows(READ_CART, viewerId)
  if (!cart) throw new DomainError('UNAUTHENTICATED')
  return {
    ...cart,
    coupon: cart.coupon && withDates(cart.coupon, 'validFrom', 'validUntil', 'endedAt'),
    lines: cart.lines.map((line) => ({
      ...withDates(line, 'createdAt', 'updatedAt'),
      product: withDates(line.product, 'createdAt', 'updatedAt', 'hiddenAt'),
    })),
  }
}
