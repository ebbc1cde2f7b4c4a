/** The link in an email with which a buyer reviews the lines of one order without a login. It gives no other right. */
import type { DbOrTx } from '../../database/db'
import type { OrderLine } from '../../generated/prisma/client'
import { REVIEW_LINK_DAYS } from '../../shared/reviews'
import type { Shop } from '../shop'
import { orderNumber } from '../orders/order'
import { reviewsByOrderIds, type Review } from './reviews'
import { DAY_MS } from '../../shared/durations'

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

export interface LinkedReviews {
  number: string
  lines: OrderLine[]
  reviews: Review[]
}

/** What the page of a link shows. Null as for findReviewLink. */
export async function findReviewsByLink(shop: Shop, key: string): Promise<LinkedReviews | null> {
  const link = await findReviewLink(shop, key)
  if (!link) return null
  const [order, [reviews]] = await Promise.all([
    shop.db.order.findUnique({ where: { id: link.orderId }, include: { lines: { orderBy: { position: 'asc' } } } }),
    reviewsByOrderIds(shop, [link.orderId]),
  ])
  return order && { number: orderNumber(order), lines: order.lines, reviews: reviews! }
}
