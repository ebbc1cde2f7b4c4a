/** What a buyer without a login sees and reviews with the link in an email. */
import type { OrderLine } from '../../generated/prisma/client'
import { findReviewLink } from '../lockBuyer'
import type { Shop } from '../shop'
import { orderNumber } from '../orders/order'
import { reviewsByOrderIds, type Review } from './reviews'

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
