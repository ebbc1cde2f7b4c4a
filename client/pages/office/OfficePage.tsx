/** The office: who may enter, the way between its pages, and each page's own code as it is opened. */
import { lazy, Suspense, type ComponentType } from 'react'
import { Link, useLocation, useRoutes } from 'react-router-dom'
import { NotFound } from '../../components/page/NotFound'
import { useIsRefused, useOfficeQuery } from '../../data/office/office'
import { officePaths } from '../../officePaths'
import styles from './kit/office.module.css'
import { OfficePageQueryDocument } from './OfficePage.generated'
import { Failed, Loading } from './kit/OfficePart'

const page = (load: () => Promise<ComponentType>) => {
  const Page = lazy(async () => ({ default: await load() }))
  return <Page />
}

const PAGES = [
  { index: true, element: page(async () => (await import('./today/TodayPage')).OfficeTodayPage) },
  { path: 'orders', element: page(async () => (await import('./orders/OrdersPage')).OfficeOrdersPage) },
  { path: 'orders/:number', element: page(async () => (await import('./order/OrderPage')).OfficeOrderPage) },
  {
    path: 'orders/:number/invoice',
    element: page(async () => (await import('./invoice/InvoicePage')).OfficeInvoicePage),
  },
  { path: 'slips', element: page(async () => (await import('./slips/SlipsPage')).OfficeSlipsPage) },
  { path: 'goods', element: page(async () => (await import('./goods/GoodsPage')).OfficeGoodsPage) },
  { path: 'goods/new', element: page(async () => (await import('./product/ProductPage')).OfficeProductPage) },
  { path: 'goods/:id', element: page(async () => (await import('./product/ProductPage')).OfficeProductPage) },
  { path: 'coupons', element: page(async () => (await import('./coupons/CouponsPage')).OfficeCouponsPage) },
  { path: 'mails', element: page(async () => (await import('./mails/MailsPage')).OfficeMailsPage) },
  { path: 'mails/:id', element: page(async () => (await import('./mail/MailPage')).OfficeMailPage) },
  { path: 'takings', element: page(async () => (await import('./takings/TakingsPage')).OfficeTakingsPage) },
  { path: 'audit', element: page(async () => (await import('./audit/AuditPage')).OfficeAuditPage) },
  { path: 'customers/:id', element: page(async () => (await import('./customer/CustomerPage')).OfficeCustomerPage) },
  { path: '*', element: <NotFound /> },
]

const WAYS = [
  ['Today', officePaths.today()],
  ['Orders', officePaths.orders()],
  ['Goods', officePaths.goods()],
  ['Coupons', officePaths.coupons()],
  ['Mails', officePaths.mails()],
  ['Takings', officePaths.takings()],
  ['Changes', officePaths.audit()],
] as const

/** Today's path is the beginning of every other. */
const isCurrent = (path: string, pathname: string): boolean =>
  path === officePaths.today() ? pathname.replace(/\/$/, '') === path : pathname.startsWith(path)

export function Component() {
  const { data, loading, failed, refresh } = useOfficeQuery(OfficePageQueryDocument, {})
  const isRefused = useIsRefused()
  const routed = useRoutes(PAGES)
  const { pathname } = useLocation()
  if (loading && !data) return <Loading />
  if (failed) return <Failed onRetry={refresh} />
  // Whoever is none of the staff learns no more than that there is no such page.
  if (data?.me?.role !== 'STAFF' || isRefused) return <NotFound />
  return (
    <div className="wrap page">
      <meta name="robots" content="noindex" />
      <nav className={styles.ways} aria-label="Office">
        {WAYS.map(([name, path]) => (
          <Link key={path} to={path} aria-current={isCurrent(path, pathname) ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Loading inside />}>{routed}</Suspense>
    </div>
  )
}
