/** Ends the hold on stock of orders that nobody paid in time. */
import { cancelOrder, lockOrder } from './orderState'
import type { Shop } from '../shop'

const BATCH = 100

/** Cancels what expired before `now`; returns how many. Safe on many servers at once: each order is given up by one of them. */
export async function sweepExpiredHolds(shop: Shop, now = new Date()): Promise<number> {
  let cancelled = 0
  for (;;) {
    const expired = await shop.db.order.findMany({
      where: { status: 'AWAITING_PAYMENT', expiresAt: { lt: now } },
      orderBy: { expiresAt: 'asc' },
      take: BATCH,
      select: { id: true },
    })
    let ended = 0
    for (const { id } of expired) if (await endHold(shop, id, now)) ended++
    cancelled += ended
    if (expired.length < BATCH || ended === 0) return cancelled
  }
}

/** Skips an order that someone else holds: either a rival sweep ends it too, or a payment is just arriving. */
async function endHold(shop: Shop, orderId: string, now: Date): Promise<boolean> {
  return shop.db.$transaction(async (tx) => {
    const [held] = await tx.$queryRaw<unknown[]>`
      SELECT id FROM shop_order
      WHERE id = ${orderId}::uuid AND status = 'AWAITING_PAYMENT' AND expires_at < ${now}
      FOR UPDATE SKIP LOCKED`
    if (!held) return false
    const note = 'Not paid in time. The stock went back.'
    await cancelOrder(shop, tx, await lockOrder(tx, orderId), { source: 'SHOP', note })
    return true
  })
}
