/** The choice of a cancellation, for buyers and staff: the whole order, or some of its pieces. */
import { useState, type ReactNode } from 'react'
import type { OrderStatus } from '../../generated/types'
import type { FormError } from '../../data/sendMutation'
import form from '../form/FormDialog.module.css'
import { LinePicker, pickableLines, pickedPieces, type PickableItem, type Picked } from './LinePicker'

interface CancellableOrder {
  status: OrderStatus
  items: readonly (PickableItem & { quantity: number; cancelled: number })[]
}

interface CancelChoice {
  /** False if the order can only be cancelled as a whole. */
  maySplit: boolean
  /** The chosen pieces, or null for the whole order. */
  pieces: { id: string; quantity: number }[] | null
  /** True if nothing is left of the order. */
  isAll: boolean
  /** The error to show at `lines`, if no piece is chosen yet. */
  missing: FormError | null
  /** `error` is the one of the field `lines`. */
  fields: (error: string | undefined) => ReactNode
}

export function useCancelChoice({ status, items }: CancellableOrder): CancelChoice {
  const lines = pickableLines(items, ({ quantity, cancelled }) => quantity - cancelled)
  const left = lines.reduce((sum, { most }) => sum + most, 0)
  // The payment provider already has the amount of an unpaid order.
  const maySplit = left > 1 && ['PAID', 'CONFIRMED'].includes(status)
  const [isSome, setSome] = useState(false)
  const [picked, setPicked] = useState<Picked>({})
  const pieces = maySplit && isSome ? pickedPieces(lines, picked) : null
  const count = pieces?.reduce((sum, { quantity }) => sum + quantity, 0)
  const fields = (error: string | undefined) => (
    <>
      {maySplit && (
        <fieldset className={form.choices}>
          <legend>What do you want to cancel?</legend>
          <label className={form.check}>
            <input type="radio" name="what" checked={!isSome} onChange={() => setSome(false)} />
            The whole order
          </label>
          <label className={form.check}>
            <input type="radio" name="what" checked={isSome} onChange={() => setSome(true)} />
            Only some items
          </label>
        </fieldset>
      )}
      {pieces && <LinePicker legend="Items to cancel" lines={lines} picked={picked} onPick={setPicked} error={error} />}
    </>
  )
  return {
    maySplit,
    pieces,
    isAll: count === undefined || count === left,
    missing: count === 0 ? { field: 'lines', message: 'Please choose at least one item' } : null,
    fields,
  }
}
