/** Everybody's orders: by status, by a search, and page by page, all of it in the address. */
import { Link, useNavigate } from 'react-router-dom'
import type { OfficeOrderFilter, OrderStatus } from '../../generated/types'
import { Button, ButtonLink } from '../../components/Button'
import { EmptyState } from '../../components/EmptyState'
import { onSubmit } from '../../components/form'
import { officePaths } from '../../officePaths'
import styles from './office.module.css'
import { OfficeOrdersPageQueryDocument, type OfficeOrdersPageQuery } from './OfficeOrdersPage.generated'
import { OfficePart, useQuery } from './OfficePart'
import { OrderTable } from './OrderTable'

interface Tab {
  id: string
  name: string
  /** Empty for all of them. */
  statuses: OrderStatus[]
}

const TABS: Tab[] = [
  { id: '', name: 'All', statuses: [] },
  { id: 'to-pack', name: 'To pack', statuses: ['PAID', 'CONFIRMED'] },
  { id: 'shipped', name: 'Shipped', statuses: ['SHIPPED'] },
  { id: 'delivered', name: 'Delivered', statuses: ['DELIVERED'] },
  { id: 'returns', name: 'Returns', statuses: ['RETURN_REQUESTED', 'RETURNED'] },
  { id: 'refunds', name: 'Refunds', statuses: ['REFUND_DUE', 'REFUNDED'] },
  { id: 'unpaid', name: 'Unpaid', statuses: ['AWAITING_PAYMENT'] },
  { id: 'cancelled', name: 'Cancelled', statuses: ['CANCELLED'] },
]
const ATTENTION = 'attention'

interface Wanted {
  tab: string
  search: string
  after: string | null
}

function queryOf({ tab, search, after }: Wanted): string {
  const query = new URLSearchParams()
  if (tab) query.set('tab', tab)
  if (search) query.set('search', search)
  if (after) query.set('after', after)
  return query.size > 0 ? `?${query}` : ''
}

function filterOf({ tab, search }: Wanted): OfficeOrderFilter {
  const statuses = TABS.find(({ id }) => id === tab)?.statuses ?? []
  return { status: statuses, needsAttention: tab === ATTENTION, ...(search && { search }) }
}

/** What the server finds too short has no answer. */
const SHORTEST_SEARCH = 3
const isSearchable = (search: string) => search === '' || search.length >= SHORTEST_SEARCH || /^\d+$/.test(search)

export function OfficeOrdersPage() {
  const query = useQuery()
  const wanted: Wanted = {
    tab: query.get('tab') ?? '',
    search: (query.get('search') ?? '').trim().slice(0, 200),
    after: query.get('after'),
  }
  const search = isSearchable(wanted.search) ? wanted.search : ''
  return (
    <OfficePart
      document={OfficeOrdersPageQueryDocument}
      variables={{ filter: filterOf({ ...wanted, search }), after: wanted.after }}
      title="Orders"
    >
      {({ office }) => (
        <>
          <h1>Orders</h1>
          <Search wanted={wanted} />
          <Tabs wanted={wanted} counts={office.orderCounts} />
          <List wanted={wanted} orders={office.orders} />
        </>
      )}
    </OfficePart>
  )
}

function Search({ wanted }: { wanted: Wanted }) {
  const navigate = useNavigate()
  const submit = (texts: Record<string, string>) =>
    void navigate(officePaths.orders(queryOf({ ...wanted, search: texts['search']!.trim(), after: null })))
  return (
    <form role="search" className={styles.search} onSubmit={onSubmit(submit)}>
      <input
        type="search"
        // Another one with another address, such as by Back.
        key={wanted.search}
        name="search"
        defaultValue={wanted.search}
        maxLength={200}
        aria-label="Search orders"
        aria-describedby="search-hint"
        placeholder="Number, name, mobile, e-mail, payment or tracking"
      />
      <Button type="submit" look="quiet">
        Search
      </Button>
      <p id="search-hint" role="status" className={styles.hint}>
        {isSearchable(wanted.search) ? '' : `A search needs ${SHORTEST_SEARCH} characters: these are all orders.`}
      </p>
    </form>
  )
}

function Tabs({ wanted, counts }: { wanted: Wanted; counts: OfficeOrdersPageQuery['office']['orderCounts'] }) {
  const to = (tab: string) => officePaths.orders(queryOf({ ...wanted, tab, after: null }))
  const countOf = ({ statuses }: Tab): string => {
    const own = counts.filter(({ status }) => statuses.includes(status))
    const sum = own.reduce((all, { count }) => all + count, 0)
    return own.length === 0 ? '' : ` ${sum}${own.some(({ isMore }) => isMore) ? '+' : ''}`
  }
  return (
    <nav className={styles.tabs} aria-label="Status">
      {[...TABS, { id: ATTENTION, name: 'Needs a look', statuses: [] }].map((tab) => (
        <Link key={tab.id} to={to(tab.id)} aria-current={wanted.tab === tab.id ? 'page' : undefined}>
          {tab.name}
          <span className={styles.count}>{countOf(tab)}</span>
        </Link>
      ))}
    </nav>
  )
}

function List({ wanted, orders }: { wanted: Wanted; orders: OfficeOrdersPageQuery['office']['orders'] }) {
  const { nodes, pageInfo } = orders
  const to = (after: string | null) => officePaths.orders(queryOf({ ...wanted, after }))
  if (nodes.length === 0) {
    return (
      <EmptyState drawing="orders" heading="h2" sentence="No such orders.">
        <ButtonLink to={officePaths.orders()} look="quiet">
          All orders
        </ButtonLink>
      </EmptyState>
    )
  }
  return (
    <>
      <OrderTable orders={nodes} label="Orders" />
      <nav className={styles.pages} aria-label="Pages">
        {wanted.after && (
          <ButtonLink to={to(null)} look="quiet">
            Newest
          </ButtonLink>
        )}
        {pageInfo.hasNextPage && (
          <ButtonLink to={to(pageInfo.endCursor)} look="quiet">
            Older orders
          </ButtonLink>
        )}
      </nav>
    </>
  )
}
