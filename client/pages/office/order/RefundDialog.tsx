/**
 * The refund dialog. It refunds the remaining amount, some items, or a chosen amount, and describes the refund before
 * sending it.
 */
import { useState } from 'react'
import { formatPaise } from '../../../../server/shared/money/money'
import { officeReason, refundReference } from '../../../../server/shared/officeInput'
import { inSets, singly } from '../../../../server/shared/setPieces'
import type { RefundOrderInput } from '../../../generated/types'
import { FormDialog } from '../../../components/form/FormDialog'
import { useCallKey } from '../../../data/office/officeChange'
import type { MutationError } from '../../../data/sendMutation'
import { RefundOrderDocument } from '../../../data/office/orderChanges.generated'
import { NoDialog } from '../kit/DialogRoute'
import { fieldError } from '../kit/form/fieldError'
import { Value } from '../../../components/Value'
import styles from './RefundDialog.module.css'
import { actionDialog } from './actionDialog'
import { staleOf, type OfficeOrder, type OrderDialogProps } from './orderChange'
import { asksForRestock, owedPieces, paiseOf, priceOfPieces, restockedItems } from './refundAmount'
import { refundFields, type RefundDraft } from './RefundFields'
import { useOrderChange } from './useOrderChange'

/** The input without the version and the idempotency key, or the errors in the typed values. */
type Checked = { errors: MutationError[] } | { input: Asked; amount: number }
type Asked = Omit<RefundOrderInput, 'number' | 'version' | 'idempotencyKey'>

function check(office: OfficeOrder, draft: RefundDraft): Checked {
  const errors: MutationError[] = []
  const reason = officeReason.safeParse(draft.reason)
  if (!reason.success) errors.push(fieldError('reason', 'Please enter a reason of up to 500 characters'))
  const reference = draft.reference.trim() === '' ? null : refundReference.safeParse(draft.reference)
  if (reference && !reference.success) errors.push(fieldError('reference', 'Please enter up to 100 characters'))
  const payment = office.payments.find(({ id }) => id === draft.paymentId)
  const restock = asksForRestock(office, draft) && draft.restock
  const rest = {
    reason: draft.reason.trim(),
    restock,
    paymentId: draft.paymentId || null,
    reference: draft.reference.trim() || null,
  }
  const most = payment?.refundablePaise ?? office.refundablePaise
  const wanted = new Map(office.order.items.map(({ id }) => [id, draft.pieces[id] ?? 0]))
  const lines = office.order.items.flatMap((item) => {
    const some = inSets(item, wanted.get(item.id)!)
    return singly(item, some) > 0 ? [{ id: item.id, ...some }] : []
  })
  if (draft.way === 'lines' && lines.length === 0) errors.push(fieldError('lines', 'Please choose at least one item'))
  if (draft.way === 'lines' && restock && lines.some((line) => line.pieces > 0))
    errors.push(
      fieldError('restock', 'Single items of a set cannot return to stock. Choose whole sets, or untick this'),
    )
  const typed = paiseOf(draft.amount)
  const isTyped = draft.way === 'amount' || (draft.way === 'lines' && draft.amount.trim() !== '')
  const limit = draft.way === 'lines' ? Math.min(most, priceOfPieces(office, wanted)) : most
  if (isTyped && (typed === null || typed > limit))
    errors.push(fieldError('amountPaise', `Please enter an amount in rupees, at most ${formatPaise(limit)}`))
  if (errors.length > 0) return { errors }
  if (draft.way === 'whole') return { input: { ...rest, whole: true }, amount: most }
  if (draft.way === 'amount') return { input: { ...rest, amountPaise: typed }, amount: typed! }
  if (isTyped) return { input: { ...rest, lines, amountPaise: typed }, amount: typed! }
  return { input: { ...rest, lines }, amount: priceOfPieces(office, wanted) }
}

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
  const isReturned = office.order.items.some(({ returned, returnedPieces }) => returned + returnedPieces > 0)
  return {
    ...EMPTY,
    way: 'lines',
    pieces: owedPieces(office),
    reason: isReturned ? 'Returned items.' : 'Cancelled items.',
  }
}

