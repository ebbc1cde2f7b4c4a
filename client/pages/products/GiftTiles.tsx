/** Links from the gifts page to listings of gifts below a price. */
import { Link } from 'react-router-dom'
import { formatRupees } from '../../../server/shared/money/money'
import { paths, type ListingFilter } from '../../paths'
import { Value } from '../../components/Value'
import styles from './GiftTiles.module.css'
import { GIFT_PRICES, giftFilter } from './listing'

export const GiftTiles = ({ filter }: { filter: ListingFilter }) => (
  <nav aria-label="Gifts by price">
    <ul className={styles.tiles}>
      {GIFT_PRICES.map((price) => (
        <li key={price}>
          <Link to={paths.products(giftFilter(price))} aria-current={filter.maxPrice === price ? 'page' : undefined}>
            Gifts under{' '}
            <strong>
              <Value>{formatRupees(price)}</Value>
            </strong>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
