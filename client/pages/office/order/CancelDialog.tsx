/** The dialog in which staff cancel an order that is not shipped yet, or some of its pieces. */
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatPaise } from '../../../../server/shared/money/money'
import form from '../../../components/form/FormDialog.module.css'
import { nowOf } from '../../../components/order/amounts'
import { LinePicker, pickableLines, pickedPieces, type Picked } from '../../../components/order/LinePicker'
import { CancelOrderByShopDocument } from '../../../data/office/orderChanges.generated'
import { officePaths } from '../../../paths'
import { fieldError } from '../kit/form/fieldError'
import { Check } from '../kit/form/fields'
import { actionDialog } from './actionDialog'
import type { OfficeOrder, OrderDialogProps } from './orderChange'
import { checkReason, OrderChangeDialog, Reason, restockOf } from './OrderChangeDialog'
import { priceOfPieces } from './refundAmount'

function CancelDialog(props: OrderDialogProps) {
  const { office } = props
  const { number, status, items } = office.order
  const lines = pickableLines(items, ({ quantity, cancelled }) => quantity - cancelled)
  const left = lines.reduce((sum, { most }) => sum + most, 0)
  // The payment provider already has the amount of an unpaid order.
  const maySplit = left > 1 && ['PAID', 'CONFIRMED'].includes(status)
  const [isSome, setSome] = useState(false)
  const [picked, setPicked] = useState<Picked>({})
  const pieces = pickedPieces(lines, picked)
  const count = pieces.reduce((sum, { quantity }) => sum + quantity, 0)
  const some = maySplit && isSome
  const isAll = !some || count === left
  const check = (texts: Record<string, string>) => {
    if (some && count === 0) return { errors: [fieldError('lines', 'Please choose at least one item')] }
    const checked = checkReason(texts)
    if ('errors' in checked) return checked
    return { input: { ...checked.input, ...restockOf(texts), ...(some && { lines: pieces }) } }
  }
  return (
    <OrderChangeDialog
      {...props}
      document={CancelOrderByShopDocument}
      done={isAll ? 'Order cancelled' : 'Items cancelled'}
      title={`Cancel ${number}?`}
      action={isAll ? 'Cancel order' : 'Cancel items'}
      keep={some ? 'Keep all items' : 'Keep order'}
      initialFocus={maySplit ? 'what' : 'reason'}
      check={check}
    >
      {(errorOf) => (
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
          {some && (
            <LinePicker
              legend="Items to cancel"
              lines={lines}
              picked={picked}
              onPick={setPicked}
              error={errorOf('lines')}
            />
          )}
          {(!some || count > 0) && (
            <p>{isAll ? wholeEffect(office) : someEffect(office, pieces)} This cannot be undone.</p>
          )}
          <Reason error={errorOf('reason')} />
          <Check label="Return the items to stock" name="restock" defaultChecked />
        </>
      )}
    </OrderChangeDialog>
  )
}

/** The order's own page says what it owes. */
const OfReplacement = ({ first }: { first: string }) => (
  <>
    Order{' '}
    <Link to={officePaths.order(first)} className="text-link">
      {first}
    </Link>{' '}
    then owes the price of the returned items that are back, or that stay with the customer because they are broken. For
    items that are not back yet, it owes nothing until they are.
  </>
)

function wholeEffect({ order, refundablePaise }: OfficeOrder): ReactNode {
  if (order.replaces !== null) return <OfReplacement first={order.replaces} />
  return refundablePaise > 0
    ? `We will refund ${formatPaise(refundablePaise)} to the customer now.`
    : 'This order has no payment to refund.'
}

function someEffect(office: OfficeOrder, pieces: { id: string; quantity: number }[]): ReactNode {
  const { order } = office
  if (order.replaces !== null) return <OfReplacement first={order.replaces} />
  if (order.payOnDelivery) {
    const [now, after] = [nowOf(order), nowOf(order, pieces)]
    return `The customer then pays ${formatPaise(after.payable)} on delivery, ${formatPaise(now.payable - after.payable)} less.`
  }
  const price = priceOfPieces(office, new Map(pieces.map(({ id, quantity }) => [id, quantity])))
  return `We will refund ${formatPaise(Math.min(price, office.refundablePaise))} to the customer now.`
}

export const Cancel = actionDialog('CANCEL', CancelDialog)
