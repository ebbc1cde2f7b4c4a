/**
 * Writes webhooks and emails about an order's changes and refunds to the outbox, in the same transaction as the change and in one
 * statement.
 */
import type { Tx } from '../../../database/db'
import type { OrderStatus } from '../../../generated/prisma/client'
import { addMessages, type NewMessage } from '../../../outbox/outbox'
import type { Shop } from '../../shop'
import {
  causeOf,
  mailOfChange,
  mailOfOrder,
  mailOfRefund,
  readMailEvent,
  type ChangeKind,
  type ChosenMail,
  type RefundInCurrency,
} from './chooseMail'
import type { Order } from '../order'
import { webhookOfChange, webhookOfOrder, webhookOfRefund } from './orderWebhook'

/** The shortest time between two emails about changes of an order's address. */
const ADDRESS_MAIL_MS = 10 * 60_000

/** `order` is the order after its newest event. `previous` is null for a new order. */
export async function notifyOfOrder(
  { settings }: Pick<Shop, 'settings'>,
  tx: Tx,
  order: Order,
  previous: OrderStatus | null,
  mail?: ChosenMail,
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
  more: { amount?: number | undefined } = {},
): Promise<void> {
  const isMailed = order.status !== 'AWAITING_PAYMENT' && !(await isRepetition(tx, order, kind))
  await addMessages(tx, [
    ...(settings.orderWebhook ? [webhookOfChange(order, kind)] : []),
    ...mailsOf(settings, () => (isMailed ? mailOfChange(order, kind, more) : null)),
  ])
}

/**
 * True for a change of the address within ten minutes of an email about one by the same side. That email names no address and refers to the
 * order's page, so it still holds, and one person cannot send another many emails.
 */
async function isRepetition(tx: Tx, order: Order, kind: ChangeKind): Promise<boolean> {
  if (kind !== 'ADDRESS_CHANGED') return false
  const { id } = order
  const cause = causeOf(order, order.events.at(-1)!.at)
  const recent = await tx.outboxMessage.findMany({
    where: { channel: 'mail', topic: id, createdAt: { gt: new Date(Date.now() - ADDRESS_MAIL_MS) } },
    select: { body: true },
    take: 100,
  })
  return recent
    .map(({ body }) => readMailEvent(body))
    .some(({ type, at }) => type === kind && causeOf(order, at) === cause)
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
