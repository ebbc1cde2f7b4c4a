/** Account actions: end all sessions, change the password, and delete the account. */
import type { Tx } from '../../database/db'
import { DomainError, invalidInput } from '../../shared/errors'
import { changePasswordInput, ownerProofInput, invalidMessage, parseInput } from '../../shared/validation'
import { lockCartIfAny } from '../lockCart'
import { moveOrder, piecesOf } from '../orders/state/orderState'
import { lockUnpaid } from '../orders/state/withOrder'
import { eraseReturns } from '../orders/after-sale/ask'
import { moveStock } from '../orders/state/stock'
import { endNoticesOf } from '../notices/notices'
import { eraseUploads } from '../buyer-photos/uploads'
import { eraseReviews } from '../reviews/writeReview'
import type { Shop } from '../shop'
import { checkPassword, countSignIn, type Viewer } from '../accounts/accounts'
import { checkCode, tellPasswordChanged } from './codeLogin'
import { endKeysOf } from '../staff/keysOfMembers'
import { keepAnOwner } from '../staff/owners'
import { refuseDemoAccount } from '../accounts/demoAccount'
import { eraseAddresses } from './erasure'
import { forgetWrongs } from '../accounts/wrongTotals'
import { hashPassword } from '../../crypto/passwordHash'
import { refuseGuessable } from '../accounts/passwords'
import { forgetPlaces, recordLogin } from '../accounts/recentLogins'

/** Invalidates all tokens of the account, including the current one. Throws UNAUTHENTICATED if a concurrent call ended the session. */
export async function logOutEverywhere({ db }: Shop, { id, tokenVersion }: Viewer): Promise<void> {
  await db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id, tokenVersion },
      data: { tokenVersion: { increment: 1 } },
    })
    if (count === 0) throw new DomainError('UNAUTHENTICATED')
    await forgetPlaces(tx, id)
  })
}

/**
 * Invalidates all tokens and returns the user, for whom the caller can sign a new token. `address` is the caller's network address. Throws
 * INVALID_INPUT, DEMO_ACCOUNT, WRONG_PASSWORD, TOO_MANY_ATTEMPTS, and UNAUTHENTICATED if a concurrent call ended the session.
 */
export async function changePassword(shop: Shop, viewer: Viewer, address: string, input: unknown): Promise<Viewer> {
  const { currentPassword, newPassword } = parseInput(changePasswordInput, input)
  refuseDemoAccount(viewer)
  await countSignIn(shop, address)
  await checkPassword(shop, address, viewer, 'currentPassword', currentPassword)
  await refuseGuessable('newPassword', newPassword, viewer.email)
  const passwordHash = await hashPassword(newPassword)
  return shop.db.$transaction(async (tx) => {
    const [changed] = await tx.user.updateManyAndReturn({
      where: { id: viewer.id, tokenVersion: viewer.tokenVersion },
      data: { passwordHash, tokenVersion: { increment: 1 } },
    })
    if (!changed) throw new DomainError('UNAUTHENTICATED')
    await forgetPlaces(tx, viewer.id)
    await recordLogin(tx, changed, { network: shop.hashNetwork(address), browser: null })
    // An unverified address may belong to a stranger, who would get an email for each change.
    if (shop.settings.codesByMail && viewer.emailVerifiedAt) await tellPasswordChanged(tx, viewer.id)
    return changed
  })
}

/**
 * Deletes cart, wishlist, addresses, consents, product notices and idempotency keys. Ends the API keys that the account made. Keeps orders, because tax law requires invoices, but without name, street and mobile
 * number (see erasure.ts); their user has no name and no email. Cancels orders that await payment, and pay-on-delivery orders that are not
 * shipped yet. Throws INVALID_INPUT, DEMO_ACCOUNT, WRONG_PASSWORD, CODE_INVALID, TOO_MANY_ATTEMPTS, LAST_OWNER, and UNAUTHENTICATED if a concurrent call ended the session.
 */
