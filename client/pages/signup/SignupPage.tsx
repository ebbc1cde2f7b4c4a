/** The sign-up page. */
import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { line, password } from '../../../server/shared/text'
import { invalidMessage, signupInput } from '../../../server/shared/validation'
import { Button } from '../../components/Button'
import { Field } from '../../components/form/Field'
import { focusField, onSubmit } from '../../components/form/form'
import { ConsentBoxes, consentsIn } from '../../components/session/ConsentBoxes'
import { ForVisitors } from '../../components/session/ForVisitors'
import { FormPage } from '../../components/form/FormPage'
import { PASSWORD_HINT } from '../../components/session/passwordHint'
import { TermsLink } from '../../components/session/TermsLink'
import { LoginReason } from '../../components/session/LoginReason'
import { useReturnAfterLogin } from '../../components/session/useReturnAfterLogin'
import { useSignup } from '../../data/account/login'
import { notify } from '../../data/notifications'
import { paths } from '../../paths'

const REDIRECT = { returnMs: 1000, productsMs: 500 }

const FIELDS = [
  { name: 'firstName', label: 'First Name', type: 'text', autoComplete: 'given-name' },
  { name: 'lastName', label: 'Last Name', type: 'text', autoComplete: 'family-name' },
  { name: 'email', label: 'Email', type: 'email', autoComplete: 'email' },
  {
    name: 'password',
    label: 'Password',
    type: 'password',
    autoComplete: 'new-password',
    hint: PASSWORD_HINT,
  },
  { name: 'confirmPwd', label: 'Confirm Password', type: 'password', autoComplete: 'new-password' },
] as const

type Errors = Partial<Record<string, string>>

export const Component = () => (
  <ForVisitors>
    <Signup />
  </ForVisitors>
)

function Signup() {
  const state: unknown = useLocation().state
  const [errors, setErrors] = useState<Errors>({})
  const redirect = useReturnAfterLogin(REDIRECT)
  const [signUp, { loading }] = useSignup()
  const busy = loading || redirect
  const [shown, setShown] = useState(false)
  // The label is not "Show password", because a search for the field's label would then find the button too.
  const show = (
    <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
      Show
    </button>
  )

  const send = async (texts: Record<string, string>) => {
    const error = await signUp({ ...signupInput.parse(texts), consents: consentsIn(texts) })
    setErrors(error ? { [error.field ?? 'email']: error.message } : {})
  }

  const submit = (texts: Record<string, string>, form: HTMLFormElement) => {
    const found = check(texts)
    setErrors(found.errors)
    if (found.message) {
      notify.error(found.message)
      const first = FIELDS.find(({ name }) => found.errors[name])
      if (first) focusField(form, first.name)
    } else if (!busy) return send(texts)
  }

  return (
    <FormPage
      title="Create an account"
      other={
        <>
          Have an account?{' '}
          <Link to={paths.login()} state={state} className="text-link">
            Login
          </Link>
          <br />
          <TermsLink />
        </>
      }
    >
      <LoginReason action="Sign up" />
      <form noValidate onSubmit={onSubmit(submit)}>
        {FIELDS.map((field) => (
          <Field
            key={field.name}
            {...field}
            type={shown && field.type === 'password' ? 'text' : field.type}
            button={field.type === 'password' && show}
            onChange={() => setErrors(({ [field.name]: _, ...others }) => others)}
            error={errors[field.name]}
          />
        ))}
        <ConsentBoxes />
        <Button type="submit" wide busy={busy}>
          Sign Up
        </Button>
      </form>
    </FormPage>
  )
}

/** Returns one message to announce, and the error for each field. */
function check(texts: Record<string, string>): { message: string | null; errors: Errors } {
  const missing = FIELDS.filter(({ name }) => !line(texts[name] ?? '') && name !== 'confirmPwd')
  if (missing.length > 0) {
    return {
      message: 'Enter valid information',
      errors: Object.fromEntries(missing.map(({ name, label }) => [name, `${label} is missing`])),
    }
  }
  const issues = signupInput.safeParse(texts).error?.issues ?? []
  const bad = [...new Set(issues.map(({ path }) => String(path[0])))]
  const errors: Errors = Object.fromEntries(
    bad.map((name) => [name, name === 'password' ? 'A password has 8 to 128 characters' : 'This does not look right']),
  )
  if (password(texts.password ?? '') !== password(texts.confirmPwd ?? ''))
    return { message: 'Passwords do not match', errors: { ...errors, confirmPwd: 'This is not the same password' } }
  return { message: bad[0] === undefined ? null : invalidMessage(bad[0]), errors }
}
