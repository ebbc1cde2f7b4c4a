/** The checkout's own header: the shop's name, the way back, and nothing else that leads away. */
import { ArrowLeft, Lock } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useShopSettings } from '../../data/catalogue/shop'
import { paths } from '../../paths'
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
