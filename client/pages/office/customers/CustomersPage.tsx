/** All accounts, newest first, with a search by email, name or mobile number. */
import { Link, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { formatDate } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { formatPaise } from '../../../../server/shared/money/money'
import { counted } from '../../../../server/shared/sentences'
import { Value } from '../../../components/Value'
import { DataTable, type Column } from '../kit/DataTable'
import { Filters } from '../kit/Filters'
import { OfficePart } from '../kit/OfficePart'
import { Pages } from '../kit/Pages'
import kit from '../kit/kit.module.css'
import table from '../kit/Table.module.css'
import { OfficeCustomersPageQueryDocument, type OfficeCustomersPageQuery } from './CustomersPage.generated'

const MAX_LENGTH = 200

const searchIn = (query: URLSearchParams) => query.get('search')?.trim().slice(0, MAX_LENGTH) ?? ''

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  return loadOffice(OfficeCustomersPageQueryDocument, { search: searchIn(query), after: query.get('after') })
}

const pathOf = (search: string, after: string | null) => {
  const query = new URLSearchParams({ ...(search && { search }), ...(after && { after }) })
  return officePaths.customers(query.size > 0 ? `?${query}` : '')
}

const COLUMNS: Column<OfficeCustomersPageQuery['office']['customers']['nodes'][number]>[] = [
  {
    name: 'Name',
    cell: ({ id, firstName, lastName }) => (
      <Link to={officePaths.customer(id)} className={table.rowLink}>
        <bdi>{`${firstName} ${lastName}`.trim() || 'No name yet'}</bdi>
      </Link>
    ),
  },
  { name: 'Email', look: 'wide', place: 'second', cell: ({ email }) => email },
  { name: 'Mobile', place: 'third', cell: ({ mobile }) => mobile },
  {
    name: 'Orders',
    place: 'end-second',
    cell: ({ trade }) =>
      trade && (
        <span>
          <span className={table.whole}>
            <Value>
              {trade.orders === 0 ? 'No orders' : `${counted(trade.orders, 'order')}, ${formatPaise(trade.paidPaise)}`}
            </Value>
          </span>
          {trade.town && (
            <span className={table.note}>
              <bdi>{trade.town}</bdi>
            </span>
          )}
        </span>
      ),
  },
  {
    name: 'Last order',
    place: 'end-third',
    isNamed: true,
    cell: ({ trade }) =>
      trade?.lastOrderAt && (
        <span className={table.whole}>
          <Value>{formatDate(trade.lastOrderAt)}</Value>
        </span>
      ),
  },
  {
    name: 'Status',
    look: 'whole',
    place: 'end',
    cell: ({ blockedAt, role }) => (blockedAt ? 'Blocked' : role === 'STAFF' ? 'Staff' : 'Active'),
  },
]

export function Component() {
  const [query] = useSearchParams()
  const search = searchIn(query)
  const after = query.get('after')
  const { customers } = useLoaderData<typeof loader>().office
  return (
    <OfficePart title="Customers">
      <h1>Customers</h1>
      <Filters
        fields={[{ name: 'search', label: 'Email, name or mobile number', value: search, type: 'search' }]}
        to={(values) => pathOf(searchIn(new URLSearchParams(values)), null)}
      />
      <p className={kit.quiet}>The amount is what the customer paid, less refunds.</p>
      <DataTable
        label="Customers"
        columns={COLUMNS}
        rows={customers.nodes}
        keyOf={({ id }) => id}
        empty={<EmptyState heading="h2" sentence={search ? 'No customers match.' : 'No customers yet.'} />}
      />
      <Pages
        after={after}
        pageInfo={customers.pageInfo}
        to={(next) => pathOf(search, next)}
        first="Newest"
        next="Older accounts"
      />
    </OfficePart>
  )
}
