/** The database's clock, which all servers share. A server's own clock may be wrong. */
import type { DbOrTx } from './db'

export async function databaseTime(db: DbOrTx): Promise<Date> {
  const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT now() AS now`
  return row!.now
}
