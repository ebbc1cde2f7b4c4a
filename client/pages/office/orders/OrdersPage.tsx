/** All shoppers' orders. The URL contains the status, the search, the days and the page. */
import { useLoaderData, useNavigate, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { Button, ButtonLink } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { Field } from '../../../components/form/Field'
import { onSubmit } from '../../../components/form/form'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import kit from '../kit/kit.module.css'
import styles from './OrdersPage.module.css'
import { OfficeOrdersPageQueryDocument, type OfficeOrdersPageQuery } from './OrdersPage.generated'
import { Pages } from '../kit/Pages'
import { OfficePart } from '../kit/OfficePart'
import { Tabs } from '../kit/Tabs'
import { hintOf, ordersFilter, ordersQuery, ordersSort, ordersWanted, TABS, type OrdersWanted } from './ordersAddress'
import { OrderTable } from '../kit/OrderTable'

export function loader({ request }: LoaderFunctionArgs) {
  const wanted = ordersWanted(new URL(request.url).searchParams)
  const variables = { filter: ordersFilter(wanted), sort: ordersSort(wanted), after: wanted.after }
  return loadOffice(OfficeOrdersPageQueryDocument, variables)
}

const PAGE_LINKS = {
  NEWEST: { first: 'Newest', next: 'Older orders' },
  OLDEST: { first: 'Oldest', next: 'Newer orders' },
}

const pathOf = (wanted: OrdersWanted) => officePaths.orders(ordersQuery(wanted))

export function Component() {
  const [query] = useSearchParams()
  const wanted = ordersWanted(query)
  const { orders, orderCounts } = useLoaderData<typeof loader>().office
  const isFiltered = ordersQuery(wanted) !== ''
  return (
    <OfficePart title="Orders">
      <h1>Orders</h1>
      <Search key={ordersQuery({ ...wanted, tab: '', after: null })} wanted={wanted} />
      <Tabs
        label="Status"
        tabs={TABS.map((tab) => ({ ...tab, count: countOf(tab.statuses, orderCounts) }))}
        current={wanted.tab}
        to={(tab) => pathOf({ ...wanted, tab, after: null })}
      />
      {orders.nodes.length === 0 ? (
        <EmptyState drawing="orders" heading="h2" sentence={isFiltered ? 'No orders match.' : 'No orders yet.'}>
          {isFiltered && (
            <ButtonLink to={officePaths.orders()} look="quiet">
              All orders
            </ButtonLink>
          )}
        </EmptyState>
      ) : (
        <OrderTable orders={orders.nodes} label="Orders" />
      )}
      <Pages
        after={wanted.after}
        pageInfo={orders.pageInfo}
        to={(after) => pathOf({ ...wanted, after })}
        {...PAGE_LINKS[ordersSort(wanted)]}
      />
    </OfficePart>
  )
}

/** Counts all orders of these statuses, regardless of the search. */
function countOf(statuses: string[], counts: OfficeOrdersPageQuery['office']['orderCounts']): string {
  const own = counts.filter(({ status }) => statuses.includes(status))
  const sum = own.reduce((all, { count }) => all + count, 0)
  return own.length === 0 ? '' : `${sum}${own.some(({ isMore }) => isMore) ? '+' : ''}`
}

function Search({ wanted }: { wanted: OrdersWanted }) {
  const navigate = useNavigate()
  const submit = ({ search = '', from = '', to = '' }: Record<string, string>) =>
    void navigate(pathOf({ ...wanted, search: search.trim(), from, to, after: null }))
  const hint = hintOf(wanted)
  return (
    <form role="search" className={`${kit.filters} ${styles.search}`} onSubmit={onSubmit(submit)}>
      <div className={styles.searchField}>
        <Field
          label="Search orders"
          type="search"
          name="search"
          defaultValue={wanted.search}
          maxLength={200}
          placeholder="Number, name, mobile, email…"
        />
      </div>
      <Field label="From" type="date" name="from" defaultValue={wanted.from} />
      <Field label="To" type="date" name="to" defaultValue={wanted.to} />
      <Button type="submit" look="quiet">
        Search
      </Button>
      <p role="status" className={kit.hint}>
        {hint}
      </p>
    </form>
  )
}
