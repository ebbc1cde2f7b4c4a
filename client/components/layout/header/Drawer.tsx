/** The navigation on small screens. */
import { Link } from 'react-router-dom'
import { useShopper } from '../../../data/session/shopper'
import { paths, type ListingFilter } from '../../../paths'
import { Dialog } from '../../Dialog'
import styles from './Drawer.module.css'

/** An entry in the shop's navigation and its listing filter. */
export type Collection = [name: string, filter: Partial<ListingFilter>]

interface DrawerProps {
  collections: Collection[]
  onClose: () => void
}

export function Drawer({ collections, onClose }: DrawerProps) {
  const { loggedIn } = useShopper()
  return (
    <Dialog title="Menu" shape="left" onClose={onClose}>
      <nav aria-label="Menu" className={styles.nav}>
        <Link to={paths.home()} onClick={onClose}>
          Home
        </Link>
        <Link to={paths.products()} onClick={onClose}>
          Shop All
        </Link>
        {collections.map(([collection, filter]) => (
          <Link key={collection} to={paths.products(filter)} onClick={onClose}>
            {collection}
          </Link>
        ))}
      </nav>
      <nav aria-label="Your account" className={styles.account}>
        <Link to={loggedIn ? paths.profile() : paths.login()} onClick={onClose}>
          {loggedIn ? 'My Account' : 'Login'}
        </Link>
        <Link to={paths.wishlist()} onClick={onClose}>
          Wishlist
        </Link>
        <Link to={paths.orders()} onClick={onClose}>
          Track Order
        </Link>
      </nav>
    </Dialog>
  )
}
