/**
 * Decides whether an order may be paid on delivery: by its amount, its delivery address, the account's email, and the number of open orders
 * (openOnDelivery).
 */
import type { Tx } from '../../../database/db'
import type { Address } from '../../../generated/prisma/client'
import { DomainError } from '../../../shared/errors'
import { whyNotOnDelivery } from '../../../shared/delivery/payOnDelivery'
import { canConfirm, sendsMail } from '../../accounts/unproven'
import type { Settings } from '../../../settings'
import type { Shop } from '../../shop'
import { limitOpenOnDelivery, type Asked } from './openOnDelivery'

/**
 * Each pay-on-delivery order also counts as an unpaid hold (holdLimits). The caller holds the locks on the cart and the orders. Throws
 * PAY_ON_DELIVERY_UNAVAILABLE.
 */
export async function allowOnDelivery(
  { settings, limits }: Shop,
  tx: Tx,
  { totalAmount, ...asked }: Asked & { address: Address; /** Whole rupees. */ totalAmount: number },
): Promise<void> {
  const { payOnDelivery: terms } = settings
  const reason = whyNotOnDelivery(terms, asked.address, totalAmount)
  if (reason) throw new DomainError('PAY_ON_DELIVERY_UNAVAILABLE', { message: reason })
  if (sendsMail(settings) && !asked.standing.isConfirmed) throw unconfirmed(settings, asked)
  await limitOpenOnDelivery(tx, limits, asked)
}

function unconfirmed(settings: Settings, { standing }: Asked): DomainError {
  const message = standing.isDemo
    ? 'Cash on delivery is not available for the demo account.'
    : 'Please confirm your email before you order with cash on delivery.'
  return new DomainError('PAY_ON_DELIVERY_UNAVAILABLE', { message, confirmEmail: canConfirm(settings, standing) })
}
