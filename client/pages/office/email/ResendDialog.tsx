/** Resends an email. */
import { useOutletContext } from 'react-router-dom'
import { useOfficeChange } from '../../../data/office/officeChange'
import { ResendMailDocument } from '../../../data/office/orderChanges.generated'
import { NoDialog, type DialogProps } from '../kit/DialogRoute'
import { FormDialog } from '../../../components/form/FormDialog'
import { AGAIN } from '../kit/emailWords'
import type { OpenedEmail } from './openedEmail'

export function ResendDialog({ onClose }: DialogProps) {
  const { id, to, state } = useOutletContext<OpenedEmail>()
  const [resend] = useOfficeChange(ResendMailDocument, 'Email will be sent again')
  const send = () => resend({ id })
  if (to === null) return <NoDialog />
  return (
    <FormDialog
      title={`Send this email to ${to} again?`}
      action="Send again"

      send={send}
      onClose={onClose}
    >
      {() => (
        <>
          <p>{AGAIN[state]}</p>
          <p>The email will show the current state of the order.</p>
        </>
      )}
    </FormDialog>
  )
}
