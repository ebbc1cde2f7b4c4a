/** One line that says that the email is not confirmed, and opens the form for the code. */
import { useState } from 'react'
import { Button } from '../../components/Button'
import { ConfirmEmail } from '../../components/session/ConfirmEmail'
import { useCodeRequest } from '../../data/session/codeRequest'
import styles from './ConfirmLine.module.css'

export function ConfirmLine({ email }: { email: string }) {
  const [isPressed, setIsPressed] = useState(false)
  const { sentTo, isWelcome } = useCodeRequest('confirm')
  // A phone may reload the page while the shopper reads the email with the code.
  const isAsked = sentTo === email && !isWelcome
  if (isPressed || isAsked) return <ConfirmEmail email={email} autoFocus={isPressed} />
  return (
    <p className={styles.line}>
      Your email is not confirmed.{' '}
      <Button look="bare" onClick={() => setIsPressed(true)}>
        Confirm it
      </Button>
    </p>
  )
}
