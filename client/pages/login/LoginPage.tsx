/** The login page, which also offers the guest account. A logged-in shopper is redirected to the profile. */
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { invalidMessage, loginInput } from '../../../server/shared/validation'
import { Button } from '../../components/Button'
import { Field } from '../../components/form/Field'
import { focusField, onSubmit } from '../../components/form/form'
import { ForVisitors } from '../../components/session/ForVisitors'
import { FormPage } from '../../components/form/FormPage'
import { TermsLink } from '../../components/session/TermsLink'
import { LoginReason } from '../../components/session/LoginReason'
import { useReturnAfterLogin } from '../../components/session/useReturnAfterLogin'
import type { FormError } from '../../data/sendMutation'
import { useLogin } from '../../data/account/login'
import { useCodeRequest } from '../../data/account/codeRequest'
import { useShopSettings } from '../../data/catalogue/shop'
import { readStored, writeStored } from '../../data/storage'
import { paths } from '../../paths'
import { CodeLogin } from './CodeLogin'
import styles from './LoginPage.module.css'

const REDIRECT = { returnMs: 1000, productsMs: 1000 }
/** The storage key of the email, which is stored only if the shopper chooses to. */
const REMEMBERED = 'rememberedEmail'

export const Component = () => (
  <ForVisitors>
    <Login />
  </ForVisitors>
)

function Login() {
  const { guestAccount, codesByMail } = useShopSettings()
  const codes = useCodeRequest('login')
  const [chosen, setWithCode] = useState<boolean | null>(null)
  const withCode = chosen ?? codes.sentTo !== null
  const state: unknown = useLocation().state
  const [email, setEmail] = useState(() => readStored(REMEMBERED) ?? '')
  const [password, setPassword] = useState('')
  const [remember, setRemember] = useState(email !== '')
  const [error, setError] = useState<FormError | null>(null)
  const redirect = useReturnAfterLogin(REDIRECT)
  const [logIn, { loading }] = useLogin()
  const busy = loading || redirect

  const submit = async (input: { email: string; password: string }, form?: HTMLFormElement) => {
    const bad = loginInput.safeParse(input).error?.issues[0]?.path[0]?.toString()
    if (bad) {
      setError({ field: bad, message: invalidMessage(bad) })
      if (form) focusField(form, bad)
      return
    }
    writeStored({ [REMEMBERED]: remember ? input.email : null })
    setError(null)
    if (!busy) setError(await logIn(input))
  }
  const submitAsGuest = () => {
    if (!guestAccount) return
    setEmail(guestAccount.email)
    setPassword(guestAccount.password)
    void submit({ email: guestAccount.email, password: guestAccount.password })
  }
  const errorOf = (field: string) => (error?.field === field ? error.message : undefined)

  return (
    <FormPage
      title="Login"
      other={
        <>
          New here?{' '}
          <Link to={paths.signup()} state={state} className="text-link">
            Sign Up
          </Link>
          <br />
          <TermsLink />
        </>
      }
    >
      <LoginReason action="Log in" />
      {withCode ? (
        <CodeLogin initialEmail={email} leaving={redirect} onBack={() => setWithCode(false)} />
      ) : (
        <form noValidate onSubmit={onSubmit((_texts, form) => submit({ email, password }, form))}>
          <Field
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
            error={errorOf('email')}
          />
          <Field
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
            error={errorOf('password')}
          />
          {error?.field === null && <p className={styles.error}>{error.message}</p>}
          <div className={styles.row}>
            <label className={styles.check}>
              <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
              Remember me
            </label>
            <Link to={paths.forgotPassword()} state={state} className="text-link">
              Forgot password?
            </Link>
          </div>
          <Button type="submit" wide busy={busy}>
            Login
          </Button>
          <Button look="quiet" wide unavailable={!guestAccount} onClick={submitAsGuest}>
            Login as Guest
          </Button>
          {codesByMail && (
            <Button look="quiet" wide onClick={() => setWithCode(true)}>
              Continue with a code by email
            </Button>
          )}
        </form>
      )}
    </FormPage>
  )
}
