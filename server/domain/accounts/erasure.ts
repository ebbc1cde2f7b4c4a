/**
 * Erases personal data from the orders of a deleted account. Amounts, dates, lines, city, state and zip code stay, because Indian tax law
 * requires invoices. The values in ERASED replace the rest immediately, or after delivery if a parcel is on its way.
 */
import type { Db, Tx } from '../../database/db'
import { inSteps } from '../../database/inSteps'
import type { OrderStatus } from '../../generated/prisma/client'
import { ERASED } from '../orders/columns'

/** On the way to the shopper or back to the shop. */
const ON_ITS_WAY: OrderStatus[] = ['CONFIRMED', 'PAID', 'SHIPPED', 'RETURN_REQUESTED']
/** Parcels take ten days at most. After 30 days, the address is erased even if staff never marked the order as delivered. */
const ON_ITS_WAY_AT_MOST_MS = 30 * 24 * 60 * 60 * 1000

/** The caller holds the cart's lock, which prevents payments. */
export async function eraseAddresses(tx: Tx, userId: string, now = new Date()): Promise<void> {
  await tx.order.updateMany({ where: { userId }, data: { idempotencyKey: null } })
  // Open cash-on-delivery orders keep their network and still count, so deleting an account does not allow more of them.
  await tx.order.updateMany({ where: { userId, payOnDelivery: false }, data: { network: null } })
  await tx.order.updateMany({ where: { userId, status: { notIn: ON_ITS_WAY } }, data: ERASED })
  const eraseAddressAt = new Date(now.getTime() + ON_ITS_WAY_AT_MOST_MS)
  await tx.order.updateMany({ where: { userId, status: { in: ON_ITS_WAY } }, data: { eraseAddressAt } })
}

/** Erases the addresses on parcels that have arrived or whose 30 days are over. */
export async function sweepAddresses(db: Db, now = new Date()): Promise<void> {
  const isDone = { OR: [{ status: { notIn: ON_ITS_WAY } }, { eraseAddressAt: { lt: now } }] }
  const where = { eraseAddressAt: { not: null }, ...isDone }
  await inSteps((limit) => db.order.updateMany({ where, data: ERASED, limit }))
}
