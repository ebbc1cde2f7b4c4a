import type { DbOrTx } from '../db'

/** Announces changes that write no catalogue row, and the end of transactions that take minutes. Rows announce themselves (triggers). */
export async function announceCatalogueChange(db: DbOrTx): Promise<void> {
  await db.$executeRaw`SELECT tell_of_counts('')`
}
