/** A product's rating and whose it is. Empty for a product without a rating. */
import type { Rating_ProductFragment } from './Rating.generated'
import { Stars } from './Stars'
import styles from './Stars.module.css'

/** `4.6 (12 reviews)`. */
export const byBuyers = ({ count, average }: { count: number; average: number | null }): string =>
  `${(average ?? 0).toFixed(1)} (${count.toLocaleString('en-IN')} ${count === 1 ? 'review' : 'reviews'})`

interface RatingProps {
  product: Omit<Rating_ProductFragment, ' $fragmentName' | '__typename' | 'id'>
  /** True on a card, which shows the studio's grade as pale stars whose name only screen readers read. */
  short?: boolean
}

export function Rating({ product, short = false }: RatingProps) {
  const { rating, ratingSource, reviewSummary } = product
  if (ratingSource === 'NONE') return null
  const isByBuyers = ratingSource === 'BUYERS'
  return (
    <div className={styles.rating} data-quiet={!isByBuyers || undefined}>
      <Stars rating={isByBuyers ? Math.round(reviewSummary.average ?? rating) : rating} />
      <span className={short && !isByBuyers ? 'visually-hidden' : undefined}>
        {isByBuyers ? byBuyers(reviewSummary) : "Studio's rating (shown until 3 reviews)"}
      </span>
    </div>
  )
}
