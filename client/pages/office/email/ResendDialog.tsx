/** Resends an email. */
import { useOutletContext } from 'react-router-dom'
import { useOfficeChange } from '../../../data/office/officeChange'
import { ResendMailDocument } from '../../../data/office/orderChanges.generated'
import { NoDialog, type DialogProps } from '../kit/DialogRoute'
import { ChangeDialog } from '../kit/form/ChangeDialog'
import { AGAIN } from '../kit/emailWords'
import type { OpenedEmail } from './openedEmail'

export function ResendDialog({ onClose }: DialogProps) {
  const { id, to, state } = useOutletContext<OpenedEmail>()
  const [resend, { loading }] = useOfficeChange(ResendMailDocument, 'Email will be sent again')
  const send = async () => {
    const outcome = await resend({ id })
    return outcome && outcome.errors
  }
  if (to === null) return <NoDialog />
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
