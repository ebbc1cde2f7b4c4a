/** Locks the data of a buyer who reviews or uploads photos: with a session, or with the link in an email. */
import type { DbOrTx, Tx } from '../database/db'
import { DAY_MS } from '../shared/durations'
import { DomainError } from '../shared/errors'
import { REVIEW_LINK_DAYS } from '../shared/reviews'
import { lockCart, lockCartIfAny, type SignedIn } from './lockCart'
import type { Shop } from './shop'

/** A session, or the key of the link in an email, with which a buyer reviews the lines of one order without a login. It gives no other right. */
export type SignedBuyer = SignedIn | { linkKey: string }

export interface Buyer {
  userId: string
  /** The only order that a link is valid for. */
  orderId?: string
}

/**
 * Locks the buyer's data until the transaction ends. Throws UNAUTHENTICATED if the session has ended, and ORDER_ITEM_NOT_FOUND for an
 * invalid or expired link.
 */
export async function lockBuyer(shop: Shop, tx: Tx, by: SignedBuyer): Promise<Buyer> {
  if ('id' in by) {
    await lockCart(tx, by)
    return { userId: by.id }
  }
  const link = await findReviewLink(shop, by.linkKey)
  if (!link || (await lockCartIfAny(tx, link.userId)) === null) throw noSuchLine()
  // The link may have been revoked, and the account blocked, while this call waited.
  if (!(await findReviewLink({ ...shop, db: tx }, by.linkKey))) throw noSuchLine()
  return { userId: link.userId, orderId: link.orderId }
}

export const noSuchLine = () => new DomainError('ORDER_ITEM_NOT_FOUND', { field: 'orderLineId' })

type Parts = Pick<Shop, 'reviewLinks'> & { db: DbOrTx }

interface ReviewLink {
  orderId: string
  userId: string
}

/**
 * Null if the key is invalid, revoked or expired, or if the account was deleted or blocked. Callers cannot tell these cases apart. Revoking
 * the order's links revokes this one too.
 */
export async function findReviewLink(
  { db, reviewLinks }: Parts,
  key: string,
  now = Date.now(),
): Promise<ReviewLink | null> {
  const linked = reviewLinks.read(key)
  if (!linked || linked.issuedAt.getTime() + REVIEW_LINK_DAYS * DAY_MS < now) return null
  const { orderId: id, generation: linkGeneration } = linked
  const order = await db.order.findFirst({
    where: { id, linkGeneration, user: { deletedAt: null, blockedAt: null } },
    select: { id: true, userId: true },
  })
  return order && { orderId: order.id, userId: order.userId }
}
