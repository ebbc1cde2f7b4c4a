/** Logs in with a code that was emailed to the address, or resets a password with it. Both verify the address. */
import { type User } from '../../generated/prisma/client'
import type { Tx } from '../../database/db'
import { DomainError } from '../../shared/errors'
import { parseInput, requestCodeInput, resetPasswordInput, signInWithCodeInput } from '../../shared/validation'
import { accountMessage } from '../accounts/accountMail'
import { addMessages } from '../../outbox/outbox'
import { lockCartIfAny } from '../lockCart'
import { lockStaff } from '../staff/owners'
import type { Shop } from '../shop'
import { countSignIn, refuseBlocked, type Viewer } from './accounts'
import { hashPassword, NO_PASSWORD } from '../../crypto/passwordHash'
import { refuseGuessable } from './passwords'
import { forgetPlaces, hashBrowser, recordLogin } from './recentLogins'
import { findCodeError, mailCode, takeCode, type CodeRequest, type Owner } from './codes/mailCodes'
import { takeOver, type LeftByStranger } from './takeover'

interface Caller {
  /** The caller's network address. */
  address: string
  /** The account that the request's token belongs to, or null. */
  viewer: Viewer | null
}

/**
 * Emails a code to the address, whether or not it has an account, and returns the id of the request. Throws INVALID_INPUT,
 * TOO_MANY_ATTEMPTS, and MAIL_UNAVAILABLE if the shop sends no email.
 */
export async function requestCode(shop: Shop, address: string, input: unknown): Promise<string> {
  const { email, browserKey } = parseInput(requestCodeInput, input)
  requireMail(shop)
  const to = { email, userId: null, networks: shop.hashNetworks(address), browser: hashBrowser(browserKey) }
  await countCodeRequest(shop, address, to)
  return shop.db.$transaction((tx) => mailCode(shop, tx, to, 'CODE'))
}

/** Throws TOO_MANY_ATTEMPTS. */
export async function countCodeRequest(shop: Shop, address: string, to: CodeRequest): Promise<void> {
  const error = await findCodeError(shop, address, to)
  if (error) throw error
}

/** Throws MAIL_UNAVAILABLE. */
export function requireMail({ settings }: Shop): void {
  if (!settings.codesByMail) throw new DomainError('MAIL_UNAVAILABLE')
}

export interface CodeLogin {
  user: User
  /** Null unless this login took over an account that a stranger may have opened. */
  leftByStranger: LeftByStranger | null
}

/**
 * Logs in. If the address has no account, first opens one without names. Throws INVALID_INPUT, CODE_INVALID, TOO_MANY_ATTEMPTS,
 * ACCOUNT_BLOCKED, DEMO_ACCOUNT.
 */
export async function signInWithCode(shop: Shop, caller: Caller, input: unknown): Promise<CodeLogin> {
  return withCode(shop, caller, parseInput(signInWithCodeInput, input), async (_tx, login) => login)
}

/** Sets a password and ends all sessions, even if the account is new. Throws like signInWithCode. */
export async function resetPassword(shop: Shop, caller: Caller, input: unknown): Promise<CodeLogin> {
  const { newPassword, ...entered } = parseInput(resetPasswordInput, input)
  await refuseGuessable('newPassword', newPassword, entered.email)
  return withCode(shop, caller, entered, async (tx, { user: { id }, leftByStranger }) => {
    // Runs only after the code proves correct, because hashing is expensive.
    const passwordHash = await hashPassword(newPassword)
    await tellPasswordChanged(tx, id)
    await forgetPlaces(tx, id)
    const user = await tx.user.update({ where: { id }, data: { passwordHash, tokenVersion: { increment: 1 } } })
    return { user, leftByStranger }
  })
}

/** Tells the account's owner by email that the password changed. */
export const tellPasswordChanged = (tx: Tx, userId: string): Promise<void> =>
  addMessages(tx, [accountMessage(userId, { type: 'PASSWORD_CHANGED', at: new Date().toISOString() })])

