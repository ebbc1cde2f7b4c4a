/** The dialog in which a buyer cancels an order that is not shipped yet, or some of its pieces. */
import { formatPaise, toPaise } from '../../../server/shared/money/money'
import { useCancelOrder } from '../../data/orders/orders'
import { FormDialog } from '../form/FormDialog'
import { keptCoupon, nowOf } from './amounts'
import type { OrderActions_OrderFragment } from './OrderActions.generated'
import { useCancelChoice } from './useCancelChoice'

interface CancelDialogProps {
  order: Omit<OrderActions_OrderFragment, ' $fragmentName'>
  onClose: () => void
}

export function CancelDialog({ order, onClose }: CancelDialogProps) {
  const { number, version, coupon } = order
  const [cancelOrder] = useCancelOrder()
  const { pieces, isAll, missing, fields } = useCancelChoice(order)
  return (
    <FormDialog
      title={`Cancel ${number}?`}
      action={isAll ? 'Cancel order' : 'Cancel items'}
      keep={pieces ? 'Keep all items' : 'Keep order'}
      send={() => (missing ? [missing] : cancelOrder({ number, ...(pieces && { lines: pieces, version }) }))}
      stale="This order has changed. The page now shows it as it is. Please check it and press the button again."
      onClose={onClose}
    >
      {(errorOf) => (
        <>
          {fields(errorOf('lines'))}
          {!missing && <p>{isAll ? wholeEffect(order) : someEffect(order, pieces ?? [])}</p>}
          {!isAll && coupon && <p>{keptCoupon(coupon)}</p>}
        </>
      )}
    </FormDialog>
  )
}

type PricedOrder = CancelDialogProps['order']

/** A replacement costs nothing, and the shop owes the price of the pieces that it replaces. */
const isReplacement = ({ status, payOnDelivery }: PricedOrder) => status === 'CONFIRMED' && !payOnDelivery

function wholeEffect(order: PricedOrder): string {
  const { paymentId, priceDetails, cancelledPaise, owedPaise } = order
  if (isReplacement(order)) return 'We do not send the replacement, and refund the price of the items that it replaces.'
  if (paymentId === null) return 'You have not paid for this order. We do not send it, and you pay nothing.'
  // The price of pieces that were cancelled before was refunded, unless the shop still owes it.
  const refund = formatPaise(toPaise(priceDetails.totalAmount) - cancelledPaise + owedPaise)
  const earlier = owedPaise > 0 ? ` That includes ${formatPaise(owedPaise)} for the items already cancelled.` : ''
  return `We refund ${refund} the way you paid.${earlier}`
}

function someEffect(order: PricedOrder, pieces: { id: string; quantity: number }[]): string {
  if (isReplacement(order)) return 'We do not send these items, and refund the price of the items that they replace.'
  const after = nowOf(order, pieces)
  const price = nowOf(order).total - after.total
  if (!order.payOnDelivery) return `We refund ${formatPaise(price)} the way you paid.`
  return `You then pay ${formatPaise(after.payable)} on delivery, ${formatPaise(price)} less.`
}
