/** The pool of connections to a PostgreSQL server: none waits for ever, and one that cannot be had at once may be had a moment later. */
import pg from 'pg'
import type { Settings } from '../settings'
import { again } from './again'
import { isDatabaseAway, isUndone, READ_ONLY } from './away'
import type { QueryWatch } from './queryWatch'

export type DatabaseLimits = Settings['databaseLimits']

const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
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
    /** As the server told last. */
    isStandby = false

    constructor(config?: string | pg.ClientConfig) {
      super(config)
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
            // Another connection may lead to the server that is the primary now.
            if (message === QUERY_TIMED_OUT || code === READ_ONLY) this.connection.stream.destroy()
          },
        )
      }
      // The signature is one of many.
      return result as never
    }
  }

export const sqlOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown }).text)

type Callback = Parameters<pg.Pool['connect']>[0]

/** Such a statement, outside a transaction, changes nothing. */
export const READS = /^\s*SELECT\b/i

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
    const connecting = again(
      this.retryMs,
      () => super.connect(),
      (error) => !this.ending && isDatabaseAway(error),
    )
    if (!callback) return connecting
    connecting.then(
      (client) => callback(undefined, client, (error?: boolean | Error) => client.release(error)),
      (error: Error) => callback(error, undefined, () => {}),
    )
  }

  /** One statement on any connection. Asked again where the connection is lost, if it only reads. */
  override query(...args: unknown[]): never {
    const ask = () => Reflect.apply(super.query.bind(this), this, args) as Promise<pg.QueryResult>
    if (typeof args.at(-1) === 'function') return ask() as never
    const mayBeRepeated = (error: unknown) =>
      !this.ending && (isUndone(error) || (isDatabaseAway(error) && READS.test(sqlOf(args[0]))))
    // The signature is one of many.
    return again(this.retryMs, ask, mayBeRepeated) as never
  }
}

/** A server that follows another one takes no changes: connections to it are refused, as if it were away. */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  if (!(client as { isStandby?: boolean }).isStandby) return
  // A pooler may repeat what it heard long ago.
  const { rows } = await client.query<{ follows: boolean }>('SELECT pg_is_in_recovery() AS follows')
  if (rows[0]!.follows) throw Object.assign(new Error('the server only follows another one'), { code: READ_ONLY })
}

interface ServerPool {
  url: string
  connections: number
  limits: DatabaseLimits
  queries: QueryWatch
  /** Whether a pooler stands before the server: it takes no parameters with a connection. */
  isPooled: boolean
}

export function createServerPool({ url, connections, limits, queries, isPooled }: ServerPool): pg.Pool {
  const config = {
    ...serverConnection(url, limits),
    max: connections,
    // What is asked at once over one connection is sent at once (sql.ts).
    pipeline: true,
    ...(!isPooled && { statement_timeout: limits.statementMs }),
    query_timeout: limits.queryMs,
    Client: watchedClient(queries),
    onConnect: refuseStandby,
  }
  return new PatientPool(config, limits.retryMs)
}
