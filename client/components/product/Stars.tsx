/** A rating from 1 to 5, as stars and as text. */
import styles from './Stars.module.css'

export function Stars({ rating }: { rating: number }) {
  return (
    <p className={styles.stars}>
      <span aria-hidden>
        {'★'.repeat(rating)}
        {'☆'.repeat(5 - rating)}
      </span>
      <span className={styles.text}>
        {rating} of 5<span className="visually-hidden"> stars</span>
      </span>
    </p>
  )
}
