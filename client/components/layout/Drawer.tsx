/** The navigation of small screens. */
import { Link } from 'react-router-dom'
import { useShopper } from '../../data/shopper'
import { paths } from '../../paths'
import { Dialog } from '../Dialog'
import styles from './Drawer.module.css'
import { COLLECTIONS } from './navigation'

export function Drawer({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const { loggedIn } = useShopper()
  const close = () => onOpenChange(false)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Menu" shape="left">
      <nav aria-label="Menu" className={styles.nav}>
        <Link to={paths.home()} onClick={close}>
          Home
        </Link>
        <Link to={paths.products()} onClick={close}>
          Shop All
        </Link>
        {COLLECTIONS.map((collection) => (
          <Link key={collection} to={paths.products()} onClick={close}>
            {collection}
          </Link>
        ))}
      </nav>
      <nav aria-label="Your account" className={styles.account}>
        <Link to={loggedIn ? paths.profile() : paths.login()} onClick={close}>
          {loggedIn ? 'My Account' : 'Login'}
        </Link>
        <Link to={paths.orders()} onClick={close}>
          Track Order
        </Link>
      </nav>
    </Dialog>
  )
}
