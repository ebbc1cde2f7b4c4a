/**
 * The connection pool to a PostgreSQL server. Each wait has a limit. A pooler in transaction mode provides no session, so LISTEN, migrations and
 * backups bypass it (DATABASE_DIRECT_URL), and no other code keeps session state. PgBouncer 1.18 rejects `statement_timeout` as a startup
 * parameter, so behind one its `connect_query` sets it.
 */
import type pg from 'pg'
import { Pool } from './connections'
import { READ_ONLY } from './unavailable'

/** For each of these, 0 means no limit. */
export const DATABASE_LIMITS = {
  /** The time limit for opening a connection, or for getting one from the pool. */
  connectMs: 5_000,
  /** The server cancels statements that take longer than this. */
  statementMs: 15_000,
  /** If a query gets no response for longer than this, its connection is closed. */
  queryMs: 20_000,
  /** How often the connection that receives notifications is checked. */
  heartbeatMs: 5_000,
  /** How long to wait for the server at startup. */
  waitMs: 30_000,
}

export type DatabaseLimits = typeof DATABASE_LIMITS

const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Settings for any connection to a server: a time limit for opening, and keep-alive probes while it is idle. */
export const serverConnection = (url: string, { connectMs } = DATABASE_LIMITS): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: connectMs,
  ...KEEP_ALIVE,
})

/**
 * An 'error' event without a listener would end the process. The pool removes its own listener before it passes a client on, and the next
 * holder adds one some microtasks later. A message such as "terminating connection" may arrive in between. The next query on the client
 * fails anyway.
 */
export const ignoreErrors = (pool: pg.Pool): pg.Pool =>
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))

/** A standby accepts no changes, so the pool refuses connections to it as if it were down. */
async function refuseStandby(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ follows: boolean }>('SELECT pg_is_in_recovery() AS follows')
  if (rows[0]!.follows) throw Object.assign(new Error('the server is a standby'), { code: READ_ONLY })
}

/** Closes a connection whose server accepts no changes any more. A new connection may reach the current primary. */
function leaveReadOnly(client: pg.PoolClient): void {
  client.connection.on('errorMessage', ({ code }: { code?: string }) => {
    if (code === READ_ONLY) void client.end()
  })
}

interface ServerPool {
  url: string
  connections: number
  limits: DatabaseLimits
  /** True if the URL is that of a pooler, which accepts no server parameters when connecting. */
  isPooled: boolean
}

export function createServerPool({ url, connections, limits, isPooled }: ServerPool): pg.Pool {
  const pool = new Pool({
    ...serverConnection(url, limits),
    max: connections,
    // Sends simultaneous queries on one connection without waiting for each response (sql.ts). In this mode, the driver closes a connection
    // after a query that times out, because later queries would have to wait behind it.
    pipeline: true,
    ...(!isPooled && { statement_timeout: limits.statementMs }),
    query_timeout: limits.queryMs,
    onConnect: refuseStandby,
  })
  return ignoreErrors(pool).on('connect', leaveReadOnly)
}
