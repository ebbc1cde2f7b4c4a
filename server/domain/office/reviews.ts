/** Staff read all reviews, hide and show them, and reply once to each. */
import type { Prisma } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import { hideReason, reviewReply } from '../../shared/reviews'
import { isUuid, parseField } from '../../shared/validation'
import { audit, type Action } from '../audit/audit'
import { countOnce, ROWS_TO_COUNT, type CountedPage } from '../counted'
import { checkFirst, decodeCursor, encodeCursor, pageOf } from '../cursor'
import { countStars, lockReviewed } from '../reviews/reviewCounts'
import { withPhotos, type Review } from '../reviews/reviews'
import type { Shop } from '../shop'
import type { Actor } from '../staff/actor'
import type { Tx } from '../../database/db'

interface ReviewFilter {
  /** True for hidden reviews, false for shown ones. Null for both. */
  hidden?: boolean | null
  /** True for reviews without a reply, false for those with one. Null for both. */
  unanswered?: boolean | null
}

export type OfficeReviewPage = CountedPage<Review>

/** All reviews that their authors have not withdrawn, newest first. Throws INVALID_INPUT, STALE_CURSOR. */
export async function listOfficeReviews(
  { db }: Shop,
  { first, after, filter }: { first: number; after?: string | null; filter?: ReviewFilter | null },
): Promise<OfficeReviewPage> {
  checkFirst(first)
  const { hidden = null, unanswered = null } = filter ?? {}
  const where: Prisma.ReviewWhereInput = {
    withdrawnAt: null,
    ...(hidden !== null && { hiddenAt: hidden ? { not: null } : null }),
    ...(unanswered !== null && { reply: unanswered ? null : { not: null } }),
  }
  const question = ['office reviews', hidden, unanswered]
  const from = after == null ? null : decodeCursor(question, after, ['number', 'uuid'])
  const [at, id] = (from ?? []) as [number, string]
  const createdAt = new Date(at ?? 0)
  const older = { OR: [{ createdAt: { lt: createdAt } }, { createdAt, id: { lt: id } }] }
  const found = await db.review.findMany({
    where: { ...where, ...(from && older) },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: first + 1,
    include: withPhotos,
  })
  return {
    ...pageOf(found, { first, after }, ({ createdAt, id }) => encodeCursor(question, [createdAt.getTime(), id])),
    count: countOnce(() => db.review.count({ where, take: ROWS_TO_COUNT })),
  }
}

/** The shown reviews without a reply, counted up to ROWS_TO_COUNT. */
export const countUnanswered = ({ db }: Shop): Promise<number> =>
  db.review.count({ where: { withdrawnAt: null, hiddenAt: null, reply: null }, take: ROWS_TO_COUNT })

/** Locks the review's product, then changes the review. Throws FORBIDDEN, REVIEW_NOT_FOUND. */
async function change(
  shop: Shop,
  actor: Actor,
  id: string,
  action: Action,
  decide: (review: Review) => { data: Prisma.ReviewUpdateInput; before?: object; after?: object } | null,
): Promise<Review> {
  return shop.db.$transaction(async (tx) => {
    await actor.check(shop, tx)
    const productId = (await findReview(tx, id))?.productId ?? null
    await lockReviewed(tx, productId)
    if (isUuid(id)) await tx.$queryRaw`SELECT id FROM review WHERE id = ${id}::uuid FOR UPDATE`
    const review = await findReview(tx, id)
    if (!review || review.withdrawnAt !== null) throw new DomainError('REVIEW_NOT_FOUND', { field: 'id' })
    const decided = decide(review)
    if (!decided) return review
    const { data, ...changes } = decided
    const changed = await tx.review.update({ where: { id }, data, include: withPhotos })
    await countStars(tx, productId)
    await audit(tx, { actorId: actor.id, action, subject: { type: 'Review', id }, ...changes })
    return changed
  })
}

const findReview = async (tx: Tx, id: string): Promise<Review | null> =>
  isUuid(id) ? tx.review.findUnique({ where: { id }, include: withPhotos }) : null

/**
 * Hides a review from shoppers and from the rating. Its author reads the reason. Hiding a hidden review replaces the reason. Throws
 * FORBIDDEN, INVALID_INPUT, REVIEW_NOT_FOUND.
 */
export async function hideReview(
  shop: Shop,
  actor: Actor,
  { id, reason }: { id: string; reason: string },
  now = new Date(),
): Promise<Review> {
  const hiddenReason = parseField('reason', hideReason, reason)
  return change(shop, actor, id, 'hideReview', (review) => ({
    data: { hiddenAt: review.hiddenAt ?? now, hiddenReason },
    before: { reason: review.hiddenReason },
    after: { reason: hiddenReason },
  }))
}

/** Shows a hidden review again. A repeated call changes nothing. Throws FORBIDDEN, REVIEW_NOT_FOUND. */
export const showReview = (shop: Shop, actor: Actor, id: string): Promise<Review> =>
  change(shop, actor, id, 'showReview', ({ hiddenAt, hiddenReason }) =>
    hiddenAt === null
      ? null
      : { data: { hiddenAt: null, hiddenReason: null }, before: { reason: hiddenReason }, after: { reason: null } },
  )

/** Shoppers see the reply below the review. Throws FORBIDDEN, INVALID_INPUT, REVIEW_NOT_FOUND, ALREADY_REPLIED. */
export async function replyToReview(
  shop: Shop,
  actor: Actor,
  { id, text }: { id: string; text: string },
  now = new Date(),
): Promise<Review> {
  const reply = parseField('text', reviewReply, text)
  return change(shop, actor, id, 'replyToReview', (review) => {
    if (review.reply !== null) throw new DomainError('ALREADY_REPLIED', { field: 'id' })
    return { data: { reply, repliedAt: now }, after: { reply } }
  })
}
