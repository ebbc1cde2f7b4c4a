/** Confirms the account's email with a code. Shown until the email is confirmed. */
import { useState, type ReactNode } from 'react'
import { signInWithCodeInput } from '../../../server/shared/validation'
import { Button } from '../Button'
import { Field } from '../form/Field'
import { focusField, onSubmit } from '../form/form'
import { CodeSent } from './CodeSent'
import { SendNewCode } from './SendNewCode'
import { useConfirmEmail } from '../../data/account/account'
import { useCodeRequest } from '../../data/account/codeRequest'
import type { FormError } from '../../data/sendMutation'
import styles from './ConfirmEmail.module.css'

interface ConfirmEmailProps {
  email: string
  /** The reason to confirm the email, shown above the form. */
  children?: ReactNode
  onConfirmed?: () => void
  /** Moves the focus to the code's field when the form opens. */
  autoFocus?: boolean
}

export function ConfirmEmail({ email, children, onConfirmed, autoFocus = false }: ConfirmEmailProps) {
  const [isSent, setIsSent] = useState(false)
  const [error, setError] = useState<FormError | null>(null)
  const [confirm, { loading }] = useConfirmEmail()
  const codes = useCodeRequest('confirm')
  const hasCode = isSent || codes.sentTo === email
  const [hadCode] = useState(hasCode)
  const afterSending = (found: FormError | null) => {
    setError(found)
    if (!found) setIsSent(true)
  }
  const enter = async (code: string, form: HTMLFormElement) => {
    const input = { email, code }
    const isWhole = signInWithCodeInput.safeParse(input).success
    const found = isWhole
      ? await codes.enter(email, (id) => confirm({ ...input, ...id }))
      : { field: 'code', message: 'Please enter the six digits' }
    setError(found)
    if (found?.field) focusField(form, found.field)
    if (!found) onConfirmed?.()
  }
  return (
    <form
      noValidate
      className={styles.confirm}
      aria-label="Confirm your email"
      onSubmit={onSubmit(({ code = '' }, form) => enter(code, form))}
    >
      {children}
      {hasCode ? (
        <>
          <CodeSent email={email} isWelcome={codes.isWelcome} />
          <Field
            label="Code"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={40}
            // The first code was just sent from this form.
            autoFocus={autoFocus || !hadCode}
            error={error?.field === 'code' ? error.message : undefined}
          />
        </>
      ) : (
        <p>Confirm your email with a code. Press Send code, and we’ll email six digits to {email}.</p>
      )}
      {error && !(hasCode && error.field === 'code') && (
        <p role="alert" className={styles.error}>
          {error.message}
        </p>
      )}
      <div className={styles.ways}>
        {hasCode && (
          <Button type="submit" busy={loading}>
            Confirm email
          </Button>
        )}
        <SendNewCode email={email} request={codes.request} onAnswer={afterSending} isFirst={!hasCode} />
      </div>
    </form>
  )
}
