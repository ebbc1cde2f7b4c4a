/** Counts wrong codes per network, in the table of wrong passwords, so a restart or a second server gives no extra attempts. */
import { DomainError } from '../../../shared/errors'
import type { HashedNetwork } from '../../network'
import type { Shop } from '../../shop'
import { addOne } from '../failures'

/** Wrong codes are counted across all addresses. No account has this email. */
const ANY_ADDRESS = ''

const tooMany = (until: Date): DomainError =>
  new DomainError('TOO_MANY_ATTEMPTS', {
    field: 'code',
    retryAfterSeconds: Math.max(1, Math.ceil((until.getTime() - Date.now()) / 1000)),
  })

/**
 * Counts an attempt before the code is compared, so that concurrent attempts cannot exceed the limit together. Throws TOO_MANY_ATTEMPTS
 * above settings.codes.wrongPerNetwork attempts within settings.signIn.windowMs. A wider network is counted only if the narrower one has
 * attempts left, so that one subscriber cannot use up the attempts of all.
 */
export async function countTry(shop: Shop, networks: HashedNetwork[]): Promise<void> {
  const most = shop.settings.codes.wrongPerNetwork
  for (const { hash, times } of networks) {
    const { count, window_to } = (await addOne(shop, ANY_ADDRESS, [hash])).get(hash)!
    if (most > 0 && count > most * times) throw tooMany(window_to)
  }
}

/** Removes the count of an attempt whose code was correct. */
export async function forgetTry({ db }: Shop, networks: HashedNetwork[]): Promise<void> {
  for (const { hash: network } of networks) {
    const own = { email: ANY_ADDRESS, network }
    const lowered = await db.signInFailures.updateMany({
      where: { ...own, count: { gt: 1 } },
      data: { count: { decrement: 1 } },
    })
    if (lowered.count === 0) await db.signInFailures.deleteMany({ where: { ...own, count: 1 } })
  }
}
