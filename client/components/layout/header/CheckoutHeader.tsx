/** The checkout's header: the shop's name and a link back, without other links that distract from paying. */
import { ArrowLeft, Lock } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useShopSettings } from '../../../data/catalogue/shop'
import { paths } from '../../../paths'
import styles from './CheckoutHeader.module.css'

export function CheckoutHeader() {
  const { name } = useShopSettings()
  return (
    <header className={styles.header}>
      <div className={`wrap ${styles.row}`}>
        <Link to={paths.cart()} className={styles.back}>
          <ArrowLeft size={20} strokeWidth={1.5} aria-hidden />
          Back to Cart
        </Link>
        <Link to={paths.home()} className={styles.name}>
          {name}
        </Link>
        <p className={styles.secure}>
          <Lock size={16} strokeWidth={1.5} aria-hidden />
          <span>Secure checkout</span>
        </p>
      </div>
    </header>
  )
}
