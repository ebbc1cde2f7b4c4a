/** Tabs for several views of one list, each with its own URL. */
import { useEffect, useRef, type RefObject } from 'react'
import { Link } from 'react-router-dom'
import styles from './Tabs.module.css'

interface Tab {
  id: string
  name: string
  /** The number of entries, if known. */
  count?: string | undefined
}

interface TabsProps {
  label: string
  tabs: readonly Tab[]
  current: string
  to: (id: string) => string
}

/** On a phone, links scroll sideways. Scrolls the current link into view, again whenever `current` changes. */
function useCurrentInView(current: string): RefObject<HTMLElement | null> {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (link) nav.current!.scrollLeft = link.offsetLeft - (nav.current!.clientWidth - link.offsetWidth) / 2
  }, [current])
  return nav
}

export const Tabs = ({ label, tabs, current, to }: TabsProps) => (
  <nav ref={useCurrentInView(current)} className={styles.tabs} aria-label={label}>
    {tabs.map(({ id, name, count }) => (
      <Link key={id} to={to(id)} className={styles.link} aria-current={current === id ? 'page' : undefined}>
        {name}
        {count !== undefined && <span className={styles.count}>{count}</span>}
      </Link>
    ))}
  </nav>
)
