/** The full footer, with links to the shop's pages. */
import { Link } from 'react-router-dom'
import { useCategories, useShopSettings } from '../../data/catalogue/shop'
import { paths } from '../../paths'
import { EmailText } from '../EmailText'
import { ContactWays } from '../contact/ContactWays'
import styles from './Footer.module.css'

/** As many as the column of help pages has links. */
const MOST_CATEGORIES = 8

const COLUMNS = [
  {
    title: 'Account',
    links: [
      { name: 'My Account', to: paths.profile() },
      { name: 'Wishlist', to: paths.wishlist() },
      { name: 'Cart', to: paths.cart() },
      { name: 'Track Order', to: paths.orders() },
    ],
  },
  {
    title: 'Help',
    links: [
      { name: 'Return & Refund', to: paths.help('returns') },
      { name: 'Shipping', to: paths.help('shipping') },
      { name: 'FAQ', to: paths.help('faq') },
      { name: 'Contact Us', to: paths.help('contact') },
      { name: 'Privacy Policy', to: paths.help('privacy') },
      { name: 'Terms of Use', to: paths.help('terms') },
      { name: 'Grievance Officer', to: `${paths.help('terms')}#grievance` },
      { name: 'Accessibility', to: paths.help('accessibility') },
    ],
  },
]

const linksOf = ({ links }: (typeof COLUMNS)[number]) =>
  links.map(({ name, to }) => (
    <li key={to}>
      <Link to={to}>{name}</Link>
    </li>
  ))

export function Footer() {
  const { name, contactEmail, socialLinks } = useShopSettings()
  const categories = useCategories() ?? []
  const links = categories
    .slice(0, MOST_CATEGORIES)
    .map(({ id, name }) => ({ name, to: paths.products({ categories: [id] }) }))
  const columns = links.length > 0 ? [{ title: 'Categories', links }, ...COLUMNS] : COLUMNS
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.columns}`}>
        <div className={styles.shop}>
          <p className={styles.name}>{name}</p>
          <p className={styles.about}>
            Ceramics for the table, the shelf and the window sill, made by hand in Bengaluru.
          </p>
          <Link to={paths.studio()}>Our studio</Link>
          {contactEmail && (
            <a href={`mailto:${contactEmail}`}>
              <span>
                <EmailText address={contactEmail} />
              </span>
            </a>
          )}
          <ContactWays />
          {socialLinks.length > 0 && (
            <ul className={styles.social} aria-label="Social media">
              {socialLinks.map((link) => (
                <li key={link.url}>
                  <a href={link.url} target="_blank" rel="noreferrer">
                    {link.name}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        {columns.map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <h2 className={styles.wide}>{column.title}</h2>
            <ul className={styles.wide}>{linksOf(column)}</ul>
            {/* On a phone, the three lists are folded. */}
            <details className={styles.folded}>
              <summary>{column.title}</summary>
              <ul>{linksOf(column)}</ul>
            </details>
          </nav>
        ))}
      </div>
    </footer>
  )
}
