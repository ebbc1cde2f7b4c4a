/**
 * Reads public data from read replicas (DATABASE_REPLICA_URLS). A replica is used only while it has all reported catalogue changes. After
 * each change, the server queries the primary's log position. It reads from the primary until a replica has reached that position.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { isDatabaseUnavailable, wasRolledBack } from './unavailable'
import type { CatalogueWatch } from './catalogue-changes/catalogueWatch'
import { READS, serverConnection, sqlOf, watchedClient, type DatabaseLimits } from './pool'
import type { QueryWatch } from './queryWatch'

/**
 * Regardless of reported changes, a replica is skipped if it lags further behind the primary than this, or has not responded for this long.
 */
const LONGEST_LAG_MS = 5_000
/** A statement that takes longer on a replica runs on the primary. */
const LONGEST_STATEMENT_MS = 5_000
const LOOK_MS = 500
/** The interval between two checks of a replica that has not caught up. */
const CATCHING_UP_MS = 50
const LONGEST_LOOK_MS = 1_000

/** A position in the log, as a number of bytes. */
type Position = bigint

interface Replica {
  pool: pg.Pool
  replayed: Position
  seenAt: number
}

export class Replicas {
  readonly #replicas: Replica[]
  /** The log position that a replica must have reached; null while it is unknown. */
  #needed: Position | null = null
  /** Earlier positions of the primary, oldest first. */
  #past: { at: number; position: Position }[] = []
  #isAsking = false
  #askAgain = false
  readonly #stopped = new AbortController()
  #wake = new AbortController()
  #next = 0

