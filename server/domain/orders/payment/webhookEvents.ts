/** Remembers the webhook events that were handled, so that each takes effect once. */
import type { Tx } from '../../../database/db'
import type { Shop } from '../../shop'

/**
 * Records the event in the transaction that handles it. A concurrent delivery of the event waits, and after a failure the provider can send
 * it again.
 */
export async function claimEvent(
  tx: Tx,
  event: { provider: Shop['payments']['name']; eventId: string },
): Promise<boolean> {
  const { count } = await tx.webhookEvent.createMany({ data: event, skipDuplicates: true })
  return count === 1
}
