/**
 * The layout of the office: it admits staff and links to the pages that their role can open. Other accounts get the page for unknown URLs.
 */
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import {
  Link,
  Outlet,
  useLoaderData,
  useLocation,
  useNavigation,
  useRevalidator,
  type ShouldRevalidateFunctionArgs,
} from 'react-router-dom'
import { ButtonLink } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { NotFound } from '../../components/page/NotFound'
import { PageHead } from '../../components/page/PageHead'
import { may, readAccess, useAsking, type OfficeAccess } from '../../data/office/access'
import type { Permission } from '../../generated/types'
import { officePaths } from '../../paths'
import { AccessContext } from './kit/accessContext'
import { Loading } from './kit/Loading'
import tabs from './kit/Tabs.module.css'
import styles from './OfficePage.module.css'
import { SecondFactorGate } from './security/SecondFactorGate'

const CodeDialog = lazy(async () => ({ default: (await import('./kit/form/CodeDialog')).CodeDialog }))

export const loader = readAccess

/** The account's access is loaded again after a change, but not while staff only open pages. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href === nextUrl.href

interface OfficeLink {
  name: string
  path: string
  /** Null for a page that every role may open. */
  permission: Permission | null
}

/** What staff open every day. On narrow screens, only these links are always visible. */
const DAILY: OfficeLink[] = [
  { name: 'Today', path: officePaths.today(), permission: null },
  { name: 'Orders', path: officePaths.orders(), permission: 'read_orders' },
  { name: 'Packing', path: officePaths.packing(), permission: 'read_orders' },
  { name: 'Products', path: officePaths.products(), permission: 'read_products' },
]
const GROUPS: { name: string; links: OfficeLink[] }[] = [
  {
    name: 'Money',
    links: [
      { name: 'Sales', path: officePaths.sales(), permission: 'read_reports' },
      { name: 'Coupons', path: officePaths.coupons(), permission: 'read_coupons' },
    ],
  },
  {
    name: 'Messages',
    links: [
      { name: 'Reviews', path: officePaths.reviews(), permission: 'read_products' },
      { name: 'Emails', path: officePaths.emails(), permission: 'read_mails' },
      { name: 'Webhooks', path: officePaths.webhooks(), permission: 'read_webhooks' },
    ],
  },
  {
    name: 'People',
    links: [
      { name: 'Customers', path: officePaths.customers(), permission: 'read_customers' },
      { name: 'Staff', path: officePaths.staff(), permission: 'read_staff' },
      { name: 'Activity', path: officePaths.activity(), permission: 'read_staff' },
      { name: 'API keys', path: officePaths.keys(), permission: 'read_keys' },
      { name: 'Security', path: officePaths.security(), permission: null },
    ],
  },
]
const LINKS = [...DAILY, ...GROUPS.flatMap(({ links }) => links)]
/** Pages without a navigation link. */
const OTHERS: OfficeLink[] = [
  { name: 'Packing slips', path: officePaths.slips(), permission: 'read_orders' },
  { name: 'New products', path: officePaths.newProduct(), permission: 'write_products' },
]

/** The path of the Today page is a prefix of every office path. */
const isCurrent = (path: string, pathname: string): boolean =>
  pathname.replace(/\/$/, '') === path || (path !== officePaths.today() && pathname.startsWith(`${path}/`))

export function Component() {
  const access = useLoaderData<typeof loader>()
  const isAsking = useAsking() !== null
  // Visitors are redirected to the login.
  if (!access) return <Loading />
  if (access.role !== 'STAFF') return <NotFound />
  return (
    <AccessContext value={access}>
      <div className={`wrap page ${styles.frame}`}>
        <meta name="robots" content="noindex" />
        <SecondFactorGate access={access}>
          <Office access={access} />
        </SecondFactorGate>
      </div>
      <Suspense>{isAsking && <CodeDialog />}</Suspense>
    </AccessContext>
  )
}

function Office({ access }: { access: OfficeAccess }) {
  const { pathname } = useLocation()
  const isOpen = ({ permission }: OfficeLink) => permission === null || may(access, permission)
  const closed = [...LINKS, ...OTHERS].find((link) => isCurrent(link.path, pathname) && !isOpen(link))
  const isNavigating = useNavigation().state === 'loading'
  const isReloading = useRevalidator().state === 'loading'
  const isBusy = isNavigating || isReloading
  if (access.permissions.length === 0) return <NotFound />
  return (
    <div className={styles.office}>
      <OfficeNav key={pathname} pathname={pathname} isOpen={isOpen} />
      <div className={styles.content}>
        {isBusy && <div className={styles.progress} role="progressbar" aria-label="Loading" />}
        {closed ? (
          <>
            <PageHead title={closed.name} />
            <EmptyState
              drawing="missing"
              sentence={`Your role does not include ${closed.name}. Ask an owner of the shop.`}
            >
              <ButtonLink to={officePaths.today()}>Today</ButtonLink>
            </EmptyState>
          </>
        ) : (
          <div aria-busy={isBusy}>
            <Outlet />
          </div>
        )}
      </div>
    </div>
  )
}

interface OfficeNavProps {
  pathname: string
  isOpen: (link: OfficeLink) => boolean
}

/** A sidebar. On narrow screens, a row of the daily links and a button that shows the others below it. */
function OfficeNav({ pathname, isOpen }: OfficeNavProps) {
  const [isShown, setShown] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const groups = GROUPS.map(({ name, links }) => ({ name, links: links.filter(isOpen) })).filter(
    ({ links }) => links.length > 0,
  )
  const further = groups.flatMap(({ links }) => links).find(({ path }) => isCurrent(path, pathname))
  const linksOf = (links: OfficeLink[]) =>
    links.map(({ name, path }) => (
      <li key={path}>
        <Link to={path} className={tabs.link} aria-current={isCurrent(path, pathname) ? 'page' : undefined}>
          {name}
        </Link>
      </li>
    ))
  return (
    <nav
      className={styles.nav}
      aria-label="Office"
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !isShown) return
        setShown(false)
        button.current?.focus()
      }}
    >
      <ul className={styles.daily}>
        {linksOf(DAILY.filter(isOpen))}
        <li className={styles.more}>
          <button
            ref={button}
            type="button"
            className={tabs.link}
            data-current={further && ''}
            aria-expanded={isShown}
            aria-controls={id}
            onClick={() => setShown(!isShown)}
          >
            More
            {further && <span className="visually-hidden">, now {further.name}</span>}
            <ChevronDown size={16} aria-hidden />
          </button>
        </li>
      </ul>
      <div id={id} className={styles.groups} data-shown={isShown ? '' : undefined}>
        {groups.map(({ name, links }) => (
          <div key={name}>
            <p id={`${id}-${name}`}>{name}</p>
            <ul aria-labelledby={`${id}-${name}`}>{linksOf(links)}</ul>
          </div>
        ))}
      </div>
    </nav>
  )
}
