/** Explains an order's status to its buyer in a sentence. */
import type { FragmentType } from '@apollo/client/masking'
import { Link } from 'react-router-dom'
import { formatPaise } from '../../../server/shared/money/money'
import { formatDate, formatTime } from '../../components/days'
import { payablePaise } from '../../components/order/amounts'
import { useFragmentData } from '../../data/reading'
import { paths } from '../../paths'
import styles from './OrderPage.module.css'
import { OrderNote_OrderFragmentDoc, type OrderNote_OrderFragment } from './OrderNote.generated'

export function OrderNote({ order }: { order: FragmentType<OrderNote_OrderFragment> }) {
  const data = useFragmentData(OrderNote_OrderFragmentDoc, order)
  const sentence = sentenceOf(data)
  return (
    <>
      {data.replaces !== null && (
        <p className={styles.note}>
          Replaces items of{' '}
          <Link to={paths.order(data.replaces)} className="text-link">
            {data.replaces}
          </Link>
          . You pay nothing for it.
          {data.waitsForReturn && ' We send it when the items that you return are with us.'}
        </p>
      )}
      {sentence && <p className={styles.note}>{sentence}</p>}
    </>
  )
}

function sentenceOf(order: Omit<OrderNote_OrderFragment, ' $fragmentName'>): string | null {
  const { status, expiresAt, returnableUntil, actions, payOnDelivery, refunds, timeline } = order
  if (actions.includes('PAY') && expiresAt)
    return `It is not paid yet. We hold its items for you until ${formatTime(expiresAt)}.`
  if (status === 'AWAITING_PAYMENT')
    return 'The time to pay is over, and the items go back on sale. You can buy them again while stock lasts.'
  if (status === 'CONFIRMED' && payOnDelivery)
    return `Please keep ${formatPaise(payablePaise(order))} ready for the courier.`
  if (returnableUntil) return `Return by ${formatDate(returnableUntil)}.`
  // The note gives the reason, for example a payment of the wrong amount. If refunds exist, OrderParcel shows their amounts.
  if (status === 'REFUND_DUE' && refunds.length === 0) {
    const note = timeline.find((event) => event.status === 'REFUND_DUE')?.note ?? 'We will refund what you paid.'
    return `${note} It can take 5 to 7 working days to reach your account.`
  }
  if (status === 'CANCELLED' && actions.includes('BUY_AGAIN'))
    return 'The items are back on sale: you can buy them again.'
  return null
}
