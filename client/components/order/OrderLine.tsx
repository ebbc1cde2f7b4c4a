/** One line of an order, before or after it is placed. */
import { Link } from 'react-router-dom'
import { formatRupees } from '../../../server/shared/money/money'
import { paths } from '../../paths'
import { formatDay } from '../days'
import styles from './OrderLine.module.css'
import { Photo } from '../photo/Photo'
import type { Photo_ImageFragment } from '../photo/Photo.generated'

interface OrderLineProps {
  title: string
  image: Photo_ImageFragment
  quantity: number
  lineTotal: number
  estimatedDelivery: string
  /** Null if the shop no longer has the product. */
  productId: string | null
}

export function OrderLine({ title, image, quantity, lineTotal, estimatedDelivery, productId }: OrderLineProps) {
  return (
    <li className={styles.line}>
      <Photo image={image} decorative sizes="80px" className={styles.photo} />
      <div>
        <p className={styles.title}>{productId ? <Link to={paths.product(productId)}>{title}</Link> : title}</p>
        <p className={styles.about}>Quantity {quantity}</p>
        <p className={styles.about}>
          Estimated delivery by <time dateTime={estimatedDelivery}>{formatDay(estimatedDelivery)}</time>
        </p>
      </div>
      <p className={styles.total}>{formatRupees(lineTotal)}</p>
    </li>
  )
}
