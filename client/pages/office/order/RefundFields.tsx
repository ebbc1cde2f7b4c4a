/** The fields of the refund form. */
import { formatPaise } from '../../../../server/shared/money/money'
import { piecesPerItem } from '../../../../server/shared/setPieces'
import { Field, TextField } from '../../../components/form/Field'
import { Check, Choice } from '../kit/form/fields'
import form from '../../../components/form/FormDialog.module.css'
import styles from './RefundFields.module.css'
import type { OfficeOrder } from './orderChange'
import { asksForRestock, priceOfPieces, refundablePieces } from './refundAmount'

export interface RefundDraft {
  way: 'whole' | 'lines' | 'amount'
  /** The refunded quantity, keyed by line id. Of a set, the number of single pieces. */
  pieces: Record<string, number>
  /** Rupees, as typed. Optional with `lines`, whose price it lowers. */
  amount: string
  /** Empty for the order's payment. With `whole`, an empty value means all payments. */
  paymentId: string
  restock: boolean
  reason: string
  reference: string
}

interface RefundFieldsProps {
  office: OfficeOrder
  draft: RefundDraft
  onChange: (draft: RefundDraft) => void
  errorOf: (field: string) => string | undefined
}

const WAYS = [
  ['whole', 'Full refund'],
  ['lines', 'Some items'],
  ['amount', 'An amount'],
] as const

/** A function and not a component, so that the dialog knows which errors the fields show. */
export function refundFields({ office, draft, onChange, errorOf }: RefundFieldsProps) {
  const restockError = errorOf('restock')
  const set = (change: Partial<RefundDraft>) => onChange({ ...draft, ...change })
  const payments = office.payments.filter(({ refundablePaise }) => refundablePaise > 0)
  const isAtDoor = payments.some(({ provider }) => provider === null)
  const price = priceOfPieces(office, new Map(Object.entries(draft.pieces)))
  return (
    <>
      <fieldset className={form.choices}>
        <legend>How much?</legend>
        {WAYS.map(([way, name]) => (
          <label key={way} className={form.check}>
            <input type="radio" name="way" checked={draft.way === way} onChange={() => set({ way })} />
            {name}
            {way === 'whole' && `: ${formatPaise(office.refundablePaise)}`}
            {way === 'lines' && draft.way === way && price > 0 && `: ${formatPaise(price)}`}
          </label>
        ))}
      </fieldset>
      {draft.way === 'lines' && <Pieces office={office} draft={draft} onChange={set} error={errorOf('lines')} />}
      {draft.way !== 'whole' && (
        <Field
          label={draft.way === 'lines' ? 'Lower amount in rupees (optional)' : 'Amount in rupees'}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={draft.amount}
          onChange={({ target }) => set({ amount: target.value })}
          error={errorOf('amountPaise') ?? errorOf('amount')}
        />
      )}
      {payments.length > 1 && (
        <Choice
          label="Payment to refund"
          name="paymentId"
          value={draft.paymentId}
          onChange={({ target }) => set({ paymentId: target.value })}
        >
          <option value="">{draft.way === 'whole' ? 'All payments' : 'Payment of the order'}</option>
          {payments.map(({ id, refundablePaise }) => (
            <option key={id} value={id}>
              {`${id}: ${formatPaise(refundablePaise)}`}
            </option>
          ))}
        </Choice>
      )}
      {asksForRestock(office, draft) && (
        <Check
          label={
            office.order.status === 'PAID' && draft.way === 'lines'
              ? 'Do not send the items, and return them to stock'
              : 'Return the items to stock'
          }
          name="restock"
          checked={draft.restock}
          onChange={({ target }) => set({ restock: target.checked })}
        />
      )}
      {restockError && (
        <p role="alert" className={form.error}>
          {restockError}
        </p>
      )}
      <TextField
        label="Reason (only staff can see it)"
        name="reason"
        maxLength={500}
        value={draft.reason}
        onChange={({ target }) => set({ reason: target.value })}
        error={errorOf('reason')}
      />
      {isAtDoor && (
        <Field
          label="Bank reference of a manual refund"
          name="reference"
          value={draft.reference}
          onChange={({ target }) => set({ reference: target.value })}
          error={errorOf('reference')}
        />
      )}
    </>
  )
}

interface PiecesProps {
  office: OfficeOrder
  draft: RefundDraft
  onChange: (change: Partial<RefundDraft>) => void
  error: string | undefined
}

function Pieces({ office, draft, onChange, error }: PiecesProps) {
  return (
    <fieldset className={form.choices}>
      <legend>Items</legend>
      {office.order.items.map((item) => {
        const { id, title } = item
        const left = refundablePieces(office, item)
        return (
          <label key={id} className={styles.pieces}>
            <span>
              <bdi>{title}</bdi>
              {piecesPerItem(item) > 1 && ': single items'}
            </span>
            <select
              name={`pieces ${id}`}
              disabled={left === 0}
              value={draft.pieces[id] ?? 0}
              onChange={({ target }) => onChange({ pieces: { ...draft.pieces, [id]: Number(target.value) } })}
            >
              {Array.from({ length: left + 1 }, (_, count) => (
                <option key={count} value={count}>
                  {count} of {left}
                </option>
              ))}
            </select>
          </label>
        )
      })}
      {error && (
        <p role="alert" className={form.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
