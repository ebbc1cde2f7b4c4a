/** Which orders may be paid at the door: by amount, by place, and by how many of an account are under way. */
import type { Tx } from '../../database/client'
import type { Address } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import { whyNotOnDelivery } from '../../shared/payOnDelivery'
import type { Shop } from '../shop'

interface Asked {
  viewerId: string
  address: Address
  /** Whole rupees. */
  totalAmount: number
}

/**
 * Nobody pays before the parcel comes, so an account may have a few such parcels under way at once; beside that each counts as a
 * hold that was not paid (holdLimits). Under the cart's lock. Throws PAY_ON_DELIVERY_UNAVAILABLE.
 */
export async function allowOnDelivery(
  { settings: { payOnDelivery: terms } }: Shop,
  tx: Tx,
  { viewerId, address, totalAmount }: Asked,
): Promise<void> {
  const reason = whyNotOnDelivery(terms, address, totalAmount)
  if (reason) throw new DomainError('PAY_ON_DELIVERY_UNAVAILABLE', { message: reason })
  if (!terms || terms.openOrders === 0) return
  const underWay = await tx.order.count({
    // Many people share a demo account; their networks count all the same.
    where: { userId: viewerId, payOnDelivery: true, status: { in: ['CONFIRMED', 'SHIPPED'] }, user: { isDemo: false } },
  })
  if (underWay < terms.openOrders) return
  const orders = underWay === 1 ? 'An order' : `${underWay} orders`
  const message = `${orders} that you pay on delivery ${underWay === 1 ? 'is' : 'are'} under way already. Please pay this one now.`
  throw new DomainError('PAY_ON_DELIVERY_UNAVAILABLE', { message })
}
