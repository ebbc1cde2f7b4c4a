/** What waits for the studio today. The office's first page shows it. */
import { TO_PACK } from '../../shared/delivery/toPack'
import type { Shop } from '../shop'
import { countByStatus, listOfficeOrders } from './orders/orders'

/** The number of orders in the statuses of TO_PACK, each counted up to ROWS_TO_COUNT. */
export async function countToPack(shop: Shop): Promise<number> {
  const counts = await countByStatus(shop)
  return counts.reduce((sum, { status, count }) => sum + (TO_PACK.some((each) => each === status) ? count : 0), 0)
}

const MOST_SHOWN = 100

/** The orders that need an action of the staff, newest first; at most MOST_SHOWN. */
export const listNeedingAttention = (shop: Shop) =>
  listOfficeOrders(shop, { first: MOST_SHOWN, filter: { needsAttention: true } })
