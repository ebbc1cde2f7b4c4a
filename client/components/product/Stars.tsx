/** A number of stars, from 1 to 5. */
import styles from './Stars.module.css'

export const Stars = ({ rating }: { rating: number }) => (
  <p className={styles.stars}>
    <span aria-hidden>
      {'★'.repeat(rating)}
      {'☆'.repeat(5 - rating)}
    </span>
    <span className="visually-hidden">{rating} of 5 stars</span>
  </p>
)
