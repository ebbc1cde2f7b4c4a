/** The two changes of a cart that shoppers make most, as SQL: under the cart's lock, and nothing of them stays where they throw. */
import { v7 as uuidv7 } from 'uuid'
import type { PoolSql, Sql } from '../../database/sql'
import { DomainError, invalidInput } from '../../shared/errors'
import { SHOP } from '../../shared/shop'
import { invalidMessage } from '../../shared/validation'
import { isShown } from '../catalogue/shown'
import { cartOf, READ_CART, type Cart } from './readCart'

export const tooMany = (): DomainError =>
  invalidInput('quantity', `${invalidMessage('quantity')}: ${SHOP.maximumQuantity} at most`)

/** Lock, version and line at once. */
const ADD_LINE = {
  name: 'add line',
  text: `
    WITH cart AS (UPDATE cart SET version = version + 1 WHERE user_id = $1::uuid RETURNING id)
    INSERT INTO cart_line (id, cart_id, product_id, quantity, price_when_added)
    SELECT $2::uuid, cart.id, product.id, $4::int, discounted FROM cart, product
    WHERE product.id = $3 AND ${isShown().sql}
    ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = cart_line.quantity + excluded.quantity, updated_at = now()
    WHERE cart_line.quantity + excluded.quantity <= ${SHOP.maximumQuantity}
    RETURNING id`,
}
const IS_SHOWN = { name: 'is shown', text: `SELECT id FROM product WHERE id = $1 AND ${isShown().sql}` }

/** Raises the quantity where the cart has the product, and gives the cart as it is then. */
export async function addLine(sql: Sql, viewerId: string, productId: string, quantity: number): Promise<Cart> {
  const added = [ADD_LINE, [viewerId, uuidv7(), productId, quantity]] as const
  const [lines, rows] = (await sql.together(added, [READ_CART, [viewerId]])) as [unknown[][], unknown[][]]
  if (lines.length === 1) return cartOf(rows)
  if ((await sql.rows(IS_SHOWN, [productId])).length === 1) throw tooMany()
  throw new DomainError('PRODUCT_NOT_FOUND', { field: 'productId' })
}

const LOCK = { name: 'lock cart', text: 'SELECT id FROM cart WHERE user_id = $1::uuid FOR UPDATE' }

/** A statement after the lock's, so that it sees what a rival did; the version rises where something changes. */
const SET_LINE = {
  name: 'set line',
  text: `
    WITH line AS (
      UPDATE cart_line SET quantity = $3::int, updated_at = now() FROM cart
      WHERE cart_id = cart.id AND user_id = $1::uuid AND product_id = $2 AND quantity <> $3::int RETURNING cart_id
    )
    UPDATE cart SET version = version + 1 FROM line WHERE cart.id = line.cart_id`,
}

/** The cart as it is then; whether it has the product at all is for the caller to see. */
export async function setLine(
  sql: Pick<PoolSql, 'change'>,
  viewerId: string,
  productId: string,
  quantity: number,
): Promise<Cart> {
  const set = [SET_LINE, [viewerId, productId, quantity]] as const
  const [, , rows] = await sql.change([LOCK, [viewerId]], set, [READ_CART, [viewerId]])
  return cartOf(rows!)
}
