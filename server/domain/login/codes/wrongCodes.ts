/** Counts wrong codes per network, in the table of wrong passwords, so a restart or a second server gives no extra attempts. */
import type { HashedNetwork } from '../../../guards/network'
import { addOne, type Counting } from '../wrongPasswords'

/** Wrong codes are counted across all addresses. No account has this email. */
const ANY_ADDRESS = ''

/**
 * Counts a wrong code for a live request. Returns true above `wrongCodes.perNetwork` wrong codes within 15 minutes: the
 * wrong code then ends its request. A right code is never refused, because many people may share the network. A wider network is counted
 * only if the narrower one is within its limit, so that one subscriber cannot use up the attempts of all.
 */
export async function countWrongOfNetworks(counting: Counting, networks: HashedNetwork[]): Promise<boolean> {
  const most = counting.limits['wrongCodes.perNetwork']
  for (const { hash, times } of networks) {
    const { count } = (await addOne(counting, ANY_ADDRESS, [hash])).get(hash)!
    if (most > 0 && count > most * times) return true
  }
  return false
}
