/** Emails to shoppers, with their states. */
import { Link, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { loadOffice } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { KINDS, STATES } from '../kit/emailWords'
import kit from '../kit/kit.module.css'
import table from '../kit/Table.module.css'
import { OfficeEmailsPageQueryDocument, type OfficeEmailsPageQuery } from './EmailsPage.generated'
import { DataTable, type Column } from '../kit/DataTable'
import { Pages } from '../kit/Pages'
import { stateFilter } from '../kit/stateFilter'
import { OfficePart } from '../kit/OfficePart'
import { Tabs } from '../kit/Tabs'

const filter = stateFilter(STATES, officePaths.emails)

export const loader = ({ request }: LoaderFunctionArgs) =>
  loadOffice(OfficeEmailsPageQueryDocument, filter.variablesOf(request))

const COLUMNS: Column<OfficeEmailsPageQuery['office']['mails']['nodes'][number]>[] = [
  {
    name: 'Email',
    cell: ({ id, kind, orderNumber }) => (
      <Link to={officePaths.email(id)} className={table.rowLink} aria-label={`${KINDS[kind]}, ${orderNumber}`}>
        {KINDS[kind]}
      </Link>
    ),
  },
  { name: 'To', place: 'second', cell: ({ to }) => to ?? 'No recipient' },
  {
    name: 'Order',
    place: 'end',
    cell: ({ orderNumber }) => (
      <Link to={officePaths.order(orderNumber)} className={table.rowLink}>
        {orderNumber}
      </Link>
    ),
  },
  {
    name: 'Status',
    place: 'end-second',
    cell: ({ state, error }) => (
      <span className={state === 'DEAD' ? kit.alarm : undefined}>
        {STATES[state]}
        {error && state !== 'SENT' && state !== 'FILED' && <span className={table.note}>{error}</span>}
      </span>
    ),
  },
  { name: 'When', place: 'third', cell: ({ at }) => formatMoment(at) },
]

export function Component() {
  const [query] = useSearchParams()
  const state = filter.stateIn(query)
  const after = query.get('after')
  const { mails } = useLoaderData<typeof loader>().office
  return (
    <OfficePart title="Emails">
      <h1>Emails</h1>
      <p className={kit.quiet}>Emails of the last 7 days, and failed emails of the last 30 days.</p>
      <Tabs label="Status" tabs={filter.tabs} current={state ?? ''} to={(id) => filter.pathOf(id)} />
      <DataTable
        label="Emails"
        columns={COLUMNS}
        rows={mails.nodes}
        keyOf={({ id }) => id}
        empty={<EmptyState heading="h2" sentence={state ? 'No emails match.' : 'No emails yet.'} />}
      />
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
