/** Cancels pay-on-delivery orders of unproven accounts that were not shipped in time. */
import { textOf } from '../../../guards/refusal'
import { addMessages } from '../../../outbox/outbox'
import { Prisma } from '../../../generated/prisma/client'
import { IS_OF_UNPROVEN } from '../../accounts/unproven'
import type { Shop } from '../../shop'
import { mailToStaff } from '../messages/chooseMail'
import { cancelOrder } from '../state/orderState'
import { withOrder } from '../state/withOrder'
import { HOUR_MS } from '../../../shared/durations'

/** SQL for a row of shop_order: the shop will cancel it unless staff ship it. */
export const IS_UNPACKED = Prisma.sql`(status = 'CONFIRMED' AND pay_on_delivery AND ${IS_OF_UNPROVEN})`

/** How long such an order waits for staff. 0 for no limit. */
export const packMsOf = ({ limits }: Shop): number => limits['onDelivery.packHours'] * HOUR_MS

/**
 * Cancels orders that unproven accounts placed at least `onDelivery.packHours` ago and that are still CONFIRMED. Orders of
 * proven accounts wait for staff. Returns the number of cancelled orders.
 */
export async function endUnpacked(shop: Shop, now = new Date()): Promise<number> {
  const hours = shop.limits['onDelivery.packHours']
  if (hours === 0) return 0
  let ended = 0
  while (await endNext(shop, hours, now)) ended += 1
  return ended
}

/** Skips rows locked by another server or by staff, so that several servers can share the work. */
async function endNext(shop: Shop, hours: number, now: Date): Promise<boolean> {
  const before = new Date(now.getTime() - hours * HOUR_MS)
  return shop.db.$transaction(async (tx) => {
    const [found] = await tx.$queryRaw<{ id: string }[]>`
      SELECT id::text FROM shop_order WHERE placed_at < ${before} AND ${IS_UNPACKED}
      ORDER BY placed_at LIMIT 1 FOR UPDATE SKIP LOCKED`
    if (!found) return false
    await withOrder(tx, found.id, async (order) => {
      const { mail, contactEmail } = shop.settings
      if (mail && contactEmail !== null) await addMessages(tx, [mailToStaff(order, now)])
      const note = textOf('onDelivery.packHours', { most: hours })
      return cancelOrder(shop, tx, order, { source: 'SHOP', note }, { cancelledByShop: true })
    })
    shop.log.warn({ orderId: found.id, hours }, 'cancelled a cash on delivery order that was not shipped in time')
    return true
  })
}
