/** Changes to a shopper's own data: names, mobile number and email. */
import type { Tx } from '../../database/db'
import { Prisma } from '../../generated/prisma/client'
import { DomainError, invalidInput } from '../../shared/errors'
import {
  confirmEmailChangeInput,
  parseInput,
  requestEmailChangeInput,
  updateAccountInput,
} from '../../shared/validation'
import { lockCart } from '../lockCart'
import { moveNotices } from '../notices/notices'
import type { Shop } from '../shop'
import { checkOwner } from '../login/owner'
import { type Viewer } from '../login/accounts'
import { checkingCode, countCodeRequest, requireMail } from '../login/codeLogin'
import { mailCode, mailNotice } from '../login/codes/mailCodes'
import { refuseDemoAccount } from '../accounts/demoAccount'
import { hashBrowser } from '../login/recentLogins'
import { forgetWrongs } from '../login/wrongTotals'

/** Omitted fields stay as they are. Throws INVALID_INPUT, DEMO_ACCOUNT. */
export async function updateAccount({ db }: Shop, viewer: Viewer, input: unknown): Promise<Viewer> {
  const { firstName, lastName, mobile } = parseInput(updateAccountInput, input)
  refuseDemoAccount(viewer)
  const [changed] = await db.user.updateManyAndReturn({
    where: { id: viewer.id, tokenVersion: viewer.tokenVersion, deletedAt: null },
    data: {
      ...(firstName != null && { firstName }),
      ...(lastName != null && { lastName }),
      // Null removes the number.
      ...(mobile !== undefined && { mobile }),
    },
  })
  if (!changed) throw new DomainError('UNAUTHENTICATED')
  return changed
}

/**
 * Emails a code to the new address, and returns the id of the request. Needs the password, or a code that was emailed to the current
 * address. The result does not reveal whether the new address has an account. Throws INVALID_INPUT, DEMO_ACCOUNT, MAIL_UNAVAILABLE, WRONG_PASSWORD, CODE_INVALID,
 * TOO_MANY_ATTEMPTS, and UNAUTHENTICATED if a concurrent call ended the session.
 */
export async function requestEmailChange(shop: Shop, viewer: Viewer, address: string, input: unknown): Promise<string> {
  const { email, browserKey, ...proof } = parseInput(requestEmailChangeInput, input)
  refuseDemoAccount(viewer)
  requireMail(shop)
  if (email === viewer.email) throw invalidInput('email', 'This is your email already.')
  const networks = shop.hashNetworks(address)
  const to = { email, userId: viewer.id, networks, browser: hashBrowser(browserKey) }
  // Runs before the password or code is checked, because the check uses up the code.
  await countCodeRequest(shop, address, to)
  await checkOwner(shop, viewer, address, proof)
  return shop.db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    return mailCode(shop, tx, to, 'EMAIL_CHANGE')
  })
}

/**
 * Sets the account's email to the address that received the code, ends all sessions, and emails a notice to the previous address. Returns
 * the user, for whom the caller can sign a new token. Throws INVALID_INPUT, CODE_INVALID, EMAIL_TAKEN, TOO_MANY_ATTEMPTS, and
 * UNAUTHENTICATED if a concurrent call ended the session.
 */
export async function confirmEmailChange(shop: Shop, viewer: Viewer, address: string, input: unknown): Promise<Viewer> {
  const entered = parseInput(confirmEmailChangeInput, input)
  const userId = viewer.id
  try {
    const lock = (tx: Tx) => lockCart(tx, viewer)
    return await checkingCode(shop, address, { userId }, entered, lock, async (tx, email) => {
      // Before the account's row is changed: see lockCart.ts.
      await forgetWrongs(tx, viewer)
      const [changed] = await tx.user.updateManyAndReturn({
        where: { id: userId, tokenVersion: viewer.tokenVersion },
        data: { email, emailVerifiedAt: new Date(), tokenVersion: { increment: 1 } },
      })
      if (!changed) throw new DomainError('UNAUTHENTICATED')
      // An unverified address may belong to a stranger.
      if (viewer.emailVerifiedAt) {
        await mailNotice(tx, viewer.email, 'EMAIL_CHANGED')
        await moveNotices(tx, viewer.email, email)
      }
      return changed
    })
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002')
      throw new DomainError('EMAIL_TAKEN', { field: 'email' })
    throw error
  }
}
