/** A button that emails another code. The page then accepts only the new code. */
import { useState, type ComponentProps } from 'react'
import { notify } from '../../data/notifications'
import type { FormFault } from '../../data/sendMutation'
import type { CodeRequests } from '../../data/session/codeRequest'
import { Button } from '../Button'

interface SendNewCodeProps extends Pick<ComponentProps<typeof Button>, 'wide'> {
  email: string
  request: CodeRequests['request']
  /** Called with null if the code was sent. */
  onAnswer: (fault: FormFault | null) => void
}

export function SendNewCode({ email, request, onAnswer, wide }: SendNewCodeProps) {
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    const fault = await request(email)
    setBusy(false)
    onAnswer(fault)
    if (!fault) notify.success('New code sent')
  }
  return (
    <Button look="quiet" {...(wide && { wide })} busy={busy} onClick={() => void send()}>
      Send a new code
    </Button>
  )
}
