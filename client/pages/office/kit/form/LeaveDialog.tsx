/** Asks for confirmation before staff leave a form with unsaved changes. Its code loads the first time it is needed. */
import { Button } from '../../../../components/Button'
import { Dialog } from '../../../../components/Dialog'
import form from '../../../../components/form/FormDialog.module.css'

export const LeaveDialog = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => (
  <Dialog title="Leave without saving?" onClose={onStay}>
    <div className={form.form}>
      <p>Your changes to this form are not saved.</p>
      <div className={form.buttons}>
        <Button onClick={onStay}>Stay</Button>
        <Button look="quiet" onClick={onLeave}>
          Leave
        </Button>
      </div>
    </div>
  </Dialog>
)
