/** A button that emails another code. The page then accepts only the new code, so the form's field for the code is emptied. */
import { useState, type ComponentProps } from 'react'
import type { FormError } from '../../data/sendMutation'
import type { CodeRequests } from '../../data/account/codeRequest'
import { Button } from '../Button'
import styles from './SendNewCode.module.css'

interface SendNewCodeProps extends Pick<ComponentProps<typeof Button>, 'wide'> {
  email: string
  request: CodeRequests['request']
  /** Called with null if the code was sent. */
  onAnswer: (error: FormError | null) => void
  /** True if the page has no code yet. */
  isFirst?: boolean
}

/** Empties the field for a code that a new code replaced. */
export function emptyCode(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLInputElement>('input[autocomplete="one-time-code"]')
  if (field) field.value = ''
}

/** Always rendered, because a screen reader announces a change to its text, but not a newly added element. */
export const NewCodeSent = ({ isSent }: { isSent: boolean }) => (
  <p role="status" className={styles.sent}>
    {isSent && 'New code sent.'}
  </p>
)

export function SendNewCode({ email, request, onAnswer, wide, isFirst = false }: SendNewCodeProps) {
  const [busy, setBusy] = useState(false)
  const [isSent, setIsSent] = useState(false)
  const send = async (form: HTMLFormElement | null) => {
    setBusy(true)
    setIsSent(false)
    const error = await request(email)
    setBusy(false)
    onAnswer(error)
    if (error) return
    emptyCode(form)
    setIsSent(true)
  }
  return (
    <>
      <Button
        look={isFirst ? 'primary' : 'quiet'}
        {...(wide && { wide })}
        busy={busy}
        onClick={(event) => void send(event.currentTarget.form)}
      >
        {isFirst ? 'Send code' : 'Send a new code'}
      </Button>
      <NewCodeSent isSent={isSent} />
    </>
  )
}
