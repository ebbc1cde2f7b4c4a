/**
 * The channel for webhooks: one POST per message, signed as Standard Webhooks specifies (docs/webhooks.md), so that receivers can verify it
 * with existing libraries.
 */
import { createHash } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import type { Settings } from '../settings'
import { readRetryAfter } from './retryAfter'
import type { Channel, Outcome } from './sending'

type WebhookSettings = NonNullable<Settings['orderWebhook']>

/** How much of a receiver's response is kept for the list of dead messages. */
const MAX_ANSWER_BYTES = 4_096
const MAX_WHY_LENGTH = 200
/** The time limit of one attempt. */
const WEBHOOK_TIMEOUT_MS = 15_000
const GONE = 410

export function webhookChannel({ url, secrets }: WebhookSettings, timeoutMs = WEBHOOK_TIMEOUT_MS): Channel {
  const signers = secrets.map((secret) => new Webhook(secret))
  return {
    name: 'webhook',
    target: createHash('sha256').update(url).digest('hex'),
    timeoutMs,
    async send({ eventId, body }, signal) {
      const now = new Date()
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'user-agent': 'cerashop-webhooks',
          'webhook-id': eventId,
          'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
          'webhook-signature': signers.map((signer) => signer.sign(eventId, now, body)).join(' '),
        },
        body,
        redirect: 'manual',
        signal,
      })
      return outcomeOf(response, await beginningOf(response))
    },
  }
}

/** Only the status decides the outcome. Reading part of the body allows the connection to be reused. */
async function beginningOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of body ?? []) {
      chunks.push(chunk as Uint8Array)
      length += (chunk as Uint8Array).length
      if (length >= MAX_ANSWER_BYTES) break
    }
  } catch {
    // The body was cut off, or the timeout has passed.
  }
  return Buffer.concat(chunks).toString()
}

function outcomeOf({ status, ok, headers }: Response, said: string): Outcome {
  if (ok) return { is: 'sent' }
  const why = `it answered ${status} ${said}`
    .replace(/[^\P{C}]+|\s+/gu, ' ')
    .trim()
    .slice(0, MAX_WHY_LENGTH)
  if (status === GONE) return { is: 'gone', why }
  const retryAfterMs = readRetryAfter(headers.get('retry-after'))
  return { is: 'failed', why, ...(retryAfterMs !== null && { retryAfterMs }) }
}
