/** Emails to shoppers, with their states. */
import { Link, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { KINDS, STATES } from '../kit/mailWords'
import kit from '../kit/kit.module.css'
import table from '../kit/Table.module.css'
import { OfficeMailsPageQueryDocument, type OfficeMailsPageQuery } from './MailsPage.generated'
import { Pages } from '../kit/Pages'
import { stateFilter } from '../kit/stateFilter'
import { OfficePart } from '../kit/OfficePart'
import { Tabs } from '../kit/Tabs'

const filter = stateFilter(STATES, officePaths.mails)

export const loader = ({ request }: LoaderFunctionArgs) =>
  loadOffice(OfficeMailsPageQueryDocument, filter.variablesOf(request))

export function Component() {
  const [query] = useSearchParams()
  const state = filter.stateIn(query)
  const after = query.get('after')
  const { mails } = useLoaderData<typeof loader>().office
  return (
    <OfficePart title="Emails">
      <h1>Emails</h1>
      <p className={kit.quiet}>Emails of the last 7 days, and failed emails of the last 30 days.</p>
      <Tabs label="State" tabs={filter.tabs} current={state ?? ''} to={(id) => filter.pathOf(id)} />
      {mails.nodes.length === 0 ? (
        <EmptyState drawing="missing" heading="h2" sentence={state ? 'No emails match.' : 'No emails yet.'} />
      ) : (
        <Table mails={mails.nodes} />
      )}
      <Pages
        after={after}
        pageInfo={mails.pageInfo}
        to={(next) => filter.pathOf(state ?? '', next)}
        first="Newest"
        next="Older emails"
      />
    </OfficePart>
  )
}

const Table = ({ mails }: { mails: OfficeMailsPageQuery['office']['mails']['nodes'] }) => (
  <table className={table.table} aria-label="Emails">
    <thead>
      <tr>
        <th scope="col">Email</th>
        <th scope="col">To</th>
        <th scope="col">Order</th>
        <th scope="col">State</th>
        <th scope="col">When</th>
      </tr>
    </thead>
    <tbody>
      {mails.map(({ id, kind, orderNumber, to, state, at, error }) => (
        <tr key={id}>
          <th scope="row">
            <Link to={officePaths.mail(id)} className={table.rowLink} aria-label={`${KINDS[kind]}, ${orderNumber}`}>
              {KINDS[kind]}
            </Link>
          </th>
          <td data-name="To">{to ?? 'No recipient'}</td>
          <td data-name="Order">
            <Link to={officePaths.order(orderNumber)} className={table.rowLink}>
              {orderNumber}
            </Link>
          </td>
          <td data-name="State">
            <span className={state === 'DEAD' ? kit.alarm : undefined}>
              {STATES[state]}
              {error && state !== 'SENT' && state !== 'FILED' && <span className={table.terms}>{error}</span>}
            </span>
          </td>
          <td data-name="When">{formatMoment(at)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
