/**
 * Writes webhooks and emails about an order's changes and refunds to the outbox, in the same transaction as the change and in one
 * statement.
 */
import type { Tx } from '../../../database/db'
import type { OrderStatus } from '../../../generated/prisma/client'
import { addMessages, type NewMessage } from '../../../outbox/outbox'
import type { Shop } from '../../shop'
import {
  mailOfChange,
  mailOfOrder,
  mailOfRefund,
  type ChangeKind,
  type MailKind,
  type RefundInCurrency,
} from './chooseMail'
import type { Order } from '../order'
import { webhookOfChange, webhookOfOrder, webhookOfRefund } from './orderWebhook'

/** `order` is the order after its newest event. `previous` is null for a new order. */
export async function notifyOfOrder(
  { settings }: Pick<Shop, 'settings'>,
  tx: Tx,
  order: Order,
  previous: OrderStatus | null,
  mail?: MailKind,
): Promise<void> {
  await addMessages(tx, [
    ...(settings.orderWebhook ? [webhookOfOrder(order, previous)] : []),
    ...mailsOf(settings, () => mailOfOrder(order, previous, mail)),
  ])
}

/** For a change that keeps the status. `order` is the order after that event. An order that awaits payment has no email yet. */
export async function notifyOfChange(
  { settings }: Pick<Shop, 'settings'>,
  tx: Tx,
  order: Order,
  kind: ChangeKind,
): Promise<void> {
  await addMessages(tx, [
    ...(settings.orderWebhook ? [webhookOfChange(order, kind)] : []),
    ...mailsOf(settings, () => (order.status === 'AWAITING_PAYMENT' ? null : mailOfChange(order, kind))),
  ])
}

/** For a refund that was paid out or failed. `order` is the order after that event. */
export async function notifyOfRefund(
  { settings }: Pick<Shop, 'settings'>,
  tx: Tx,
  order: Order,
  refund: RefundInCurrency,
): Promise<void> {
  await addMessages(tx, [
    ...(settings.orderWebhook ? [webhookOfRefund(order, refund)] : []),
    ...mailsOf(settings, () => mailOfRefund(order, refund)),
  ])
}

function mailsOf({ mail }: Shop['settings'], find: () => NewMessage | null): NewMessage[] {
  const message = mail ? find() : null
  return message ? [message] : []
}
