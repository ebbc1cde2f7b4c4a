/** Links to a listing's other pages. Each page opens at the top. */
import { Link, useNavigate } from 'react-router-dom'
import { paths, type ListingFilter } from '../../paths'
import styles from './Pagination.module.css'

export function Pagination({ filter, pageCount }: { filter: ListingFilter; pageCount: number }) {
  const navigate = useNavigate()
  if (pageCount < 2) return null
  const to = (page: number) => paths.products({ ...filter, page })
  return (
    <nav className={styles.pages} aria-label="Pages">
      <button type="button" disabled={filter.page <= 1} onClick={() => void navigate(to(filter.page - 1))}>
        Prev
      </button>
      {Array.from({ length: pageCount }, (_, i) => i + 1).map((page) => (
        <Link key={page} to={to(page)} aria-current={page === filter.page ? 'page' : undefined}>
          {page}
        </Link>
      ))}
      <button type="button" disabled={filter.page >= pageCount} onClick={() => void navigate(to(filter.page + 1))}>
        Next
      </button>
    </nav>
  )
}
