/** Mails to shoppers, with their states. */
import { Link, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import type { OfficeMailState } from '../../../generated/types'
import { startOfficeQuery } from '../../../data/office/officeQuery'
import { officePaths } from '../../../paths'
import { KINDS, STATES } from '../kit/mailWords'
import kit from '../kit/kit.module.css'
import table from '../kit/Table.module.css'
import { OfficeMailsPageQueryDocument, type OfficeMailsPageQuery } from './MailsPage.generated'
import { Pages } from '../kit/Pages'
import { OfficePart } from '../kit/OfficePart'
import { Tabs } from '../kit/Tabs'

const stateIn = (query: URLSearchParams) =>
  (Object.keys(STATES) as OfficeMailState[]).find((id) => id === query.get('state')) ?? null

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  return startOfficeQuery(OfficeMailsPageQueryDocument, { state: stateIn(query), after: query.get('after') })
}

const ALL = { id: '', name: 'All' }
const TABS = [ALL, ...Object.entries(STATES).map(([id, name]) => ({ id, name }))]

const pathOf = (state: string, after: string | null = null) => {
  const query = new URLSearchParams({ ...(state && { state }), ...(after && { after }) })
  return officePaths.mails(query.size > 0 ? `?${query}` : '')
}

export function Component() {
  const [query] = useSearchParams()
  const state = stateIn(query)
  const after = query.get('after')
  return (
    <OfficePart<typeof loader> title="Mails">
      {({ office: { mails } }) => (
        <>
          <h1>Mails</h1>
          <p className={kit.quiet}>Those of the last 7 days; of those that were given up, 30 days.</p>
          <Tabs label="State" tabs={TABS} current={state ?? ''} to={(id) => pathOf(id)} />
          {mails.nodes.length === 0 ? (
            <EmptyState drawing="missing" heading="h2" sentence="No such mails." />
          ) : (
            <Table mails={mails.nodes} />
          )}
          <Pages
            after={after}
            pageInfo={mails.pageInfo}
            to={(next) => pathOf(state ?? '', next)}
            first="Newest"
            next="Older mails"
          />
        </>
      )}
    </OfficePart>
  )
}

const Table = ({ mails }: { mails: OfficeMailsPageQuery['office']['mails']['nodes'] }) => (
  <table className={table.table} aria-label="Mails">
    <thead>
      <tr>
        <th scope="col">Mail</th>
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
          <td data-name="To">{to ?? 'Account deleted'}</td>
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
