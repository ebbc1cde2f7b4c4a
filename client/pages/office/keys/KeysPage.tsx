/** API keys for programs that use the office part of the GraphQL API. */
import { useLoaderData } from 'react-router-dom'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../components/Button'
import { formatDate, formatMoment } from '../../../components/days'
import { EmptyState } from '../../../components/EmptyState'
import { loadOffice } from '../../../data/office/officeQuery'
import { useMay } from '../kit/accessContext'
import kit from '../kit/kit.module.css'
import { OfficePart } from '../kit/OfficePart'
import { permissionWords } from '../kit/form/permissionWords'
import table from '../kit/Table.module.css'
import type { Key } from './apiKey'
import { OfficeKeysPageQueryDocument } from './KeysPage.generated'

export const loader = () => loadOffice(OfficeKeysPageQueryDocument, {})

const AddKeyDialog = lazy(async () => ({ default: (await import('./KeyDialogs')).AddKeyDialog }))
const EndKeyDialog = lazy(async () => ({ default: (await import('./KeyDialogs')).EndKeyDialog }))

type Open = { dialog: 'add' } | { dialog: 'end'; apiKey: Key }

export function Component() {
  const { apiKeys } = useLoaderData<typeof loader>().office
  const [open, setOpen] = useState<Open | null>(null)
  const mayChange = useMay('write_keys')
  const onClose = () => setOpen(null)
  return (
    <OfficePart title="API keys">
      <div className={kit.head}>
        <h1>API keys</h1>
        {mayChange && <Button onClick={() => setOpen({ dialog: 'add' })}>Add a key</Button>}
      </div>
      <p className={kit.quiet}>
        A program sends its key as a bearer token to /graphql. It can do only what its permissions allow.
      </p>
      {apiKeys.length === 0 && <EmptyState drawing="missing" heading="h2" sentence="There are no API keys yet." />}
      {apiKeys.length > 0 && (
        <Table apiKeys={apiKeys} mayChange={mayChange} onEnd={(apiKey) => setOpen({ dialog: 'end', apiKey })} />
      )}
      <Suspense>
        {open?.dialog === 'add' && <AddKeyDialog onClose={onClose} />}
        {open?.dialog === 'end' && <EndKeyDialog apiKey={open.apiKey} onClose={onClose} />}
      </Suspense>
    </OfficePart>
  )
}

function stateOf({ endedAt, expiresAt, isResting }: Key): string {
  if (endedAt) return `Ended ${formatDate(endedAt)}`
  if (isResting) return 'Rests while the person who added it is blocked'
  if (!expiresAt) return 'Does not expire'
  return `${new Date(expiresAt) < new Date() ? 'Expired' : 'Expires'} ${formatDate(expiresAt)}`
}

interface TableProps {
  apiKeys: Key[]
  mayChange: boolean
  onEnd: (apiKey: Key) => void
}

const Table = ({ apiKeys, mayChange, onEnd }: TableProps) => (
  <table className={table.table} aria-label="API keys">
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Permissions</th>
        <th scope="col">Last used</th>
        <th scope="col">State</th>
        {mayChange && <th scope="col">Actions</th>}
      </tr>
    </thead>
    <tbody>
      {apiKeys.map((apiKey) => (
        <tr key={apiKey.id}>
          <th scope="row">{apiKey.name}</th>
          <td data-name="Permissions">{permissionWords(apiKey.permissions)}</td>
          <td data-name="Last used">{apiKey.lastUsedAt ? formatMoment(apiKey.lastUsedAt) : 'Never'}</td>
          <td data-name="State">{stateOf(apiKey)}</td>
          {mayChange && (
            <td data-name="Actions">
              {!apiKey.endedAt && (
                <Button look="bare" aria-label={`End ${apiKey.name}`} onClick={() => onEnd(apiKey)}>
                  End
                </Button>
              )}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  </table>
)
