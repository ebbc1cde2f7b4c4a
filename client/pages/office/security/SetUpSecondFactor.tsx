/** Sets up an authenticator app: proof that the person owns the account, the QR code, the first code, and the recovery codes. */
import { lazy, Suspense, useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { Button } from '../../../components/Button'
import { AccountName } from '../../../components/form/AccountName'
import { Field } from '../../../components/form/Field'
import { focusField, onSubmit } from '../../../components/form/form'
import form from '../../../components/form/FormDialog.module.css'
import { CodeSent } from '../../../components/session/CodeSent'
import { SendNewCode } from '../../../components/session/SendNewCode'
import { confirmSecondFactor, type OfficeAccess } from '../../../data/office/access'
import { SetUpSecondFactorDocument } from '../../../data/office/access.generated'
import { useOfficeChange } from '../../../data/office/officeChange'
import type { MutationError } from '../../../data/sendMutation'
import { NO_REQUEST, useCodeRequest } from '../../../data/account/codeRequest'
import { CODE_FIELD } from '../kit/form/codeField'
import { FormErrors } from '../../../components/form/FormErrors'
import kit from '../kit/kit.module.css'
import { RecoveryCodes } from './RecoveryCodes'
import styles from './Security.module.css'

const QrCode = lazy(async () => ({ default: (await import('./QrCode')).QrCode }))

interface Factor {
  secret: string
  uri: string
}

/** `onDone` is called when the person has stored the recovery codes. */
export function SetUpSecondFactor({ access, onDone }: { access: OfficeAccess; onDone?: () => void }) {
  const { revalidate } = useRevalidator()
  const [factor, setFactor] = useState<Factor | null>(null)
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>([])
  if (recoveryCodes.length > 0)
    return (
      <>
        <h2 tabIndex={-1}>Store your recovery codes</h2>
        <RecoveryCodes codes={recoveryCodes} onDone={() => void revalidate().then(onDone)} />
      </>
    )
  return factor ? <FirstCode factor={factor} onDone={setRecoveryCodes} /> : <Proof access={access} onDone={setFactor} />
}

function Proof({ access, onDone }: { access: OfficeAccess; onDone: (factor: Factor) => void }) {
  const [setUp, { loading }] = useOfficeChange(SetUpSecondFactorDocument, undefined, { reloads: false })
  const codes = useCodeRequest('proof')
  const [isRequesting, setRequesting] = useState(false)
  const isSent = codes.sentTo === access.email
  const [errors, setErrors] = useState<MutationError[]>([])
  const submit = async (texts: Record<string, string>, element: HTMLFormElement) => {
    const requestId = codes.findId(access.email)
    if (!access.hasPassword && requestId === null) return setErrors([{ ...NO_REQUEST, code: null }])
    const sent = await setUp({
      input: access.hasPassword ? { password: texts.password } : { code: texts.code, requestId },
    })
    if (!sent) return
    setErrors(sent.errors)
    const { secret, uri } = sent.data?.setUpSecondFactor ?? {}
    if (secret && uri) onDone({ secret, uri })
    else focusField(element, access.hasPassword ? 'password' : 'code')
  }
  const request = async () => {
    setRequesting(true)
    const error = await codes.request(access.email)
    setRequesting(false)
    if (error) setErrors([{ ...error, code: null }])
  }
  const errorOf = (name: string) => errors.find(({ field }) => field === name)?.message
  if (!access.hasPassword && !isSent)
    return (
      <>
        <p>First confirm that this is your account. We email a code to {access.email}.</p>
        <FormErrors errors={errors} />
        <div>
          <Button autoFocus busy={isRequesting} onClick={() => void request()}>
            Email me a code
          </Button>
        </div>
      </>
    )
  return (
    <form noValidate className={form.form} onSubmit={onSubmit((texts, element) => submit(texts, element))}>
      {access.hasPassword ? (
        <>
          <AccountName email={access.email} />
          <Field
            label="Your password"
            name="password"
            type="password"
            autoFocus
            autoComplete="current-password"
            error={errorOf('password')}
          />
        </>
      ) : (
        <>
          <CodeSent email={access.email} />
          <Field
            label="Code from the email"
            name="code"
            autoFocus
            autoComplete="one-time-code"
            error={errorOf('code')}
          />
        </>
      )}
      <FormErrors errors={errors.filter(({ field }) => field === null)} />
      <div className={styles.ways}>
        <Button type="submit" busy={loading}>
          Continue
        </Button>
        {!access.hasPassword && (
          <SendNewCode
            email={access.email}
            request={codes.request}
            onAnswer={(error) => setErrors(error ? [{ ...error, code: null }] : [])}
          />
        )}
      </div>
    </form>
  )
}

function FirstCode({ factor, onDone }: { factor: Factor; onDone: (recoveryCodes: string[]) => void }) {
  const [errors, setErrors] = useState<MutationError[]>([])
  const [busy, setBusy] = useState(false)
  const submit = async ({ code = '' }: Record<string, string>, element: HTMLFormElement) => {
    setBusy(true)
    const { errors, recoveryCodes } = await confirmSecondFactor(code)
    setBusy(false)
    setErrors(errors)
    if (errors.length === 0) onDone(recoveryCodes)
    else focusField(element, 'code')
  }
  return (
    <form noValidate className={form.form} onSubmit={onSubmit((texts, element) => submit(texts, element))}>
      <p tabIndex={-1}>Scan this with an authenticator app, such as Aegis, Google Authenticator or 1Password.</p>
      <div className={styles.qr}>
        <Suspense>
          <QrCode text={factor.uri} label="QR code for your authenticator app" />
        </Suspense>
      </div>
      <p>
        On the phone that has the app,{' '}
        <a href={factor.uri} className="text-link">
          open it with this key
        </a>
        .
      </p>
      <p>
        Or type this key into the app: <span className={kit.code}>{factor.secret.match(/.{1,4}/g)?.join(' ')}</span>
      </p>
      <Field {...CODE_FIELD} label="Code that the app shows" error={errors[0]?.message} />
      <div>
        <Button type="submit" busy={busy}>
          Finish
        </Button>
      </div>
    </form>
  )
}
