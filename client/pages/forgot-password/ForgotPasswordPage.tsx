/**
 * In two steps, sets a new password with a code that the shop emails. If the shop sends no emails, the page sends no request, unless a
 * visitor who is trying out the shop asks for the email as a file.
 */
import { useState, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { email as emailRule, invalidMessage, resetPasswordInput } from '../../../server/shared/validation'
import { Button, ButtonLink } from '../../components/Button'
import { CodeSent } from '../../components/session/CodeSent'
import { PASSWORD_HINT } from '../../components/session/passwordHint'
import { SendNewCode } from '../../components/session/SendNewCode'
import { AccountName } from '../../components/form/AccountName'
import { Field } from '../../components/form/Field'
import { focusField, onSubmit } from '../../components/form/form'
import { FormPage } from '../../components/form/FormPage'
import type { LoginState } from '../../components/session/returnPath'
import { useLoadedSettings, useShopSettings } from '../../data/catalogue/shop'
import type { FormError } from '../../data/sendMutation'
import { useResetPassword } from '../../data/account/login'
import { useCodeRequest } from '../../data/account/codeRequest'
import { useLoggedIn } from '../../data/session/session'
import { paths } from '../../paths'
import styles from './ForgotPasswordPage.module.css'

export function Component() {
  const { codesByMail } = useShopSettings()
  const [done, setDone] = useState<{ email: string; wasSent: boolean } | null>(null)
  const [asFile, setAsFile] = useState(false)
  const loadSettings = useLoadedSettings()
  /** On a slow connection, the form may be submitted before the settings arrive. */
  const sendsMail = async () => {
    const settings = await loadSettings()
    // If the settings cannot be loaded, the request fails too, and its message says why.
    if (!settings) return true
    return settings.codesByMail === 'EMAIL' || (settings.codesByMail === 'FILE' && asFile)
  }
  const { sentTo } = useCodeRequest('password')
  if (done) return done.wasSent ? <NewPassword email={done.email} /> : <NoEmails email={done.email} />
  // After a reload, the page continues with the code that it asked for.
  if (sentTo !== null) return <NewPassword email={sentTo} />
  return (
    <RequestCode sendsMail={sendsMail} onDone={(email, wasSent) => setDone({ email, wasSent })}>
      {codesByMail !== undefined && codesByMail !== 'EMAIL' && (
        <>
          {asFile ? <FileNote /> : <NoEmailNote />}
          {codesByMail === 'FILE' && !asFile && (
            <>
              <p>Save the email to a file instead?</p>
              <Button look="quiet" onClick={() => setAsFile(true)}>
                Save to a file
              </Button>
            </>
          )}
        </>
      )}
    </RequestCode>
  )
}

interface RequestCodeProps {
  sendsMail: () => Promise<boolean>
  onDone: (email: string, wasSent: boolean) => void
  children: ReactNode
}

function RequestCode({ sendsMail, onDone, children }: RequestCodeProps) {
  const [error, setError] = useState<FormError | null>(null)
  const [busy, setBusy] = useState(false)
  const { request } = useCodeRequest('password')
  const send = async (text: string, form: HTMLFormElement) => {
    const typed = emailRule.safeParse(text)
    setBusy(true)
    if (!(await sendsMail())) return onDone(text, false)
    const found = typed.success ? await request(typed.data) : { field: 'email', message: invalidMessage('email') }
    setBusy(false)
    if (!found) return onDone(typed.data!, true)
    setError(found)
    if (found.field) focusField(form, found.field)
  }
  return (
    <FormPage title="Forgot your password?">
      {children}
      <form onSubmit={onSubmit(({ email = '' }, form) => send(email, form))}>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          required
          error={error?.field ? error.message : undefined}
        />
        {error && !error.field && (
          <p role="alert" className={styles.error}>
            {error.message}
          </p>
        )}
        <Button type="submit" wide busy={busy}>
          Send Email
        </Button>
      </form>
    </FormPage>
  )
}

function NewPassword({ email }: { email: string }) {
  const [error, setError] = useState<FormError | null>(null)
  const [resetPassword, { loading }] = useResetPassword()
  const codes = useCodeRequest('password')
  const isVisitor = !useLoggedIn()
  const from = (useLocation().state as LoginState | null)?.from
  const navigate = useNavigate()
  const errorOf = (field: string) => (error?.field === field ? error.message : undefined)
  const submit = async ({ otp = '', newPassword = '' }: Record<string, string>, form: HTMLFormElement) => {
    const input = { email, code: otp, newPassword }
    const bad = resetPasswordInput.safeParse(input).error?.issues[0]?.path[0]?.toString()
    const found = bad
      ? { field: bad, message: bad === 'code' ? 'Please enter the six digits' : invalidMessage(bad) }
      : await codes.enter(email, (id) => resetPassword({ ...input, ...id }))
    setError(found)
    if (!found) await navigate(from ?? (isVisitor ? paths.products() : paths.profile()), { replace: true })
    else if (found.field) focusField(form, found.field === 'code' ? 'otp' : found.field)
  }
  return (
    <FormPage title="Choose a new password">
      <CodeSent email={email} />
      <form noValidate onSubmit={onSubmit((texts, form) => submit(texts, form))}>
        <AccountName email={email} />
        <Field
          label="OTP"
          name="otp"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={40}
          autoFocus
          error={errorOf('code')}
        />
        <Field
          label="New Password"
          name="newPassword"
          type="password"
          autoComplete="new-password"
          hint={PASSWORD_HINT}
          error={errorOf('newPassword')}
        />
        {error && error.field !== 'code' && error.field !== 'newPassword' && (
          <p role="alert" className={styles.error}>
            {error.message}
          </p>
        )}
        <Button type="submit" wide busy={loading}>
          Submit
        </Button>
        <SendNewCode email={email} request={codes.request} onAnswer={setError} wide />
      </form>
    </FormPage>
  )
}

/** The steps for a shop that sends no emails. They send no requests. */
const NoEmails = ({ email }: { email: string }) => (
  <FormPage title="Choose a new password">
    <NoEmailNote />
    <form>
      <AccountName email={email} />
      <Field key="otp" label="OTP" name="otp" inputMode="numeric" autoComplete="one-time-code" autoFocus />
      <Field label="New Password" name="newPassword" type="password" autoComplete="new-password" />
      <ButtonLink to={paths.login()} wide role="button">
        Submit
      </ButtonLink>
    </form>
  </FormPage>
)

const FileNote = () => (
  <p role="status">
    The email with your code becomes a file in the folder “mail” of the server’s data folder. Enter the email of your
    account.
  </p>
)

function NoEmailNote() {
  const { codesByMail, contactEmail } = useShopSettings()
  if (codesByMail === 'FILE') return <p>This demo shop cannot send email.</p>
  return (
    <p>
      This shop sends no emails, so it cannot reset your password here.
      {contactEmail && (
        <>
          {' '}
          Please write to{' '}
          <a href={`mailto:${contactEmail}`} className="text-link">
            {contactEmail}
          </a>
          .
        </>
      )}
    </p>
  )
}
