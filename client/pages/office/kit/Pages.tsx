/** Pagination links for a keyset-paginated list: back to the first page, and on to the next one. */
import { ButtonLink } from '../../../components/Button'
import styles from './Pages.module.css'

interface PagesProps {
  /** The cursor of this page, or null on the first page. */
  after: string | null
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  to: (after: string | null) => string
  /** The link texts. */
  first: string
  next: string
}

export const Pages = ({ after, pageInfo, to, first, next }: PagesProps) =>
  (after !== null || pageInfo.hasNextPage) && (
    <nav className={styles.pages} aria-label="Pages">
      {after !== null && (
        <ButtonLink to={to(null)} look="quiet">
          {first}
        </ButtonLink>
      )}
      {pageInfo.hasNextPage && (
        <ButtonLink to={to(pageInfo.endCursor)} look="quiet">
          {next}
        </ButtonLink>
      )}
    </nav>
  )
