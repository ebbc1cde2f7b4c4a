/** Links for a search without a text or without results: popular searches and categories, and help pages. */
import { Link } from 'react-router-dom'
import { paths } from '../../paths'
import { helpPagesFor } from './helpPages'
import styles from './SearchLinks.module.css'

const POPULAR = [
  ...['Chai cups', 'Dinner plates', 'Serving bowls', 'Gifts under 1,000'].map((name) => ({
    name,
    to: paths.products({ search: name.toLowerCase() }),
  })),
  ...['Planters', 'Gifts'].map((name) => ({ name, to: paths.products({ categories: [name.toLowerCase()] }) })),
]

interface Openable {
  onOpen?: () => void
}

export const PopularSearches = ({ onOpen }: Openable) => <Links label="Popular" links={POPULAR} onOpen={onOpen} />

/** The help pages that the text names, if any. */
export const HelpFor = ({ text, onOpen }: Openable & { text: string }) => (
  <Links
    label="Help"
    links={helpPagesFor(text).map(({ title, topic }) => ({ name: title, to: paths.help(topic) }))}
    onOpen={onOpen}
  />
)

interface LinksProps {
  label: string
  links: { name: string; to: string }[]
  onOpen: (() => void) | undefined
}

function Links({ label, links, onOpen }: LinksProps) {
  if (links.length === 0) return null
  return (
    <nav aria-label={label} className={styles.links}>
      <p>{label}</p>
      {links.map(({ name, to }) => (
        <Link key={name} to={to} onClick={onOpen}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
