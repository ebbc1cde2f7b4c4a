/** The header: the shop's name, links into the catalogue, and the shopper's links. */
import { Heart, Menu, Search, ShoppingBag, User } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { Link, NavLink, useLocation, type Location } from 'react-router-dom'
import { useCategories, useShopSettings } from '../../../data/catalogue/shop'
import { useShopper } from '../../../data/session/shopper'
import { parseListing, paths } from '../../../paths'
import { Value } from '../../Value'
import styles from './Header.module.css'
import { MenuSheet, type Collection } from './MenuSheet'
import { SearchBar } from './SearchBar'

const COLLECTIONS: Collection[] = [
  ['Decor', { group: 'decor' }],
  ['Dining', { group: 'dining' }],
  ['Kitchen', { group: 'kitchen' }],
  ['Gifts', { categories: ['gifts'] }],
  ['Brands', { group: 'brands' }],
]

/** The collection that the page lists, perhaps with further filters. */
function currentCollection({ pathname, search }: Location): Collection | undefined {
  if (pathname !== paths.products()) return undefined
  const { group, categories } = parseListing(new URLSearchParams(search))
  return COLLECTIONS.find(([, wanted]) =>
    wanted.group ? wanted.group === group : !group && String(wanted.categories) === String(categories),
  )
}

export function Header() {
  const { name } = useShopSettings()
  const categories = useCategories()
  const collections = COLLECTIONS.filter(
    ([, wanted]) => !categories || (wanted.categories ?? []).every((id) => categories.some((each) => each.id === id)),
  )
  const { loggedIn, cartCount, wishlistCount } = useShopper()
  const location = useLocation()
  const menu = useId()
  const search = useId()
  const collection = currentCollection(location)
  const inListing = location.pathname === paths.products()

  return (
    <header className={styles.header}>
      <div className={`wrap ${styles.row}`}>
        <button type="button" className={`${styles.icon} ${styles.menu}`} aria-label="Menu" popoverTarget={menu}>
          <Menu size={22} strokeWidth={1.5} aria-hidden />
        </button>
        <Link to={paths.home()} className={styles.name}>
          {name}
        </Link>
        <nav aria-label="Main" className={styles.nav}>
          <NavLink to={paths.home()} end>
            Home
          </NavLink>
          <Link to={paths.products()} aria-current={inListing && !collection ? 'page' : undefined}>
            Shop All
          </Link>
          <span className={styles.collections}>
            {collections.map(([name, filter]) => (
              <Link key={name} to={paths.products(filter)} aria-current={name === collection?.[0] ? 'page' : undefined}>
                {name}
              </Link>
            ))}
          </span>
        </nav>
        <div className={styles.icons}>
          <button
            type="button"
            className={`${styles.icon} ${styles.search}`}
            aria-label="Search"
            popoverTarget={search}
          >
            <Search size={22} strokeWidth={1.5} aria-hidden />
          </button>
          <Link
            to={loggedIn ? paths.profile() : paths.login()}
            className={styles.icon}
            aria-label={loggedIn ? 'Profile' : 'Login'}
          >
            <User size={22} strokeWidth={1.5} aria-hidden />
          </Link>
          <CountedLink to={paths.wishlist()} name="Wishlist" count={wishlistCount}>
            <Heart size={22} strokeWidth={1.5} aria-hidden />
          </CountedLink>
          <CountedLink to={paths.cart()} name="Cart" count={cartCount}>
            <ShoppingBag size={22} strokeWidth={1.5} aria-hidden />
          </CountedLink>
        </div>
      </div>
      <SearchBar id={search} />
      <MenuSheet id={menu} collections={collections} />
    </header>
  )
}

interface CountedLinkProps {
  to: string
  name: string
  count: number
  children: ReactNode
}

function CountedLink({ to, name, count, children }: CountedLinkProps) {
  const label = count === 0 ? name : `${name}, ${count} ${count === 1 ? 'item' : 'items'}`
  return (
    <Link to={to} className={styles.icon} aria-label={label}>
      {children}
      {count > 0 && (
        <span className={styles.count}>
          <Value>{count > 99 ? '99+' : count}</Value>
        </span>
      )}
    </Link>
  )
}
