/** A buyer's review, with the studio's reply. */
import { formatDate } from '../days'
import { BuyerPhotos } from '../photo/BuyerPhotos'
import { Stars } from '../product/Stars'
import { Value } from '../Value'
import { written } from '../written'
import styles from './Review.module.css'
import type { Review_ReviewFragment } from './Review.generated'

export const Review = ({ review }: { review: Omit<Review_ReviewFragment, ' $fragmentName'> }) => (
  <article className={styles.review}>
    <div className={styles.head}>
      <Stars rating={review.stars} />
      <p>
        <bdi className={styles.name}>{review.authorName}</bdi>{' '}
        <time dateTime={review.createdAt} className={styles.quiet}>
          <Value>{formatDate(review.createdAt)}</Value>
        </time>
      </p>
    </div>
    {review.text !== '' && (
      <p {...written(review.text)} className={styles.text}>
        {review.text}
      </p>
    )}
    <BuyerPhotos photos={review.photos} />
    {review.reply !== null && (
      <div className={styles.reply}>
        <p className={styles.name}>Reply from the studio</p>
        <p {...written(review.reply)} className={styles.text}>
          {review.reply}
        </p>
      </div>
    )}
  </article>
)
