/** The shipment and the refunds of an order. Renders nothing if the order has neither. */
import { formatPaise } from '../../../server/shared/money/money'
import { formatDate } from '../days'
import type { OrderNews_RefundFragment, OrderNews_ShipmentFragment } from './OrderNews.generated'

interface OrderNewsProps {
  shipment: OrderNews_ShipmentFragment | null
  refunds: OrderNews_RefundFragment[]
  /** The class of each paragraph. */
  className?: string | undefined
}

export const OrderNews = ({ shipment, refunds, className }: OrderNewsProps) => (
  <>
    {shipment && (
      <p className={className}>
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
      <ul className={className} aria-label="Refunds">
        {refunds.map(({ amountPaise, state, at }, i) => (
          <li key={i}>{sentenceOf(state, formatPaise(amountPaise), formatDate(at))}</li>
        ))}
      </ul>
    )}
  </>
)

function sentenceOf(state: OrderNews_RefundFragment['state'], amount: string, day: string): string {
  if (state === 'PROCESSED') return `${amount} went back on ${day}. Banks take some days to show it.`
  if (state === 'FAILED') return `${amount} could not be paid back on ${day}. We are looking into it.`
  return `${amount} is on its way back since ${day}.`
}
