/** Rarely used actions on the shopper's data and account, in plain sections below the rest of the profile. */
import type { Unmasked } from '@apollo/client/masking'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '../../components/Button'
import { useShopSettings } from '../../data/catalogue/shop'
import type { Consents_UserFragment } from '../../data/account/consents.generated'
import { paths } from '../../paths'
import type { Account, Asking } from './accountDialogs'
import { MyData } from './MyData'
import styles from './AccountSection.module.css'

const AccountDialog = lazy(async () => ({ default: (await import('./AccountDialog')).AccountDialog }))

interface AccountSectionProps {
  account: Account
  consents: Unmasked<Consents_UserFragment>
}

export function AccountSection({ account, consents }: AccountSectionProps) {
  const { codesByMail } = useShopSettings()
  const [asking, setAsking] = useState<Asking | null>(null)
  return (
    <>
      <MyData consents={consents} onAsk={setAsking} />
      <section className={styles.account} aria-labelledby="account">
        <h2 id="account">Account</h2>
        <div className={styles.ways}>
          {account.hasPassword && (
            <Button look="bare" onClick={() => setAsking('password')}>
              Change password
            </Button>
          )}
          {!account.hasPassword && codesByMail && (
            <Link to={paths.forgotPassword()} className="text-link">
              Set a password
            </Link>
          )}
          <Button look="bare" onClick={() => setAsking('logout')}>
            Log out of all devices
          </Button>
        </div>
      </section>
      {asking && (
        <Suspense>
          <AccountDialog account={account} asking={asking} onClose={() => setAsking(null)} />
        </Suspense>
      )}
    </>
  )
}
