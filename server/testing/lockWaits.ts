import type { PrismaClient } from '../generated/prisma/client'

/** The number of queries of this test's database that wait for a lock. Other databases of the same server belong to other tests. */
export async function lockWaits(db: Pick<PrismaClient, '$queryRaw'>): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return row!.count
}
