/** Two steps within this page. It sends no request. */
import { useState } from 'react'
import { Button, ButtonLink } from '../../components/Button'
import { Field } from '../../components/form/Field'
import { onSubmit } from '../../components/form/form'
import { FormPage } from '../../components/form/FormPage'
import { paths } from '../../paths'

export function Component() {
  const [email, setEmail] = useState<string | null>(null)

  if (email === null) {
    return (
      <FormPage title="Forgot your password?">
        <form onSubmit={onSubmit((texts) => setEmail(texts.email ?? ''))}>
          <Field label="Email" name="email" type="email" autoComplete="email" required />
          <Button type="submit" wide>
            Send Email
          </Button>
        </form>
      </FormPage>
    )
  }
  return (
    <FormPage title="Choose a new password">
      <form>
        <Field key="otp" label="OTP" name="otp" inputMode="numeric" autoComplete="one-time-code" autoFocus />
        <Field label="New Password" name="newPassword" type="password" autoComplete="new-password" />
        <ButtonLink to={paths.login()} wide role="button">
          Submit
        </ButtonLink>
      </form>
    </FormPage>
  )
}
