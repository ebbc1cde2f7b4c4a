/** The dialog in which a buyer cancels an order that is not shipped yet, or some of its pieces. */
import { useState } from 'react'
import { formatPaise, toPaise } from '../../../server/shared/money/money'
import { useCancelOrder } from '../../data/orders/orders'
import type { MutationError } from '../../data/sendMutation'
import { Button } from '../Button'
import { Dialog } from '../Dialog'
import { onSubmit } from '../form/form'
import form from '../form/FormDialog.module.css'
import { keptCoupon, nowOf } from './amounts'
import { LinePicker, pickableLines, pickedPieces, type Picked } from './LinePicker'
import styles from './OrderDialogs.module.css'
import type { OrderActions_OrderFragment } from './OrderActions.generated'

interface CancelDialogProps {
  order: Omit<OrderActions_OrderFragment, ' $fragmentName'>
  onClose: () => void
}

export function CancelDialog({ order, onClose }: CancelDialogProps) {
  const { number, version, status, items } = order
  const [cancelOrder, { loading }] = useCancelOrder()
  const lines = pickableLines(items, ({ quantity, cancelled }) => quantity - cancelled)
  const left = lines.reduce((sum, { most }) => sum + most, 0)
  // The payment provider already has the amount of an unpaid order.
  const maySplit = left > 1 && ['PAID', 'CONFIRMED'].includes(status)
  const [isSome, setSome] = useState(false)
  const [picked, setPicked] = useState<Picked>({})
  const [error, setError] = useState<MutationError | null>(null)
  const pieces = pickedPieces(lines, picked)
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0)
  const some = maySplit && isSome
  const isAll = !some || count === left

  const cancel = async (element: HTMLFormElement) => {
    const found =
      some && count === 0
        ? { code: null, field: 'lines', message: 'Please choose at least one item' }
        : await cancelOrder({ number, ...(some && { lines: pieces, version }) })
    setError(found)
    if (!found) onClose()
    else if (found.field === 'lines') element.querySelector<HTMLElement>('[name=lines]')?.focus()
  }
  return (
    <Dialog title={`Cancel ${number}?`} onClose={onClose}>
      <form noValidate className={form.form} onSubmit={onSubmit((_, element) => cancel(element))}>
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
        {some && (
          <LinePicker
            legend="Items to cancel"
            lines={lines}
            picked={picked}
            onPick={setPicked}
            error={error?.field === 'lines' ? error.message : undefined}
          />
        )}
        {(!some || count > 0) && <p>{isAll ? wholeEffect(order) : someEffect(order, pieces)}</p>}
        {!isAll && order.coupon && <p>{keptCoupon(order.coupon)}</p>}
        {error && error.field !== 'lines' && (
          <p role="alert" className={error.code === 'STALE_VERSION' ? styles.notice : form.error}>
            {error.code === 'STALE_VERSION'
              ? 'This order has changed. The page now shows it as it is. Please check it and press the button again.'
              : error.message}
          </p>
        )}
        <div className={form.buttons}>
          <Button look="quiet" onClick={onClose}>
            {some ? 'Keep all items' : 'Keep order'}
          </Button>
          <Button type="submit" busy={loading}>
            {isAll ? 'Cancel order' : 'Cancel items'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type PricedOrder = CancelDialogProps['order']

/** A replacement costs nothing, and the shop owes the price of the pieces that it replaces. */
const isReplacement = ({ status, payOnDelivery }: PricedOrder) => status === 'CONFIRMED' && !payOnDelivery

function wholeEffect(order: PricedOrder): string {
  const { paymentId, priceDetails, cancelledPaise, owedPaise } = order
  if (isReplacement(order)) return 'We do not send the new pieces, and refund the price of the returned ones.'
  if (paymentId === null) return 'You have not paid for this order. We do not send it, and you pay nothing.'
  // The price of pieces that were cancelled before was refunded, unless the shop still owes it.
  const refund = formatPaise(toPaise(priceDetails.totalAmount) - cancelledPaise + owedPaise)
  return `We refund ${refund} to the card or account you paid with.`
}

function someEffect(order: PricedOrder, pieces: { id: string; quantity: number }[]): string {
  if (isReplacement(order)) return 'We do not send these new pieces, and refund the price of the returned ones.'
  const after = nowOf(order, pieces)
  const price = nowOf(order).total - after.total
  if (!order.payOnDelivery) return `We refund ${formatPaise(price)} to the card or account you paid with.`
  return `You then pay ${formatPaise(after.payable)} on delivery, ${formatPaise(price)} less.`
}
