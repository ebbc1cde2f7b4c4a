/** Who shops here: signing up, signing in, and finding whoever a token names. */
import { Prisma, type User } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import { loginInput, parseInput, signupInput } from '../../shared/validation'
import { hashPassword, passwordMatches } from './passwords'
import type { Shop } from '../shop'

/** Whoever the request's token belongs to. */
export type Viewer = User

/** `address` is the caller's network address. Throws INVALID_INPUT, EMAIL_TAKEN, TOO_MANY_ATTEMPTS. */
export async function signUp(shop: Shop, address: string, input: unknown): Promise<User> {
  const { password, ...user } = parseInput(signupInput, input)
  await countSignIn(shop, address)
  if (await findUserByEmail(shop, user.email)) throw emailTaken()
  const passwordHash = await hashPassword(password)
  try {
    return await shop.db.user.create({ data: { ...user, passwordHash, cart: { create: {} } } })
  } catch (error) {
    if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') throw emailTaken()
    throw error
  }
}

const emailTaken = (): DomainError => new DomainError('EMAIL_TAKEN', { field: 'email' })

/** Throws INVALID_INPUT, EMAIL_UNKNOWN, WRONG_PASSWORD, TOO_MANY_ATTEMPTS. */
export async function logIn(shop: Shop, address: string, input: unknown): Promise<User> {
  const { email, password } = parseInput(loginInput, input)
  await countSignIn(shop, address)
  const user = await findUserByEmail(shop, email)
  if (!user || isClosed(shop, user)) throw new DomainError('EMAIL_UNKNOWN', { field: 'email' })
  await refuseLockedAccount(shop, email)
  if (!(await passwordMatches(user.passwordHash, password))) {
    await countFailure(shop, email)
    throw new DomainError('WRONG_PASSWORD', { field: 'password' })
  }
  await forgetFailures(shop, email)
  // Once more: of a hundred guesses sent at once, a right one helps no more than it would have after the wrong ones.
  await refuseLockedAccount(shop, email)
  return user
}

const findUserByEmail = (shop: Shop, email: string): Promise<User | null> =>
  shop.db.user.findUnique({ where: { email } })

/** The demo accounts, whose passwords everyone knows, are open only where the settings say so. */
const isClosed = ({ settings }: Shop, { isDemo }: User): boolean => isDemo && !settings.demoAccounts

/** The user with this id and email, or null where there is none (any more). */
export async function findViewer(shop: Shop, claims: { id: string; email: string }): Promise<Viewer | null> {
  const user = await shop.db.user.findFirst({ where: { id: claims.id, email: claims.email } })
  return user && !isClosed(shop, user) ? user : null
}

async function countSignIn(shop: Shop, address: string): Promise<void> {
  const retryAfterSeconds = await shop.signInsPerAddress(address)
  if (retryAfterSeconds !== null) throw new DomainError('TOO_MANY_ATTEMPTS', { retryAfterSeconds })
}

/** Wrong passwords are counted in the database, so that neither a restart nor a second server gives a guesser more tries. */
async function refuseLockedAccount({ db, settings }: Shop, email: string): Promise<void> {
  const isFull = { email, windowTo: { gte: new Date() }, count: { gte: settings.signIn.attempts } }
  if (await db.signInFailures.findFirst({ where: isFull })) throw new DomainError('TOO_MANY_ATTEMPTS')
}

/** Throws TOO_MANY_ATTEMPTS where others, sent at the same time, were the last ones allowed. */
async function countFailure({ db, settings }: Shop, email: string): Promise<void> {
  const { attempts, windowMs } = settings.signIn
  const now = new Date()
  const windowTo = new Date(now.getTime() + windowMs)
  const [row] = await db.$queryRaw<{ count: number }[]>`
    INSERT INTO sign_in_failures (email, count, window_to) VALUES (${email}, 1, ${windowTo})
    ON CONFLICT (email) DO UPDATE SET
      count = CASE WHEN sign_in_failures.window_to < ${now} THEN 1 ELSE sign_in_failures.count + 1 END,
      window_to = CASE WHEN sign_in_failures.window_to < ${now} THEN excluded.window_to ELSE sign_in_failures.window_to END
    RETURNING count`
  if (row!.count > attempts) throw new DomainError('TOO_MANY_ATTEMPTS')
}

/** A right password clears the account, unless it is locked by now. */
async function forgetFailures({ db, settings }: Shop, email: string): Promise<void> {
  await db.signInFailures.deleteMany({
    where: { email, OR: [{ count: { lt: settings.signIn.attempts } }, { windowTo: { lt: new Date() } }] },
  })
}
