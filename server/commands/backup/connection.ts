/** The single connection of a command that works on an entire database. The database is neither migrated nor seeded first. */
import type pg from 'pg'
import { Pool } from '../../database/connections'
import { beginEmbeddedPostgres } from '../../database/embedded/start'
import { serverConnection } from '../../database/pool'
import type { Settings } from '../../settings'
import { CommandError } from '../command'

export type Place = Pick<Settings, 'databaseUrl' | 'databaseDirectUrl' | 'dataDir'>

export interface Connection {
  pool: pg.Pool
  close: () => Promise<void>
}

/** A new embedded database starts empty. Throws DataFolderInUseError if a shop uses the folder. */
export async function connectTo(place: Place): Promise<Connection> {
  const { databaseUrl, databaseDirectUrl } = place
  const embedded = databaseUrl ? null : await beginEmbeddedPostgres({ ...place, isBare: true })
  await embedded?.ready
  const connection = embedded?.connection ?? serverConnection(databaseDirectUrl ?? databaseUrl!)
  const pool = new Pool({ ...connection, max: 1 })
  // An error here also makes a query fail, and that failure is reported.
  pool.on('error', () => {})
  return {
    pool,
    async close() {
      await pool.end()
      await embedded?.close()
    },
  }
}

/** Uses one client for all of the work. Connection errors surface in the query that fails. */
export async function withClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

interface Session {
  pid: number
  application_name: string
  client_addr: string | null
}

/** On a PostgreSQL server, only the list of sessions shows whether a shop is running. Throws if the database has another session. */
export async function refuseOthers(client: pg.ClientBase, what: string): Promise<void> {
  const { rows } = await client.query<Session>(`
    SELECT pid, application_name, host(client_addr) AS client_addr FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend' ORDER BY pid`)
  if (rows.length === 0) return
  const sessions = rows.map(({ pid, application_name: name, client_addr: from }) =>
    [`process ${pid}`, name && `“${name}”`, from && `from ${from}`].filter(Boolean).join(' '),
  )
  throw new CommandError(
    `${what} is in use by ${sessions.join(', ')}. Stop the shop's servers and all other connections to it.`,
  )
}
