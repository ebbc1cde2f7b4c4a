/** Logs in with a code that was emailed to the address, or resets a password with it. Both verify the address. */
import type { Prisma } from '../../../generated/prisma/client'
import { type User } from '../../../generated/prisma/client'
import type { Tx } from '../../../database/db'
import { DomainError } from '../../../shared/errors'
import { parseInput, requestCodeInput, resetPasswordInput, signInWithCodeInput } from '../../../shared/validation'
import { accountMessage } from '../../mail/account/accountMail'
import { addMessages } from '../../../outbox/outbox'
import type { Shop } from '../../shop'
import { countSignIn, refuseBlocked, type Viewer } from '../accounts'
import { hashPassword, NO_PASSWORD, refuseGuessable } from '../passwords'
import { mailCode, minutesText, takeCode } from './mailCodes'
import { countTry, forgetTry } from './wrongCodes'

interface Caller {
  /** The caller's network address. */
  address: string
  /** The account that the request's token belongs to, or null. */
  viewer: Viewer | null
}

/**
 * Emails a code to the address, whether or not it has an account. Throws INVALID_INPUT, TOO_MANY_ATTEMPTS, and MAIL_UNAVAILABLE if the shop
 * sends no email.
 */
export async function requestCode(shop: Shop, address: string, input: unknown): Promise<void> {
  const { email } = parseInput(requestCodeInput, input)
  requireMail(shop)
  await countCodeRequest(shop, address)
  const network = shop.hashNetwork(address)
  await shop.db.$transaction((tx) => mailCode(shop, tx, { email, userId: null, network }, 'CODE'))
}

/** Throws TOO_MANY_ATTEMPTS. */
export async function countCodeRequest(shop: Shop, address: string): Promise<void> {
  const retryAfterSeconds = await shop.codesPerAddress(address)
  if (retryAfterSeconds === null) return
  const message = `Your network requested too many codes. Please ask again in ${minutesText(retryAfterSeconds)}.`
  throw new DomainError('TOO_MANY_ATTEMPTS', { field: 'email', retryAfterSeconds, message })
}

/** Throws MAIL_UNAVAILABLE. */
export function requireMail({ settings }: Shop): void {
  if (!settings.codesByMail) throw new DomainError('MAIL_UNAVAILABLE')
}

/**
 * Logs in. If the address has no account, first opens one without names. Throws INVALID_INPUT, CODE_INVALID, TOO_MANY_ATTEMPTS,
 * ACCOUNT_BLOCKED, DEMO_ACCOUNT.
 */
export async function signInWithCode(shop: Shop, caller: Caller, input: unknown): Promise<User> {
  const { email, code } = parseInput(signInWithCodeInput, input)
  return withCode(shop, caller, { email, code }, (tx, account) => prove(tx, account, caller))
}

/** Sets a password and ends all sessions, even if the account is new. Throws like signInWithCode. */
export async function resetPassword(shop: Shop, caller: Caller, input: unknown): Promise<User> {
  const { email, code, newPassword } = parseInput(resetPasswordInput, input)
  await refuseGuessable('newPassword', newPassword, email)
  return withCode(shop, caller, { email, code }, async (tx, account) => {
    const { id } = await prove(tx, account, caller)
    // Runs only after the code proves correct, because hashing is expensive.
    const passwordHash = await hashPassword(newPassword)
    await tellPasswordChanged(tx, id)
    return tx.user.update({ where: { id }, data: { passwordHash, tokenVersion: { increment: 1 } } })
  })
}

/** Tells the account's owner by email that the password changed. */
export const tellPasswordChanged = (tx: Tx, userId: string): Promise<void> =>
  addMessages(tx, [accountMessage(userId, { type: 'PASSWORD_CHANGED', at: new Date().toISOString() })])

/**
 * Uses the code, and then finds or opens the account for its address. If `work` throws, all changes are rolled back, including the use of
 * the code.
 */
async function withCode(
  shop: Shop,
  { address }: Caller,
  { email, code }: { email: string; code: string },
  work: (tx: Tx, account: User) => Promise<User>,
): Promise<User> {
  return checkingCode(shop, address, async (tx) => {
    if (!(await takeCode(shop, tx, { email, userId: null }, code))) return null
    const account = (await lockAccount(tx, email)) ?? (await openAccount(tx, email))
    if (account.isDemo) throw new DomainError('DEMO_ACCOUNT')
    refuseBlocked(account)
    return work(tx, account)
  })
}

/** Uses a code for the address, in place of a password. Throws CODE_INVALID, TOO_MANY_ATTEMPTS. */
export async function checkCode(shop: Shop, address: string, email: string, code: string): Promise<void> {
  await checkingCode(shop, address, async (tx) =>
    (await takeCode(shop, tx, { email, userId: null }, code)) ? true : null,
  )
}

/** Runs `work` in a transaction, which is committed even if `work` returns null for a wrong code. */
export async function checkingCode<Done>(
  shop: Shop,
  address: string,
  work: (tx: Tx) => Promise<Done | null>,
): Promise<Done> {
  await countSignIn(shop, address)
  const network = shop.hashNetwork(address)
  await countTry(shop, network)
  const done = await shop.db.$transaction(work)
  if (done !== null) {
    await forgetTry(shop, network)
    return done
  }
  throw new DomainError('CODE_INVALID', { field: 'code' })
}

async function lockAccount(tx: Tx, email: string): Promise<User | null> {
  await tx.$executeRaw`SELECT FROM user_account WHERE email = ${email} FOR UPDATE`
  return tx.user.findUnique({ where: { email } })
}

/** An account without names and without a password. */
async function openAccount(tx: Tx, email: string): Promise<User> {
  // A concurrent sign-up with this address makes the statement wait and insert nothing.
  const data = { email, passwordHash: NO_PASSWORD, firstName: '', lastName: '', emailVerifiedAt: new Date() }
  await tx.user.createMany({ data, skipDuplicates: true })
  const account = (await lockAccount(tx, email))!
  await tx.cart.createMany({ data: { userId: account.id }, skipDuplicates: true })
  return account
}

/**
 * Records that the caller has access to the account's email. A stranger may have opened the account with another person's address. So the
 * first correct code removes the password, ends all sessions, and marks the addresses as unchecked, unless it is sent from a session of the
 * account.
 */
async function prove(tx: Tx, account: User, { viewer }: Caller): Promise<User> {
  if (account.emailVerifiedAt) return account
  const isOwn = viewer?.id === account.id
  const data: Prisma.UserUpdateInput = {
    emailVerifiedAt: new Date(),
    ...(!isOwn && { passwordHash: NO_PASSWORD, tokenVersion: { increment: 1 } }),
  }
  if (!isOwn) await tx.address.updateMany({ where: { userId: account.id }, data: { isUnchecked: true } })
  return tx.user.update({ where: { id: account.id }, data })
}
