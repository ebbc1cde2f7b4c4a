/** Where an order's parcel is, and what goes back of its money; nothing where there is neither. */
import type { FragmentType } from '@apollo/client/masking'
import { useSuspenseFragment } from '@apollo/client/react'
import { formatPaise } from '../../../server/shared/paise'
import { formatDate } from '../../components/days'
import type { RefundState } from '../../generated/types'
import styles from './OrderPage.module.css'
import { OrderParcel_OrderFragmentDoc, type OrderParcel_OrderFragment } from './OrderParcel.generated'

export function OrderParcel({ order }: { order: FragmentType<OrderParcel_OrderFragment> }) {
  const { data } = useSuspenseFragment({
    fragment: OrderParcel_OrderFragmentDoc,
    fragmentName: 'OrderParcel_order',
    from: order,
  })
  const { shipment, refunds } = data
  return (
    <>
      {shipment && (
        <p className={styles.note}>
          {shipment.deliveredAt ? 'It came' : 'It is on its way'} with {shipment.carrier}, tracking number{' '}
          {shipment.trackingNumber}.{' '}
          {shipment.trackingUrl && (
            <a className="text-link" href={shipment.trackingUrl} target="_blank" rel="noreferrer">
              Follow the parcel
            </a>
          )}
        </p>
      )}
      {refunds.length > 0 && (
        <ul className={styles.note} aria-label="Refunds">
          {refunds.map(({ amount, state, at }, i) => (
            <li key={i}>{sentenceOf(state, formatPaise(amount), formatDate(at))}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function sentenceOf(state: RefundState, amount: string, day: string): string {
  if (state === 'PROCESSED') return `${amount} went back to you on ${day}. Banks take some days to show it.`
  if (state === 'FAILED') return `${amount} could not be paid back on ${day}. We are looking into it.`
  return `${amount} is on its way back to you since ${day}.`
}
