/** The office's names for kinds and states of emails. */
import type { OfficeMailKind, OfficeMailState } from '../../../generated/types'

export const KINDS: Record<OfficeMailKind, string> = {
  PLACED: 'Order confirmed (not paid online)',
  PAID: 'Order confirmed',
  SHIPPED: 'Shipped',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
  REFUNDED: 'Refunded',
  ADDRESS_CHANGED: 'Address changed',
  RETURN_REQUESTED: 'Return requested',
  ITEMS_CANCELLED: 'Items cancelled',
  RETURN_ACCEPTED: 'Return accepted',
  RETURN_REFUSED: 'Return refused',
  REVIEW_REQUEST: 'Review requested',
  UNPACKED: 'Not shipped in time',
  RETURNED: 'Return received',
}

export const STATES: Record<OfficeMailState, string> = {
  WAITING: 'Waiting',
  SENT: 'Sent',
  FILED: 'Not sent (demo)',
  DEAD: 'Failed',
}

/** The label of an email's time `at` in each state. */
export const STATE_TIMES: Record<OfficeMailState, string> = {
  WAITING: 'Next attempt',
  SENT: 'Sent',
  FILED: 'Saved',
  DEAD: 'Failed',
}

/** Explains what a resend does in each state. */
export const AGAIN: Record<OfficeMailState, string> = {
  WAITING: 'This email is waiting to be sent. We will try again now, and retry if that fails.',
  SENT: 'The customer already received this email and will receive it again.',
  FILED: 'This email will be saved to a file again, or sent if a mail server is now set up.',
  DEAD: 'We will try again now, and retry if that fails. A wrong address will fail again.',
}
