/** The rules for reviews, for the server and the forms. */
import * as z from 'zod/mini'
import { optionalParagraphOf, paragraphOf } from './validation'

export const REVIEW_LIMITS = {
  /** Characters. */
  text: 2_000,
  photos: 4,
} as const

/** `rating` is the average of the buyers' stars once this many of them have reviewed the product. The trigger product_derives_rating has the same number. */
const REVIEWS_FOR_RATING = 3

/** The days for which the link in an email allows reviews. */
export const REVIEW_LINK_DAYS = 60

/** The days between a delivery and the email that asks for reviews. */
export const REVIEW_REQUEST_DAYS = 7

export const reviewInput = z.object({
  stars: z.int().check(z.gte(1), z.lte(5)),
  /** May be empty: the stars alone are a review. */
  text: optionalParagraphOf(REVIEW_LIMITS.text),
  photos: z.array(z.string().check(z.maxLength(200))).check(z.maxLength(REVIEW_LIMITS.photos)),
})

/** The reason that the author of a hidden review reads. */
export const hideReason = paragraphOf(500)
export const reviewReply = paragraphOf(2_000)

/** What a review's form shows for each number of stars. */
export const STAR_WORDS = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent'] as const

/** The number of reviews and their average, from the numbers of reviews with 1, 2, 3, 4 and 5 stars. */
export function summaryOf(starCounts: readonly number[]): { count: number; average: number | null } {
  const count = starCounts.reduce((sum, each) => sum + each, 0)
  const stars = starCounts.reduce((sum, each, i) => sum + each * (i + 1), 0)
  // Rounds tenths of whole numbers, so 4.25 becomes 4.3 despite binary fractions.
  return { count, average: count === 0 ? null : Math.round((stars * 10) / count) / 10 }
}

/** Whose rating a product's pages show: once three buyers have reviewed it theirs, before that the studio's own grade, if it gave one. */
export function ratingSourceOf({ starCounts, isGraded }: { starCounts: readonly number[]; isGraded: boolean }) {
  const { count } = summaryOf(starCounts)
  if (count >= REVIEWS_FOR_RATING || (count > 0 && !isGraded)) return 'BUYERS'
  return isGraded ? 'STUDIO' : 'NONE'
}
