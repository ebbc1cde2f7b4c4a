/** Account actions: end all sessions, change the password, and delete the account. */
import demoUsers from '../../../prisma/catalogue/demo-users.json' with { type: 'json' }
import type { Tx } from '../../database/db'
import { DomainError } from '../../shared/errors'
import { changePasswordInput, deleteAccountInput, parseInput } from '../../shared/validation'
import { lockCart } from '../cart/lockCart'
import { moveOrder, piecesOf } from '../orders/orderState'
import { lockWaitingOrders } from '../orders/placement/placement'
import { moveStock } from '../orders/stock'
import type { Shop } from '../shop'
import { checkPassword, type Viewer } from './accounts'
import { eraseAddresses } from './erasure'
import { hashPassword, refuseGuessable } from './passwords'

/** Invalidates all tokens of the account, including the current one. */
export async function logOutEverywhere({ db }: Shop, { id }: Viewer): Promise<void> {
  await db.user.updateMany({ where: { id }, data: { tokenVersion: { increment: 1 } } })
}

/**
 * Invalidates all tokens and returns the user, for whom the caller can sign a new token. `address` is the caller's network address. Throws
 * INVALID_INPUT, DEMO_ACCOUNT, WRONG_PASSWORD, TOO_MANY_ATTEMPTS, and UNAUTHENTICATED if a concurrent call ended the session.
 */
export async function changePassword(shop: Shop, viewer: Viewer, address: string, input: unknown): Promise<Viewer> {
  const { currentPassword, newPassword } = parseInput(changePasswordInput, input)
  refuseDemoAccount(viewer)
  await checkPassword(shop, address, viewer, 'currentPassword', currentPassword)
  await refuseGuessable('newPassword', newPassword, viewer.email)
  const [changed] = await shop.db.user.updateManyAndReturn({
    where: { id: viewer.id, tokenVersion: viewer.tokenVersion },
    data: { passwordHash: await hashPassword(newPassword), tokenVersion: { increment: 1 } },
  })
  if (!changed) throw new DomainError('UNAUTHENTICATED')
  return changed
}

/**
 * Deletes cart, wishlist, addresses and keys. Keeps orders, because tax law requires invoices, but without name, street and mobile number
 * (see erasure.ts); their user has no name and no e-mail. Cancels an order that awaits payment. Throws INVALID_INPUT, DEMO_ACCOUNT,
 * WRONG_PASSWORD, TOO_MANY_ATTEMPTS.
 */
export async function deleteAccount(shop: Shop, viewer: Viewer, address: string, input: unknown): Promise<void> {
  const { password } = parseInput(deleteAccountInput, input)
  refuseDemoAccount(viewer)
  await checkPassword(shop, address, viewer, 'password', password)
  await shop.db.$transaction(async (tx) => {
    await lockCart(tx, viewer.id)
    await cancelWaiting(shop, tx, viewer.id)
    await eraseAddresses(tx, viewer.id)
    const own = { where: { userId: viewer.id } }
    await tx.wishlistItem.deleteMany(own)
    await tx.address.deleteMany(own)
    await tx.idempotencyKey.deleteMany(own)
    await tx.signInFailures.deleteMany({ where: { email: viewer.email } })
    await tx.cart.deleteMany(own)
    await tx.user.update({ where: { id: viewer.id }, data: nobody(viewer.id) })
  })
}

/** Placeholder values. The domain of the e-mail address cannot exist, and no password has this hash. */
const nobody = (id: string) => ({
  firstName: 'Deleted',
  lastName: 'Account',
  email: `deleted-${id}@account.invalid`,
  passwordHash: '',
  tokenVersion: { increment: 1 },
  deletedAt: new Date(),
  role: 'CUSTOMER' as const,
})

async function cancelWaiting(shop: Shop, tx: Tx, viewerId: string): Promise<void> {
  const waiting = await lockWaitingOrders(tx, viewerId)
  await moveStock(tx, { returned: waiting.flatMap(piecesOf) })
  const note = 'The account was deleted. The stock went back.'
  for (const order of waiting) await moveOrder(shop, tx, order, 'CANCELLED', { source: 'SHOPPER', note })
}

/** Many people share a demo account, so it cannot be changed or deleted. */
function refuseDemoAccount({ email }: Viewer): void {
  if (demoUsers.some((user) => user.email === email)) throw new DomainError('DEMO_ACCOUNT')
}
