/** Asks the shopper to add a name if the account has none because it was opened with a code. */
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/Button'
import type { Account } from './accountDialogs'

const AccountDialog = lazy(async () => ({ default: (await import('./AccountDialog')).AccountDialog }))

export function AddName({ account }: { account: Account }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button look="bare" onClick={() => setAsking(true)}>
        Add your name
      </Button>
      {asking && (
        <Suspense>
          <AccountDialog account={account} asking="details" onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  )
}
