/** A product's price and, if it is on sale, its usual price and the difference in percent. */
import { formatRupees } from '../../../server/shared/money/money'
import type { PriceTag_PriceFragment } from './PriceTag.generated'
import { Value } from '../Value'
import styles from './PriceTag.module.css'

interface PriceTagProps {
  price: PriceTag_PriceFragment
  large?: boolean
  /** True if other variants of the product cost more. */
  isLowest?: boolean | undefined
}

export function PriceTag({ price, large = false, isLowest = false }: PriceTagProps) {
  return (
    <p className={large ? `${styles.price} ${styles.large}` : styles.price}>
      <strong>
        {isLowest && 'From '}
        <Value>{formatRupees(price.discounted)}</Value>
      </strong>
      {price.original > price.discounted && (
        <s>
          <span className="visually-hidden">instead of </span>
          <Value>{formatRupees(price.original)}</Value>
        </s>
      )}
      {/* A discount below one percent counts as 0. */}
      {price.discountPercent > 0 && <em>{price.discountPercent}% off</em>}
    </p>
  )
}
