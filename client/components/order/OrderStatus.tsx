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

interface OrderStatusProps {
  status: Status
  /** The status, worded so that it does not alarm the buyer. The default is the office's word. */
  text?: string
}

export const OrderStatus = ({ status, text }: OrderStatusProps) => (
  <span className={styles.status} data-status={status} data-calm={text !== undefined || undefined}>
    {text ?? TEXTS[status]}
  </span>
)
