/** A dialog that changes an order. It sends the version that the page showed, and a reason if the change needs one. */
import type { TypedDocumentNode } from '@apollo/client'
import { officeReason } from '../../../../server/shared/officeInput'
import type { FormError, MutationData } from '../../../data/sendMutation'
import { FormDialog, type FormDialogProps } from '../../../components/form/FormDialog'
import { fieldError } from '../kit/form/fieldError'
import { staleOf, type OrderDialogProps } from './orderChange'
import { TextField } from '../../../components/form/Field'
import { useOrderChange } from './useOrderChange'

/** Variables that all changes to orders send. */
interface Seen {
  number: string
  version: number
}

type Checked<Input> = { input: Input } | { errors: FormError[] }

interface OrderChangeDialogProps<Data, Variables>
  extends OrderDialogProps, Pick<FormDialogProps, 'title' | 'action' | 'keep' | 'initialFocus' | 'children'> {
  document: TypedDocumentNode<Data, Variables>
  /** The text of the success notification. */
  done: string
  /** Returns the variables that are not in `Seen`, or the errors in the typed texts. */
  check: (texts: Record<string, string>) => Checked<Omit<NoInfer<Variables>, keyof Seen>>
}

export function OrderChangeDialog<Data extends MutationData, Variables extends Seen>({
  document,
  done,
  check,
  office,
  ...dialog
}: OrderChangeDialogProps<Data, Variables>) {
  const { order } = office
  const change = useOrderChange(document, done, office)
  const send = async (texts: Record<string, string>) => {
    const checked = check(texts)
    if ('errors' in checked) return checked.errors
    const seen = (version: number): Seen => ({ number: order.number, version })
    return change((version) => ({ ...seen(version), ...checked.input }) as Variables)
  }
  return <FormDialog {...dialog} send={send} stale={staleOf(order)} />
}

export function checkReason(texts: Record<string, string>): Checked<{ reason: string }> {
  const { data } = officeReason.safeParse(texts['reason'])
  return data === undefined
    ? { errors: [fieldError('reason', 'Please enter a reason of up to 500 characters')] }
    : { input: { reason: data } }
}

/** Whether the form's items return to stock. */
export const restockOf = (texts: Record<string, string>) => ({ restock: 'restock' in texts })

export const Reason = ({ error }: { error: string | undefined }) => (
  <TextField label="Reason (the customer will see it)" name="reason" maxLength={500} error={error} />
)
