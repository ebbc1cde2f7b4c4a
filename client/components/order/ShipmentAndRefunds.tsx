/** An order's shipment and refunds. Renders nothing if the order has neither. */
import { formatPaise } from '../../../server/shared/money/money'
import { formatDate } from '../days'
import type {
  ShipmentAndRefunds_RefundFragment,
  ShipmentAndRefunds_ShipmentFragment,
} from './ShipmentAndRefunds.generated'

interface ShipmentAndRefundsProps {
  shipment: ShipmentAndRefunds_ShipmentFragment | null
  refunds: ShipmentAndRefunds_RefundFragment[]
  /** The CSS class of each paragraph. */
  className?: string | undefined
}

export const ShipmentAndRefunds = ({ shipment, refunds, className }: ShipmentAndRefundsProps) => (
  <>
    {shipment && (
      <p className={className}>
        {shipment.deliveredAt ? 'Delivered by' : 'Shipped with'} {shipment.carrier}, tracking number{' '}
        {shipment.trackingNumber}.{' '}
        {shipment.trackingUrl && (
          <a className="text-link" href={shipment.trackingUrl} target="_blank" rel="noreferrer">
            Track parcel
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

function sentenceOf(state: ShipmentAndRefunds_RefundFragment['state'], amount: string, day: string): string {
  if (state === 'PROCESSED') return `${amount} refunded on ${day}. Your bank may take 5 to 7 working days to show it.`
  if (state === 'FAILED') return `The refund of ${amount} failed on ${day}. We are looking into it.`
  return `Refund of ${amount} started on ${day}.`
}
