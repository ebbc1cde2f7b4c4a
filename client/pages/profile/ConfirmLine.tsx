/** One line that says that the email is not confirmed, and opens the form for the code. */
import { lazy, startTransition, Suspense, useState } from 'react'
import { Button } from '../../components/Button'
import { useCodeRequest } from '../../data/session/codeRequest'
import styles from './ConfirmLine.module.css'

const ConfirmEmail = lazy(async () => ({
  default: (await import('../../components/session/ConfirmEmail')).ConfirmEmail,
}))

export function ConfirmLine({ email }: { email: string }) {
  const [isPressed, setIsPressed] = useState(false)
  const { sentTo, isWelcome } = useCodeRequest('confirm')
  // A phone may reload the page while the shopper reads the email with the code.
  const isAsked = sentTo === email && !isWelcome
  if (isPressed || isAsked)
    return (
      <Suspense>
        <ConfirmEmail email={email} autoFocus={isPressed} />
      </Suspense>
    )
  return (
    <p className={styles.line}>
      Your email is not confirmed.{' '}
      <Button look="bare" onClick={() => startTransition(() => setIsPressed(true))}>
        Confirm it
      </Button>
    </p>
  )
}
