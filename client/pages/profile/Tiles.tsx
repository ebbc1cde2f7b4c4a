/** The parts of the account, each with one line about it. */
import { Link } from 'react-router-dom'
import styles from './Tiles.module.css'

export interface Tile {
  name: string
  about: string
  /** A page, or a section of this page such as `#privacy`. */
  to: string
}

/** The browser scrolls to the section. The keyboard and the screen reader continue there too. */
const focusSection = (to: string) => {
  if (to.startsWith('#')) document.getElementById(to.slice(1))?.focus({ preventScroll: true })
}

/** `state`: what a link within the page keeps in the history. */
export const Tiles = ({ tiles, state }: { tiles: Tile[]; state: unknown }) => (
  <nav aria-label="My Account">
    <ul className={styles.tiles}>
      {tiles.map(({ name, about, to }) => (
        <li key={name}>
          <Link to={to} state={to.startsWith('#') ? state : undefined} onClick={() => focusSection(to)}>
            {name}
          </Link>
          <p>{about}</p>
        </li>
      ))}
    </ul>
  </nav>
)

export const TilesSkeleton = () => (
  <div className={styles.tiles}>
    {[0, 1, 2, 3].map((i) => (
      <div key={i} className={`skeleton ${styles.blank}`} />
    ))}
  </div>
)
