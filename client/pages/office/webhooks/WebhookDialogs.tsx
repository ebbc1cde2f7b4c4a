/** Dialogs that resend and discard a webhook message. */
import { useOutletContext } from 'react-router-dom'
import { useOfficeChange } from '../../../data/office/officeChange'
import { DiscardWebhookDocument, ResendWebhookDocument } from '../../../data/office/staffChanges.generated'
import { NoSuchRecord, useAddressed, type DialogProps } from '../kit/DialogRoute'
import { FormDialog } from '../../../components/form/FormDialog'
import type { OfficeWebhooksPageQuery } from './WebhooksPage.generated'

type Webhooks = OfficeWebhooksPageQuery['office']['webhooks']['nodes']

export function ResendDialog({ onClose }: DialogProps) {
  const webhook = useAddressed(useOutletContext<Webhooks>())
  const [resend] = useOfficeChange(ResendWebhookDocument, 'Message will be sent again')
  if (!webhook) return <NoSuchRecord sentence="There is no such message on this page of the list." onClose={onClose} />
  const send = () => resend({ id: webhook.id })
  return (
    <FormDialog title="Send this message again?" action="Send again" send={send} onClose={onClose}>
      {() => <p>The message keeps its id, so a receiver that has already processed it can ignore it.</p>}
    </FormDialog>
  )
}

export function DiscardDialog({ onClose }: DialogProps) {
  const webhook = useAddressed(useOutletContext<Webhooks>())
  const [discard] = useOfficeChange(DiscardWebhookDocument, 'Message discarded')
  if (!webhook) return <NoSuchRecord sentence="There is no such message on this page of the list." onClose={onClose} />
  const send = () => discard({ id: webhook.id })
  return (
    <FormDialog title="Discard this message?" action="Discard" send={send} onClose={onClose}>
      {() => <p>This message will be deleted and never sent.</p>}
    </FormDialog>
  )
}
