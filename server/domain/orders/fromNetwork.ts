/** Finds the orders that were placed from a network. */
import { Prisma } from '../../generated/prisma/client'
import type { HashedNetwork } from '../../guards/network'

/** SQL for a row of shop_order. The narrowest network has a column of its own, for an index with the time. */
export const isFrom = ({ hash, times }: HashedNetwork): Prisma.Sql =>
  times === 1 ? Prisma.sql`shop_order.network = ${hash}` : Prisma.sql`shop_order.networks @> ARRAY[${hash}]`
