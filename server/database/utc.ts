/**
 * A shop built before 1.0.0 used the time zone of PostgreSQL. If that was not UTC, what Prisma wrote was stored at a wrong time, and what
 * the database wrote itself (`now()`, triggers) at the right one. The server does not start on such rows: `mend-times` corrects them.
 */
import type { Client, ClientConfig } from 'pg'
import { databaseZone } from './connections'
import type { Db } from './db'
import { DatabaseError } from './waitForServer'

type Querying = Pick<Client, 'query'>

/** The row that marks a database without such rows. From then on, all connections use UTC, so the rows need not be read again. */
const MARK = 'times in UTC'

/** Prisma makes an id and a time of these rows at the same moment. An id of version 7 begins with its time, which needs no zone. */
const WITNESSES = [
  ['user_account', 'created_at'],
  ['audit_entry', 'at'],
  ['shop_order', 'placed_at'],
] as const

/** SQL for the time in an id of version 7. */
export const TIME_OF_ID = `to_timestamp(('x0000' || left(replace(id::text, '-', ''), 12))::bit(64)::bigint / 1000.0)`
export const HAS_TIME = `substr(id::text, 15, 1) = '7'`

/** The columns `made`, from the id, and `stored`. */
export const WITNESSED = WITNESSES.map(
  ([table, column]) => `SELECT ${TIME_OF_ID} AS made, "${column}" AS stored FROM "${table}" WHERE ${HAS_TIME}`,
).join(' UNION ALL ')

/** Zones differ by whole quarters of an hour, and by at most 14 hours from UTC. Rows may be stored some seconds after their id was made. */
const COUNT_WRONG = `
  SELECT count(*)::int AS wrong FROM (SELECT extract(epoch FROM stored - made)::float8 AS seconds FROM (${WITNESSED}) AS rows) AS compared
  WHERE abs(seconds) BETWEEN 840 AND 50460 AND abs(seconds - 900 * round(seconds / 900)) < 60`

export async function countWrongTimes(client: Querying): Promise<number> {
  const { rows } = await client.query<{ wrong: number }>(COUNT_WRONG)
  return rows[0]!.wrong
}

export async function isMarked(client: Querying): Promise<boolean> {
  const { rows } = await client.query('SELECT FROM applied_seed WHERE name = $1', [MARK])
  return rows.length > 0
}

export async function mark(client: Querying): Promise<void> {
  await client.query('INSERT INTO applied_seed (name) VALUES ($1) ON CONFLICT DO NOTHING', [MARK])
}

/** Throws a DatabaseError if the database has rows with wrong times. The caller holds the migration lock. */
export async function refuseWrongTimes(client: Querying, connection: ClientConfig): Promise<void> {
  if (await isMarked(client)) return
  const wrong = await countWrongTimes(client)
  if (wrong === 0) return mark(client)
  const zone = await databaseZone(connection)
  throw new DatabaseError(
    `The times of ${wrong} rows are wrong: a shop built before 1.0.0 wrote them while the time zone of PostgreSQL was not UTC.` +
      ` Stop all servers of the shop and make a backup. Then run \`npm run mend-times -- ${zone} --dry-run\`.`,
  )
}

/** Throws a DatabaseError if the pool's connections do not use UTC, because a pooler ignores or refuses the parameter. */
export async function requireUtc(db: Pick<Db, '$queryRaw'>): Promise<void> {
  const [row] = await db.$queryRaw<{ zone: string }[]>`SELECT current_setting('TimeZone') AS zone`
  if (row!.zone === 'UTC') return
  throw new DatabaseError(
    `Connections to DATABASE_URL have the time zone ${row!.zone}, although the shop asks for UTC.` +
      ` Run ALTER DATABASE … SET timezone TO 'UTC', and restart the pooler.`,
  )
}
