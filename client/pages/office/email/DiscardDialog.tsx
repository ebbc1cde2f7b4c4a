/** Deletes an email that the shop has stopped trying to send. */
import { useNavigate, useOutletContext } from 'react-router-dom'
import { useOfficeChange } from '../../../data/office/officeChange'
import { DiscardMailDocument } from '../../../data/office/orderChanges.generated'
import { officePaths } from '../../../paths'
import { NoDialog, type DialogProps } from '../kit/DialogRoute'
import { FormDialog } from '../../../components/form/FormDialog'
import type { OpenedEmail } from './openedEmail'

export function DiscardDialog({ onClose }: DialogProps) {
  const { id, state } = useOutletContext<OpenedEmail>()
  const navigate = useNavigate()
  const [discard] = useOfficeChange(DiscardMailDocument, 'Email discarded', { reloads: false })
  const send = async () => {
    const outcome = await discard({ id })
    if (outcome?.errors.length !== 0) return outcome
    // The list replaces the dialog, which stays open until then.
    void navigate(officePaths.emails('?state=DEAD'), { replace: true })
    return null
  }
  if (state !== 'DEAD') return <NoDialog />
  return (
    <FormDialog title="Discard this email?" action="Discard" send={send} onClose={onClose}>
      {() => <p>This email will be deleted and never sent.</p>}
    </FormDialog>
  )
}
