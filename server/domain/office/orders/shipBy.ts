/** When the shop will cancel orders that staff do not ship. */
import { IS_UNPACKED, packMsOf } from '../../orders/on-delivery/unpacked'
import type { Shop } from '../../shop'

/** The times at which the shop cancels these orders. Null for an order that waits for staff. */
export async function shipByOfOrders(shop: Shop, ids: readonly string[]): Promise<(Date | null)[]> {
  const packMs = packMsOf(shop)
  if (packMs === 0) return ids.map(() => null)
  const rows = await shop.db.$queryRaw<{ id: string; placedAt: Date }[]>`
    SELECT id::text, placed_at AS "placedAt" FROM shop_order WHERE id = ANY(${ids}::uuid[]) AND ${IS_UNPACKED}`
  const placedAt = new Map(rows.map((row) => [row.id, row.placedAt]))
  return ids.map((id) => (placedAt.has(id) ? new Date(placedAt.get(id)!.getTime() + packMs) : null))
}
