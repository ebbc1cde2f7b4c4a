/** Signs shoppers up, logs them in, and finds the account for a token. */
import type { DbOrTx } from '../../database/db'
import { columnsOf, statement, type Param } from '../../database/sql'
import { Prisma, type User } from '../../generated/prisma/client'
import { refusal } from '../../guards/refusal'
import { DomainError } from '../../shared/errors'
import { loginInBrowserInput, parseInput, signupInput } from '../../shared/validation'
import { findCodeError, mailCodeIfAllowed } from './codes/mailCodes'
import { addConsent, checkConsents, type GivenConsent } from '../accounts/consents'
import { countFailure, forgetFailures, refuseLocked } from './wrongPasswords'
import { compareWithNoPassword, hashPassword, isPassword } from '../../crypto/passwordHash'
import { refuseGuessable } from './passwords'
import { findOwnPlace, hashBrowser, recordLogin } from './recentLogins'
import type { Shop } from '../shop'

/** The account that the request's token belongs to. */
export type Viewer = User

interface SignedUp {
  user: User
  /** The id of the request for the code in the welcome email. Null if none was sent. */
  codeRequestId: string | null
}

/**
 * Emails a code that verifies the address. `address` is the caller's network address, and `consents` are the consents that the shopper
 * ticked. Throws INVALID_INPUT, EMAIL_TAKEN, TOO_MANY_ATTEMPTS.
 */
export async function signUp(
  shop: Shop,
  address: string,
  input: unknown,
  consents: GivenConsent[] = [],
): Promise<SignedUp> {
  const { password, ...user } = parseInput(signupInput, input)
  checkConsents(consents)
  await countSignIn(shop, address)
  await refuseGuessable('password', password, user.email)
  if (await findUserByEmail(shop, user.email)) throw emailTaken()
  const passwordHash = await hashPassword(password)
  const networks = shop.hashNetworks(address)
  const to = { email: user.email, userId: null, networks, browser: null }
  const mayMail = shop.settings.codesByMail && (await findCodeError(shop, address, to)) === null
  return shop.db.$transaction(async (tx) => {
    const created = await createAccount({ db: tx }, { ...user, passwordHash })
    for (const consent of consents) await addConsent(tx, created.id, consent)
    return { user: created, codeRequestId: mayMail ? await mailCodeIfAllowed(shop, tx, to, 'WELCOME') : null }
  })
}

/** Throws ACCOUNT_BLOCKED. */
export function refuseBlocked({ blockedAt }: User): void {
  if (blockedAt) throw new DomainError('ACCOUNT_BLOCKED', { field: 'email' })
}

/** Creates the account with an empty cart. Throws EMAIL_TAKEN. */
export async function createAccount(
  { db }: { db: DbOrTx },
  user: Pick<User, 'email' | 'passwordHash' | 'firstName' | 'lastName'>,
): Promise<User> {
  try {
    return await db.user.create({ data: { ...user, cart: { create: {} } } })
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') throw emailTaken()
    throw error
  }
}

const emailTaken = (): DomainError => new DomainError('EMAIL_TAKEN', { field: 'email' })

/**
 * Throws INVALID_INPUT, EMAIL_UNKNOWN, WRONG_PASSWORD, TOO_MANY_ATTEMPTS, and ACCOUNT_BLOCKED for a blocked account if the password is
 * correct.
 */
export async function logIn(shop: Shop, address: string, input: unknown): Promise<User> {
  const { email, password, browserKey } = parseInput(loginInBrowserInput, input)
  await countSignIn(shop, address)
  const user = await findUserByEmail(shop, email)
  if (!user || isClosed(shop, user)) {
    // Verifies a dummy hash, so the response time does not depend on whether the account exists.
    await compareWithNoPassword(password)
    throw new DomainError('EMAIL_UNKNOWN', { field: 'email' })
  }
  const browser = hashBrowser(browserKey)
  await checkPassword(shop, address, user, 'password', password, browser)
  refuseBlocked(user)
  // The password may have changed since the account was read. The token of this login would not work either.
  if (!(await recordLogin(shop.db, user, { network: shop.hashNetwork(address), browser })))
    throw new DomainError('WRONG_PASSWORD', { field: 'password' })
  return user
}

/**
 * `browser` is the hash of the browser's key, if the call has one. Throws WRONG_PASSWORD, or TOO_MANY_ATTEMPTS after too many wrong passwords,
 * even if this password is correct.
 */
export async function checkPassword(
  shop: Shop,
  address: string,
  { email, passwordHash }: User,
  field: string,
  password: string,
  browser: string | null = null,
): Promise<void> {
  const networks = shop.hashNetworks(address)
  const ownPlace = await findOwnPlace(shop.db, email, { network: networks[0].hash, browser })
  const attempt = { email, networks, ownPlace }
  await refuseLocked(shop, attempt)
  if (!(await isPassword(passwordHash, password))) {
    await countFailure(shop, attempt)
    throw new DomainError('WRONG_PASSWORD', { field })
  }
  await forgetFailures(shop, attempt)
}

const findUserByEmail = ({ db }: Shop, email: string): Promise<User | null> =>
  db.user.findFirst({ where: { email, deletedAt: null } })

/** The passwords of demo accounts are public, so these accounts can be used only if the settings allow it. */
const isClosed = ({ settings }: Shop, { isDemo }: User): boolean => isDemo && !settings.demoAccounts

/** The account data in a token. It is checked against the database on every request. */
export type TokenHolder = Pick<Viewer, 'id' | 'email' | 'tokenVersion'>

const FIND_ACCOUNT = statement('find account', (db, id: Param<string>) =>
  db
    .selectFrom('userAccount')
    .where('userAccount.id', '=', id)
    .select(columnsOf('userAccount', Prisma.UserScalarFieldEnum)),
)

/** The account that a token belongs to. Null if the account was deleted, has another email, is blocked, or has a newer token version. */
export async function findViewer(shop: Shop, { id, email, tokenVersion }: TokenHolder): Promise<Viewer | null> {
  const [user] = await shop.sql.rows(FIND_ACCOUNT, id)
  const isGood = user?.email === email && user.tokenVersion === tokenVersion && !user.blockedAt && !isClosed(shop, user)
  return isGood ? user : null
}

/** Throws TOO_MANY_ATTEMPTS. */
export async function countSignIn(shop: Shop, address: string): Promise<void> {
  const retryAfterSeconds = await shop.signInsPerAddress(address)
  if (retryAfterSeconds !== null) throw refusal('signIns.perNetwork', { retryAfterSeconds })
}
