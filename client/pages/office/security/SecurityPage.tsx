/** The second factor of the logged-in staff member. */
import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/form/Field'
import { PageHead } from '../../../components/page/PageHead'
import { RemoveSecondFactorDocument, RenewRecoveryCodesDocument } from '../../../data/office/access.generated'
import { replaceToken } from '../../../data/session/session'
import { useOfficeChange } from '../../../data/office/officeChange'
import { AREAS } from '../../../../server/shared/permissions'
import { useAccess } from '../kit/accessContext'
import { FormDialog } from '../../../components/form/FormDialog'
import { CODE_FIELD } from '../kit/form/codeField'
import kit from '../kit/kit.module.css'
import { RecoveryCodes } from './RecoveryCodes'
import { SetUpSecondFactor } from './SetUpSecondFactor'
import styles from './Security.module.css'

type Step = 'set up' | 'renew' | 'remove' | null

export function Component() {
  const access = useAccess()
  const [step, setStep] = useState<Step>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const hasFactor = access.secondFactor === 'FRESH' || access.secondFactor === 'OLD'
  const endSetUp = () => {
    setStep(null)
    heading.current?.focus()
  }
  return (
    <>
      <PageHead title="Security" />
      <div className={`${kit.part} ${styles.narrow}`}>
        <h1>Security</h1>
        <section className={kit.section} aria-labelledby="factor">
          <h2 id="factor" ref={heading} tabIndex={-1}>
            Authenticator app
          </h2>
          {step === 'set up' && <SetUpSecondFactor access={access} onDone={endSetUp} />}
          {hasFactor && step !== 'set up' && (
            <>
              <p>The office asks for a code after you log in, and again for refunds, staff and API keys.</p>
              <div className={kit.actions}>
                <Button look="quiet" onClick={() => setStep('renew')}>
                  New recovery codes
                </Button>
                <Button look="quiet" onClick={() => setStep('remove')}>
                  Remove the app
                </Button>
              </div>
            </>
          )}
          {!hasFactor && step === null && (
            <>
              <p>An authenticator app protects the office if your password is stolen.</p>
              <div>
                <Button onClick={() => setStep('set up')}>Set up an authenticator app</Button>
              </div>
            </>
          )}
        </section>
        <section className={kit.section} aria-labelledby="permissions">
          <h2 id="permissions">Your permissions</h2>
          <ul className={`${kit.list} ${styles.rights}`}>
            {Object.entries(AREAS).map(([area, name]) => (
              <Area key={area} name={name} held={access.permissions.filter((each) => each.endsWith(`_${area}`))} />
            ))}
          </ul>
        </section>
      </div>
      {step === 'renew' && <Renew onClose={() => setStep(null)} />}
      {step === 'remove' && <Remove onClose={() => setStep(null)} />}
    </>
  )
}

function Area({ name, held }: { name: string; held: string[] }) {
  if (held.length === 0) return null
  return (
    <li>
      <span>{name}</span>
      <span className={kit.quiet}>{held.some((each) => each.startsWith('write_')) ? 'View and edit' : 'View'}</span>
    </li>
  )
}

function Renew({ onClose }: { onClose: () => void }) {
  const [renew] = useOfficeChange(RenewRecoveryCodesDocument, undefined, { reloads: false })
  const [codes, setCodes] = useState<string[] | null>(null)
  const send = async ({ code = '' }: Record<string, string>) => {
    const sent = await renew({ code })
    const next = sent?.data?.renewRecoveryCodes.recoveryCodes
    if (!next) return sent
    setCodes(next)
    // The dialog stays open, because it now shows the codes.
    return null
  }
  return (
    <FormDialog
      title={codes ? 'Store your recovery codes' : 'New recovery codes'}
      action="Continue"

      send={send}
      result={codes && <RecoveryCodes codes={codes} onDone={onClose} />}
      initialFocus="code"
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>The earlier recovery codes stop working.</p>
          <Field {...CODE_FIELD} error={errorOf('code')} />
        </>
      )}
    </FormDialog>
  )
}

function Remove({ onClose }: { onClose: () => void }) {
  const [remove] = useOfficeChange(RemoveSecondFactorDocument, 'Authenticator app removed', {
    reloads: false,
  })
  const { revalidate } = useRevalidator()
  const send = async ({ code = '' }: Record<string, string>) => {
    const sent = await remove({ code })
    const token = sent?.data?.removeSecondFactor.token
    // The earlier token no longer works, so nothing may be reloaded before.
    if (token) replaceToken(token)
    if (sent?.errors.length === 0) await revalidate()
    return sent
  }
  return (
    <FormDialog
      title="Remove the app?"
      action="Remove"
      keep="Keep it"

      send={send}
      initialFocus="code"
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          <p>Your password alone then opens the office. If the shop requires an app, you have to set up a new one.</p>
          <Field {...CODE_FIELD} error={errorOf('code')} />
        </>
      )}
    </FormDialog>
  )
}
