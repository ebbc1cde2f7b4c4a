/**
 * The refund dialog. It refunds the remaining amount, some items, or a chosen amount, and describes the refund before
 * sending it.
 */
import { useState } from 'react'
import { formatPaise } from '../../../../server/shared/money/money'
import { officeReason, refundReference } from '../../../../server/shared/officeInput'
import type { RefundOrderInput } from '../../../generated/types'
import { Button } from '../../../components/Button'
import { Dialog } from '../../../components/Dialog'
import { onSubmit } from '../../../components/form/form'
import { statusText } from '../../../components/order/OrderStatus'
import { useCallKey } from '../../../data/office/officeChange'
import type { MutationError } from '../../../data/sendMutation'
import { RefundOrderDocument } from '../../../data/office/orderChanges.generated'
import { fieldError } from '../kit/form/fieldError'
import { FormErrors } from '../kit/form/FormErrors'
import form from '../../../components/form/FormDialog.module.css'
import { Value } from '../../../components/Value'
import styles from './RefundDialog.module.css'
import { actionDialog } from './actionDialog'
import { useStaffOrderChange, type OfficeOrder, type OrderDialogProps } from './orderChange'
import { owedPieces, paiseOf, priceOfPieces, refundablePieces } from './refundAmount'
import { RefundFields, type RefundDraft } from './RefundFields'

/** The input without the version and the idempotency key, or the errors in the typed values. */
type Checked = { errors: MutationError[] } | { input: Asked; amount: number; pieces: number }
type Asked = Omit<RefundOrderInput, 'number' | 'version' | 'idempotencyKey'>

function check(office: OfficeOrder, draft: RefundDraft): Checked {
  const errors: MutationError[] = []
  const reason = officeReason.safeParse(draft.reason)
  if (!reason.success) errors.push(fieldError('reason', 'Please enter a reason of up to 500 characters'))
  const reference = draft.reference.trim() === '' ? null : refundReference.safeParse(draft.reference)
  if (reference && !reference.success) errors.push(fieldError('reference', 'Please enter up to 100 characters'))
  const payment = office.payments.find(({ id }) => id === draft.paymentId)
  const rest = {
    reason: draft.reason.trim(),
    restock: draft.way !== 'amount' && draft.restock,
    paymentId: draft.paymentId || null,
    reference: draft.reference.trim() || null,
  }
  const most = payment?.refundablePaise ?? office.refundablePaise
  const wanted = new Map(office.order.items.map(({ id }) => [id, draft.pieces[id] ?? 0]))
  const pieces = [...wanted.values()].reduce((sum, each) => sum + each, 0)
  if (draft.way === 'lines' && pieces === 0) errors.push(fieldError('lines', 'Please choose at least one item'))
  const typed = paiseOf(draft.amount)
  const isTyped = draft.way === 'amount' || (draft.way === 'lines' && draft.amount.trim() !== '')
  const limit = draft.way === 'lines' ? Math.min(most, priceOfPieces(office, wanted)) : most
  if (isTyped && (typed === null || typed > limit))
    errors.push(fieldError('amountPaise', `Please enter an amount in rupees, at most ${formatPaise(limit)}`))
  if (errors.length > 0) return { errors }
  if (draft.way === 'whole') return { input: { ...rest, whole: true }, amount: most, pieces: allLeft(office) }
  if (draft.way === 'amount') return { input: { ...rest, amountPaise: typed }, amount: typed!, pieces: 0 }
  const lines = [...wanted].flatMap(([id, quantity]) => (quantity > 0 ? [{ id, quantity }] : []))
  if (isTyped) return { input: { ...rest, lines, amountPaise: typed }, amount: typed!, pieces }
  return { input: { ...rest, lines }, amount: priceOfPieces(office, wanted), pieces }
}

const allLeft = (office: OfficeOrder): number =>
  office.order.items.reduce((sum, item) => sum + refundablePieces(office, item), 0)

const EMPTY: RefundDraft = {
  way: 'whole',
  pieces: {},
  amount: '',
  paymentId: '',
  restock: false,
  reason: '',
  reference: '',
}

