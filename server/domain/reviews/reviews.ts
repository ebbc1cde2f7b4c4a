/** Reads reviews: those of a product, as shoppers see them, and those of an order, as their author sees them. */
import { wholeId } from '../catalogue/variants'
import type { Prisma, Product } from '../../generated/prisma/client'
import { checkFirst, decodeCursor, encodeCursor, pageOf, type Page } from '../cursor'
import { harmlessName } from '../mail/greeting'
import type { Shop } from '../shop'
import { SHOWN_REVIEW } from './reviewCounts'

export const withPhotos = {
  photos: { orderBy: { position: 'asc' } },
  user: { select: { firstName: true, lastName: true, deletedAt: true } },
  product: { select: { id: true, title: true } },
} satisfies Prisma.ReviewInclude

export type Review = Prisma.ReviewGetPayload<{ include: typeof withPhotos }>

export type ReviewSort = 'NEWEST' | 'HIGHEST' | 'LOWEST'

export interface ReviewPage extends Page<Review> {
  totalCount: number
}

const NEWEST_FIRST = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Prisma.ReviewOrderByWithRelationInput[]
const ORDERS: Record<ReviewSort, Prisma.ReviewOrderByWithRelationInput[]> = {
  NEWEST: NEWEST_FIRST,
  HIGHEST: [{ stars: 'desc' }, ...NEWEST_FIRST],
  LOWEST: [{ stars: 'asc' }, ...NEWEST_FIRST],
}

/** Selects what follows the review at the cursor. */
function after(sort: ReviewSort, stars: number, at: Date, id: string): Prisma.ReviewWhereInput {
  const older: Prisma.ReviewWhereInput[] = [{ createdAt: { lt: at } }, { createdAt: at, id: { lt: id } }]
  if (sort === 'NEWEST') return { OR: older }
  return { OR: [{ stars: sort === 'HIGHEST' ? { lt: stars } : { gt: stars } }, { stars, OR: older }] }
}

/** The reviews of a product that shoppers see. `first` is 1 to 100. Throws INVALID_INPUT, STALE_CURSOR. */
export async function listReviews(
  { db }: Shop,
  product: Pick<Product, 'id' | 'variantOf'>,
  { first, after: cursor, sort }: { first: number; after?: string | null; sort: ReviewSort },
): Promise<ReviewPage> {
  checkFirst(first)
  const productId = wholeId(product)
  const question = ['reviews', productId, sort]
  const from = cursor == null ? null : decodeCursor(question, cursor, ['number', 'number', 'uuid'])
  const shown = { productId, ...SHOWN_REVIEW }
  const [stars, at, id] = (from ?? []) as [number, number, string]
  const totalCount = await db.review.count({ where: shown })
  const found =
    totalCount === 0
      ? []
      : await db.review.findMany({
          where: { ...shown, ...(from && after(sort, stars, new Date(at), id)) },
          orderBy: ORDERS[sort],
          take: first + 1,
          include: withPhotos,
        })
  return {
    ...pageOf(found, { first, after: cursor }, (node) =>
      encodeCursor(question, [node.stars, node.createdAt.getTime(), node.id]),
    ),
    totalCount,
  }
}

/** The reviews of each order's lines, including hidden and withdrawn ones, in the order of the lines. */
export async function reviewsByOrderIds({ db }: Shop, ids: readonly string[]): Promise<Review[][]> {
  const found = await db.review.findMany({
    where: { orderLine: { orderId: { in: [...ids] } } },
    orderBy: { orderLine: { position: 'asc' } },
    include: { ...withPhotos, orderLine: { select: { orderId: true } } },
  })
  return ids.map((id) => found.filter(({ orderLine }) => orderLine.orderId === id))
}

/** False for the photos of a hidden review. Only its author and staff see them, at a signed address. */
export const isShown = ({ hiddenAt, withdrawnAt }: Pick<Review, 'hiddenAt' | 'withdrawnAt'>): boolean =>
  hiddenAt === null && withdrawnAt === null

/** Visible letters with their marks, as people see them. */
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The author's first name and the initial of the last name. A deleted account and a name that could carry a message have no name. */
export function authorName({ user }: Pick<Review, 'user'>): string {
  const first = user.deletedAt ? '' : harmlessName(user.firstName)
  if (first === '') return 'A buyer'
  const last = harmlessName(user.lastName)
  const [initial] = letters.segment(last)
  return initial ? `${first} ${initial.segment}.` : first
}

/** The text alternative of a review's photo. */
export const photoAlt = (review: Review, position: number): string =>
  `Photo ${position + 1} of ${review.photos.length} in a review of ${review.product?.title ?? 'a product'}`
