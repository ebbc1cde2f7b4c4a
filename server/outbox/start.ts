/** Starts every outbox channel that the settings configure. */
import type { Shop } from '../domain/shop'
import type { ChannelName } from './outbox'
import { mailChannel, type MailComposer } from './mail/channel'
import { startSending, type Outcome } from './sending'
import { webhookChannel } from './webhook'

interface Metrics {
  countAttempt(channel: ChannelName, outcome: Outcome['is']): void
}

/** Without a channel, nothing is read and no timer runs. */
export function startOutbox(shop: Shop, metrics: Metrics, composers: MailComposer[]): { stop(): Promise<void> } {
  const { orderWebhook, mail } = shop.settings
  const channels = [
    ...(orderWebhook ? [webhookChannel(orderWebhook)] : []),
    ...(mail ? composers.map((composer) => mailChannel(mail, shop.settings, composer)) : []),
  ]
  const sending = channels.map((channel) => startSending(shop, channel, metrics))
  return { stop: async () => void (await Promise.all(sending.map((each) => each.stop()))) }
}
