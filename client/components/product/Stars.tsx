/** A product's rating from 1 to 5, as stars. The product page says whose rating it is. */
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
