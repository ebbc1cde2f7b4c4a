/** Lets staff list webhook messages, and resend or discard one. */
import type { OutboxMessage } from '../../generated/prisma/client'
import type { CountedPage } from '../counted'
import type { Shop } from '../shop'
import type { Actor } from '../staff/actor'
import { discardMessage, listMessages, resendMessage, WEBHOOKS, type MessageList } from './messages'

export type Webhook = OutboxMessage
export type WebhookPage = CountedPage<Webhook>

/** Only the host: the path of an address may be a secret. */
export const webhookHost = ({ settings: { orderWebhook } }: Shop): string | null =>
  orderWebhook && new URL(orderWebhook.url).host

/** Newest first. Throws INVALID_INPUT, STALE_CURSOR. */
export const listWebhooks = (shop: Shop, list: MessageList<Webhook['state']>): Promise<WebhookPage> =>
  listMessages(shop, WEBHOOKS, list, list.state && { state: list.state })

/** Makes the message due now. Throws FORBIDDEN, WEBHOOK_NOT_FOUND. */
export const resendWebhook = (shop: Shop, actor: Actor, id: string): Promise<Webhook> =>
  resendMessage(shop, actor, WEBHOOKS, id)

/** Deletes a message that the outbox gave up on. Returns its id. Throws FORBIDDEN, WEBHOOK_NOT_FOUND, INVALID_INPUT. */
export const discardWebhook = (shop: Shop, actor: Actor, id: string): Promise<string> =>
  discardMessage(shop, actor, WEBHOOKS, id)
