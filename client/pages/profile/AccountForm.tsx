/** An account dialog with its fields and their checks. */
import { useState, type ReactNode } from 'react'
import { FIELD_LABELS, invalidMessage } from '../../../server/shared/validation'
import { Button } from '../../components/Button'
import { AccountName } from '../../components/form/AccountName'
import { Field } from '../../components/form/Field'
import { FormDialog, type FormDialogProps } from '../../components/form/FormDialog'
import { CodeSent } from '../../components/session/CodeSent'
import { emptyCode, NewCodeSent } from '../../components/session/SendNewCode'
import type { CodeRequests } from '../../data/account/codeRequest'
import type { FormError } from '../../data/sendMutation'
import styles from './AccountDialog.module.css'

export const PASSWORD = { name: 'password', autoComplete: 'current-password' } as const
export const CODE = { name: 'code', autoComplete: 'one-time-code', type: 'text', inputMode: 'numeric' } as const

interface FormField {
  name: string
  /** Defaults to the name's usual label. */
  label?: string
  autoComplete: string
  hint?: string
  /** Defaults to `password`. */
  type?: 'text' | 'email' | 'tel'
  inputMode?: 'numeric'
  defaultValue?: string
}

interface AccountFormProps extends Pick<FormDialogProps, 'title' | 'step' | 'earlier' | 'onClose'> {
  /** The email of the account. */
  email: string
  fields: FormField[]
  /** Returns the name of the first invalid field, or undefined. */
  check: (texts: Record<string, string>) => string | undefined
  send: (texts: Record<string, string>) => Promise<FormError | null>
  /** False if another step follows, so that the dialog stays open. */
  isLast?: boolean
  submit: string
  /** False hides the fields and the submit button. */
  isReady?: boolean
  children?: ReactNode
}

export function AccountForm({
  email,
  fields,
  check,
  send,
  isLast = true,
  submit,
  isReady = true,
  children,
  ...dialog
}: AccountFormProps) {
  const attempt = async (texts: Record<string, string>) => {
    const bad = check(texts)
    if (bad) return [{ field: bad, message: invalidMessage(bad) }]
    const error = await send(texts)
    if (error) return [error]
    return isLast ? [] : null
  }
  return (
    <FormDialog {...dialog} action={isReady ? submit : null} keep={null} send={attempt} layout={styles.form}>
      {(errorOf) => (
        <>
          {fields.some(({ type }) => type === undefined) && <AccountName email={email} />}
          {children}
          {(isReady ? fields : []).map((field) => (
            <Field
              key={field.name}
              type="password"
              {...field}
              maxLength={1000}
              label={field.label ?? FIELD_LABELS[field.name]!}
              error={errorOf(field.name)}
            />
          ))}
        </>
      )}
    </FormDialog>
  )
}

/** The name of the first invalid field, or undefined. */
export const invalidFieldOf = (result: { error?: { issues: { path: PropertyKey[] }[] } | undefined }) =>
  result.error?.issues[0]?.path[0]?.toString()

interface RequestCodeProps {
  email: string
  codes: CodeRequests
}

/** Emails the account a code, which the form then asks for. */
export function RequestCode({ email, codes }: RequestCodeProps) {
  const [result, setResult] = useState<'sent' | FormError | null>(null)
  const [isNewSent, setIsNewSent] = useState(false)
  const isRepeated = result === 'sent' || codes.sentTo === email
  const request = async (form: HTMLFormElement | null) => {
    setIsNewSent(false)
    const error = await codes.request(email)
    setResult(error ?? 'sent')
    if (error) return
    emptyCode(form)
    setIsNewSent(isRepeated)
  }
  return (
    <>
      {result === 'sent' && <CodeSent email={email} />}
      {result !== null && result !== 'sent' && (
        <p role="alert" className={styles.error}>
          {result.message}
        </p>
      )}
      <Button look="quiet" onClick={(event) => void request(event.currentTarget.form)}>
        {isRepeated ? 'Send a new code' : 'Send code'}
      </Button>
      <NewCodeSent isSent={isNewSent} />
    </>
  )
}
