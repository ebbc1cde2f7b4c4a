/** The footer of the checkout: one line without links that distract from the order. */
import { Link } from 'react-router-dom'
import { useShopSettings } from '../../data/catalogue/shop'
import { paths } from '../../paths'
import styles from './SlimFooter.module.css'

export function SlimFooter() {
  const { name } = useShopSettings()
  return (
    <footer className={styles.footer}>
      <p className={`wrap ${styles.row}`}>
        <span>© {name}</span>
        <Link to={paths.help('returns')}>Return &amp; Refund</Link>
        <Link to={paths.help('privacy')}>Privacy Policy</Link>
        <Link to={paths.help('terms')}>Terms of Use</Link>
        <Link to={paths.help('contact')}>Contact Us</Link>
        <Link to={paths.help('accessibility')}>Accessibility</Link>
      </p>
    </footer>
  )
}
