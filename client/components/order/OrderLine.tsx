/** One line of an order, before or after the order is placed. */
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatRupees } from '../../../server/shared/money/money'
import { paths } from '../../paths'
import { formatDay } from '../days'
import { Value } from '../Value'
import styles from './OrderLine.module.css'
import { Photo } from '../photo/Photo'
import type { Photo_ImageFragment } from '../photo/Photo.generated'

interface OrderLineProps {
  title: string
  image: Photo_ImageFragment
  quantity: number
  lineTotal: number
  /** Null if the order will not be delivered. */
  estimatedDelivery: string | null
  /** Null if the shop no longer has the product. */
  productId: string | null
  /** Content below the line's details, such as a warning. */
  children?: ReactNode
}

export function OrderLine({
  title,
  image,
  quantity,
  lineTotal,
  estimatedDelivery,
  productId,
  children,
}: OrderLineProps) {
  return (
    <li className={styles.line}>
      <Photo image={image} decorative sizes="80px" className={styles.photo} />
      <div>
        <p className={styles.title}>{productId ? <Link to={paths.product(productId)}>{title}</Link> : title}</p>
        <p className={styles.about}>Quantity {quantity}</p>
        {estimatedDelivery !== null && (
          <p className={styles.about}>
            Estimated delivery by{' '}
            <time dateTime={estimatedDelivery}>
              <Value>{formatDay(estimatedDelivery)}</Value>
            </time>
          </p>
        )}
        {children}
      </div>
      <p className={styles.total}>
        <Value>{formatRupees(lineTotal)}</Value>
      </p>
    </li>
  )
}