/** If the shop owes the price of pieces, the form starts with them and with a reason. */
function firstDraft(office: OfficeOrder): RefundDraft {
  if (office.order.owedPaise === 0) return EMPTY
  const isReturned = office.order.items.some(({ returned }) => returned > 0)
  return {
    ...EMPTY,
    way: 'lines',
    pieces: owedPieces(office),
    reason: isReturned ? 'Returned items.' : 'Cancelled items.',
  }
}

function RefundDialog({ office, onClose }: OrderDialogProps) {
  const { order } = office
  const [refund, busy] = useStaffOrderChange(RefundOrderDocument, 'Refund requested')
  const keyOf = useCallKey()
  const [draft, setDraft] = useState(() => firstDraft(office))
  const [isAsking, setAsking] = useState(false)
  const [errors, setErrors] = useState<MutationError[]>([])
  const checked = check(office, draft)
  const review = () => {
    setErrors('errors' in checked ? checked.errors : [])
    setAsking(!('errors' in checked))
  }
  const send = async () => {
    if ('errors' in checked) return review()
    const input = { ...checked.input, number: order.number, version: order.version }
    const found = await refund({ input: { ...input, idempotencyKey: keyOf(input) } })
    if (found === null) return
    setErrors(found)
    // Returns to the form if the server rejected the refund. After a lost response, the dialog stays open for a retry.
    if (found.length === 0) onClose()
    else if (found[0]!.code !== null) setAsking(false)
  }
  return (
    <Dialog title={isAsking ? `Confirm the refund for ${order.number}` : `Refund ${order.number}`} onClose={onClose}>
      <form noValidate className={form.form} onSubmit={onSubmit(isAsking ? send : review)}>
        {isAsking && !('errors' in checked) ? (
          <Summary office={office} checked={checked} />
        ) : (
          <RefundFields office={office} draft={draft} onChange={setDraft} errors={errors} />
        )}
        <FormErrors errors={errors} standing={statusText(order.status)} />
        <div className={form.buttons}>
          <Button look="quiet" onClick={isAsking ? () => setAsking(false) : onClose}>
            Back
          </Button>
          {/* Two separate buttons, because the second click of a double click must not send the refund. */}
          {isAsking && !('errors' in checked) ? (
            <Button key="send" type="submit" busy={busy}>
              Refund <Value>{formatPaise(checked.amount)}</Value>
            </Button>
          ) : (
            <Button key="review" type="submit">
              Continue
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}

/** What happens with the pieces. Before the shipment, those that return to stock leave the parcel. */
function stockEffect(
  { order: { status } }: OfficeOrder,
  { pieces, input }: { pieces: number; input: Pick<Asked, 'restock' | 'lines'> },
): string {
  const isUnshipped = status === 'PAID' && input.lines != null
  if (!input.restock)
    return isUnshipped
      ? 'Items that are not cancelled are still sent, and the stock does not change.'
      : 'The stock does not change.'
  if (isUnshipped)
    return `${pieces === 1 ? '1 item is cancelled and returns' : `${pieces} items are cancelled and return`} to stock, unless already cancelled. The customer gets an email.`
  return `${pieces === 1 ? '1 item returns' : `${pieces} items return`} to stock, unless already back.`
}

function Summary({ office, checked }: { office: OfficeOrder; checked: Exclude<Checked, { errors: unknown }> }) {
  const { amount, input } = checked
  const isByHand = input.reference !== null
  const payments = office.payments.filter(({ refundablePaise }) => refundablePaise > 0)
  const payment = payments.find(({ id }) => id === input.paymentId) ?? payments[0]
  return (
    <ul className={styles.summary}>
      <li>
        <strong>
          <Value>{formatPaise(amount)}</Value>
        </strong>{' '}
        {isByHand
          ? `refunded manually, reference ${input.reference}.`
          : payment?.provider
            ? 'will be refunded to the original payment method.'
            : 'must be refunded manually, because the customer paid on delivery.'}
      </li>
      <li>{stockEffect(office, checked)}</li>
      <li>
        {amount >= office.refundablePaise
          ? 'This refunds the order in full.'
          : `This is a partial refund. ${formatPaise(office.refundablePaise - amount)} can still be refunded, and the order keeps its status.`}
      </li>
      <li>This cannot be undone.</li>
    </ul>
  )
}

export const Refund = actionDialog('REFUND', RefundDialog)
