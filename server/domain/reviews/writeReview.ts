/** Buyers write, change and withdraw their reviews of delivered lines: with their session, or with the link in an email. */
import type { Tx } from '../../database/db'
import { DomainError } from '../../shared/errors'
import { refusal } from '../../guards/refusal'
import { RULES } from '../../guards/rules'
import { reviewInput } from '../../shared/reviews'
import { isUuid, parseInput } from '../../shared/validation'
import { photosOfBuyer } from '../buyer-photos/photosOfBuyer'
import { lockBuyer, noSuchLine, type Buyer, type SignedBuyer } from '../lockBuyer'
import type { Shop } from '../shop'
import { countStars, lockReviewed, reviewedProductId } from './reviewCounts'
import { withPhotos, type Review } from './reviews'
import { DAY_MS } from '../../shared/durations'

/** Throws ORDER_ITEM_NOT_FOUND for another buyer's line as for a missing one, and ORDER_NOT_DELIVERED, also for a line of a replacement. */
async function getDeliveredLine(tx: Tx, { userId, orderId }: Buyer, id: string) {
  const order = { userId, ...(orderId !== undefined && { id: orderId }) }
  const line = isUuid(id)
    ? await tx.orderLine.findFirst({
        where: { id, order },
        // A returned order was delivered too, so its buyer may review it.
        include: {
          product: { select: { id: true, variantOf: true } },
          order: { select: { events: { where: { status: 'DELIVERED' }, take: 1 } } },
        },
      })
    : null
  if (!line) throw noSuchLine()
  if (line.replacesLineId !== null) {
    const message = 'This is a new item in place of one that you bought. Please review it in your first order.'
    throw new DomainError('ORDER_NOT_DELIVERED', { field: 'orderLineId', message })
  }
  // The buyer never got a line that was cancelled whole.
  if (line.order.events.length === 0 || line.cancelled === line.quantity)
    throw new DomainError('ORDER_NOT_DELIVERED', { field: 'orderLineId' })
  return line
}

export interface ReviewCall {
  orderLineId: string
  stars: number
  text: string
  /** URLs of photos that the buyer uploaded, or that the review already has. */
  photos: string[]
}

/**
 * Writes the only review of a line, or replaces it. A hidden review stays hidden. Throws INVALID_INPUT, ORDER_ITEM_NOT_FOUND,
 * ORDER_NOT_DELIVERED, PRODUCT_NOT_FOUND if the shop no longer has the product, LIMIT_REACHED, UNAUTHENTICATED.
 */
export async function writeReview(
  shop: Shop,
  author: SignedBuyer,
  { orderLineId, ...input }: ReviewCall,
  now = new Date(),
): Promise<Review> {
  const { stars, text, photos } = parseInput(reviewInput, input)
  return shop.db.$transaction(async (tx) => {
    const buyer = await lockBuyer(shop, tx, author)
    const line = await getDeliveredLine(tx, buyer, orderLineId)
    const productId = reviewedProductId(line)
    if (productId === null) throw new DomainError('PRODUCT_NOT_FOUND', { field: 'orderLineId' })
    // The buyer's lock is held, so the review cannot appear or go between these statements.
    const before = await tx.review.findUnique({ where: { orderLineId }, include: { photos: true } })
    const isNew = !before || before.withdrawnAt !== null
    if (isNew) await checkDailyLimit(tx, buyer.userId, now)
    const own = before?.photos.map(({ imageUrl }) => imageUrl) ?? []
    const images = await photosOfBuyer(tx, buyer.userId, photos, own)
    // An edited review moves with a variant that now belongs to another product.
    const productBefore = before?.productId ?? null
    await lockReviewed(tx, productId, productBefore)
    const written = {
      stars,
      text,
      withdrawnAt: null,
      ...(isNew ? { createdAt: now, editedAt: null } : { editedAt: now }),
    }
    const { id } = before
      ? await tx.review.update({ where: { orderLineId }, data: { ...written, productId } })
      : await tx.review.create({ data: { ...written, orderLineId, productId, userId: buyer.userId } })
    await tx.reviewPhoto.deleteMany({ where: { reviewId: id } })
    await tx.reviewPhoto.createMany({ data: images.map((image, position) => ({ ...image, position, reviewId: id })) })
    await countStars(tx, productId)
    if (productBefore !== productId) await countStars(tx, productBefore)
    return tx.review.findUniqueOrThrow({ where: { id }, include: withPhotos })
  })
}

async function checkDailyLimit(tx: Tx, userId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAY_MS)
  if ((await tx.review.count({ where: { userId, createdAt: { gt: since } } })) < RULES['reviews.perAccount'].most)
    return
  throw refusal('reviews.perAccount', { field: 'orderLineId' })
}

/**
 * Deletes the text, the photos and the reply. A review that staff hid stays hidden if its author writes it again. A repeated call changes
 * nothing. Throws ORDER_ITEM_NOT_FOUND, REVIEW_NOT_FOUND, UNAUTHENTICATED.
 */
export async function withdrawReview(
  shop: Shop,
  author: SignedBuyer,
  orderLineId: string,
  now = new Date(),
): Promise<Review> {
  return shop.db.$transaction(async (tx) => {
    const { userId, orderId } = await lockBuyer(shop, tx, author)
    const order = { userId, ...(orderId !== undefined && { id: orderId }) }
    const line = isUuid(orderLineId) ? await tx.orderLine.findFirst({ where: { id: orderLineId, order } }) : null
    if (!line) throw noSuchLine()
    const before = await tx.review.findUnique({ where: { orderLineId } })
    if (!before) throw new DomainError('REVIEW_NOT_FOUND', { field: 'orderLineId' })
    await lockReviewed(tx, before.productId)
    if (before.withdrawnAt === null) {
      await tx.reviewPhoto.deleteMany({ where: { reviewId: before.id } })
      const data = { text: '', reply: null, repliedAt: null, withdrawnAt: now }
      await tx.review.update({ where: { orderLineId }, data })
      await countStars(tx, before.productId)
    }
    return tx.review.findUniqueOrThrow({ where: { orderLineId }, include: withPhotos })
  })
}

/** Deletes the texts of hidden reviews when an account is deleted. Shown reviews stay, without the author's name. */
export async function eraseReviews(tx: Tx, userId: string, now = new Date()): Promise<void> {
  const hidden = { userId, hiddenAt: { not: null }, withdrawnAt: null }
  await tx.reviewPhoto.deleteMany({ where: { review: hidden } })
  await tx.review.updateMany({ where: hidden, data: { text: '', reply: null, repliedAt: null, withdrawnAt: now } })
}
