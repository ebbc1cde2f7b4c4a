/** The slim header of the office. Its pages have their own navigation. */
import { Link } from 'react-router-dom'
import { useShopSettings } from '../../../data/catalogue/shop'
import { officePaths, paths } from '../../../paths'
import styles from './OfficeHeader.module.css'

export function OfficeHeader() {
  const { name } = useShopSettings()
  return (
    <header className={styles.header}>
      <div className={`wrap ${styles.row}`}>
        <Link to={officePaths.today()} className={styles.name}>
          {name} <span>Office</span>
        </Link>
        <Link to={paths.home()} className={styles.link}>
          View shop
        </Link>
        <Link to={paths.profile()} className={styles.link}>
          Profile
        </Link>
      </div>
    </header>
  )
}
