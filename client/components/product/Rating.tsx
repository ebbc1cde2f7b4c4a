/** A product's rating and whose it is. Empty for a product without a rating. */
import type { Rating_ProductFragment } from './Rating.generated'
import { Stars } from './Stars'
import styles from './Stars.module.css'

/** `4.6 by 12 buyers`. */
export const byBuyers = ({ count, average }: { count: number; average: number | null }): string =>
  `${(average ?? 0).toFixed(1)} by ${count.toLocaleString('en-IN')} ${count === 1 ? 'buyer' : 'buyers'}`

export function Rating({ product }: { product: Omit<Rating_ProductFragment, ' $fragmentName' | '__typename' | 'id'> }) {
  const { rating, ratingSource, reviewSummary } = product
  if (ratingSource === 'NONE') return null
  const isByBuyers = ratingSource === 'BUYERS'
  return (
    <div className={styles.rating}>
      <Stars rating={isByBuyers ? Math.round(reviewSummary.average ?? rating) : rating} />
      <span>{isByBuyers ? byBuyers(reviewSummary) : 'Our rating'}</span>
    </div>
  )
}
