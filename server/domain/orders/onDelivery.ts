/** Which orders may be paid at the door: by amount and by place, and by how many are under way (openOnDelivery). */
import type { Tx } from '../../database/client'
import type { Address } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import { whyNotOnDelivery } from '../../shared/payOnDelivery'
import type { Shop } from '../shop'
import { limitOpenOnDelivery } from './openOnDelivery'

interface Asked {
  viewerId: string
  address: Address
  /** As shop.hashNetwork gives it. */
  network: string
  /** Whole rupees. */
  totalAmount: number
}

/**
 * Beside this each such order counts as a hold that was not paid (holdLimits). After the locks of the cart and of the orders.
 * Throws PAY_ON_DELIVERY_UNAVAILABLE.
 */
export async function allowOnDelivery(
  { settings: { payOnDelivery: terms } }: Shop,
  tx: Tx,
  asked: Asked,
): Promise<void> {
  const reason = whyNotOnDelivery(terms, asked.address, asked.totalAmount)
  if (reason) throw new DomainError('PAY_ON_DELIVERY_UNAVAILABLE', { message: reason })
  if (terms) await limitOpenOnDelivery(tx, terms, asked)
}
