/**
 * Polls for catalogue changes (CATALOGUE_POLL_SECONDS) when LISTEN is not available, and reports them as catalogueListener.ts does. The
 * database writes a row per change while a polling server is registered. Each poll compares the number of recent rows and the age of the
 * newest one. This also detects rows of transactions that commit late, and rows that were lost in a failover.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Prisma } from '../../generated/prisma/client'
import type { CatalogueWatch } from './catalogueWatch'
import type { Db, DbOrTx } from '../db'
import { inSteps } from '../inSteps'

/**
 * Misses changes from transactions that run longer than this. Transactions for requests end within 30 s. Long ones, such as imports,
 * announce themselves when they end.
 */
const WINDOW = '2 minutes'
/** A server that registered this long ago is visible to all running transactions. */
const KNOWN_TO_ALL = '35 seconds'
const SIGN_OF_LIFE_MS = 10_000
/** Changes are kept for longer than the registration of a server that has stopped polling. */
const LIFETIMES = { poller: '2 minutes', change: '5 minutes' }

/** Identifies the changes after `start`. Two equal values identify the same changes. */
interface Seen {
  start: string
  changes: string
  countsChanges: string
}

/** Returns the changes after $2 and the start time for the next poll. Returns no row if the server $1 is not registered. */
const LOOK = `SELECT starts.at::text AS start,
    concat(count(change.id), ' ', max(change.at)) AS changes,
    concat(count(change.id) FILTER (WHERE counts), ' ', max(change.at) FILTER (WHERE counts)) AS "countsChanges",
    EXISTS (SELECT FROM catalogue_poller WHERE since < now() - interval '${KNOWN_TO_ALL}') AS "isSure"
  FROM catalogue_poller AS poller
  CROSS JOIN (VALUES (1, $2::timestamptz), (2, now() - interval '${WINDOW}')) AS starts (nth, at)
  LEFT JOIN catalogue_change AS change ON change.at > starts.at
  WHERE poller.id = $1
  GROUP BY starts.nth, starts.at ORDER BY starts.nth`

const REGISTER = `INSERT INTO catalogue_poller (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET seen_at = now()`
/** Does not register a deleted server again, because the database wrote no changes for it in the meantime. */
const SIGN = 'UPDATE catalogue_poller SET seen_at = now() WHERE id = $1'

export class CataloguePoll {
  readonly #id = randomUUID()
  readonly #stopped = new AbortController()
  #seen: Seen | null = null
  #signedAt = 0
  #running = Promise.resolve()

  /** Queries on `pool` must have a timeout. */
  constructor(
    private readonly watch: CatalogueWatch,
    private readonly pool: pg.Pool,
    private readonly everyMs: number,
  ) {
    // It does no harm if a connection is lost between two polls, because the next poll opens another one.
    pool.on('error', () => {})
  }

  /** Polls until `stop` is called. Resolves when the first poll has succeeded or failed. */
  async listen(): Promise<void> {
    await this.#poll()
    this.#running = this.#goOn()
  }

  /** Keeps the registration for a while, so that a server that restarts soon caches immediately. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  async #goOn(): Promise<void> {
    const { signal } = this.#stopped
    for (;;) {
      await sleep(this.everyMs, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      await this.#poll()
    }
  }

  async #poll(): Promise<void> {
    try {
      await this.#look()
    } catch {
      // Changes may go unnoticed until the database responds again.
      this.#seen = null
      this.watch.reportWatching(false)
    }
  }

  async #look(): Promise<void> {
    const seen = this.#seen
    if (!seen || Date.now() - this.#signedAt > SIGN_OF_LIFE_MS) {
      await this.pool.query(seen ? SIGN : REGISTER, [this.#id])
      this.#signedAt = Date.now()
    }
    const { rows } = await this.pool.query<Seen & { isSure: boolean }>(LOOK, [this.#id, seen?.start ?? null])
    const [now, next] = rows
    if (!now || !next) throw new Error('it was not heard of for so long that changes were not written')
    this.#seen = next
    const counts = seen !== null && now.countsChanges !== seen.countsChanges
    if (seen && (counts || now.changes !== seen.changes)) this.watch.report({ counts })
    // Transactions that began before this server registered have ended, and the poll has seen their changes.
    if (next.isSure) this.watch.reportWatching(true)
  }
}

/** Announces changes that write no catalogue row, and the end of transactions that take minutes. */
export async function tellOfCatalogue(db: DbOrTx): Promise<void> {
  await db.$executeRaw`SELECT tell_of_catalogue(true)`
}

/** Deletes servers before changes: if a server's changes are deleted unread, it must find its registration gone. */
export async function forgetCatalogueChanges(db: Db): Promise<void> {
  await db.$executeRaw`
    DELETE FROM catalogue_poller WHERE seen_at < now() - ${Prisma.raw(`interval '${LIFETIMES.poller}'`)}`
  await inSteps(async (limit) => ({
    count: await db.$executeRaw`
      DELETE FROM catalogue_change WHERE id IN (
        SELECT id FROM catalogue_change WHERE at < now() - ${Prisma.raw(`interval '${LIFETIMES.change}'`)}
        ORDER BY at LIMIT ${limit} FOR UPDATE SKIP LOCKED
      )`,
  }))
}
