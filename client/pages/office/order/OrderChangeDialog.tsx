/** A dialog that changes an order. It sends the version that the page showed, and a reason if the change needs one. */
import type { TypedDocumentNode } from '@apollo/client'
import type { ReactNode } from 'react'
import { officeReason } from '../../../../server/shared/officeInput'
import { statusText } from '../../../components/order/OrderStatus'
import type { MutationError, MutationData } from '../../../data/sendMutation'
import { ChangeDialog } from '../kit/form/ChangeDialog'
import { fieldError } from '../kit/form/fieldError'
import { useStaffOrderChange, type OrderDialogProps } from './orderChange'
import { TextField } from '../../../components/form/Field'

/** Variables that all changes to orders send. */
interface Seen {
  number: string
  version: number
}

type Checked<Input> = { input: Input } | { errors: MutationError[] }

interface OrderChangeDialogProps<Data, Variables> extends OrderDialogProps {
  document: TypedDocumentNode<Data, Variables>
  /** The text of the success notification. */
  done: string
  title: string
  action: string
  keep?: string
  initialFocus?: string
  /** Returns the variables that are not in `Seen`, or the errors in the typed texts. */
  check: (texts: Record<string, string>) => Checked<Omit<NoInfer<Variables>, keyof Seen>>
  children: (errorOf: (field: string) => string | undefined, errors: readonly MutationError[]) => ReactNode
}

export function OrderChangeDialog<Data extends MutationData, Variables extends Seen>({
  document,
  done,
  check,
  office: { order },
  ...dialog
}: OrderChangeDialogProps<Data, Variables>) {
  const [change, busy] = useStaffOrderChange(document, done)
  const send = async (texts: Record<string, string>) => {
    const checked = check(texts)
    if ('errors' in checked) return checked.errors
    const seen: Seen = { number: order.number, version: order.version }
    return change({ ...seen, ...checked.input } as Variables)
  }
  return <ChangeDialog {...dialog} busy={busy} send={send} standing={statusText(order.status)} />
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
