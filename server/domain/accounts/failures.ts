/**
 * Wrong passwords, counted per account and network and per account: the first ends one guesser's tries without closing the
 * account to its owner, who is elsewhere, the second those of many who guess together. In the database, so that neither a restart
 * nor a second server gives more tries.
 */
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
export async function refuseLocked({ db, settings }: Shop, { email, network }: Attempt): Promise<void> {
  const { attempts, attemptsPerAccount } = settings.signIn
  const limits = [
    { network, limit: attempts },
    { network: EVERYWHERE, limit: attemptsPerAccount },
  ]
  const full = limits.flatMap(({ network, limit }) => (limit === 0 ? [] : [{ network, count: { gte: limit } }]))
  const where = { email, windowTo: { gte: new Date() }, OR: full }
  const locked = full.length > 0 ? await db.signInFailures.findFirst({ where, orderBy: { windowTo: 'desc' } }) : null
  if (locked) throw tooMany(locked.windowTo)
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

/** A right password clears its network, unless that is locked by now; guesses from elsewhere stay counted. */
export async function forgetFailures({ db, settings }: Shop, { email, network }: Attempt): Promise<void> {
  const { attempts } = settings.signIn
  const isOpen = attempts === 0 ? {} : { OR: [{ count: { lt: attempts } }, { windowTo: { lt: new Date() } }] }
  await db.signInFailures.deleteMany({ where: { email, network, ...isOpen } })
}
