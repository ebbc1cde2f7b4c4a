/** Adds a line to a cart or changes its quantity, with SQL that first takes the cart's lock. */
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../database/db'
import { sqlWithin, statement, type Param } from '../../database/sql'
import { DomainError, invalidInput } from '../../shared/errors'
import { SHOP } from '../../shared/shop'
import { invalidMessage } from '../../shared/validation'
import { FOR_SALE } from '../catalogue/shown'
import { lockCart, type SignedIn } from '../lockCart'

const tooMany = (): DomainError =>
  invalidInput('quantity', `${invalidMessage('quantity')}: at most ${SHOP.maximumQuantity}`)

/** Takes the same locks as lockCart in the same order, and increments the cart's version. A later error rolls this back. */
const TOUCH_CART = statement(
  'touch cart',
  (_db, userId: Param<string>, tokenVersion: Param<number>) => sql<{ id: string }>`
    WITH touched AS (
      UPDATE cart SET version = version + 1 WHERE user_id = ${userId}::uuid RETURNING id, user_id
    )
    SELECT touched.id FROM touched JOIN user_account ON user_account.id = touched.user_id
    WHERE token_version = ${tokenVersion}::int
    FOR SHARE OF user_account`,
)
const ADD_LINE = statement(
  'add line',
  (_db, id: Param<string>, cartId: Param<string>, productId: Param<string>, quantity: Param<number>) =>
    sql<{ id: string }>`
      INSERT INTO cart_line (id, cart_id, product_id, quantity, price_when_added)
      SELECT ${id}::uuid, ${cartId}::uuid, id, ${quantity}::int, discounted
      FROM product WHERE id = ${productId} AND hidden_at IS NULL
      ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = cart_line.quantity + excluded.quantity, updated_at = now()
      WHERE cart_line.quantity + excluded.quantity <= ${SHOP.maximumQuantity}
      RETURNING id`,
)

/** Increases the quantity if the product is already in the cart. Throws UNAUTHENTICATED, PRODUCT_NOT_FOUND, INVALID_INPUT. */
export async function addLine(
  tx: Tx,
  { id: viewerId, tokenVersion }: SignedIn,
  { productId, quantity }: { productId: string; quantity: number },
): Promise<void> {
  const [cart] = await sqlWithin(tx).rows(TOUCH_CART, viewerId, tokenVersion)
  if (!cart) throw new DomainError('UNAUTHENTICATED')
  const added = await sqlWithin(tx).rows(ADD_LINE, uuidv7(), cart.id, productId, quantity)
  if (added.length === 1) return
  const product = await tx.product.findFirst({ where: { id: productId, ...FOR_SALE }, select: { id: true } })
  throw product ? tooMany() : new DomainError('PRODUCT_NOT_FOUND', { field: 'productId' })
}

export type Quantity = number | 'INCREMENT' | 'DECREMENT'

/**
 * Sets the quantity. If it is null, adds `change` instead, but does not go below 1. Keeps the cart's version if the quantity stays the
 * same.
 */
const SET_LINE = statement(
  'set line',
  (_db, cartId: Param<string>, productId: Param<string>, quantity: Param<number | null>, change: Param<number>) => {
    const next = sql`coalesce(${quantity}::int, greatest(1, quantity + ${change}::int))`
    return sql<{ id: string }>`
      WITH line AS (
        UPDATE cart_line SET quantity = ${next}, updated_at = now()
        WHERE cart_id = ${cartId}::uuid AND product_id = ${productId} AND quantity <> ${next} AND ${next} <= ${SHOP.maximumQuantity}
        RETURNING cart_id
      )
      UPDATE cart SET version = version + 1 FROM line WHERE cart.id = line.cart_id RETURNING cart.id`
  },
)

const CHANGES = { INCREMENT: 1, DECREMENT: -1 }

/**
 * Changes nothing if the product is not in the cart, and keeps the version if the quantity stays the same. Throws UNAUTHENTICATED, and
 * INVALID_INPUT above 99.
 */
export async function setLine(
  tx: Tx,
  viewer: SignedIn,
  { productId, quantity }: { productId: string; quantity: Quantity },
): Promise<void> {
  // A separate statement, so that the next one sees the changes of concurrent transactions.
  const cartId = await lockCart(tx, viewer)
  const [set, change] = typeof quantity === 'number' ? [quantity, 0] : [null, CHANGES[quantity]]
  const changed = await sqlWithin(tx).rows(SET_LINE, cartId, productId, set, change)
  if (changed.length === 1 || quantity !== 'INCREMENT') return
  const line = await tx.cartLine.findFirst({ where: { cartId, productId }, select: { id: true } })
  if (line) throw tooMany()
}
