/** The lock for changes to a shopper's data: the cart's row, which exists as long as the account. */
import type { Tx } from '../../database/db'
import { sqlWithin, statement, type Param } from '../../database/sql'
import { DomainError } from '../../shared/errors'

const LOCK_CART = statement('lock cart', (db, userId: Param<string>) =>
  db.selectFrom('cart').where('cart.userId', '=', userId).select('cart.id').forUpdate(),
)

/** Locks the cart until the transaction ends. Returns its id, or null if the account was deleted. */
export async function lockCartIfAny(tx: Tx, userId: string): Promise<string | null> {
  const [cart] = await sqlWithin(tx).rows(LOCK_CART, userId)
  return cart?.id ?? null
}

/** Like lockCartIfAny, for changes by the shopper. Throws UNAUTHENTICATED if the account has just been deleted. */
export async function lockCart(tx: Tx, viewerId: string): Promise<string> {
  const id = await lockCartIfAny(tx, viewerId)
  if (id === null) throw new DomainError('UNAUTHENTICATED')
  return id
}
