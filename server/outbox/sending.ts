/**
 * Sends the outbox's messages while the server runs: a few at a time, each on a different topic. A message is retried until it arrives or
 * is dead.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../database/db'
import type { Settings } from '../settings'
import type { Log } from '../shared/log'
import {
  claimDue,
  dropMessage,
  endMessage,
  forgetMessages,
  postponeMessage,
  releaseMessage,
  stopAt,
  type ChannelName,
  type ClaimedMessage,
} from './outbox'

export type Outcome =
  /** `filedAs` names the file to which the message was written instead of being sent. */
  | { is: 'sent'; filedAs?: string }
  /** `retryAfterMs` is the delay that the receiver requested. */
  | { is: 'failed'; why: string; retryAfterMs?: number }
  /** The receiver refused the message, so another attempt would not help. */
  | { is: 'refused'; why: string }
  /** The address is permanently gone. */
  | { is: 'gone'; why: string }
  /** The message must not be sent before this time. This is not a failure. */
  | { is: 'waits'; until: Date; why: string }
  /** The message is no longer needed. */
  | { is: 'dropped' }

export interface Channel {
  name: ChannelName
  /** A hash of the receiver's address. */
  target: string
  /** The timeout of one attempt. */
  timeoutMs: number
  /** Stops when `signal` aborts. An exception counts as a failure. */
  send(message: Pick<ClaimedMessage, 'topic' | 'eventId' | 'body'>, signal: AbortSignal): Promise<Outcome>
  /** Called every hour. */
  tidyUp?(): Promise<void>
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
/**
 * The schedule from Standard Webhooks: the delay after the first failure, the second, and so on. The message is dead after the last
 * attempt, three days after the first.
 */
const RETRIES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR_MS),
]
/** A random addition to each delay, so that messages are not all retried at the same moment. */
const JITTER = 0.2
/** If a receiver requests a longer Retry-After, it is reduced to this. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS

/** How often a server looks for messages that other servers wrote. */
const POLL_MS = SECOND_MS
const MAX_AT_ONCE = 8
/** The time for storing the outcome after an attempt that used its full timeout. */
const LEASE_SPARE_MS = 2 * SECOND_MS
const FORGET_MS = HOUR_MS

/** Reasons for aborting an attempt. */
const LATE = Symbol('it took too long')
const CLOSING = Symbol('the server closes')

interface Options {
  /** Called after each attempt. */
  countAttempt?: (channel: ChannelName, outcome: Outcome['is']) => void
  pollMs?: number
  retriesMs?: number[]
  leaseMs?: number
}

interface Parts {
  db: Db
  log: Log
  settings: Pick<Settings, 'shutdownMs'>
}

/** `stop` claims no more messages, waits settings.shutdownMs for running attempts, and releases the remaining messages to be sent again. */
export function startSending(
  { db, log, settings: { shutdownMs } }: Parts,
  channel: Channel,
  {
    countAttempt = () => {},
    pollMs = POLL_MS,
    retriesMs = RETRIES_MS,
    leaseMs = channel.timeoutMs + LEASE_SPARE_MS,
  }: Options = {},
): { stop(): Promise<void> } {
  const { name, target } = channel
  const pending = new Map<AbortController, Promise<void>>()
  let isStopped = false
  let wake = new AbortController()

  async function claim(): Promise<ClaimedMessage[]> {
    try {
      return await claimDue(db, { channel: name, target, most: MAX_AT_ONCE - pending.size, leaseMs })
    } catch (err) {
      log.error({ err, channel: name }, 'could not read the outbox; trying again')
      return []
    }
  }

  async function attempt(message: ClaimedMessage, ending: AbortController): Promise<void> {
    const deadline = setTimeout(() => ending.abort(LATE), channel.timeoutMs)
    const outcome = await channel.send(message, ending.signal).catch((error: unknown): Outcome => {
      const why = ending.signal.reason === LATE ? `no answer within ${channel.timeoutMs / 1000} s` : reasonOf(error)
      return { is: 'failed', why }
    })
    clearTimeout(deadline)
    if (ending.signal.reason === CLOSING && outcome.is !== 'sent') return releaseMessage(db, message)
    if (outcome.is === 'waits')
      return postponeMessage(db, message, { dueAt: outcome.until, why: outcome.why, isFailure: false })
    countAttempt(name, outcome.is)
    if (outcome.is === 'sent') return endMessage(db, message, { ...outcome, state: 'SENT' })
    if (outcome.is === 'dropped') return dropMessage(db, message)
    const about = { channel: name, messageId: message.id, eventId: message.eventId, why: outcome.why }
    if (outcome.is === 'gone') {
      log.error(about, 'the receiver returned 410; the shop sends nothing more until the address changes')
      return stopAt(db, message, target, outcome.why)
    }
    const delay = outcome.is === 'refused' ? undefined : retriesMs[message.failures]
    if (delay === undefined) {
      log.error(about, 'gave up sending a message; resend it with a command or in the office')
      return endMessage(db, message, { state: 'DEAD', why: outcome.why })
    }
    const wanted = Math.min(('retryAfterMs' in outcome && outcome.retryAfterMs) || 0, MAX_RETRY_AFTER_MS)
    const dueAt = new Date(Date.now() + Math.max(delay, wanted) * (1 + Math.random() * JITTER))
    log.warn({ ...about, dueAt }, 'could not send a message; trying again later')
    return postponeMessage(db, message, { dueAt, why: outcome.why })
  }

  function send(message: ClaimedMessage): void {
    const ending = new AbortController()
    const sending = attempt(message, ending)
      // The message stays claimed until its claim expires, and is then sent again.
      .catch((err: unknown) => log.error({ err, messageId: message.id }, 'could not store the result of a message'))
      .finally(() => {
        pending.delete(ending)
        wake.abort()
      })
    pending.set(ending, sending)
  }

  async function run(): Promise<void> {
    let forgotten = 0
    while (!isStopped) {
      wake = new AbortController()
      const isFull = pending.size === MAX_AT_ONCE
      const claimed = isFull ? [] : await claim()
      claimed.forEach(send)
      if (claimed.length > 0) continue
      if (Date.now() - forgotten > FORGET_MS) {
        forgotten = Date.now()
        const forgetting = Promise.all([forgetMessages(db, name), channel.tidyUp?.()])
        await forgetting.catch((err: unknown) =>
          log.error({ err, channel: name }, 'could not delete old messages of the outbox'),
        )
      }
      await sleep(pollMs, undefined, { signal: wake.signal }).catch(() => {})
    }
  }

  const running = run()
  return {
    async stop() {
      isStopped = true
      wake.abort()
      await running
      const endAll = () => [...pending.keys()].forEach((ending) => ending.abort(CLOSING))
      const deadline = shutdownMs > 0 ? setTimeout(endAll, shutdownMs) : undefined
      await Promise.all(pending.values())
      clearTimeout(deadline)
    },
  }
}

/** fetch reports only that it failed. The cause contains the network error. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const reason = cause as { code?: string; message?: string } | undefined
  return reason?.code ?? reason?.message ?? message
}
