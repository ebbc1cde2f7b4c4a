/** Who shops here: signing up, signing in, and finding whoever a token names. */
import { Entity } from '../../database/entity'
import { Prisma, type User } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import { loginInput, parseInput, signupInput } from '../../shared/validation'
import { CART, cartIn, type Cart } from '../cart/readCart'
import { countFailure, forgetFailures, refuseLocked } from './failures'
import { hashPassword, matchNobodys, passwordMatches, refuseGuessable } from './passwords'
import type { Shop } from '../shop'

/** Whoever the request's token belongs to. */
export type Viewer = User & {
  /** Where it was read with the account: as it was then. */
  cart?: Cart | null
}

/** `address` is the caller's network address. Throws INVALID_INPUT, EMAIL_TAKEN, TOO_MANY_ATTEMPTS. */
export async function signUp(shop: Shop, address: string, input: unknown): Promise<User> {
  const { password, ...user } = parseInput(signupInput, input)
  await countSignIn(shop, address)
  await refuseGuessable('password', password, user.email)
  if (await findUserByEmail(shop, user.email)) throw emailTaken()
  return createAccount(shop, { ...user, passwordHash: await hashPassword(password) })
}

/** With an empty cart. Throws EMAIL_TAKEN. */
export async function createAccount(
  { db }: Shop,
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

/** Throws INVALID_INPUT, EMAIL_UNKNOWN, WRONG_PASSWORD, TOO_MANY_ATTEMPTS, and ACCOUNT_BLOCKED to whoever knows the password. */
export async function logIn(shop: Shop, address: string, input: unknown): Promise<User> {
  const { email, password } = parseInput(loginInput, input)
  await countSignIn(shop, address)
  const user = await findUserByEmail(shop, email)
  if (!user || isClosed(shop, user)) {
    // So that the time says no more than the answer.
    await matchNobodys(password)
    throw new DomainError('EMAIL_UNKNOWN', { field: 'email' })
  }
  await checkPassword(shop, address, user, 'password', password)
  if (user.blockedAt) throw new DomainError('ACCOUNT_BLOCKED', { field: 'email' })
  return user
}

/** Throws WRONG_PASSWORD, and TOO_MANY_ATTEMPTS after too many of those, even where this one is right. */
export async function checkPassword(
  shop: Shop,
  address: string,
  { email, passwordHash }: User,
  field: string,
  password: string,
): Promise<void> {
  const attempt = { email, network: shop.hashNetwork(address) }
  await refuseLocked(shop, attempt)
  if (!(await passwordMatches(passwordHash, password))) {
    await countFailure(shop, attempt)
    throw new DomainError('WRONG_PASSWORD', { field })
  }
  await forgetFailures(shop, attempt)
}

async function findUserByEmail({ sql }: Shop, email: string): Promise<User | null> {
  const [row] = await sql.rows(FIND_BY_EMAIL, [email])
  return row ? account.read(row[0] as unknown[]) : null
}

/** The demo accounts, whose passwords everyone knows, are open only where the settings say so. */
const isClosed = ({ settings }: Shop, { isDemo }: User): boolean => isDemo && !settings.demoAccounts

/** What a token says of its account; whether that is still so, the database knows. */
export type TokenHolder = Pick<Viewer, 'id' | 'email' | 'tokenVersion'>

const account = new Entity<User>('user_account', Prisma.UserScalarFieldEnum, {
  blockedAt: true,
  deletedAt: true,
  createdAt: true,
  updatedAt: true,
})
const ACCOUNT = `json_build_array(${account.elements}) AS account`
/** The account of a token's holder, while its tokens are good; of an id alone, for a viewer who was found before. */
export const OF_TOKEN = `user_account.id = $1::uuid AND ($2::text IS NULL
    OR email = $2 AND token_version = $3::int AND blocked_at IS NULL AND ($4::boolean OR NOT is_demo))`
/** The values for OF_TOKEN. */
export const ofToken = ({ settings }: Pick<Shop, 'settings'>, holder: string | TokenHolder): readonly unknown[] =>
  typeof holder === 'string'
    ? [holder, null, null, null]
    : [holder.id, holder.email, holder.tokenVersion, settings.demoAccounts]

const FIND_BY_EMAIL = {
  name: 'find user by email',
  text: `SELECT ${ACCOUNT} FROM user_account WHERE email = $1 AND deleted_at IS NULL`,
}
const FIND_VIEWER = {
  name: 'find viewer',
  text: `SELECT ${ACCOUNT} FROM user_account WHERE ${OF_TOKEN}`,
}
const FIND_VIEWER_WITH_CART = {
  name: 'find viewer with cart',
  text: `
    SELECT ${ACCOUNT}, ${CART} FROM user_account
    LEFT JOIN cart ON cart.user_id = user_account.id LEFT JOIN coupon ON coupon.code = cart.coupon_code WHERE ${OF_TOKEN}`,
}

/** With the cart where that is asked for: one statement for both. The user with this id and email, or null where there is none (any more), it is blocked, or all tokens of this version were ended. */
export async function findViewer(shop: Shop, holder: TokenHolder, { withCart = false } = {}): Promise<Viewer | null> {
  const [row] = await shop.sql.rows(withCart ? FIND_VIEWER_WITH_CART : FIND_VIEWER, ofToken(shop, holder))
  if (!row) return null
  const user = account.read(row[0] as unknown[])
  return withCart ? { ...user, cart: cartIn(row[1]) } : user
}

async function countSignIn(shop: Shop, address: string): Promise<void> {
  const retryAfterSeconds = await shop.signInsPerAddress(address)
  if (retryAfterSeconds !== null) throw new DomainError('TOO_MANY_ATTEMPTS', { retryAfterSeconds })
}
