/** API keys for programs that use the office part of the GraphQL API. */
import { Outlet, useLoaderData } from 'react-router-dom'
import { Button } from '../../../components/Button'
import { formatDate, formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { loadOffice } from '../../../data/office/officeQuery'
import { useMay } from '../kit/accessContext'
import kit from '../kit/kit.module.css'
import { DataTable, type Column } from '../kit/DataTable'
import { useOpenDialog } from '../kit/DialogRoute'
import { OfficePart } from '../kit/OfficePart'
import { permissionWords } from '../kit/form/permissionWords'
import type { Key } from './apiKey'
import { OfficeKeysPageQueryDocument } from './KeysPage.generated'

export const loader = () => loadOffice(OfficeKeysPageQueryDocument, {})

function stateOf({ endedAt, expiresAt, isResting }: Key): string {
  if (endedAt) return `Deactivated ${formatDate(endedAt)}`
  if (isResting) return 'Rests while the person who added it is blocked'
  if (!expiresAt) return 'Does not expire'
  return `${new Date(expiresAt) < new Date() ? 'Expired' : 'Expires'} ${formatDate(expiresAt)}`
}

const COLUMNS: Column<Key>[] = [
  { name: 'Name', cell: ({ name }) => <bdi>{name}</bdi> },
  { name: 'Permissions', cell: ({ permissions }) => permissionWords(permissions) },
  { name: 'Last used', cell: ({ lastUsedAt }) => (lastUsedAt ? formatMoment(lastUsedAt) : 'Never') },
  { name: 'Status', cell: stateOf },
]

export function Component() {
  const { apiKeys } = useLoaderData<typeof loader>().office
  const open = useOpenDialog()
  const mayChange = useMay('write_keys')
  return (
    <OfficePart title="API keys">
      <div className={kit.head}>
        <h1>API keys</h1>
        {mayChange && <Button onClick={() => open('new')}>Add a key</Button>}
      </div>
      <p className={kit.quiet}>
        A program sends its key as a bearer token to /graphql. It can do only what its permissions allow.
      </p>
      <DataTable
        label="API keys"
        columns={COLUMNS}
        rows={apiKeys}
        keyOf={({ id }) => id}
        actions={
          mayChange &&
          ((apiKey) =>
            !apiKey.endedAt && (
              <Button look="bare" aria-label={`Deactivate ${apiKey.name}`} onClick={() => open(`${apiKey.id}/end`)}>
                Deactivate
              </Button>
            ))
        }
        empty={<EmptyState heading="h2" sentence="There are no API keys yet." />}
      />
      {mayChange && <Outlet context={apiKeys} />}
    </OfficePart>
  )
}
