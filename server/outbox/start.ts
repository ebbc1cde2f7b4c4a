/** Starts every outbox channel that the settings configure. */
import type { Db } from '../database/db'
import type { Settings } from '../settings'
import type { Log } from '../shared/log'
import type { ChannelName } from './outbox'
import { mailChannel, type MailComposer } from './mail/channel'
import { startSending, type Outcome } from './sending'
import { webhookChannel } from './webhook'

interface Metrics {
  countAttempt(channel: ChannelName, outcome: Outcome['is']): void
}

interface Parts {
  db: Db
  log: Log
  settings: Settings
}

/** Without a channel, nothing is read and no timer runs. */
export function startOutbox(parts: Parts, metrics: Metrics, composers: MailComposer[]): { stop(): Promise<void> } {
  const { orderWebhook, mail } = parts.settings
  const channels = [
    ...(orderWebhook ? [webhookChannel(orderWebhook)] : []),
    ...(mail ? composers.map((composer) => mailChannel(mail, parts.settings, composer)) : []),
  ]
  const sending = channels.map((channel) => startSending(parts, channel, metrics))
  return { stop: async () => void (await Promise.all(sending.map((each) => each.stop()))) }
}
