/**
 * Erases personal data from the orders of a deleted account. Amounts, dates, lines, city, state and zip code are kept, because Indian tax
 * law requires invoices. The values in ERASED replace the rest immediately, or after delivery if a parcel is on its way. Hashes of networks
 * are kept while they count for a limit, at most a day unless a pay-on-delivery order is open.
 */
import type { Db, Tx } from '../../database/db'
import { inSteps } from '../../database/inSteps'
import type { OrderStatus } from '../../generated/prisma/client'
import { SHOP } from '../../shared/shop'
import { ERASED } from '../orders/columns'
import { COUNTED_MS } from '../orders/placement/holdLimits'

/** The statuses of an order whose parcel is not yet sent, or is on its way to the shopper or back. */
const ON_ITS_WAY: OrderStatus[] = ['CONFIRMED', 'PAID', 'SHIPPED', 'RETURN_REQUESTED']
const ON_ITS_WAY_AT_MOST_MS = SHOP.addressDaysAfterDeletion * 24 * 60 * 60 * 1000

/** The maintenance job removes the networks once no limit counts them. */
const { network: _network, networks: _networks, ...ERASED_AT_ONCE } = ERASED

/** The caller holds the cart's lock, which prevents payments. */
export async function eraseAddresses(tx: Tx, userId: string, now = new Date()): Promise<void> {
  await tx.order.updateMany({ where: { userId }, data: { idempotencyKey: null } })
  // Orders that count for their network keep its hash, so a shopper cannot get around a limit by deleting the account.
  const isUncounted = {
    heldSince: { lte: new Date(now.getTime() - COUNTED_MS) },
    NOT: { payOnDelivery: true, status: { in: ON_ITS_WAY } },
  }
  await tx.order.updateMany({ where: { userId, ...isUncounted }, data: { network: null, networks: [] } })
  await tx.order.updateMany({ where: { userId, status: { notIn: ON_ITS_WAY } }, data: ERASED_AT_ONCE })
  const eraseAddressAt = new Date(now.getTime() + ON_ITS_WAY_AT_MOST_MS)
  await tx.order.updateMany({ where: { userId, status: { in: ON_ITS_WAY } }, data: { eraseAddressAt } })
}

/** Erases the address from orders that are no longer on their way, or whose time limit has passed. */
export async function sweepAddresses(db: Db, now = new Date()): Promise<void> {
  const isDone = { OR: [{ status: { notIn: ON_ITS_WAY } }, { eraseAddressAt: { lt: now } }] }
  const where = { eraseAddressAt: { not: null }, ...isDone }
  await inSteps((limit) => db.order.updateMany({ where, data: ERASED_AT_ONCE, limit }))
}
