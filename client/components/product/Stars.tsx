/** The shop's rating of a product, from 1 to 5, as stars and as text. Buyers do not rate products. */
import styles from './Stars.module.css'

export const Stars = ({ rating }: { rating: number }) => (
  <p className={styles.stars}>
    <span aria-hidden>
      {'★'.repeat(rating)}
      {'☆'.repeat(5 - rating)}
    </span>
    <span className={styles.text} aria-hidden>
      Our rating {rating}/5
    </span>
    <span className="visually-hidden">Our rating: {rating} of 5 stars</span>
  </p>
)
