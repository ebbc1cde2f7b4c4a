/**
 * Purges the catalogue from a CDN (CDN_PURGE_URL) when this server has noticed a change and dropped its own cache. It retries the purge
 * until the CDN accepts it, and delays no request. Each server sends its own purge: only the last server to notice a change can be sure
 * that no old responses follow.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import type { CatalogueWatch } from '../database/catalogue-changes/catalogueWatch'
import { fetchWithin } from '../http/fetchWithin'
import type { Outcomes } from '../ops/outside'
import { readRetryAfter } from '../outbox/retryAfter'
import type { Settings } from '../settings'

const TAG = 'catalogue'
/** If purges are lost, a CDN still fetches a new response after this time. */
const KEEPS = 'max-age=3600'
/**
 * Headers of public responses that only a CDN reads: the purge tag, and how long the response stays fresh. Each is sent under two names,
 * because CDNs read different ones.
 */
export const CDN_HEADERS = {
  'cache-tag': TAG,
  'surrogate-key': TAG,
  'cdn-cache-control': KEEPS,
  'surrogate-control': KEEPS,
}
const BODY = JSON.stringify({ tags: [TAG] })

/** The pause between two purges. Changes during the pause share the next purge. */
const EVERY_MS = 1_000
/** Random delay, because all servers notice a change at the same moment. */
const JITTER_MS = 250
/** Delay of a second purge, for old responses that were on their way to the CDN during the first. */
const AGAIN_MS = 5_000
const TIMEOUT_MS = 10_000
const LONGEST_BACKOFF_MS = 60_000
const NEVER_MS = 2 ** 31 - 1

interface Options {
  cdnPurge: NonNullable<Settings['cdnPurge']>
  watch: CatalogueWatch
  outcomes: Outcomes
  count: (outcome: 'taken' | 'failed') => void
}

class Purges {
  readonly #stopped = new AbortController()
  #wake = new AbortController()
  /** True if something changed since the last purge began. Initially true, because changes may have been missed while no server ran. */
  #isDue = true

  constructor(private readonly options: Options) {
    options.watch.on('changed', this.#hear).on('watching', this.#hearAgain)
  }

  async run(): Promise<void> {
    let isFollowed = true
    while (!this.#stopped.signal.aborted) {
      if (!this.#isDue) await this.#pause(isFollowed ? NEVER_MS : AGAIN_MS, this.#wake.signal)
      isFollowed = !this.#isDue
      await this.#pause(Math.random() * JITTER_MS)
      await this.#purgeUntilTaken()
      await this.#pause(EVERY_MS)
    }
  }

  stop(): void {
    this.options.watch.off('changed', this.#hear).off('watching', this.#hearAgain)
    this.#stopped.abort()
    this.#wake.abort()
  }

  readonly #hear = (): void => {
    this.#isDue = true
    this.#wake.abort()
    this.#wake = new AbortController()
  }

  /** Does not purge when watching stops: while the database is down, only the CDN's old responses can be served. */
  readonly #hearAgain = (isWatching: boolean): void => {
    if (isWatching) this.#hear()
  }

  async #purgeUntilTaken(): Promise<void> {
    const { outcomes, count } = this.options
    for (let failures = 0; !this.#stopped.signal.aborted; failures += 1) {
      this.#isDue = false
      const failed = await this.#purge()
      if (this.#stopped.signal.aborted) return
      count(failed ? 'failed' : 'taken')
      if (!failed) return outcomes.succeeded()
      outcomes.failed(failed.error)
      const backoff = Math.min(EVERY_MS * 2 ** failures, LONGEST_BACKOFF_MS) * (1 + Math.random() / 2)
      await this.#pause(Math.max(backoff, Math.min(failed.retryAfterMs ?? 0, LONGEST_BACKOFF_MS)))
    }
  }

  /** Null if the CDN accepted the purge. */
  async #purge(): Promise<{ error: unknown; retryAfterMs?: number | null } | null> {
    const { url, token } = this.options.cdnPurge
    try {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'user-agent': 'cerashop-purge',
      }
      return await fetchWithin(
        { ms: TIMEOUT_MS, stop: this.#stopped.signal },
        url,
        { method: 'POST', headers, body: BODY, redirect: 'manual' },
        async ({ ok, status, headers, body }) => {
          await body?.cancel()
          if (ok) return null
          const error = new Error(`it answered ${status}`)
          return { error, retryAfterMs: readRetryAfter(headers.get('retry-after')) }
        },
      )
    } catch (error) {
      return { error }
    }
  }

  async #pause(ms: number, signal: AbortSignal = this.#stopped.signal): Promise<void> {
    await sleep(ms, undefined, { signal, ref: false }).catch(() => {})
  }
}

export const cdnPurge = fp(
  async (app: FastifyInstance, options: Omit<Options, 'outcomes' | 'count'>) => {
    const outcomes = app.outside.watch('cdn', {
      fails: 'the CDN did not take a purge: it is sent until it does',
      isBack: 'the CDN takes purges again',
    })
    const purges = new Purges({ ...options, outcomes, count: (outcome) => app.metrics.countPurge(outcome) })
    app.addHook('onReady', async () => void purges.run())
    app.addHook('onClose', async () => purges.stop())
  },
  { name: 'cdnPurge', dependencies: ['ops'] },
)
