/** The dialogs of the account: change the password, log out everywhere, delete the account. */
import { useState, type ReactNode } from 'react'
import {
  changePasswordInput,
  deleteAccountInput,
  FIELD_LABELS,
  invalidMessage,
} from '../../../server/shared/validation'
import { Button } from '../../components/Button'
import { Dialog } from '../../components/Dialog'
import { Field } from '../../components/form/Field'
import { focusField, onSubmit } from '../../components/form/form'
import { useChangePassword, useDeleteAccount, useLogOutEverywhere } from '../../data/session/account'
import type { FormFault } from '../../data/sendMutation'
import styles from './AccountDialog.module.css'

interface DialogProps {
  onClose: () => void
}

export function AccountDialog({ asking, onClose }: DialogProps & { asking: 'password' | 'logout' | 'delete' }) {
  if (asking === 'password') return <ChangePassword onClose={onClose} />
  if (asking === 'delete') return <DeleteAccount onClose={onClose} />
  return <LogOutEverywhere onClose={onClose} />
}

interface PasswordFormProps {
  fields: { name: string; autoComplete: string }[]
  /** Returns the name of the first invalid field, or undefined. */
  check: (texts: Record<string, string>) => string | undefined
  send: (texts: Record<string, string>) => Promise<FormFault | null>
  onDone: () => void
  busy: boolean
  submit: string
  children?: ReactNode
}

/** Password fields with their faults, and a submit button. */
function PasswordForm({ fields, check, send, onDone, busy, submit, children }: PasswordFormProps) {
  const [fault, setFault] = useState<FormFault | null>(null)
  const attempt = async (texts: Record<string, string>, form: HTMLFormElement) => {
    const bad = check(texts)
    const found = bad ? { field: bad, message: invalidMessage(bad) } : await send(texts)
    setFault(found)
    if (!found) onDone()
    else if (found.field) focusField(form, found.field)
  }
  return (
    <form noValidate className={styles.form} onSubmit={onSubmit((texts, form) => void attempt(texts, form))}>
      {children}
      {fields.map((field) => (
        <Field
          key={field.name}
          {...field}
          type="password"
          maxLength={1000}
          label={FIELD_LABELS[field.name]!}
          error={fault?.field === field.name ? fault.message : undefined}
        />
      ))}
      {fault && fault.field === null && (
        <p role="alert" className={styles.fault}>
          {fault.message}
        </p>
      )}
      <Button type="submit" wide busy={busy}>
        {submit}
      </Button>
    </form>
  )
}

const faultOf = (result: { error?: { issues: { path: PropertyKey[] }[] } | undefined }) =>
  result.error?.issues[0]?.path[0]?.toString()

function ChangePassword({ onClose }: DialogProps) {
  const [change, { loading }] = useChangePassword()
  return (
    <Dialog title="Change password" onClose={onClose}>
      <PasswordForm
        fields={[
          { name: 'currentPassword', autoComplete: 'current-password' },
          { name: 'newPassword', autoComplete: 'new-password' },
        ]}
        check={(texts) => faultOf(changePasswordInput.safeParse(texts))}
        send={({ currentPassword = '', newPassword = '' }) => change({ currentPassword, newPassword })}
        onDone={onClose}
        busy={loading}
        submit="Change password"
      >
        <p>You stay logged in here; every other device is logged out.</p>
      </PasswordForm>
    </Dialog>
  )
}

function LogOutEverywhere({ onClose }: DialogProps) {
  const [logOutEverywhere, { loading }] = useLogOutEverywhere()
  return (
    <Dialog title="Log out everywhere" onClose={onClose}>
      <div className={styles.form}>
        <p>Every device that is logged in to your account is logged out, this one too.</p>
        <Button wide busy={loading} onClick={() => void logOutEverywhere()}>
          Log out everywhere
        </Button>
      </div>
    </Dialog>
  )
}

function DeleteAccount({ onClose }: DialogProps) {
  const [deleteAccount, { loading }] = useDeleteAccount()
  return (
    <Dialog title="Delete account" onClose={onClose}>
      <PasswordForm
        fields={[{ name: 'password', autoComplete: 'current-password' }]}
        check={(texts) => faultOf(deleteAccountInput.safeParse(texts))}
        send={({ password = '' }) => deleteAccount({ password })}
        onDone={onClose}
        busy={loading}
        submit="Delete account"
      >
        <p>This cannot be taken back.</p>
        <ul>
          <li>Your cart, wishlist and addresses are deleted.</li>
          <li>Invoices stay, as the law wants, without your name, street and mobile number.</li>
          <li>A parcel on its way still arrives; an order that is not paid yet is cancelled.</li>
        </ul>
      </PasswordForm>
    </Dialog>
  )
}
