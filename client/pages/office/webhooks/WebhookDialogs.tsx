/** Dialogs that resend and discard a webhook message. */
import { useOfficeChange } from '../../../data/office/office'
import { DiscardWebhookDocument, ResendWebhookDocument } from '../../../data/office/officeStaff.generated'
import { ChangeDialog } from '../kit/form/ChangeDialog'

interface DialogProps {
  id: string
  onClose: () => void
}

export function ResendDialog({ id, onClose }: DialogProps) {
  const [resend, { loading }] = useOfficeChange(ResendWebhookDocument, 'Message will be sent again')
  const send = async () => {
    const sent = await resend({ id })
    return sent && sent.faults
  }
  return (
    <ChangeDialog title="Send this message again?" action="Send again" busy={loading} send={send} onClose={onClose}>
      {() => <p>The message keeps its id, so a receiver that has already processed it can ignore it.</p>}
    </ChangeDialog>
  )
}

export function DiscardDialog({ id, onClose }: DialogProps) {
  const [discard, { loading }] = useOfficeChange(DiscardWebhookDocument, 'Message discarded')
  const send = async () => {
    const sent = await discard({ id })
    return sent && sent.faults
  }
  return (
    <ChangeDialog title="Discard this message?" action="Discard" busy={loading} send={send} onClose={onClose}>
      {() => <p>This message will be deleted and never sent.</p>}
    </ChangeDialog>
  )
}
