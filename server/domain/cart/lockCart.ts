/** The lock under which a shopper's own things change: the cart's row, which every account has until it is deleted. */
import type { Tx } from '../../database/client'
import { DomainError } from '../../shared/errors'

/** Holds the cart until the transaction ends. Returns the cart's id, or null where the account was deleted. */
export async function lockCartIfAny(tx: Tx, userId: string): Promise<string | null> {
  const [cart] = await tx.$queryRaw<{ id: string }[]>`SELECT id FROM cart WHERE user_id = ${userId}::uuid FOR UPDATE`
  return cart?.id ?? null
}

/** The same, so that two changes of one shopper's never cross. Throws UNAUTHENTICATED where the account was deleted just now. */
export async function lockCart(tx: Tx, viewerId: string): Promise<string> {
  const id = await lockCartIfAny(tx, viewerId)
  if (id === null) throw new DomainError('UNAUTHENTICATED')
  return id
}
