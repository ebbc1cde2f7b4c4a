/** The layout of the office: it admits staff and links the pages. Other accounts get the page for unknown addresses. */
import { Link, Outlet, useLoaderData, useLocation } from 'react-router-dom'
import { NotFound } from '../../components/page/NotFound'
import {
  forgetRefusal,
  startOfficeQuery,
  useIsRefused,
  useOfficeAnswer,
  type OfficeQuery,
} from '../../data/office/officeQuery'
import { officePaths } from '../../paths'
import { Failed, Loading } from './kit/OfficePart'
import tabs from './kit/Tabs.module.css'
import styles from './OfficePage.module.css'
import { OfficePageQueryDocument, type OfficePageQuery } from './OfficePage.generated'

export function loader() {
  forgetRefusal()
  return startOfficeQuery(OfficePageQueryDocument, {})
}

/** Navigation does not repeat the layout's query. Each page's query is refused once the account is no longer staff. */
export const shouldRevalidate = () => false

const LINKS = [
  ['Today', officePaths.today()],
  ['Orders', officePaths.orders()],
  ['Goods', officePaths.goods()],
  ['Coupons', officePaths.coupons()],
  ['Mails', officePaths.mails()],
  ['Takings', officePaths.takings()],
  ['Changes', officePaths.audit()],
] as const

/** Today needs an exact match, because every other path starts with Today's path. */
const isCurrent = (path: string, pathname: string): boolean =>
  path === officePaths.today() ? pathname.replace(/\/$/, '') === path : pathname.startsWith(path)

export function Component() {
  const query = useLoaderData<unknown>() as OfficeQuery<OfficePageQuery> | null
  return query && <Office query={query} />
}

function Office({ query }: { query: OfficeQuery<OfficePageQuery> }) {
  const { data, loading, failed, refresh } = useOfficeAnswer(query)
  const isRefused = useIsRefused()
  const { pathname } = useLocation()
  if (isRefused) return <NotFound />
  if (loading && !data) return <Loading />
  if (failed) return <Failed onRetry={refresh} />
  if (data?.me?.role !== 'STAFF') return <NotFound />
  return (
    <div className="wrap page">
      <meta name="robots" content="noindex" />
      <nav className={styles.links} aria-label="Office">
        {LINKS.map(([name, path]) => (
          <Link
            key={path}
            to={path}
            className={tabs.link}
            aria-current={isCurrent(path, pathname) ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <Outlet />
    </div>
  )
}
