/**
 * The two changes of a cart that shoppers make most, as SQL: under the cart's lock, and nothing of them stays where they throw. They may be
 * made for a token's holder whom nobody has looked for yet: a statement of its own for that is a sixth of what they cost.
 */
import { v7 as uuidv7 } from 'uuid'
import type { PoolSql, Sql } from '../../database/sql'
import { DomainError, invalidInput } from '../../shared/errors'
import { SHOP } from '../../shared/shop'
import { invalidMessage } from '../../shared/validation'
import { OF_TOKEN, ofToken, type TokenHolder } from '../accounts/accounts'
import { isShown } from '../catalogue/shown'
import type { Shop } from '../shop'
import { cartOf, READ_CART, type Cart } from './readCart'

export const tooMany = (): DomainError =>
  invalidInput('quantity', `${invalidMessage('quantity')}: ${SHOP.maximumQuantity} at most`)

/** Lock, version and line at once. */
const ADD_LINE = {
  name: 'add line',
  text: `
    WITH cart AS (
      UPDATE cart SET version = version + 1 FROM user_account WHERE user_id = user_account.id AND ${OF_TOKEN} RETURNING cart.id
    )
    INSERT INTO cart_line (id, cart_id, product_id, quantity, price_when_added)
    SELECT $5::uuid, cart.id, product.id, $7::int, discounted FROM cart, product
    WHERE product.id = $6 AND ${isShown().sql}
    ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = cart_line.quantity + excluded.quantity, updated_at = now()
    WHERE cart_line.quantity + excluded.quantity <= ${SHOP.maximumQuantity}
    RETURNING id`,
}
const IS_SHOWN = { name: 'is shown', text: `SELECT id FROM product WHERE id = $1 AND ${isShown().sql}` }

const IS_GOOD = { name: 'is token good', text: `SELECT id FROM user_account WHERE ${OF_TOKEN}` }

/** Whoever changes a cart: the id of a viewer who was found, or a token's holder. */
export type Changer = string | TokenHolder

const idOf = (changer: Changer): string => (typeof changer === 'string' ? changer : changer.id)

interface Line {
  productId: string
  quantity: number
}

/** Raises the quantity where the cart has the product, and gives the cart as it is then. Throws UNAUTHENTICATED, PRODUCT_NOT_FOUND, INVALID_INPUT. */
export async function addLine(
  shop: Pick<Shop, 'settings'>,
  sql: Sql,
  changer: Changer,
  { productId, quantity }: Line,
): Promise<Cart> {
  const holder = ofToken(shop, changer)
  const added = [ADD_LINE, [...holder, uuidv7(), productId, quantity]] as const
  const [lines, rows] = (await sql.together(added, [READ_CART, [idOf(changer)]])) as [unknown[][], unknown[][]]
  if (lines.length === 1) return cartOf(rows)
  if ((await sql.rows(IS_GOOD, holder)).length === 0) throw new DomainError('UNAUTHENTICATED')
  if ((await sql.rows(IS_SHOWN, [productId])).length === 1) throw tooMany()
  throw new DomainError('PRODUCT_NOT_FOUND', { field: 'productId' })
}

const LOCK = {
  name: 'lock cart',
  text: `SELECT cart.id FROM cart JOIN user_account ON user_account.id = user_id WHERE ${OF_TOKEN} FOR UPDATE OF cart`,
}

/** A statement after the lock's, so that it sees what a rival did; the version rises where something changes. */
const SET_LINE = {
  name: 'set line',
  text: `
    WITH line AS (
      UPDATE cart_line SET quantity = $6::int, updated_at = now() FROM cart JOIN user_account ON user_account.id = user_id
      WHERE cart_id = cart.id AND ${OF_TOKEN} AND product_id = $5 AND quantity <> $6::int RETURNING cart_id
    )
    UPDATE cart SET version = version + 1 FROM line WHERE cart.id = line.cart_id`,
}

/** The cart as it is then; whether it has the product at all is for the caller to see. Throws UNAUTHENTICATED. */
export async function setLine(
  shop: { settings: Shop['settings']; sql: Pick<PoolSql, 'change'> },
  changer: Changer,
  { productId, quantity }: Line,
): Promise<Cart> {
  const holder = ofToken(shop, changer)
  const set = [SET_LINE, [...holder, productId, quantity]] as const
  const [locked, , rows] = await shop.sql.change([LOCK, holder], set, [READ_CART, [idOf(changer)]])
  const cart = cartOf(rows!)
  const line = cart.lines.find((each) => each.productId === productId)
  // Its tokens were ended before the first statement, or between the two.
  if (locked!.length === 0 || (line && line.quantity !== quantity)) throw new DomainError('UNAUTHENTICATED')
  return cart
}
