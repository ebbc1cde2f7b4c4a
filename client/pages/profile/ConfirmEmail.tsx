/** Confirms the account's email with a code. Shown until the email is confirmed. */
import { useState } from 'react'
import { signInWithCodeInput } from '../../../server/shared/validation'
import { Button } from '../../components/Button'
import { Field } from '../../components/form/Field'
import { focusField, onSubmit } from '../../components/form/form'
import { CodeSent } from '../../components/session/CodeSent'
import { SendNewCode } from '../../components/session/SendNewCode'
import { useConfirmEmail } from '../../data/session/account'
import { useCodeRequest } from '../../data/session/codeRequest'
import type { FormFault } from '../../data/sendMutation'
import styles from './ConfirmEmail.module.css'

export function ConfirmEmail({ email }: { email: string }) {
  const [isSent, setIsSent] = useState(false)
  const [fault, setFault] = useState<FormFault | null>(null)
  const [confirm, { loading }] = useConfirmEmail()
  const codes = useCodeRequest('confirm')
  const afterSending = (found: FormFault | null) => {
    setFault(found)
    if (!found) setIsSent(true)
  }
  const enter = async (code: string, form: HTMLFormElement) => {
    const input = { email, code }
    const isWhole = signInWithCodeInput.safeParse(input).success
    const found = isWhole
      ? await codes.enter(email, (id) => confirm({ ...input, ...id }))
      : { field: 'code', message: 'Please enter the six digits' }
    setFault(found)
    if (found?.field) focusField(form, found.field)
  }
  return (
    <form
      noValidate
      className={styles.confirm}
      aria-label="Confirm your email"
      onSubmit={onSubmit(({ code = '' }, form) => void enter(code, form))}
    >
      {isSent || codes.sentTo === email ? (
        <CodeSent email={email} />
      ) : (
        <p>Confirm your email: press Send a code, then enter the code from our email here.</p>
      )}
      <Field
        label="Code"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={40}
        error={fault?.field === 'code' ? fault.message : undefined}
      />
      {fault && fault.field !== 'code' && (
        <p role="alert" className={styles.fault}>
          {fault.message}
        </p>
      )}
      <div className={styles.ways}>
        <Button type="submit" busy={loading}>
          Confirm email
        </Button>
        <SendNewCode email={email} request={codes.request} onAnswer={afterSending} />
      </div>
    </form>
  )
}
