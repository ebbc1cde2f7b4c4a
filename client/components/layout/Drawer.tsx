/** The navigation of small screens. */
import { Link } from 'react-router-dom'
import { useShopper } from '../../data/shopper'
import { paths } from '../../paths'
import { Dialog } from '../Dialog'
import styles from './Drawer.module.css'
import { COLLECTIONS } from './navigation'

export function Drawer({ onClose }: { onClose: () => void }) {
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
        {COLLECTIONS.map((collection) => (
          <Link key={collection} to={paths.products()} onClick={onClose}>
            {collection}
          </Link>
        ))}
      </nav>
      <nav aria-label="Your account" className={styles.account}>
        <Link to={loggedIn ? paths.profile() : paths.login()} onClick={onClose}>
          {loggedIn ? 'My Account' : 'Login'}
        </Link>
        <Link to={paths.orders()} onClick={onClose}>
          Track Order
        </Link>
      </nav>
    </Dialog>
  )
}
