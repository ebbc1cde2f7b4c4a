/** Counts wrong codes per network, in the table of wrong passwords, so a restart or a second server gives no extra attempts. */
import { DomainError } from '../../../shared/errors'
import type { Shop } from '../../shop'

/** Wrong codes are counted across all addresses. No account has this email. */
const ANY_ADDRESS = ''

const tooMany = (until: Date): DomainError =>
  new DomainError('TOO_MANY_ATTEMPTS', {
    field: 'code',
    retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000)),
  })

/**
 * Counts an attempt before the code is compared, so that concurrent attempts cannot exceed the limit together. Throws TOO_MANY_ATTEMPTS
 * above settings.codes.wrongPerNetwork attempts within settings.signIn.windowMs.
 */
export async function countTry({ db, settings }: Shop, network: string): Promise<void> {
  const most = settings.codes.wrongPerNetwork
  const now = new Date()
  const windowTo = new Date(now.getTime() + settings.signIn.windowMs)
  const [counted] = await db.$queryRaw<{ count: number; window_to: Date }[]>`
    INSERT INTO sign_in_failures (email, network, count, window_to) VALUES (${ANY_ADDRESS}, ${network}, 1, ${windowTo})
    ON CONFLICT (email, network) DO UPDATE SET
      count = CASE WHEN sign_in_failures.window_to < ${now} THEN 1 ELSE sign_in_failures.count + 1 END,
      window_to = CASE WHEN sign_in_failures.window_to < ${now} THEN excluded.window_to ELSE sign_in_failures.window_to END
    RETURNING count, window_to`
  if (most > 0 && counted!.count > most) throw tooMany(counted!.window_to)
}

/** Removes the count of an attempt whose code was correct. */
export async function forgetTry({ db }: Shop, network: string): Promise<void> {
  const own = { email: ANY_ADDRESS, network }
  const lowered = await db.signInFailures.updateMany({
    where: { ...own, count: { gt: 1 } },
    data: { count: { decrement: 1 } },
  })
  if (lowered.count === 0) await db.signInFailures.deleteMany({ where: { ...own, count: 1 } })
}
