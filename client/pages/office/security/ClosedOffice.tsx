/** Replaces the office until the session has a second factor: prompts for a code, or for the setup of an authenticator app. */
import { useState } from 'react'
import { useRevalidator } from 'react-router-dom'
import { Button } from '../../../components/Button'
import { Field } from '../../../components/form/Field'
import { focusField, onSubmit } from '../../../components/form/form'
import form from '../../../components/form/FormDialog.module.css'
import { PageHead } from '../../../components/page/PageHead'
import { confirmSecondFactor, type OfficeAccess } from '../../../data/office/access'
import type { MutationError } from '../../../data/sendMutation'
import { CODE_FIELD } from '../kit/form/codeField'
import kit from '../kit/kit.module.css'
import { SetUpSecondFactor } from './SetUpSecondFactor'
import styles from './Security.module.css'

export const ClosedOffice = ({ access }: { access: OfficeAccess }) => (
  <div className={`${kit.part} ${styles.narrow}`}>
    <PageHead title="Office" />
    {access.secondFactor === 'NEEDED' ? (
      <EnterCode />
    ) : (
      <>
        <h1>Set up an authenticator app</h1>
        <p>This shop asks all staff for a code from an authenticator app.</p>
        <SetUpSecondFactor access={access} />
      </>
    )}
  </div>
)

function EnterCode() {
  const [errors, setErrors] = useState<MutationError[]>([])
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const submit = async ({ code = '' }: Record<string, string>, element: HTMLFormElement) => {
    setBusy(true)
    const { errors: found } = await confirmSecondFactor(code)
    if (found.length === 0) await revalidate()
    setBusy(false)
    setErrors(found)
    if (found.length > 0) focusField(element, 'code')
  }
  return (
    <>
      <h1>Enter a code</h1>
      <p>Open your authenticator app and enter the code for this shop. Without the app, enter a recovery code.</p>
      <form noValidate className={form.form} onSubmit={onSubmit((texts, element) => submit(texts, element))}>
        <Field {...CODE_FIELD} autoFocus error={errors[0]?.message} />
        <div>
          <Button type="submit" busy={busy}>
            Open the office
          </Button>
        </div>
      </form>
    </>
  )
}
