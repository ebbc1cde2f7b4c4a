/** Finds the order that an email's link shows, and revokes such links. */
import type { Prisma } from '../../../generated/prisma/client'
import { DomainError } from '../../../shared/errors'
import { lockCart } from '../../lockCart'
import { audit } from '../../audit/audit'
import { Actor, type Caller } from '../../staff/actor'
import type { Shop } from '../../shop'
import { orderNumber, serialOf, withHistory } from '../order'
import { DAY_MS } from '../../../shared/durations'

const withFirstName = {
  ...withHistory,
  user: { select: { firstName: true } },
} satisfies Prisma.OrderInclude

export type LinkedOrder = Prisma.OrderGetPayload<{ include: typeof withFirstName }>

/** Null if the key is invalid, revoked or too old, or if the account was deleted. Callers cannot tell these cases apart. */
export async function findOrderByLink(
  { db, settings, orderLinks }: Shop,
  key: string,
  now = Date.now(),
): Promise<LinkedOrder | null> {
  const linked = orderLinks.read(key)
  if (!linked || linked.issuedAt.getTime() + settings.orderLinkDays * DAY_MS < now) return null
  const { orderId: id, generation: linkGeneration } = linked
  return db.order.findFirst({ where: { id, linkGeneration, user: { deletedAt: null } }, include: withFirstName })
}

/**
 * The caller is the order's buyer, or has the permission write_orders. Later emails contain links of the next generation. Throws
 * ORDER_NOT_FOUND, SECOND_FACTOR_REQUIRED, and UNAUTHENTICATED if a concurrent call ended the session.
 */
export async function revokeOrderLink({ db, settings }: Shop, caller: Caller, number: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const serial = serialOf(number)
    const order = serial === null ? null : await tx.order.findUnique({ where: { serial } })
    const notFound = new DomainError('ORDER_NOT_FOUND', { field: 'number' })
    if (!order) throw notFound
    const { id, tokenVersion } = caller
    const isOwn = order.userId === id && tokenVersion !== null
    if (isOwn) await lockCart(tx, { id, tokenVersion })
    else {
      await Actor.authorize({ db: tx, settings }, caller, 'write_orders').catch((error: unknown) => {
        throw error instanceof DomainError && error.code === 'FORBIDDEN' ? notFound : error
      })
      const subject = { type: 'Order', id: orderNumber(order) } as const
      await audit(tx, { actorId: caller.id, action: 'revokeOrderLink', subject })
    }
    await tx.order.update({ where: { id: order.id }, data: { linkGeneration: { increment: 1 } } })
  })
}
