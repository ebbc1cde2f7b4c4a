/** The dialogs for cancelling a placed order or requesting a return. */
import { useState } from 'react'
import { formatRupees } from '../../../server/shared/money/money'
import {
  MAX_RETURN_NOTE_LENGTH,
  RETURN_REASONS,
  returnInput,
  type ReturnReason,
} from '../../../server/shared/delivery/returns'
import { invalidMessage } from '../../../server/shared/validation'
import type { FormError } from '../../data/sendMutation'
import { useCancelOrder, useRequestReturn } from '../../data/orders/orders'
import { Button } from '../Button'
import { Dialog } from '../Dialog'
import { focusField, onSubmit } from '../form/form'
import styles from '../form/FormDialog.module.css'
import { TextField } from '../form/Field'

interface DialogProps {
  number: string
  onClose: () => void
}

interface OrderDialogProps extends DialogProps {
  asking: 'cancel' | 'return'
  /** The amount paid, in whole rupees; null if nothing was paid. */
  refund: number | null
}

export const OrderDialog = ({ asking, ...props }: OrderDialogProps) =>
  asking === 'cancel' ? <CancelOrder {...props} /> : <RequestReturn {...props} />

function CancelOrder({ number, refund, onClose }: Omit<OrderDialogProps, 'asking'>) {
  const [cancelOrder, { loading }] = useCancelOrder()
  const [error, setError] = useState<FormError | null>(null)
  const cancel = async () => {
    const found = await cancelOrder({ number })
    setError(found)
    if (!found) onClose()
  }
  return (
    <Dialog title={`Cancel ${number}?`} onClose={onClose}>
      <div className={styles.form}>
        <p>
          {refund === null
            ? 'You have not paid for this order. We do not send it, and you pay nothing.'
            : `We refund ${formatRupees(refund)} to the card or account you paid with.`}
        </p>
        <FormErrorMessage error={error} />
        <div className={styles.buttons}>
          <Button look="quiet" onClick={onClose}>
            Keep order
          </Button>
          <Button busy={loading} onClick={() => void cancel()}>
            Cancel order
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const REASONS = Object.entries(RETURN_REASONS) as [ReturnReason, string][]

function RequestReturn({ number, onClose }: DialogProps) {
  const [requestReturn, { loading }] = useRequestReturn()
  const [error, setError] = useState<FormError | null>(null)
  const request = async (texts: Record<string, string>, form: HTMLFormElement) => {
    const { data, error: invalid } = returnInput.safeParse(texts)
    const field = invalid ? String(invalid.issues[0]!.path[0]) : null
    const found = field
      ? { field, message: field === 'note' ? 'Please say why, in up to 500 characters' : invalidMessage(field) }
      : await requestReturn({ number, ...data! })
    setError(found)
    if (!found) onClose()
    else if (found.field) focusField(form, found.field)
  }
  return (
    <Dialog title={`Return ${number}`} onClose={onClose}>
      <form noValidate className={styles.form} onSubmit={onSubmit((texts, form) => void request(texts, form))}>
        <fieldset className={styles.choices}>
          <legend>Why do you want to return it?</legend>
          {REASONS.map(([reason, text], i) => (
            <label key={reason} className={styles.check}>
              <input type="radio" name="reason" value={reason} defaultChecked={i === 0} />
              {text}
            </label>
          ))}
        </fieldset>
        <TextField
          label="More details"
          name="note"
          maxLength={MAX_RETURN_NOTE_LENGTH}
          error={error?.field === 'note' ? error.message : undefined}
        />
        {error?.field !== 'note' && <FormErrorMessage error={error} />}
        <Button type="submit" wide busy={loading}>
          Request return
        </Button>
      </form>
    </Dialog>
  )
}

const FormErrorMessage = ({ error }: { error: FormError | null }) =>
  error && (
    <p role="alert" className={styles.error}>
      {error.message}
    </p>
  )
