/** A button that emails another code. Earlier codes stay valid. */
import { useState, type ComponentProps } from 'react'
import { notify } from '../../data/notifications'
import type { FormFault } from '../../data/sendMutation'
import { useRequestCode } from '../../data/session/accounts'
import { Button } from '../Button'

interface SendNewCodeProps extends Pick<ComponentProps<typeof Button>, 'wide'> {
  email: string
  /** Called with null if the code was sent. */
  onAnswer: (fault: FormFault | null) => void
}

export function SendNewCode({ email, onAnswer, wide }: SendNewCodeProps) {
  const [busy, setBusy] = useState(false)
  const requestCode = useRequestCode()
  const send = async () => {
    setBusy(true)
    const fault = await requestCode(email)
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
