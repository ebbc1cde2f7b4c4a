/** Deletes an account, and what it holds. */
import type { Tx } from '../../database/db'
import { DomainError } from '../../shared/errors'
import { ownerProofInput, parseInput } from '../../shared/validation'
import { lockCartIfAny } from '../lockCart'
import { moveOrder, piecesOf } from '../orders/state/orderState'
import { lockUnpaid } from '../orders/state/withOrder'
import { eraseReturns } from '../orders/after-sale/ask'
import { moveStock } from '../orders/state/stock'
import { endNoticesOf } from '../notices/notices'
import { eraseQuestions } from '../questions/questions'
import { eraseUploads } from '../buyer-photos/uploads'
import { eraseReviews } from '../reviews/writeReview'
import type { Shop } from '../shop'
import type { Viewer } from '../login/accounts'
import { checkOwner } from '../login/owner'
import { endKeysOf } from '../staff/keysOfMembers'
import { keepAnOwner } from '../staff/owners'
import { refuseDemoAccount } from '../accounts/demoAccount'
import { eraseAddresses } from './erasure'
import { forgetWrongs } from '../login/wrongTotals'
import { forgetPlaces } from '../login/recentLogins'

/**
 * Deletes cart, wishlist, addresses, consents, product notices, questions and idempotency keys. Ends the API keys that the account made. Keeps orders, because tax law requires invoices, but without name, street and mobile
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
    await eraseQuestions(tx, viewer)
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
