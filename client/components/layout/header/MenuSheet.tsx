/** The navigation on small screens. */
import { Link } from 'react-router-dom'
import { useShopper } from '../../../data/session/shopper'
import { paths, type ListingFilter } from '../../../paths'
import { Sheet } from '../../Sheet'
import styles from './MenuSheet.module.css'

/** An entry in the shop's navigation and its listing filter. */
export type Collection = [name: string, filter: Partial<ListingFilter>]

interface MenuSheetProps {
  /** The menu button names it as its `popoverTarget`. */
  id: string
  collections: Collection[]
}

export function MenuSheet({ id, collections }: MenuSheetProps) {
  const { loggedIn } = useShopper()
  return (
    <Sheet id={id} title="Menu" side="left">
      <nav aria-label="Menu" className={styles.nav}>
        <Link to={paths.home()}>Home</Link>
        <Link to={paths.products()}>Shop All</Link>
        {collections.map(([collection, filter]) => (
          <Link key={collection} to={paths.products(filter)}>
            {collection}
          </Link>
        ))}
      </nav>
      <nav aria-label="Your account" className={styles.account}>
        <Link to={loggedIn ? paths.profile() : paths.login()}>{loggedIn ? 'My Account' : 'Login'}</Link>
        <Link to={paths.wishlist()}>Wishlist</Link>
        <Link to={paths.orders()}>Track Order</Link>
      </nav>
    </Sheet>
  )
}
