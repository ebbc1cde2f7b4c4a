/** One line that says that the email is not confirmed. Its button emails a code and opens the form for it. */
import { useState } from 'react'
import { Button } from '../../components/Button'
import { ConfirmEmail } from '../../components/session/ConfirmEmail'
import { useCodeRequest } from '../../data/account/codeRequest'
import type { FormError } from '../../data/sendMutation'
import styles from './ConfirmLine.module.css'

export function ConfirmLine({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<FormError | null>(null)
  const { sentTo, isWelcome, request } = useCodeRequest('confirm')
  const isSent = sentTo === email
  const open = async () => {
    // This tab may have a code already, for example the one of the welcome email.
    if (!isSent) {
      setBusy(true)
      const found = await request(email)
      setBusy(false)
      setError(found)
      if (found) return
    }
    setIsOpen(true)
  }
  // A phone may reload the page while the shopper reads the email with the code.
  if (isOpen || (isSent && !isWelcome)) return <ConfirmEmail email={email} autoFocus={isOpen || busy} />
  return (
    <div>
      <p className={styles.line}>
        Your email is not confirmed.{' '}
        <Button look="bare" busy={busy} onClick={() => void open()}>
          Confirm it
        </Button>
      </p>
      {error && (
        <p role="alert" className={styles.error}>
          {error.message}
        </p>
      )}
    </div>
  )
}
