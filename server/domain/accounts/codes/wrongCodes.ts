/** Counts wrong codes per network, in the table of wrong passwords, so a restart or a second server gives no extra attempts. */
import type { HashedNetwork } from '../../network'
import { addOne, type Counting } from '../wrongPasswords'
import type { Shop } from '../../shop'

/** Wrong codes are counted across all addresses. No account has this email. */
const ANY_ADDRESS = ''

interface CountingCodes extends Counting {
  limits: Pick<Shop['limits'], 'passwords' | 'codes'>
}

/**
 * Counts a wrong code for a live request. Returns true above CODE_LIMITS.wrongPerNetwork wrong codes within 15 minutes: the
 * wrong code then ends its request. A right code is never refused, because many people may share the network. A wider network is counted
 * only if the narrower one is within its limit, so that one subscriber cannot use up the attempts of all.
 */
export async function countWrongOfNetworks(counting: CountingCodes, networks: HashedNetwork[]): Promise<boolean> {
  const most = counting.limits.codes.wrongPerNetwork
  for (const { hash, times } of networks) {
    const { count } = (await addOne(counting, ANY_ADDRESS, [hash])).get(hash)!
    if (most > 0 && count > most * times) return true
  }
  return false
}