export async function deleteAccount(shop: Shop, viewer: Viewer, address: string, input: unknown): Promise<void> {
  const proof = parseInput(ownerProofInput, input)
  refuseDemoAccount(viewer)
  await checkOwner(shop, viewer, address, proof)
  await shop.db.$transaction(async (tx) => {
    // Runs after checkOwner, because it blocks other staff changes. Also runs for shoppers, who may have just accepted an invitation.
    await keepAnOwner(tx, viewer.id)
    // Does not lock the account's row yet, because a login with a code locks the codes first. The update below compares the token's version.
    await lockCartIfAny(tx, viewer.id)
    await cancelUnpaid(shop, tx, viewer.id)
    await eraseAddresses(tx, viewer.id)
    await eraseUploads(tx, viewer.id)
    await eraseReviews(tx, viewer.id)
    await eraseReturns(tx, viewer.id)
    const own = { where: { userId: viewer.id } }
    await tx.wishlistItem.deleteMany(own)
    await tx.address.deleteMany(own)
    await tx.consent.deleteMany(own)
    await tx.idempotencyKey.deleteMany(own)
    await forgetPlaces(tx, viewer.id)
    // Signing up does not verify an address. So an unverified account may belong to a stranger, whose deletion must not touch what the
    // mailbox's owner has: codes, counts of wrong codes and invitations.
    const isMailboxOwner = viewer.emailVerifiedAt !== null
    // The rows are kept without the address, because they count toward the code limit of the mailbox.
    await tx.mailCode.updateMany({
      where: { OR: [{ userId: viewer.id }, ...(isMailboxOwner ? [{ email: viewer.email }] : [])] },
      data: { email: '', userId: null, usedAt: new Date() },
    })
    // After the codes, as in takeCode, so that the two do not deadlock.
    await forgetWrongs(tx, viewer)
    if (isMailboxOwner) await endNoticesOf(tx, viewer.email)
    await tx.signInFailures.deleteMany({ where: { email: viewer.id } })
    await tx.secondFactor.deleteMany(own)
    await tx.customerNote.deleteMany(own)
    await endKeysOf(tx, [viewer.id], { actorId: viewer.id })
    if (isMailboxOwner) await tx.staffInvitation.deleteMany({ where: { email: viewer.email } })
    await tx.cart.deleteMany(own)
    const { count } = await tx.user.updateMany({
      where: { id: viewer.id, tokenVersion: viewer.tokenVersion, deletedAt: null },
      data: nobody(viewer.id),
    })
    if (count === 0) throw new DomainError('UNAUTHENTICATED')
  })
}

/** Throws WRONG_PASSWORD, CODE_INVALID, TOO_MANY_ATTEMPTS, and INVALID_INPUT if neither a password nor a code is given. */
export async function checkOwner(
  shop: Shop,
  viewer: Viewer,
  address: string,
  { password, code, requestId }: { password?: string | null; code?: string | null; requestId?: string | null },
): Promise<void> {
  if (code != null) return checkCode(shop, address, viewer.email, { code, requestId })
  if (password == null) throw invalidInput('password', invalidMessage('password'))
  await countSignIn(shop, address)
  await checkPassword(shop, address, viewer, 'password', password)
}

/** Placeholder values. The domain of the email address cannot exist, and no password has this hash. */
const nobody = (id: string) => ({
  firstName: 'Deleted',
  lastName: 'Account',
  email: `deleted-${id}@account.invalid`,
  passwordHash: '',
  emailVerifiedAt: null,
  mobile: null,
  tokenVersion: { increment: 1 },
  deletedAt: new Date(),
  role: 'CUSTOMER' as const,
  staffRoleId: null,
})

/**
 * Includes pay-on-delivery orders that are not shipped. Otherwise, one mailbox could order on delivery up to the limits of an account, delete
 * the account, and start again.
 */
async function cancelUnpaid(shop: Shop, tx: Tx, viewerId: string): Promise<void> {
  const unpaid = await lockUnpaid(tx, viewerId, ['AWAITING_PAYMENT', 'CONFIRMED'])
  await moveStock(tx, { returned: unpaid.flatMap(piecesOf) })
  const note = 'The account was deleted, so we released the items.'
  for (const order of unpaid) await moveOrder(shop, tx, order, 'CANCELLED', { source: 'SHOPPER', note })
}
