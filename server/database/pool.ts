/** The connection pool to a PostgreSQL server. Each wait has a limit, and failed connections are retried for a while. */
import pg from 'pg'
import type { Settings } from '../settings'
import { retry } from './retry'
import { isDatabaseUnavailable, wasRolledBack, READ_ONLY } from './unavailable'
import type { QueryWatch } from './queryWatch'

export type DatabaseLimits = Settings['databaseLimits']

const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
const QUERY_TIMED_OUT = 'Query read timeout'

/** Settings for any connection to a server: a time limit for opening, and keep-alive probes while it is idle. */
export const serverConnection = (url: string, { connectMs }: DatabaseLimits): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: connectMs,
  ...KEEP_ALIVE,
})

type Answered = (error: Error | null, result: unknown) => void

/**
 * A client that reports its queries to `queries`. It closes after the first query that times out, because later queries would have to wait
 * behind that one.
 */
export const watchedClient = (queries: QueryWatch): typeof pg.Client =>
  class extends pg.Client {
    /** The server's state as it last reported it. */
    isStandby = false

    constructor(config?: string | pg.ClientConfig) {
      super(config)
      // The pool removes its own listener before it passes the client on, and the next holder adds one some microtasks later. A message
      // such as "terminating connection" may arrive in between, and an 'error' event without a listener would end the process. The next
      // query on the client fails anyway.
      this.on('error', () => {})
      this.connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
        if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on'
      })
    }

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
            const { message, code } = error as Error & { code?: string }
            // A new connection may reach the current primary.
            if (message === QUERY_TIMED_OUT || code === READ_ONLY) this.connection.stream.destroy()
          },
        )
      }
      // The signature is one of many overloads.
      return result as never
    }
  }

const sqlOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown }).text)

type Callback = Parameters<pg.Pool['connect']>[0]

/** A SELECT outside a transaction changes nothing. */
const READS = /^\s*SELECT\b/i

/** Retries for `retryMs` if the server is down or has no free connection, for example during a restart. */
class PatientPool extends pg.Pool {
  constructor(
    config: pg.PoolConfig,
    private readonly retryMs: number,
  ) {
    super(config)
    // Emitted for an idle client, which the pool then removes.
    this.on('error', () => {})
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.PoolClient> | void {
    const connecting = retry(
      this.retryMs,
      () => super.connect(),
      (error) => !this.ending && isDatabaseUnavailable(error),
    )
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, (error?: boolean | Error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }

  /** Runs one statement on any connection. If the connection is lost, a read-only statement runs again. */
  override query(...args: unknown[]): never {
    const ask = () => Reflect.apply(super.query.bind(this), this, args) as Promise<pg.QueryResult>
    if (typeof args.at(-1) === 'function') return ask() as never
    const mayRetry = (error: unknown) =>
      !this.ending && (wasRolledBack(error) || (isDatabaseUnavailable(error) && READS.test(sqlOf(args[0]))))
    // The signature is one of many overloads.
    return retry(this.retryMs, ask, mayRetry) as never
  }
}

/** A standby accepts no changes, so the pool refuses connections to it as if it were down. */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  if (!(client as { isStandby?: boolean }).isStandby) return
  // A pooler may report an outdated state, so this queries the server itself.
  const { rows } = await client.query<{ follows: boolean }>('SELECT pg_is_in_recovery() AS follows')
  if (rows[0]!.follows) throw Object.assign(new Error('the server only follows another one'), { code: READ_ONLY })
}

interface ServerPool {
  url: string
  connections: number
  limits: DatabaseLimits
  queries: QueryWatch
  /** True if the URL is that of a pooler, which accepts no server parameters when connecting. */
  isPooled: boolean
}

export function createServerPool({ url, connections, limits, queries, isPooled }: ServerPool): pg.Pool {
  const config = {
    ...serverConnection(url, limits),
    max: connections,
    // Sends simultaneous queries on one connection without waiting for each response (sql.ts).
    pipeline: true,
    ...(!isPooled && { statement_timeout: limits.statementMs }),
    query_timeout: limits.queryMs,
    Client: watchedClient(queries),
    onConnect: refuseStandby,
  }
  return new PatientPool(config, limits.retryMs)
}
