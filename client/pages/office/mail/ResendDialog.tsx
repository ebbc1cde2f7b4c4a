/** Resends a mail. */
import { useOfficeChange } from '../../../data/office/office'
import { ResendMailDocument } from '../../../data/office/officeOrders.generated'
import { ChangeDialog } from '../kit/form/ChangeDialog'
import { AGAIN } from '../kit/mailWords'
import type { OfficeMailPageQuery } from './MailPage.generated'

interface ResendDialogProps {
  mail: NonNullable<OfficeMailPageQuery['office']['mail']>
  onClose: () => void
}

export function ResendDialog({ mail: { id, to, state }, onClose }: ResendDialogProps) {
  const [resend, { loading }] = useOfficeChange(ResendMailDocument, 'Email will be sent again')
  const send = async () => {
    const outcome = await resend({ id })
    return outcome && outcome.faults
  }
  return (
    <ChangeDialog
      title={`Send this email to ${to} again?`}
      action="Send again"
      busy={loading}
      send={send}
      onClose={onClose}
    >
      {() => (
        <>
          <p>{AGAIN[state]}</p>
          <p>The email will show the current state of the order.</p>
        </>
      )}
    </ChangeDialog>
  )
}
