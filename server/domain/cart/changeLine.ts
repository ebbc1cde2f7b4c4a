/** Adds a line to a cart, or changes its quantity, by SQL that takes the cart's lock first. */
import { v7 as uuidv7 } from 'uuid'
import type { Tx } from '../../database/client'
import { Prisma } from '../../generated/prisma/client'
import { DomainError, invalidInput } from '../../shared/errors'
import { SHOP } from '../../shared/shop'
import { invalidMessage } from '../../shared/validation'
import { isShown, SHOWN } from '../catalogue/shown'
import { lockCart } from './lockCart'

const tooMany = (): DomainError =>
  invalidInput('quantity', `${invalidMessage('quantity')}: ${SHOP.maximumQuantity} at most`)

/** Raises the quantity where the cart has the product. Throws UNAUTHENTICATED, PRODUCT_NOT_FOUND, INVALID_INPUT. */
export async function addLine(
  tx: Tx,
  viewerId: string,
  { productId, quantity }: { productId: string; quantity: number },
): Promise<void> {
  // This takes the lock too, and is undone where what follows throws.
  const [cart] = await tx.$queryRaw<{ id: string }[]>`
    UPDATE cart SET version = version + 1 WHERE user_id = ${viewerId}::uuid RETURNING id`
  if (!cart) throw new DomainError('UNAUTHENTICATED')
  const added = await tx.$executeRaw`
    INSERT INTO cart_line (id, cart_id, product_id, quantity, price_when_added)
    SELECT ${uuidv7()}::uuid, ${cart.id}::uuid, id, ${quantity}::int, discounted
    FROM product WHERE id = ${productId} AND ${isShown()}
    ON CONFLICT (cart_id, product_id) DO UPDATE SET quantity = cart_line.quantity + excluded.quantity, updated_at = now()
    WHERE cart_line.quantity + excluded.quantity <= ${SHOP.maximumQuantity}`
  if (added === 1) return
  const product = await tx.product.findFirst({ where: { id: productId, ...SHOWN }, select: { id: true } })
  throw product ? tooMany() : new DomainError('PRODUCT_NOT_FOUND', { field: 'productId' })
}

export type Quantity = number | 'INCREMENT' | 'DECREMENT'

const NEXT = {
  INCREMENT: Prisma.sql`quantity + 1`,
  DECREMENT: Prisma.sql`greatest(1, quantity - 1)`,
}

/**
 * Changes nothing where the cart does not have the product, and leaves the version where the quantity stays. Throws UNAUTHENTICATED, and
 * INVALID_INPUT above 99.
 */
export async function setLine(
  tx: Tx,
  viewerId: string,
  { productId, quantity }: { productId: string; quantity: Quantity },
): Promise<void> {
  // A statement of its own, so that the next one sees what a rival did.
  const cartId = await lockCart(tx, viewerId)
  const next = typeof quantity === 'number' ? Prisma.sql`${quantity}::int` : NEXT[quantity]
  const isLine = Prisma.sql`cart_id = ${cartId}::uuid AND product_id = ${productId}`
  const changed = await tx.$executeRaw`
    WITH line AS (
      UPDATE cart_line SET quantity = ${next}, updated_at = now()
      WHERE ${isLine} AND quantity <> ${next} AND ${next} <= ${SHOP.maximumQuantity} RETURNING cart_id
    )
    UPDATE cart SET version = version + 1 FROM line WHERE cart.id = line.cart_id`
  if (changed === 1 || quantity !== 'INCREMENT') return
  const [line] = await tx.$queryRaw<object[]>`SELECT FROM cart_line WHERE ${isLine}`
  if (line) throw tooMany()
}
