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
export async function refuseLocked(shop: Shop, attempt: Attempt): Promise<void> {
  refuse(await shop.sql.rows(FIND_LOCKED, [attempt.email, attempt.network, new Date(), ...limitsOf(shop)]))
}

const limitsOf = ({ settings: { signIn } }: Shop) => [signIn.attempts, signIn.attemptsPerAccount]

function refuse([locked]: unknown[][]): void {
  if (locked) throw tooMany(locked[0] as Date)
}

/** $4 and $5 are the limits of this network and of all; 0 is none. */
const LOCKED = `
  SELECT window_to FROM sign_in_failures WHERE email = $1 AND window_to >= $3::timestamptz
    AND (network = $2 AND $4::int > 0 AND count >= $4 OR network = '${EVERYWHERE}' AND $5::int > 0 AND count >= $5)
  ORDER BY window_to DESC LIMIT 1`
const FIND_LOCKED = { name: 'find locked', text: LOCKED }
/** What is locked is not forgotten, so that both can be done at once. */
const FORGET = {
  name: 'forget failures',
  text: `
    WITH forgotten AS (
      DELETE FROM sign_in_failures WHERE email = $1 AND network = $2
        AND ($4::int = 0 OR count < $4 OR window_to < $3::timestamptz)
    ) ${LOCKED}`,
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
export async function forgetFailures(shop: Shop, { email, network }: Attempt): Promise<void> {
  refuse(await shop.sql.rows(FORGET, [email, network, new Date(), ...limitsOf(shop)]))
}
