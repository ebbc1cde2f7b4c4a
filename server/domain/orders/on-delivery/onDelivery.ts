/**
 * Decides whether an order may be paid on delivery: by its amount, its delivery address, and the number of open orders (openOnDelivery).
 */
import type { Tx } from '../../../database/db'
import type { Address } from '../../../generated/prisma/client'
import { DomainError } from '../../../shared/errors'
import { whyNotOnDelivery } from '../../../shared/delivery/payOnDelivery'
import type { Shop } from '../../shop'
import { limitOpenOnDelivery } from './openOnDelivery'

interface Asked {
  viewerId: string
  address: Address
  /** The network hash from shop.hashNetwork. */
  network: string
  /** Whole rupees. */
  totalAmount: number
}

/**
 * Each pay-on-delivery order also counts as an unpaid hold (holdLimits). The caller holds the locks on the cart and the orders. Throws
 * PAY_ON_DELIVERY_UNAVAILABLE.
 */
export async function allowOnDelivery(
  { settings: { payOnDelivery: terms, mail } }: Shop,
  tx: Tx,
  asked: Asked,
): Promise<void> {
  const reason = whyNotOnDelivery(terms, asked.address, asked.totalAmount)
  if (reason) throw new DomainError('PAY_ON_DELIVERY_UNAVAILABLE', { message: reason })
  if (terms) await limitOpenOnDelivery(tx, terms, { ...asked, needsVerifiedEmail: mail?.smtp != null })
}
