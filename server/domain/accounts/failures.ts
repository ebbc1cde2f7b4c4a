/**
 * Counts wrong passwords per account and network, and per account. The first count stops one guesser without locking out the owner on
 * another network. The second stops many guessers together. The counts are in the database, so a restart or a second server gives no more
 * tries.
 */
import { Prisma } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import type { Shop } from '../shop'

/** Represents all networks together. */
const EVERYWHERE = ''

interface Attempt {
  email: string
  /** The network hash from shop.hashNetwork. */
  network: string
}

const tooMany = (until: Date): DomainError =>
  new DomainError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.ceil((until.getTime() - Date.now()) / 1000) })

/** Throws TOO_MANY_ATTEMPTS if no tries are left. */
export async function refuseLocked(shop: Shop, attempt: Attempt): Promise<void> {
  refuse(await shop.db.$queryRaw(locked(shop, attempt)))
}

interface Lock {
  window_to: Date
}

function refuse([lock]: Lock[]): void {
  if (lock) throw tooMany(lock.window_to)
}

/** A limit of 0 means no limit. */
function locked({ settings: { signIn } }: Shop, { email, network }: Attempt): Prisma.Sql {
  const { attempts, attemptsPerAccount } = signIn
  return Prisma.sql`
    SELECT window_to FROM sign_in_failures WHERE email = ${email} AND window_to >= ${new Date()}
      AND (network = ${network} AND ${attempts}::int > 0 AND count >= ${attempts}
        OR network = ${EVERYWHERE} AND ${attemptsPerAccount}::int > 0 AND count >= ${attemptsPerAccount})
    ORDER BY window_to DESC LIMIT 1`
}

/** Throws TOO_MANY_ATTEMPTS if concurrent failures used the last tries. */
export async function countFailure({ db, settings }: Shop, { email, network }: Attempt): Promise<void> {
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
 * Clears this network's failures after a correct password, unless the network is locked by now. Failures from other networks stay. Throws
 * TOO_MANY_ATTEMPTS like refuseLocked, so a correct guess among a hundred concurrent ones is rejected like one that came last.
 */
export async function forgetFailures(shop: Shop, attempt: Attempt): Promise<void> {
  const { email, network } = attempt
  const { attempts } = shop.settings.signIn
  // One statement clears and checks; its condition never deletes a lock.
  refuse(
    await shop.db.$queryRaw`
      WITH forgotten AS (
        DELETE FROM sign_in_failures WHERE email = ${email} AND network = ${network}
          AND (${attempts}::int = 0 OR count < ${attempts} OR window_to < ${new Date()})
      ) ${locked(shop, attempt)}`,
  )
}
