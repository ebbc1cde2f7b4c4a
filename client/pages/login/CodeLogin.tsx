/** In two steps, logs in with a code that the shop emails. It also opens an account for a new address. */
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { email as emailRule, invalidMessage, signInWithCodeInput } from '../../../server/shared/validation'
import { Button } from '../../components/Button'
import { CodeSent } from '../../components/session/CodeSent'
import { SendNewCode } from '../../components/session/SendNewCode'
import { Field } from '../../components/form/Field'
import { focusField, onSubmit } from '../../components/form/form'
import type { FormError } from '../../data/sendMutation'
import { useSignInWithCode } from '../../data/account/login'
import { useCodeRequest } from '../../data/account/codeRequest'
import { paths } from '../../paths'
import styles from './LoginPage.module.css'

interface CodeLoginProps {
  /** The email that was typed into the login form. */
  initialEmail: string
  /** True after the login, until the shopper is redirected. */
  leaving: boolean
  onBack: () => void
}

export function CodeLogin({ initialEmail, leaving, onBack }: CodeLoginProps) {
  const [email, setEmail] = useState(initialEmail)
  const [error, setError] = useState<FormError | null>(null)
  const [requesting, setRequesting] = useState(false)
  const codes = useCodeRequest('login')
  const [lastSentTo, setLastSentTo] = useState<string | null>(null)
  // After a reload, the page continues with the code that it asked for.
  const sentTo = lastSentTo ?? codes.sentTo
  const [signIn, { loading }] = useSignInWithCode()
  const errorOf = (field: string) => (error?.field === field ? error.message : undefined)

  const show = (found: FormError | null, form: HTMLFormElement) => {
    setError(found)
    if (found?.field) focusField(form, found.field)
  }
  const request = async (form: HTMLFormElement) => {
    const typed = emailRule.safeParse(email)
    if (!typed.success) return show({ field: 'email', message: invalidMessage('email') }, form)
    setRequesting(true)
    const found = await codes.request(typed.data)
    setRequesting(false)
    show(found, form)
    if (!found) setLastSentTo(typed.data)
  }
  const enter = async (code: string, form: HTMLFormElement) => {
    const input = { email: sentTo!, code }
    if (!signInWithCodeInput.safeParse(input).success)
      return show({ field: 'code', message: 'Please enter the six digits' }, form)
    if (!loading && !leaving) show(await codes.enter(sentTo!, (id) => signIn({ ...input, ...id })), form)
  }

  if (sentTo === null && !leaving)
    return (
      <form noValidate key="email" onSubmit={onSubmit((_texts, form) => request(form))}>
        <p>
          We will email you a code, so you need no password. If you are new here, the code also opens an account. Our{' '}
          <Link to={paths.help('privacy')} className="text-link">
            privacy notice
          </Link>{' '}
          says how we use your data.
        </p>
        <Field
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          error={errorOf('email')}
        />
        <FormErrorMessage error={error} shownAt="email" />
        <Button type="submit" wide busy={requesting}>
          Send code
        </Button>
        <Button look="quiet" wide onClick={onBack}>
          Use a password
        </Button>
      </form>
    )
  return (
    <form noValidate key="code" onSubmit={onSubmit(({ code = '' }, form) => enter(code, form))}>
      <CodeSent email={sentTo ?? email} />
      <Field
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        autoFocus
        error={errorOf('code')}
      />
      <FormErrorMessage error={error} shownAt="code" />
      <Button type="submit" wide busy={loading || leaving}>
        Continue
      </Button>
      <SendNewCode email={sentTo ?? email} request={codes.request} onAnswer={setError} wide />
      <Button
        look="bare"
        onClick={() => {
          setLastSentTo(null)
          codes.forget()
          setError(null)
        }}
      >
        Change email
      </Button>
    </form>
  )
}

/** An error that does not belong to the form's only field, for example because too many codes were sent to the email. */
function FormErrorMessage({ error, shownAt }: { error: FormError | null; shownAt: 'email' | 'code' }) {
  if (!error || error.field === shownAt) return null
  return (
    <p role="alert" className={styles.error}>
      {error.message}
    </p>
  )
}
