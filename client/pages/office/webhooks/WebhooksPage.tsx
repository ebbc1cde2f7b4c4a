/** Webhook messages, with their states. Staff resend and discard them here. */
import { Outlet, useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router-dom'
import { Button } from '../../../components/Button'
import { formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { loadOffice } from '../../../data/office/officeQuery'
import type { OfficeWebhookState } from '../../../generated/types'
import { officePaths } from '../../../paths'
import { useMay } from '../kit/accessContext'
import kit from '../kit/kit.module.css'
import { DataTable, type Column } from '../kit/DataTable'
import { useOpenDialog } from '../kit/DialogRoute'
import { OfficePart } from '../kit/OfficePart'
import { Pages } from '../kit/Pages'
import { stateFilter } from '../kit/stateFilter'
import table from '../kit/Table.module.css'
import { Tabs } from '../kit/Tabs'
import { Value } from '../../../components/Value'
import { OfficeWebhooksPageQueryDocument, type OfficeWebhooksPageQuery } from './WebhooksPage.generated'

const STATES: Record<OfficeWebhookState, string> = { WAITING: 'Waiting', SENT: 'Sent', DEAD: 'Failed' }

const filter = stateFilter(STATES, officePaths.webhooks)

export const loader = ({ request }: LoaderFunctionArgs) =>
  loadOffice(OfficeWebhooksPageQueryDocument, filter.variablesOf(request))

const COLUMNS: Column<OfficeWebhooksPageQuery['office']['webhooks']['nodes'][number]>[] = [
  {
    name: 'Message',
    cell: ({ body, createdAt }) => (
      <details>
        <summary>
          {nameOf(body)} <Value>{formatMoment(createdAt)}</Value>
        </summary>
        <pre className={kit.code}>{JSON.stringify(JSON.parse(body), null, 2)}</pre>
      </details>
    ),
  },
  {
    name: 'Status',
    cell: ({ state, error, failures }) => (
      <span className={state === 'DEAD' ? kit.alarm : undefined}>
        {STATES[state]}
        {error && state !== 'SENT' && (
          <span className={table.note}>
            {error} ({failures === 1 ? '1 try' : `${failures} tries`})
          </span>
        )}
      </span>
    ),
  },
  {
    name: 'When',
    look: 'whole',
    cell: ({ at, state }) => (
      <>
        <Value>{formatMoment(at)}</Value>
        {state === 'WAITING' && <span className={table.note}>Next try</span>}
      </>
    ),
  },
]

export function Component() {
  const [query] = useSearchParams()
  const state = filter.stateIn(query)
  const { webhooks, webhookHost } = useLoaderData<typeof loader>().office
  const mayChange = useMay('write_webhooks')
  const open = useOpenDialog()
  return (
    <OfficePart title="Webhooks">
      <h1>Webhooks</h1>
      {webhookHost === null ? (
        <p>
          The shop sends no messages, because no address is set. Your operator can set one with{' '}
          <code>ORDER_WEBHOOK_URL</code>.
        </p>
      ) : (
        <p>
          The shop sends each change of an order to <strong>{webhookHost}</strong>.
        </p>
      )}
      <p className={kit.quiet}>Messages of the last 7 days, and failed messages of the last 30 days.</p>
      <Tabs label="Status" tabs={filter.tabs} current={state ?? ''} to={(id) => filter.pathOf(id)} />
      <DataTable
        label="Webhook messages"
        columns={COLUMNS}
        rows={webhooks.nodes}
        keyOf={({ id }) => id}
        actions={
          mayChange &&
          (({ id, state }) => (
            <span className={table.buttons}>
              <Button look="bare" aria-label={`Send again: message ${id}`} onClick={() => open(`${id}/resend`)}>
                Send again
              </Button>
              {state === 'DEAD' && (
                <Button look="bare" aria-label={`Discard message ${id}`} onClick={() => open(`${id}/discard`)}>
                  Discard
                </Button>
              )}
            </span>
          ))
        }
        empty={<EmptyState heading="h2" sentence={state ? 'No messages match.' : 'No messages yet.'} />}
      />
      <Pages
        after={query.get('after')}
        pageInfo={webhooks.pageInfo}
        to={(next) => filter.pathOf(state ?? '', next)}
        first="Newest"
        next="Older messages"
      />
      {mayChange && <Outlet context={webhooks.nodes} />}
    </OfficePart>
  )
}

/** The event and the number of its order in the message's JSON text, such as `order.paid CER-000123`. */
function nameOf(body: string): string {
  const { type, data } = JSON.parse(body) as { type?: string; data?: { number?: string } }
  return [type ?? 'Message', data?.number ?? ''].join(' ').trim()
}