  constructor(
    urls: string[],
    private readonly primary: pg.Pool,
    private readonly watch: CatalogueWatch,
    { limits, queries, connections }: { limits: DatabaseLimits; queries: QueryWatch; connections: number },
  ) {
    const queryMs = Math.min(limits.queryMs || LONGEST_STATEMENT_MS, LONGEST_STATEMENT_MS)
    const Client = watchedClient(queries)
    this.#replicas = urls.map((url) => {
      const connectionTimeoutMillis = Math.min(limits.connectMs || LONGEST_LOOK_MS, LONGEST_LOOK_MS)
      const connection = { ...serverConnection(url, limits), connectionTimeoutMillis, query_timeout: queryMs }
      const pool = new pg.Pool({ ...connection, max: connections, Client })
      pool.on('error', () => {})
      return { pool, replayed: -1n, seenAt: 0 }
    })
    watch.on('changed', () => this.#ask())
    watch.on('watching', (isWatching) => isWatching && this.#ask())
  }

  /** Call this when the primary is available. */
  start(): void {
    this.#ask()
    for (const replica of this.#replicas) void this.#follow(replica)
    void this.#followPrimary()
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    this.#wake.abort()
    await Promise.all(this.#replicas.map(({ pool }) => pool.end()))
  }

  /** The number of replicas that may be used now. */
  get usable(): number {
    return this.#replicas.filter((replica) => this.#mayBeRead(replica)).length
  }

  /** Runs each statement on the next usable replica, or on the primary if no replica is usable or the replica fails. */
  async query(args: unknown[]): Promise<pg.QueryResult> {
    const replica = READS.test(sqlOf(args[0])) ? this.#pick() : null
    const ask = (pool: pg.Pool) => Reflect.apply(pool.query.bind(pool), pool, args) as Promise<pg.QueryResult>
    if (!replica) return ask(this.primary)
    try {
      return await ask(replica.pool)
    } catch (error) {
      // The replica's own replay of the log can also cancel a statement.
      if (!isDatabaseUnavailable(error) && !wasRolledBack(error)) throw error
      if (isDatabaseUnavailable(error)) replica.seenAt = 0
      return ask(this.primary)
    }
  }

  #pick(): Replica | null {
    const usable = this.#replicas.filter((replica) => this.#mayBeRead(replica))
    this.#next += 1
    return usable[this.#next % usable.length] ?? null
  }

  #mayBeRead({ replayed, seenAt }: Replica): boolean {
    if (!this.watch.isWatching || this.#needed === null || replayed < this.#needed) return false
    const now = Date.now()
    if (seenAt < now - LONGEST_LAG_MS) return false
    const longAgo = this.#past.findLast(({ at }) => at <= now - LONGEST_LAG_MS)
    return longAgo === undefined || replayed >= longAgo.position
  }

  /** A change was reported. It is already in the primary's log, so the log's current end is a sufficient position. */
  #ask(): void {
    this.#needed = null
    if (this.#isAsking) this.#askAgain = true
    else void this.#findNeeded()
  }

  async #findNeeded(): Promise<void> {
    this.#isAsking = true
    try {
      do {
        this.#askAgain = false
        const position = await this.#positionOfPrimary()
        if (!this.#askAgain) this.#needed = position
      } while (this.#askAgain)
      this.#wake.abort()
      this.#wake = new AbortController()
    } catch {
      // The required position stays unknown until the primary responds. The next check queries the primary again.
    } finally {
      this.#isAsking = false
    }
  }

  async #positionOfPrimary(): Promise<Position> {
    const { rows } = await this.primary.query<{ position: string }>('SELECT pg_current_wal_lsn()::text AS position')
    return positionOf(rows[0]!.position)
  }

  async #followPrimary(): Promise<void> {
    for (;;) {
      await this.#pause(LOOK_MS)
      if (this.#stopped.signal.aborted) return
      const position = await this.#positionOfPrimary().catch(() => null)
      if (position === null) continue
      const at = Date.now()
      const kept = this.#past.findLastIndex((each) => each.at <= at - LONGEST_LAG_MS)
      this.#past = [...this.#past.slice(Math.max(kept, 0)), { at, position }]
      if (this.#needed === null && !this.#isAsking) this.#ask()
    }
  }

  async #follow(replica: Replica): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      await this.#look(replica)
      const isBehind = this.#needed !== null && replica.seenAt > 0 && replica.replayed < this.#needed
      await this.#pause(isBehind ? CATCHING_UP_MS : LOOK_MS, isBehind ? undefined : this.#wake.signal)
    }
  }

  /** A server that is not a standby is skipped, because it may have been promoted or may be an old primary. */
  async #look(replica: Replica): Promise<void> {
    const question = {
      text: 'SELECT pg_is_in_recovery() AS follows, pg_last_wal_replay_lsn()::text AS position',
      query_timeout: LONGEST_LOOK_MS,
    }
    try {
      const { rows } = await replica.pool.query<{ follows: boolean; position: string | null }>(question)
      const { follows, position } = rows[0]!
      if (!follows || position === null) throw new Error('it follows nobody')
      replica.replayed = positionOf(position)
      replica.seenAt = Date.now()
    } catch {
      replica.seenAt = 0
    }
  }

  async #pause(ms: number, woken: AbortSignal = this.#stopped.signal): Promise<void> {
    await sleep(ms, undefined, { signal: woken, ref: false }).catch(() => {})
  }
}

/** An LSN such as `16/B374D848` consists of two halves of 32 bits. */
function positionOf(text: string): Position {
  const [high, low] = text.split('/').map((half) => BigInt(`0x${half}`))
  return (high! << 32n) + low!
}

/** Looks like a pool to Prisma. Transactions run on the primary. */
export class CatalogueReads extends pg.Pool {
  constructor(
    private readonly replicas: Replicas,
    private readonly primary: pg.Pool,
  ) {
    super()
    this.on('error', () => {})
  }

  override connect(...args: unknown[]): never {
    return Reflect.apply(this.primary.connect.bind(this.primary), this.primary, args) as never
  }

  override query(...args: unknown[]): never {
    return this.replicas.query(args) as never
  }
}