function RefundDialog({ office, onClose }: OrderDialogProps) {
  const { order } = office
  const refund = useOrderChange(RefundOrderDocument, 'Refund requested', office)
  const keyOf = useCallKey()
  const [draft, setDraft] = useState(() => firstDraft(office))
  const [isAsking, setAsking] = useState(false)
  const checked = check(office, draft)
  const send = async () => {
    if ('errors' in checked) {
      setAsking(false)
      return checked.errors
    }
    if (!isAsking) {
      setAsking(true)
      return null
    }
    const sent = await refund((version) => {
      const input = { ...checked.input, number: order.number, version }
      return { input: { ...input, idempotencyKey: keyOf(input) } }
    })
    // Returns to the form if the server rejected the refund. After a lost response, the dialog stays open for a retry.
    if (sent?.errors.some(({ code }) => code !== null)) setAsking(false)
    return sent
  }
  // Null while staff fill in the form.
  const asked = isAsking && !('errors' in checked) ? checked : null
  return (
    <FormDialog
      title={isAsking ? `Confirm the refund for ${order.number}` : `Refund ${order.number}`}
      // Two steps with a button each, because the second click of a double click must not send the refund.
      step={asked ? 'confirm' : 'fill in'}
      action={
        asked ? (
          <>
            Refund <Value>{formatPaise(asked.amount)}</Value>
          </>
        ) : (
          'Continue'
        )
      }
      {...(isAsking && { onKeep: () => setAsking(false) })}
      send={send}
      stale={staleOf(order)}
      onClose={onClose}
    >
      {(errorOf) =>
        asked ? (
          <Summary office={office} checked={asked} />
        ) : (
          refundFields({ office, draft, onChange: setDraft, errorOf })
        )
      }
    </FormDialog>
  )
}

/** What happens with the pieces. Before the shipment, those that return to stock leave the parcel. */
function stockEffect(office: OfficeOrder, input: Pick<Asked, 'restock' | 'lines'>): string {
  const isUnshipped = office.order.status === 'PAID' && input.lines != null
  if (!input.restock)
    return isUnshipped
      ? 'Items that are not cancelled are still sent, and the stock does not change.'
      : 'The stock does not change.'
  const count = restockedItems(office, input.lines ?? null)
  if (isUnshipped)
    return `${count === 1 ? '1 item is cancelled and returns' : `${count} items are cancelled and return`} to stock. The customer gets an email.`
  return `${count === 1 ? '1 item returns' : `${count} items return`} to stock.`
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
      {input.lines == null && office.order.owedPaise > 0 && amount < office.refundablePaise && (
        <li>
          This amount does not count for any items, so the shop still owes{' '}
          <Value>{formatPaise(office.order.owedPaise)}</Value> for cancelled or returned ones. To refund these, go back
          and choose Some items.
        </li>
      )}
      <li>{stockEffect(office, input)}</li>
      <li>
        {amount >= office.refundablePaise
          ? 'This refunds the order in full.'
          : `This is a partial refund. ${formatPaise(office.refundablePaise - amount)} can still be refunded, and the order keeps its status.`}
      </li>
      <li>This cannot be undone.</li>
    </ul>
  )
}

/** The step after a return. It is left out if nothing is owed, for example because staff refunded the items before they were back. */
function RefundDueDialog(props: OrderDialogProps) {
  const [isOwed] = useState(props.office.order.owedPaise > 0)
  return isOwed ? <RefundDialog {...props} /> : <NoDialog />
}

export const Refund = actionDialog('REFUND', RefundDialog)
export const RefundDue = actionDialog('REFUND', RefundDueDialog)
