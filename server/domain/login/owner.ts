/** What the owner of an account does with its login: ends all sessions, changes the password, and proves to be the owner. */
import { hashPassword } from '../../crypto/passwordHash'
import { DomainError, invalidInput } from '../../shared/errors'
import { changePasswordInput, invalidMessage, parseInput } from '../../shared/validation'
import { refuseDemoAccount } from '../accounts/demoAccount'
import type { Shop } from '../shop'
import { checkPassword, countSignIn, type Viewer } from './accounts'
import { checkCode, tellPasswordChanged } from './codeLogin'
import { refuseGuessable } from './passwords'
import { forgetPlaces, recordLogin } from './recentLogins'

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
