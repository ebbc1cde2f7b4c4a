/** Dialogs that resend and discard a webhook message. */
import { useOutletContext } from 'react-router-dom'
import { useOfficeChange } from '../../../data/office/officeChange'
import { DiscardWebhookDocument, ResendWebhookDocument } from '../../../data/office/staffChanges.generated'
import { NoSuchRecord, useAddressed, type DialogProps } from '../kit/DialogRoute'
import { ChangeDialog } from '../kit/form/ChangeDialog'
import type { OfficeWebhooksPageQuery } from './WebhooksPage.generated'

type Webhooks = OfficeWebhooksPageQuery['office']['webhooks']['nodes']

export function ResendDialog({ onClose }: DialogProps) {
  const webhook = useAddressed(useOutletContext<Webhooks>())
  const [resend, { loading }] = useOfficeChange(ResendWebhookDocument, 'Message will be sent again')
  if (!webhook) return <NoSuchRecord sentence="There is no such message on this page of the list." onClose={onClose} />
  const send = async () => {
    const sent = await resend({ id: webhook.id })
    return sent && sent.errors
  }
  return (
    <ChangeDialog title="Send this message again?" action="Send again" busy={loading} send={send} onClose={onClose}>
      {() => <p>The message keeps its id, so a receiver that has already processed it can ignore it.</p>}
    </ChangeDialog>
  )
}

export function DiscardDialog({ onClose }: DialogProps) {
  const webhook = useAddressed(useOutletContext<Webhooks>())
  const [discard, { loading }] = useOfficeChange(DiscardWebhookDocument, 'Message discarded')
  if (!webhook) return <NoSuchRecord sentence="There is no such message on this page of the list." onClose={onClose} />
  const send = async () => {
    const sent = await discard({ id: webhook.id })
    return sent && sent.errors
  }
  return (
    <ChangeDialog title="Discard this message?" action="Discard" busy={loading} send={send} onClose={onClose}>
      {() => <p>This message will be deleted and never sent.</p>}
    </ChangeDialog>
  )
}
