/** Finds mobile numbers, addresses and networks that each have many open pay-on-delivery orders. */
import type { Db } from '../../../database/db'
import { Prisma } from '../../../generated/prisma/client'
import { orderNumber } from '../../orders/order'
import { IS_OPEN_ON_DELIVERY } from '../../orders/on-delivery/openOnDelivery'
import type { Shop } from '../../shop'

export const SOURCES = ['MOBILE', 'ADDRESS', 'NETWORK'] as const
type Source = (typeof SOURCES)[number]

const COLUMNS: Record<Source, Prisma.Sql> = {
  MOBILE: Prisma.sql`delivery_mobile`,
  ADDRESS: Prisma.sql`address_hash`,
  NETWORK: Prisma.sql`network`,
}

/** One row per source. Erased values do not count. */
const COUNTED = Prisma.join(
  SOURCES.map(
    (source) => Prisma.sql`
      SELECT ${source}::text AS source, count(*)::int AS orders, max(serial) AS newest FROM open
      WHERE ${COLUMNS[source]} <> '' GROUP BY ${COLUMNS[source]}`,
  ),
  ' UNION ALL ',
)
const OPEN = Prisma.sql`open AS MATERIALIZED (
  SELECT serial, delivery_mobile, address_hash, network FROM shop_order WHERE ${IS_OPEN_ON_DELIVERY})`

/** The maximum number of sources to show to staff. */
const MAX_SHOWN = 20

export interface OnDeliverySource {
  source: Source
  orders: number
  newestNumber: string
}

/** Sources with at least `onDelivery.many` orders, largest first. */
export async function readOnDeliverySources({ db, limits }: Shop): Promise<OnDeliverySource[]> {
  const many = limits['onDelivery.many']
  if (many === 0) return []
  const rows = await db.$queryRaw<{ source: Source; orders: number; newest: number }[]>`
    WITH ${OPEN}, counted AS (${COUNTED})
    SELECT source, orders, newest FROM counted WHERE orders >= ${many}
    ORDER BY orders DESC, newest LIMIT ${MAX_SHOWN}`
  return rows.map(({ newest, ...row }) => ({ ...row, newestNumber: orderNumber({ serial: newest }) }))
}

/** For each kind of source, the largest number of orders from a single source. Omits kinds without orders. */
export const readMostOnDelivery = (db: Db): Promise<{ source: Source; orders: number }[]> =>
  db.$queryRaw`
    WITH ${OPEN}, counted AS (${COUNTED})
    SELECT source, max(orders) AS orders FROM counted GROUP BY source`
