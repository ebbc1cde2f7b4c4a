/** The office: who may enter, the way between its pages, and each page's own code as it is opened. */
import { lazy, Suspense, type ComponentType } from 'react'
import { NavLink, useRoutes } from 'react-router-dom'
import { NotFound } from '../../components/NotFound'
import { useIsRefused, useOfficeQuery } from '../../data/office'
import { officePaths } from '../../officePaths'
import styles from './office.module.css'
import { OfficePageQueryDocument } from './OfficePage.generated'
import { Failed, Loading } from './OfficePart'

const page = (load: () => Promise<ComponentType>) => {
  const Page = lazy(async () => ({ default: await load() }))
  return <Page />
}

const PAGES = [
  { index: true, element: page(async () => (await import('./OfficeTodayPage')).OfficeTodayPage) },
  { path: 'orders', element: page(async () => (await import('./OfficeOrdersPage')).OfficeOrdersPage) },
  { path: 'orders/:number', element: page(async () => (await import('./OfficeOrderPage')).OfficeOrderPage) },
  {
    path: 'orders/:number/invoice',
    element: page(async () => (await import('./OfficeInvoicePage')).OfficeInvoicePage),
  },
  { path: 'slips', element: page(async () => (await import('./OfficeSlipsPage')).OfficeSlipsPage) },
  { path: '*', element: <NotFound /> },
]

const WAYS = [
  ['Today', officePaths.today()],
  ['Orders', officePaths.orders()],
] as const

export function Component() {
  const { data, loading, failed, refresh } = useOfficeQuery(OfficePageQueryDocument, {})
  const isRefused = useIsRefused()
  const routed = useRoutes(PAGES)
  if (loading && !data) return <Loading />
  if (failed) return <Failed onRetry={refresh} />
  // Whoever is none of the staff learns no more than that there is no such page.
  if (data?.me?.role !== 'STAFF' || isRefused) return <NotFound />
  return (
    <div className="wrap page">
      <meta name="robots" content="noindex" />
      <nav className={styles.ways} aria-label="Office">
        {WAYS.map(([name, path]) => (
          <NavLink key={path} to={path} end={path === officePaths.today()}>
            {name}
          </NavLink>
        ))}
      </nav>
      <Suspense fallback={<Loading inside />}>{routed}</Suspense>
    </div>
  )
}
