/** Deletes an email that the shop has stopped trying to send. */
import { useNavigate } from 'react-router-dom'
import { useOfficeChange } from '../../../data/office/office'
import { DiscardMailDocument } from '../../../data/office/officeOrders.generated'
import { officePaths } from '../../../paths'
import { ChangeDialog } from '../kit/form/ChangeDialog'
import type { OfficeMailPageQuery } from './MailPage.generated'

interface DiscardDialogProps {
  mail: NonNullable<OfficeMailPageQuery['office']['mail']>
  onClose: () => void
}

export function DiscardDialog({ mail: { id }, onClose }: DiscardDialogProps) {
  const navigate = useNavigate()
  const [discard, { loading }] = useOfficeChange(DiscardMailDocument, 'Email discarded', { reloads: false })
  const send = async () => {
    const outcome = await discard({ id })
    if (outcome?.faults.length === 0) void navigate(officePaths.mails('?state=DEAD'))
    return outcome && outcome.faults
  }
  return (
    <ChangeDialog title="Discard this email?" action="Discard" busy={loading} send={send} onClose={onClose}>
      {() => <p>This email will be deleted and never sent.</p>}
    </ChangeDialog>
  )
}
