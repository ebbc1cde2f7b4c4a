/** Links to a listing's other pages. Each page opens at the top. A large catalogue has thousands of pages, so most are left out. */
import { Link, useNavigate } from 'react-router-dom'
import { BaseButton } from '../../components/Button'
import { paths, type ListingFilter } from '../../paths'
import { pageNumbers } from './pageNumbers'
import styles from './Pagination.module.css'

/** Each page opens at the top, so the focus must not stay at the bottom. */
const focusMain = () => document.getElementById('main')?.focus({ preventScroll: true })

export function Pagination({ filter, pageCount }: { filter: ListingFilter; pageCount: number }) {
  const navigate = useNavigate()
  if (pageCount < 2) return null
  const to = (page: number) => paths.products({ ...filter, page })
  const open = (page: number) => {
    focusMain()
    void navigate(to(page))
  }
  return (
    <nav className={styles.pages} aria-label="Pages">
      <BaseButton unavailable={filter.page <= 1} onClick={() => open(filter.page - 1)}>
        Prev
      </BaseButton>
      {[2, 1].map((around) => (
        <div key={around} className={around === 2 ? styles.wide : styles.narrow}>
          {pageNumbers(filter.page, pageCount, around).map((page, i) =>
            page === null ? (
              <span key={`omitted ${i}`} aria-hidden="true">
                …
              </span>
            ) : (
              <Link
                key={page}
                to={to(page)}
                onClick={focusMain}
                aria-current={page === filter.page ? 'page' : undefined}
              >
                {page}
              </Link>
            ),
          )}
        </div>
      ))}
      <BaseButton unavailable={filter.page >= pageCount} onClick={() => open(filter.page + 1)}>
        Next
      </BaseButton>
    </nav>
  )
}
