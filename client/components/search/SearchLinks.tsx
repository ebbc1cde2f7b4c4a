/** Links for a search without a text or without results: popular searches and categories, and help pages. */
import { Link } from 'react-router-dom'
import { useCategories } from '../../data/catalogue/shop'
import { paths } from '../../paths'
import { helpPagesFor } from './helpPages'
import styles from './SearchLinks.module.css'

/** Popular searches by the id of the category with the results. The other categories are linked by their names. */
const SEARCHES = new Map([
  ['cups', 'Chai cups'],
  ['plates', 'Dinner plates'],
  ['bowls', 'Serving bowls'],
  ['gifts', 'Gifts under 1,000'],
])
const MOST_LINKS = 6

/** Only for categories that the shop has, because a link to nothing would not help. */
export function PopularSearches() {
  const categories = useCategories() ?? []
  const links = categories.slice(0, MOST_LINKS).map(({ id, name }) => {
    const search = SEARCHES.get(id)
    return search
      ? { name: search, to: paths.products({ search: search.toLowerCase() }) }
      : { name, to: paths.products({ categories: [id] }) }
  })
  return <Links label="Popular" links={links} />
}

/** The help pages that the text names, if any. */
export const HelpFor = ({ text }: { text: string }) => (
  <Links label="Help" links={helpPagesFor(text).map(({ title, topic }) => ({ name: title, to: paths.help(topic) }))} />
)

interface LinksProps {
  label: string
  links: { name: string; to: string }[]
}

function Links({ label, links }: LinksProps) {
  if (links.length === 0) return null
  return (
    <nav aria-label={label} className={styles.links}>
      <p>{label}</p>
      {links.map(({ name, to }) => (
        <Link key={to} to={to}>
          {name}
        </Link>
      ))}
    </nav>
  )
}
