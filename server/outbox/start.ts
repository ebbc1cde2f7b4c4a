/** Starts every outbox channel that the settings configure. */
import type { Shop } from '../domain/shop'
import type { ChannelName } from './outbox'
import { mailChannel, type ComposeMail, type PaceMail } from './mail/channel'
import { startSending, type Outcome } from './sending'
import { webhookChannel } from './webhook'

interface Metrics {
  countAttempt(channel: ChannelName, outcome: Outcome['is']): void
}

/** Without a channel, nothing is read and no timer runs. */
export function startOutbox(
  shop: Shop,
  metrics: Metrics,
  composeMail: ComposeMail,
  paceMail: PaceMail,
): { stop(): Promise<void> } {
  const { orderWebhook, mail } = shop.settings
  const channels = [
    ...(orderWebhook ? [webhookChannel(orderWebhook)] : []),
    ...(mail ? [mailChannel(mail, shop.settings, composeMail, paceMail)] : []),
  ]
  const sending = channels.map((channel) => startSending(shop, channel, metrics))
  return { stop: async () => void (await Promise.all(sending.map((each) => each.stop()))) }
}
