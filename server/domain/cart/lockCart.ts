/** The lock under which a shopper's own things change: the cart's row, which every account has until it is deleted. */
import type { Tx } from '../../database/client'
import { sqlWithin, statement, type Given } from '../../database/sql'
import { DomainError } from '../../shared/errors'

const LOCK_CART = statement('lock cart', (db, userId: Given<string>) =>
  db.selectFrom('cart').where('cart.userId', '=', userId).select('cart.id').forUpdate(),
)

/** Holds the cart until the transaction ends. Returns the cart's id, or null where the account was deleted. */
export async function lockCartIfAny(tx: Tx, userId: string): Promise<string | null> {
  const [cart] = await sqlWithin(tx).rows(LOCK_CART, userId)
  return cart?.id ?? null
}

/** The same, so that two changes of one shopper's never cross. Throws UNAUTHENTICATED where the account was deleted just now. */
export async function lockCart(tx: Tx, viewerId: string): Promise<string> {
  const id = await lockCartIfAny(tx, viewerId)
  if (id === null) throw new DomainError('UNAUTHENTICATED')
  return id
}
