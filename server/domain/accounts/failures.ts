/**
 * Wrong passwords, counted per account and network and per account: the first ends one guesser's tries without closing the
 * account to its owner, who is elsewhere, the second those of many who guess together. In the database, so that neither a restart
 * nor a second server gives more tries.
 */
import { Prisma } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import type { Shop } from '../shop'

/** In place of a network: all of them together. */
const EVERYWHERE = ''

interface Attempt {
  email: string
  /** As shop.hashNetwork gives it. */
  network: string
}

const tooMany = (until: Date): DomainError =>
  new DomainError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: Math.ceil((until.getTime() - Date.now()) / 1000) })

/** Throws TOO_MANY_ATTEMPTS where no more tries are left. */
export async function refuseLocked(shop: Shop, attempt: Attempt): Promise<void> {
  refuse(await shop.db.$queryRaw(locked(shop, attempt)))
}

interface Lock {
  window_to: Date
}

function refuse([lock]: Lock[]): void {
  if (lock) throw tooMany(lock.window_to)
}

/** A limit of 0 is none. */
function locked({ settings: { signIn } }: Shop, { email, network }: Attempt): Prisma.Sql {
  const { attempts, attemptsPerAccount } = signIn
  return Prisma.sql`
    SELECT window_to FROM sign_in_failures WHERE email = ${email} AND window_to >= ${new Date()}
      AND (network = ${network} AND ${attempts}::int > 0 AND count >= ${attempts}
        OR network = ${EVERYWHERE} AND ${attemptsPerAccount}::int > 0 AND count >= ${attemptsPerAccount})
    ORDER BY window_to DESC LIMIT 1`
}

/** Throws TOO_MANY_ATTEMPTS where others, sent at the same time, were the last ones allowed. */
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
 * A right password clears its network, unless that is locked by now; guesses from elsewhere stay counted. Throws TOO_MANY_ATTEMPTS like
 * refuseLocked: of a hundred guesses sent at once, a right one helps no more than it would have after the wrong ones.
 */
export async function forgetFailures(shop: Shop, attempt: Attempt): Promise<void> {
  const { email, network } = attempt
  const { attempts } = shop.settings.signIn
  // One statement: it does not forget a lock.
  refuse(
    await shop.db.$queryRaw`
      WITH forgotten AS (
        DELETE FROM sign_in_failures WHERE email = ${email} AND network = ${network}
          AND (${attempts}::int = 0 OR count < ${attempts} OR window_to < ${new Date()})
      ) ${locked(shop, attempt)}`,
  )
}
