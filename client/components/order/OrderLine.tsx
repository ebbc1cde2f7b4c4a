/** One line of an order, before or after the order is placed. */
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatRupees } from '../../../server/shared/money/money'
import { countsText, type LineCounts } from '../../../server/shared/setPieces'
import { paths } from '../../paths'
import { formatDay } from '../days'
import { Value } from '../Value'
import styles from './OrderLine.module.css'
import { Photo } from '../photo/Photo'
import type { Photo_ImageFragment } from '../photo/Photo.generated'

/** The counts are missing before the order is placed. */
interface OrderLineProps extends Partial<LineCounts> {
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
  ...counts
}: OrderLineProps) {
  return (
    <li className={styles.line}>
      <Photo image={image} decorative sizes="80px" className={styles.photo} />
      <div>
        <p className={styles.title}>{productId ? <Link to={paths.product(productId)}>{title}</Link> : title}</p>
        <p className={styles.about}>Quantity {quantity}</p>
        <PieceCounts {...AS_BOUGHT} {...counts} />
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
        {/* Only the lines of a replacement cost nothing. */}
        <Value>{lineTotal === 0 ? 'Free' : formatRupees(lineTotal)}</Value>
      </p>
    </li>
  )
}

const AS_BOUGHT: LineCounts = {
  piecesInSet: null,
  cancelled: 0,
  returned: 0,
  returnedPieces: 0,
  returnedBroken: 0,
  returnedBrokenPieces: 0,
  replaced: 0,
  replacedPieces: 0,
}

/** Renders nothing if all pieces are as bought. */
function PieceCounts(counts: LineCounts) {
  const text = countsText(counts)
  return text && <p className={styles.counts}>{text}</p>
}
