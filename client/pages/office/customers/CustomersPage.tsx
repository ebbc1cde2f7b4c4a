/** All accounts, newest first, with a search by email, name or mobile number. */
import { Form, Link, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { Button } from '../../../components/Button'
import { formatDate } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { Field } from '../../../components/form/Field'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import kit from '../kit/kit.module.css'
import { OfficePart } from '../kit/OfficePart'
import { Pages } from '../kit/Pages'
import table from '../kit/Table.module.css'
import { OfficeCustomersPageQueryDocument, type OfficeCustomersPageQuery } from './CustomersPage.generated'

const MOST_CHARACTERS = 200

const searchIn = (query: URLSearchParams) => query.get('search')?.trim().slice(0, MOST_CHARACTERS) ?? ''

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  return loadOffice(OfficeCustomersPageQueryDocument, { search: searchIn(query), after: query.get('after') })
}

const pathOf = (search: string, after: string | null) => {
  const query = new URLSearchParams({ ...(search && { search }), ...(after && { after }) })
  return officePaths.customers(query.size > 0 ? `?${query}` : '')
}

export function Component() {
  const [query] = useSearchParams()
  const search = searchIn(query)
  const after = query.get('after')
  const { customers } = useLoaderData<typeof loader>().office
  return (
    <OfficePart title="Customers">
      <h1>Customers</h1>
      <Form role="search" className={kit.search} key={search}>
        <Field
          label="Email, name or mobile number"
          name="search"
          type="search"
          defaultValue={search}
          maxLength={MOST_CHARACTERS}
        />
        <Button type="submit" look="quiet">
          Search
        </Button>
      </Form>
      {customers.nodes.length === 0 ? (
        <EmptyState drawing="missing" heading="h2" sentence={search ? 'No customers match.' : 'No customers yet.'} />
      ) : (
        <Table customers={customers.nodes} />
      )}
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

const Table = ({ customers }: { customers: OfficeCustomersPageQuery['office']['customers']['nodes'] }) => (
  <table className={table.table} aria-label="Customers">
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Email</th>
        <th scope="col">Mobile</th>
        <th scope="col">Since</th>
        <th scope="col">State</th>
      </tr>
    </thead>
    <tbody>
      {customers.map(({ id, firstName, lastName, email, mobile, role, blockedAt, createdAt }) => (
        <tr key={id}>
          <th scope="row">
            <Link to={officePaths.customer(id)} className={table.rowLink}>
              {`${firstName} ${lastName}`.trim() || 'No name yet'}
            </Link>
          </th>
          <td data-name="Email">{email}</td>
          <td data-name="Mobile">{mobile ?? <span className={kit.quiet}>not given</span>}</td>
          <td data-name="Since">{formatDate(createdAt)}</td>
          <td data-name="State">{blockedAt ? 'Blocked' : role === 'STAFF' ? 'Staff' : 'Active'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
