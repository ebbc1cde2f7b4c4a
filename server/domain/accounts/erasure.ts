/**
 * What stays of the orders of a deleted account. Amounts, dates, lines, city, state and zip code are the invoice, which Indian tax
 * law wants kept; name, street and mobile number go, at once or, where a parcel is on its way, as soon as it has arrived.
 */
import type { Db, Tx } from '../../database/client'
import { inSteps } from '../../database/inSteps'
import type { OrderStatus } from '../../generated/prisma/client'
import { ERASED } from '../orders/columns'

/** To the shopper, or back to the shop. */
const ON_ITS_WAY: OrderStatus[] = ['CONFIRMED', 'PAID', 'SHIPPED', 'RETURN_REQUESTED']
/** Parcels take ten days at most; whoever forgets to mark one as delivered keeps no address for ever. */
const ON_ITS_WAY_AT_MOST_MS = 30 * 24 * 60 * 60 * 1000

/** Under the cart's lock, which keeps payments away. */
export async function eraseAddresses(tx: Tx, userId: string, now = new Date()): Promise<void> {
  await tx.order.updateMany({ where: { userId }, data: { idempotencyKey: null } })
  // Orders under way that are paid on delivery go on counting: deleting an account makes no room for more of them.
  await tx.order.updateMany({ where: { userId, payOnDelivery: false }, data: { network: null } })
  await tx.order.updateMany({ where: { userId, status: { notIn: ON_ITS_WAY } }, data: ERASED })
  const eraseAddressAt = new Date(now.getTime() + ON_ITS_WAY_AT_MOST_MS)
  await tx.order.updateMany({ where: { userId, status: { in: ON_ITS_WAY } }, data: { eraseAddressAt } })
}

/** What stayed for a parcel that has arrived by now, or must have. */
export async function sweepAddresses(db: Db, now = new Date()): Promise<void> {
  const isDone = { OR: [{ status: { notIn: ON_ITS_WAY } }, { eraseAddressAt: { lt: now } }] }
  const where = { eraseAddressAt: { not: null }, ...isDone }
  await inSteps((limit) => db.order.updateMany({ where, data: ERASED, limit }))
}
