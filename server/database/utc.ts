/** Checks that connections work in UTC (connections.ts), because Prisma writes times as text without a zone. */
import type { Db } from './db'
import { DatabaseError } from './waitForServer'

/** Throws a DatabaseError if the pool's connections do not use UTC, because a pooler ignores or refuses the parameter. */
export async function requireUtc(db: Pick<Db, '$queryRaw'>): Promise<void> {
  const [row] = await db.$queryRaw<{ zone: string }[]>`SELECT current_setting('TimeZone') AS zone`
  if (row!.zone === 'UTC') return
  throw new DatabaseError(
    `Connections to DATABASE_URL have the time zone ${row!.zone}, although the shop asks for UTC.` +
      ` Run ALTER DATABASE … SET timezone TO 'UTC', and restart the pooler.`,
  )
}
