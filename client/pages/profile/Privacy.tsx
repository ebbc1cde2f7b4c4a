/** The shopper's rights over their data: consent, a copy, correction, deletion and complaints. */
import type { Unmasked } from '@apollo/client/masking'
import { Link } from 'react-router-dom'
import { CONSENT_PURPOSES, CONSENTS, type ConsentPurpose } from '../../../server/shared/consents'
import { Button } from '../../components/Button'
import { NotSaved } from '../../components/cart/NotSaved'
import { controls } from '../../data/unsaved'
import { useDownloadData } from '../../data/account/account'
import { hasConsent, useSetConsent } from '../../data/account/consents'
import type { Consents_UserFragment } from '../../data/account/consents.generated'
import type { Notices } from '../../data/account/notices'
import { paths } from '../../paths'
import type { Asking } from './accountDialogs'
import { ProductNotices } from './ProductNotices'
import form from '../../components/form/FormDialog.module.css'
import styles from './Privacy.module.css'

interface PrivacyProps {
  consents: Unmasked<Consents_UserFragment>
  notices: Notices['notices']
  onAsk: (asking: Asking) => void
}

export function Privacy({ consents, notices, onAsk }: PrivacyProps) {
  const [download, { loading }] = useDownloadData()
  return (
    <section id="privacy" tabIndex={-1} className={styles.data} aria-labelledby="my-data">
      <h2 id="my-data">Privacy</h2>
      <p>
        Our{' '}
        <Link to={paths.help('privacy')} className="text-link">
          privacy notice
        </Link>{' '}
        says which data we keep, why, for how long, and how to complain.
      </p>
      <fieldset className={styles.consents}>
        <legend>Emails you can choose</legend>
        {CONSENT_PURPOSES.map((purpose) => (
          <ConsentSwitch key={purpose} purpose={purpose} given={hasConsent(consents, purpose)} />
        ))}
      </fieldset>
      <ProductNotices notices={notices} />
      <div className={styles.ways}>
        <Button look="bare" busy={loading} onClick={() => void download()}>
          Download my data
        </Button>
        <Button look="bare" onClick={() => onAsk('delete')}>
          Delete account
        </Button>
        <Link to={`${paths.help('privacy')}#complaints`} className="text-link">
          Complain about privacy
        </Link>
      </div>
    </section>
  )
}

function ConsentSwitch({ purpose, given }: { purpose: ConsentPurpose; given: boolean }) {
  const [setConsent, { loading }] = useSetConsent()
  return (
    <div>
      <label className={form.check}>
        <input
          type="checkbox"
          role="switch"
          checked={given}
          aria-busy={loading}
          onChange={(event) => loading || setConsent(purpose, event.target.checked)}
        />
        {CONSENTS[purpose].text}
      </label>
      <NotSaved control={controls.consent(purpose)} />
    </div>
  )
}
