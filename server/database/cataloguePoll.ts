/**
 * Hears of changes of the catalogue by asking for them (CATALOGUE_POLL_SECONDS), where LISTEN is not to be had, and reports them as
 * catalogueListener.ts does. The database writes a row per change while a server that asks is registered. What is compared from one poll
 * to the next is how many rows of the last minutes there are and how old the youngest is: a row of a transaction that ends late counts
 * whenever it comes, and one that a failover lost is missed.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Prisma } from '../generated/prisma/client'
import type { CatalogueWatch } from './catalogueWatch'
import type { Db, DbOrTx } from './client'
import { inSteps } from './inSteps'

/** A transaction that ends longer after its change is not heard of. Those of requests end in 30 s, and long ones tell of themselves at their end. */
const WINDOW = '2 minutes'
/** Whoever was registered so long ago is known to every transaction that is under way. */
const KNOWN_TO_ALL = '35 seconds'
const SIGN_OF_LIFE_MS = 10_000
/** Changes stay for longer than a server of which nothing is heard. */
const LIFETIMES = { poller: '2 minutes', change: '5 minutes' }

/** What there is after `start`; two that are the same saw the same changes. */
interface Seen {
  start: string
  changes: string
  countsChanges: string
}

/** For $1 what there is after $2, and after the start that the next poll goes by. No row where $1 is not registered. */
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
/** One that is gone stays gone: what changed meanwhile was not written. */
const SIGN = 'UPDATE catalogue_poller SET seen_at = now() WHERE id = $1'

export class CataloguePoll {
  readonly #id = randomUUID()
  readonly #stopped = new AbortController()
  #seen: Seen | null = null
  #signedAt = 0
  #running = Promise.resolve()

  /** `pool` answers in time, or fails. */
  constructor(
    private readonly watch: CatalogueWatch,
    private readonly pool: pg.Pool,
    private readonly everyMs: number,
  ) {
    // A connection that is lost between two polls is missed by nobody.
    pool.on('error', () => {})
  }

  /** Until `stop`, once the first poll was answered or failed. */
  async listen(): Promise<void> {
    await this.#poll()
    this.#running = this.#goOn()
  }

  /** Stays registered for a while: a server that starts again meanwhile caches at once. */
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
      // Nobody knows what changes until it answers again.
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
    // What a transaction changed before it could know of anybody is seen by now.
    if (next.isSure) this.watch.reportWatching(true)
  }
}

/** For what changes without a row of the catalogue, and at the end of a transaction that takes minutes. */
export async function tellOfCatalogue(db: DbOrTx): Promise<void> {
  await db.$executeRaw`SELECT tell_of_catalogue(true)`
}

/** Servers first: one whose changes go unread must notice that it is gone. */
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
