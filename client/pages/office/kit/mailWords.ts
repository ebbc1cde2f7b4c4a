/** The office's names for mails and their states. */
import type { OfficeMailKind, OfficeMailState } from '../../../generated/types'

export const KINDS: Record<OfficeMailKind, string> = {
  PLACED: 'Order placed',
  PAID: 'Order paid',
  SHIPPED: 'Shipped',
  DELIVERED: 'Delivered',
  CANCELLED: 'Cancelled',
  REFUNDED: 'Refunded',
  RETURN_REQUESTED: 'Return asked for',
  RETURN_REFUSED: 'Return refused',
  UNPACKED: 'Not sent in time',
  RETURNED: 'Return arrived',
}

export const STATES: Record<OfficeMailState, string> = {
  WAITING: 'Waiting',
  SENT: 'Sent',
  FILED: 'In the folder',
  DEAD: 'Given up',
}

/** The label of a mail's time `at` in each state. */
export const STATE_TIMES: Record<OfficeMailState, string> = {
  WAITING: 'To be sent',
  SENT: 'Sent',
  FILED: 'Written',
  DEAD: 'Given up',
}

/** Explains the effect of a resend for each state. */
export const AGAIN: Record<OfficeMailState, string> = {
  WAITING: 'It waits already: it is tried at once instead, and then as often as a new one.',
  SENT: 'The buyer has it, and gets it a second time.',
  FILED: 'It is written to the folder a second time, or sent, where there is a server for mails by now.',
  DEAD: 'It is tried at once, and then as often as a new one. An address that is wrong fails again.',
}
