/** Tabs for several views of one list, each with its own URL. */
import { Link } from 'react-router-dom'
import styles from './Tabs.module.css'

interface Tab {
  id: string
  name: string
  /** The number of entries, if known. */
  count?: string
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  current: string
  to: (id: string) => string
}

export const Tabs = ({ label, tabs, current, to }: TabsProps) => (
  <nav className={styles.tabs} aria-label={label}>
    {tabs.map(({ id, name, count }) => (
      <Link key={id} to={to(id)} className={styles.link} aria-current={current === id ? 'page' : undefined}>
        {name}
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </Link>
    ))}
  </nav>
)
