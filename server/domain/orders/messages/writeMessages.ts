/**
 * Writes webhooks and emails about an order's changes and refunds to the outbox, in the same transaction as the change and in one
 * statement.
 */
import type { Tx } from '../../../database/db'
import type { OrderStatus } from '../../../generated/prisma/client'
import { addMessages, type NewMessage } from '../../../outbox/outbox'
import type { Shop } from '../../shop'
import { mailOfNewAddress, mailOfOrder, mailOfRefund, type RefundInCurrency } from './chooseMail'
import type { Order } from '../order'
import { webhookOfNewAddress, webhookOfOrder, webhookOfRefund } from './orderWebhook'

/** `order` is the order after its newest event. `previous` is null for a new order. */
export async function notifyOfOrder(
  { settings }: Pick<Shop, 'settings'>,
  tx: Tx,
  order: Order,
  previous: OrderStatus | null,
): Promise<void> {
  await addMessages(tx, [
    ...(settings.orderWebhook ? [webhookOfOrder(order, previous)] : []),
    ...mailsOf(settings, () => mailOfOrder(order, previous)),
  ])
}

/** For a changed delivery address. `order` is the order after that event. An order that awaits payment has no email yet. */
export async function notifyOfNewAddress({ settings }: Pick<Shop, 'settings'>, tx: Tx, order: Order): Promise<void> {
  await addMessages(tx, [
    ...(settings.orderWebhook ? [webhookOfNewAddress(order)] : []),
    ...mailsOf(settings, () => (order.status === 'AWAITING_PAYMENT' ? null : mailOfNewAddress(order))),
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