/** As parsed from the input. */
interface Entered {
  code: string
  requestId?: string | null | undefined
}

interface EnteredLogin extends Entered {
  email: string
  browserKey?: string | null | undefined
}

/**
 * Uses the code, and then finds or opens the account for its address. If `work` throws, all changes are rolled back, including the use of
 * the code.
 */
async function withCode(
  shop: Shop,
  caller: Caller,
  { email, browserKey, ...entered }: EnteredLogin,
  work: (tx: Tx, login: CodeLogin) => Promise<CodeLogin>,
): Promise<CodeLogin> {
  const network = shop.hashNetwork(caller.address)
  const owner = { email, userId: null }
  const lock = (tx: Tx) => lockCartOf(tx, email)
  return checkingCode(shop, caller.address, owner, entered, lock, async (tx) => {
    const account = (await lockAccount(tx, email)) ?? (await openAccount(tx, email))
    if (account.isDemo) throw new DomainError('DEMO_ACCOUNT')
    const login = await work(tx, await prove(tx, account, caller))
    await recordLogin(tx, login.user, { network, browser: hashBrowser(browserKey) })
    return login
  })
}

/** Uses a code for the address, in place of a password. Throws CODE_INVALID, TOO_MANY_ATTEMPTS. */
export async function checkCode(shop: Shop, address: string, email: string, entered: Entered): Promise<void> {
  const nothing = () => Promise.resolve()
  await checkingCode(shop, address, { email, userId: null }, entered, nothing, nothing)
}

/** Shown to a shopper whose page was loaded before the shop's update. The schema explains `requestId` to integrators. */
const ID_MISSING = 'Please ask for a new code on this page.'

/**
 * Uses the code, and then runs `work` with the address that the code was emailed to, in one transaction. The transaction is also committed
 * after a wrong code, which is counted. `lock` runs first, so that locks are taken in the order that lockCart.ts describes.
 */
export async function checkingCode<Done>(
  shop: Shop,
  address: string,
  owner: Owner,
  { code, requestId }: Entered,
  lock: (tx: Tx) => Promise<unknown>,
  work: (tx: Tx, email: string) => Promise<Done>,
): Promise<Done> {
  await countSignIn(shop, address)
  if (requestId == null) throw new DomainError('CODE_INVALID', { field: 'code', message: ID_MISSING })
  const networks = shop.hashNetworks(address)
  const result = await shop.db.$transaction(async (tx) => {
    await lock(tx)
    const taken = await takeCode(shop, tx, owner, { code, requestId, networks })
    return 'error' in taken ? taken : { done: await work(tx, taken.email) }
  })
  if ('error' in result) throw result.error
  return result.done
}

async function lockCartOf(tx: Tx, email: string): Promise<void> {
  const found = await tx.user.findUnique({ where: { email }, select: { id: true, role: true, emailVerifiedAt: true } })
  // A takeover ends API keys, which no other call may make meanwhile. This lock comes before all others.
  if (found?.role === 'STAFF' && !found.emailVerifiedAt) await lockStaff(tx)
  await lockCartIfAny(tx, found?.id ?? NOBODY)
}

/** The id of no account. An unknown address runs the same statements as a known one. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

/** Locks the cart first, as all changes to a shopper's lists do. */
async function lockAccount(tx: Tx, email: string): Promise<User | null> {
  await lockCartOf(tx, email)
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
 * first correct code takes the account over, unless it is sent from a session of the account. Throws ACCOUNT_BLOCKED.
 */
async function prove(tx: Tx, account: User, { viewer }: Caller): Promise<CodeLogin> {
  // Staff may have blocked the stranger. The mailbox's owner gets the account without the block.
  if (!account.emailVerifiedAt && viewer?.id !== account.id) return takeOver(tx, account)
  refuseBlocked(account)
  if (account.emailVerifiedAt) return { user: account, leftByStranger: null }
  const user = await tx.user.update({ where: { id: account.id }, data: { emailVerifiedAt: new Date() } })
  return { user, leftByStranger: null }
}
