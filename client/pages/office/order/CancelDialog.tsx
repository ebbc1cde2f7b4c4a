/** The dialog in which staff cancel an order that is not shipped yet, or some of its pieces. */
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { formatPaise } from '../../../../server/shared/money/money'
import { nowOf } from '../../../components/order/amounts'
import { useCancelChoice } from '../../../components/order/useCancelChoice'
import { CancelOrderByShopDocument } from '../../../data/office/orderChanges.generated'
import { officePaths } from '../../../paths'
import { Check } from '../kit/form/fields'
import { actionDialog } from './actionDialog'
import type { OfficeOrder, OrderDialogProps } from './orderChange'
import { checkReason, OrderChangeDialog, Reason, restockOf } from './OrderChangeDialog'
import { priceOfPieces } from './refundAmount'

function CancelDialog(props: OrderDialogProps) {
  const { office } = props
  const { maySplit, pieces, isAll, missing, fields } = useCancelChoice(office.order)
  const check = (texts: Record<string, string>) => {
    if (missing) return { errors: [missing] }
    const checked = checkReason(texts)
    if ('errors' in checked) return checked
    return { input: { ...checked.input, ...restockOf(texts), ...(pieces && { lines: pieces }) } }
  }
  return (
    <OrderChangeDialog
      {...props}
      document={CancelOrderByShopDocument}
      done={isAll ? 'Order cancelled' : 'Items cancelled'}
      title={`Cancel ${office.order.number}?`}
      action={isAll ? 'Cancel order' : 'Cancel items'}
      keep={pieces ? 'Keep all items' : 'Keep order'}
      initialFocus={maySplit ? 'what' : 'reason'}
      check={check}
    >
      {(errorOf) => (
        <>
          {fields(errorOf('lines'))}
          {!missing && <p>{isAll ? wholeEffect(office) : someEffect(office, pieces ?? [])} This cannot be undone.</p>}
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
