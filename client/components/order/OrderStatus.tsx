/** An order's status as text. */
import type { OrderStatus as Status } from '../../generated/types'
import styles from './OrderStatus.module.css'

const TEXTS: Record<Status, string> = {
  AWAITING_PAYMENT: 'Waiting for payment',
  CONFIRMED: 'Confirmed',
  PAID: 'Paid',
  SHIPPED: 'Shipped',
  DELIVERED: 'Delivered',
  RETURN_REQUESTED: 'Return requested',
  RETURNED: 'Returned',
  CANCELLED: 'Cancelled',
  REFUND_DUE: 'Refund due',
  REFUNDED: 'Refunded',
}

export const statusText = (status: Status): string => TEXTS[status]

/** True if the order may still be delivered. */
export const isUnderway = (status: Status): boolean =>
  ['AWAITING_PAYMENT', 'CONFIRMED', 'PAID', 'SHIPPED'].includes(status)

export const OrderStatus = ({ status }: { status: Status }) => (
  <span className={styles.status} data-status={status}>
    {TEXTS[status]}
  </span>
)
