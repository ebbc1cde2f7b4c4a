/** All shoppers' orders. The URL contains the status, the search, the days and the page. */
import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { ButtonLink } from '../../../components/Button'
import { EmptyState } from '../../../components/EmptyState'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { OfficeOrdersPageQueryDocument, type OfficeOrdersPageQuery } from './OrdersPage.generated'
import { Filters } from '../kit/Filters'
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
      <Filters
        fields={[
          {
            name: 'search',
            label: 'Search orders',
            value: wanted.search,
            type: 'search',
            placeholder: 'Number, name, mobile, email…',
          },
          { name: 'from', label: 'From', value: wanted.from, type: 'date' },
          { name: 'to', label: 'To', value: wanted.to, type: 'date' },
        ]}
        hint={hintOf(wanted)}
        to={(values) => pathOf({ ...ordersWanted(new URLSearchParams(values)), tab: wanted.tab })}
      />
      <Tabs
        label="Status"
        tabs={TABS.map((tab) => ({ ...tab, count: countOf(tab.statuses, orderCounts) }))}
        current={wanted.tab}
        to={(tab) => pathOf({ ...wanted, tab, after: null })}
      />
      <OrderTable
        label="Orders"
        orders={orders.nodes}
        empty={
          <EmptyState drawing="orders" heading="h2" sentence={isFiltered ? 'No orders match.' : 'No orders yet.'}>
            {isFiltered && (
              <ButtonLink to={officePaths.orders()} look="quiet">
                All orders
              </ButtonLink>
            )}
          </EmptyState>
        }
      />
      <Pages
        after={wanted.after}
        pageInfo={orders.pageInfo}
        to={(after) => pathOf({ ...wanted, after })}
        {...PAGE_LINKS[ordersSort(wanted)]}
      />
    </OfficePart>
  )
}

/** Counts all orders of these statuses, regardless of the search. Undefined if there are none, so that the tabs fit on one line. */
function countOf(statuses: string[], counts: OfficeOrdersPageQuery['office']['orderCounts']): string | undefined {
  const own = counts.filter(({ status }) => statuses.includes(status))
  const sum = own.reduce((all, { count }) => all + count, 0)
  return sum === 0 ? undefined : `${sum}${own.some(({ isMore }) => isMore) ? '+' : ''}`
}
