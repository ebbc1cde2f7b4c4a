/**
 * The lock for changes to a shopper's data: the cart's row, which exists as long as the account.
 *
 * All changes by a shopper first lock the cart, and then the account's row in shared mode. The same statement compares the token's version,
 * so a call whose session ends while it waits for a lock changes nothing. Code that ends sessions updates the account's row. It therefore
 * waits for the changes under way, and later statements of its transaction see what they wrote.
 *
 * To avoid deadlocks, no code locks the cart while it holds an exclusive lock on the account's row. Code that uses or deletes emailed codes
 * takes its locks in this sequence: the staff (only if it may end API keys), the cart, the code's row (mail_code), the counts of wrong codes (sign_in_failures), and the account's row
 * exclusively. server/domain/orders/state/withOrder.ts lists the locks that follow for orders.
 */
import type { Tx } from '../database/db'
import { sqlWithin, statement, type Param } from '../database/sql'
import type { User } from '../generated/prisma/client'
import { DomainError } from '../shared/errors'

/** The account that makes a change, with the version in its token. */
export type SignedIn = Pick<User, 'id' | 'tokenVersion'>

const LOCK_CART_IF_ANY = statement('lock cart if any', (db, userId: Param<string>) =>
  db.selectFrom('cart').where('cart.userId', '=', userId).select('cart.id').forUpdate(),
)

/**
 * Locks the cart for a change that no session makes, such as one by the payment provider. The lock ends with the transaction. Returns the
 * cart's id, or null if the account was deleted.
 */
export async function lockCartIfAny(tx: Tx, userId: string): Promise<string | null> {
  const [cart] = await sqlWithin(tx).rows(LOCK_CART_IF_ANY, userId)
  return cart?.id ?? null
}

/** PostgreSQL takes the locks in the order of the clauses. After a wait, it reads the rows again and repeats the comparisons. */
const LOCK_CART = statement('lock cart', (db, userId: Param<string>, tokenVersion: Param<number>) =>
  db
    .selectFrom('cart')
    .innerJoin('userAccount', 'userAccount.id', 'cart.userId')
    .where('cart.userId', '=', userId)
    .where('userAccount.tokenVersion', '=', tokenVersion)
    .select('cart.id')
    .forUpdate('cart')
    .forShare('userAccount'),
)

/**
 * Locks the cart and the account until the transaction ends, for a change by the shopper. Returns the cart's id. Throws UNAUTHENTICATED if
 * the session has ended since the request began. A block, a deletion and a code login by the owner also end it.
 */
export async function lockCart(tx: Tx, { id, tokenVersion }: SignedIn): Promise<string> {
  const [cart] = await sqlWithin(tx).rows(LOCK_CART, id, tokenVersion)
  if (!cart) throw new DomainError('UNAUTHENTICATED')
  return cart.id
}
