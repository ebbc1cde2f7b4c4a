/**
 * Counts wrong passwords per account and network, and in total per account. The first count stops a single guesser without locking out the
 * owner on another network. The second stops many guessers who act together. The counts are in the database, so a restart or a second
 * server gives no extra attempts.
 */
import type { DbOrTx } from '../../database/db'
import { Prisma } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import type { Shop } from '../shop'

/** Stands for all networks together, in place of a network's hash. */
const EVERYWHERE = ''

/** The counts can be read or changed within a transaction. */
interface Counting {
  db: DbOrTx
  settings: Pick<Shop['settings'], 'signIn'>
}

interface Attempt {
  email: string
  /** The network hash from shop.hashNetwork. */
  network: string
}

const tooMany = (until: Date): DomainError =>
  new DomainError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.ceil((until.getTime() - Date.now()) / 1000) })

/** Throws TOO_MANY_ATTEMPTS if no attempts are left. */
export async function refuseLocked(shop: Counting, attempt: Attempt): Promise<void> {
  refuse(await shop.db.$queryRaw(locked(shop, attempt)))
}

interface Lock {
  window_to: Date
}

function refuse([lock]: Lock[]): void {
  if (lock) throw tooMany(lock.window_to)
}

/** A limit of 0 means no limit. */
function locked({ settings: { signIn } }: Counting, { email, network }: Attempt): Prisma.Sql {
  const { attempts, attemptsPerAccount } = signIn
  return Prisma.sql`
    SELECT window_to FROM sign_in_failures WHERE email = ${email} AND window_to >= ${new Date()}
      AND (network = ${network} AND ${attempts}::int > 0 AND count >= ${attempts}
        OR network = ${EVERYWHERE} AND ${attemptsPerAccount}::int > 0 AND count >= ${attemptsPerAccount})
    ORDER BY window_to DESC LIMIT 1`
}

/** Throws TOO_MANY_ATTEMPTS if concurrent failures used up the last attempts. */
export async function countFailure({ db, settings }: Counting, { email, network }: Attempt): Promise<void> {
  const { attempts, attemptsPerAccount, windowMs } = settings.signIn
  const now = new Date()
  const windowTo = new Date(now.getTime() + windowMs)
  const rows = await db.$queryRaw<{ network: string; count: number; window_to: Date }[]>`
    INSERT INTO sign_in_failures (email, network, count, window_to)
    VALUES (${email}, ${network}, 1, ${windowTo}), (${email}, ${EVERYWHERE}, 1, ${windowTo})
    ON CONFLICT (email, network) DO UPDATE SET
      count = CASE WHEN sign_in_failures.window_to < ${now} THEN 1 ELSE sign_in_failures.count + 1 END,
      window_to = CASE WHEN sign_in_failures.window_to < ${now} THEN excluded.window_to ELSE sign_in_failures.window_to END
    RETURNING network, count, window_to`
  for (const { network, count, window_to } of rows) {
    const limit = network === EVERYWHERE ? attemptsPerAccount : attempts
    if (limit > 0 && count > limit) throw tooMany(window_to)
  }
}

/**
 * Clears this network's failures after a correct password, unless the network has been locked in the meantime. Failures from other networks
 * are kept. Throws TOO_MANY_ATTEMPTS like refuseLocked, so a correct guess among a hundred concurrent ones is rejected as if it had come
 * last.
 */
export async function forgetFailures(shop: Counting, attempt: Attempt): Promise<void> {
  const { email, network } = attempt
  const { attempts } = shop.settings.signIn
  // One statement clears and checks; its condition excludes active locks.
  refuse(
    await shop.db.$queryRaw`
      WITH forgotten AS (
        DELETE FROM sign_in_failures WHERE email = ${email} AND network = ${network}
          AND (${attempts}::int = 0 OR count < ${attempts} OR window_to < ${new Date()})
      ) ${locked(shop, attempt)}`,
  )
}
