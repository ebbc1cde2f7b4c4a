/** The pool of connections to a PostgreSQL server: none waits for ever, and one that cannot be had at once may be had a moment later. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Settings } from '../settings'
import { isDatabaseAway } from './away'
import type { QueryWatch } from './queryWatch'

export type DatabaseLimits = Settings['databaseLimits']

const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
/** Between two tries to connect; some at random, so that many do not try at once. */
const PAUSE_MS = 50
const QUERY_TIMED_OUT = 'Query read timeout'

/** For any connection to a server: opened in time, and probed while nothing is said. */
export const serverConnection = (url: string, { connectMs }: DatabaseLimits): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: connectMs,
  ...KEEP_ALIVE,
})

type Answered = (error: Error | null, result: unknown) => void

/**
 * A client whose queries `queries` hears of. It ends with the first query that is not answered in time: whatever is asked after that
 * one would wait behind it.
 */
export const watchedClient = (queries: QueryWatch): typeof pg.Client =>
  class extends pg.Client {
    override query(...args: unknown[]): never {
      const end = queries.begin(sqlOf(args[0]))
      const callback = args.at(-1)
      if (end && typeof callback === 'function') {
        const answered: Answered = (error, result) => {
          end(error ?? undefined)
          ;(callback as Answered)(error, result)
        }
        args[args.length - 1] = answered
      }
      const result: unknown = Reflect.apply(super.query.bind(this), this, args)
      if (result instanceof Promise) {
        result.then(
          () => end?.(),
          (error: Error) => {
            end?.(error)
            if (error.message === QUERY_TIMED_OUT) this.connection.stream.destroy()
          },
        )
      }
      // The signature is one of many.
      return result as never
    }
  }

const sqlOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown }).text)

type Callback = Parameters<pg.Pool['connect']>[0]

/** Tries again for `retryMs` where the server is away or has no connection left, which may be for the moment of a restart only. */
class PatientPool extends pg.Pool {
  constructor(
    config: pg.PoolConfig,
    private readonly retryMs: number,
  ) {
    super(config)
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    const connecting = this.#connect()
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, (error?: boolean | Error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }

  async #connect(): Promise<pg.PoolClient> {
    const end = Date.now() + this.retryMs
    for (;;) {
      try {
        return await super.connect()
      } catch (error) {
        if (this.ending || Date.now() >= end || !isDatabaseAway(error)) throw error
      }
      await sleep(PAUSE_MS + Math.random() * PAUSE_MS)
    }
  }
}

export function createServerPool(url: string, max: number, limits: DatabaseLimits, queries: QueryWatch): pg.Pool {
  const config = {
    ...serverConnection(url, limits),
    max,
    // What is asked at once over one connection is sent at once (sql.ts).
    pipeline: true,
    statement_timeout: limits.statementMs,
    query_timeout: limits.queryMs,
    Client: watchedClient(queries),
  }
  return new PatientPool(config, limits.retryMs)
}
