/**
 * Takes an account over for the owner of its address. Signing up does not verify the address, so a stranger may have opened the account.
 * What the stranger left is ended or emptied; addresses must be confirmed, and open orders are reported.
 */
import type { Tx } from '../../database/db'
import { type OrderStatus, type User } from '../../generated/prisma/client'
import { changeWithin, NO_CHOICES } from '../cart/cart'
import { orderNumber } from '../orders/order'
import { endKeysOf } from '../staff/keysOfMembers'
import { audit } from '../audit/audit'
import { NO_PASSWORD } from '../../crypto/passwordHash'
import { forgetPlaces } from './recentLogins'

export interface LeftByStranger {
  /** The numbers of the open orders, newest first. */
  orderNumbers: string[]
  /** The number of saved addresses. */
  addressCount: number
}

/** The statuses of an order that is still to be paid, packed, delivered or refunded. */
const OPEN: OrderStatus[] = ['AWAITING_PAYMENT', 'CONFIRMED', 'PAID', 'SHIPPED', 'RETURN_REQUESTED', 'REFUND_DUE']
const MAX_ORDERS = 100

/** The caller has locked the cart and the account. Removes the password, and ends all sessions. */
export async function takeOver(tx: Tx, account: User): Promise<{ user: User; leftByStranger: LeftByStranger }> {
  const now = new Date()
  const own = { userId: account.id }
  await tx.consent.updateMany({ where: { ...own, withdrawnAt: null }, data: { withdrawnAt: now } })
  await changeWithin(tx, account, async (cartId) => {
    await tx.cartLine.deleteMany({ where: { cartId } })
    await tx.cart.updateMany({ where: { id: cartId }, data: NO_CHOICES })
    return true
  })
  await endAccess(tx, account)
  await tx.wishlistItem.deleteMany({ where: own })
  // A stored result may contain an address.
  await tx.idempotencyKey.deleteMany({ where: own })
  await forgetPlaces(tx, account.id)
  // A change of the email that the stranger requested.
  await tx.mailCode.updateMany({ where: { ...own, usedAt: null }, data: { usedAt: now } })
  const { count: addressCount } = await tx.address.updateMany({ where: own, data: { isUnchecked: true } })
  const orders = await tx.order.findMany({
    where: { ...own, status: { in: OPEN } },
    orderBy: { serial: 'desc' },
    take: MAX_ORDERS,
    select: { serial: true },
  })
  const user = await tx.user.update({
    where: { id: account.id },
    data: {
      firstName: '',
      lastName: '',
      mobile: null,
      blockedAt: null,
      passwordHash: NO_PASSWORD,
      tokenVersion: { increment: 1 },
      emailVerifiedAt: now,
      takenOverAt: now,
    },
  })
  return { user, leftByStranger: { orderNumbers: orders.map(orderNumber), addressCount } }
}

/**
 * Ends the API keys, the second factor and a block. A staff role stays, because the operator gave it to the address. The caller has locked
 * the staff.
 */
async function endAccess(tx: Tx, { id, blockedAt }: User): Promise<void> {
  const entry = { actorId: id, subject: { type: 'User', id } } as const
  await endKeysOf(tx, [id], { actorId: id })
  await tx.signInFailures.deleteMany({ where: { email: id } })
  const { count } = await tx.secondFactor.deleteMany({ where: { userId: id } })
  if (count > 0) await audit(tx, { ...entry, action: 'removeSecondFactor' })
  if (blockedAt)
    await audit(tx, { ...entry, action: 'blockCustomer', before: { blocked: true }, after: { blocked: false } })
}
