/** Releases the stock holds of orders that were not paid in time. */
import { cancelOrder } from '../state/orderState'
import { withOrder } from '../state/withOrder'
import type { Shop } from '../../shop'

/** Cancels orders that expired before `now` and returns their number. */
export async function sweepExpiredHolds(shop: Shop, now = new Date()): Promise<number> {
  let cancelled = 0
  while (await endNextHold(shop, now)) cancelled += 1
  return cancelled
}

/** Skips rows locked by another server's sweep or by an arriving payment, so that several servers can share the work. */
async function endNextHold(shop: Shop, now: Date): Promise<boolean> {
  return shop.db.$transaction(async (tx) => {
    const [held] = await tx.$queryRaw<{ id: string }[]>`
      SELECT id::text FROM shop_order WHERE status = 'AWAITING_PAYMENT' AND expires_at < ${now}
      ORDER BY expires_at LIMIT 1 FOR UPDATE SKIP LOCKED`
    if (!held) return false
    const note = 'Not paid in time, so we released the items.'
    await withOrder(tx, held.id, (order) => cancelOrder(shop, tx, order, { source: 'SHOP', note }))
    return true
  })
}
