/** Rarely used actions on the account, in a plain section below the rest of the profile. */
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../components/Button'
import { useDownloadData } from '../../data/session/account'
import styles from './AccountSection.module.css'

const AccountDialog = lazy(async () => ({ default: (await import('./AccountDialog')).AccountDialog }))

export function AccountSection() {
  const [asking, setAsking] = useState<'password' | 'logout' | 'delete' | null>(null)
  const [download, { loading }] = useDownloadData()
  return (
    <section className={styles.account} aria-labelledby="account">
      <h2 id="account">Account</h2>
      <div className={styles.ways}>
        <Button look="bare" onClick={() => setAsking('password')}>
          Change password
        </Button>
        <Button look="bare" busy={loading} onClick={() => void download()}>
          Download my data
        </Button>
        <Button look="bare" onClick={() => setAsking('logout')}>
          Log out everywhere
        </Button>
        <Button look="bare" onClick={() => setAsking('delete')}>
          Delete account
        </Button>
      </div>
      {asking && (
        <Suspense>
          <AccountDialog asking={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </section>
  )
}
