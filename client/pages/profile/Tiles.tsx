/** The parts of the account, each with one line about it. */
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import styles from './Tiles.module.css'

export interface Tile {
  name: string
  about: string
  /** A page, or a section of this page such as `#privacy`. */
  to: string
}

/** `state`: what a link within the page keeps in the history. */
export function Tiles({ tiles, state }: { tiles: Tile[]; state: unknown }) {
  const { hash, key } = useLocation()
  // The page scrolls to the section. The keyboard and the screen reader continue there too.
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.focus({ preventScroll: true })
  }, [hash, key])
  return (
    <nav aria-label="My Account">
      <ul className={styles.tiles}>
        {tiles.map(({ name, about, to }) => (
          <li key={name}>
            <Link to={to} state={to.startsWith('#') ? state : undefined}>
              {name}
            </Link>
            <p>{about}</p>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export const TilesSkeleton = () => (
  <div className={styles.tiles}>
    {[0, 1, 2, 3].map((i) => (
      <div key={i} className={`skeleton ${styles.blank}`} />
    ))}
  </div>
)
