/** Runs the statements of a search with a time limit, so a slow search does not occupy the database. */
import pLimit, { type LimitFunction } from 'p-limit'
import type { Prisma } from '../../generated/prisma/client'
import { hasTimedOut } from '../../database/unavailable'
import { AtOnce } from '../../guards/atOnce'
import { refusal } from '../../guards/refusal'
import { countAll } from './productFilter'
import type { Shop } from '../shop'

/**
 * A search in a catalogue with at most this many products cannot be slow. With the limit, each of its statements would need a transaction.
 */
const FEW = 4000

/** Searches use at most half of the connections, so that slow searches do not keep carts and orders waiting. */
const SHARE = 0.5

interface Searches {
  run: LimitFunction
  /** The running and waiting searches. */
  searches: AtOnce
}
const searchesOf = new WeakMap<Shop['db'], Searches>()

async function withinShare<Result>(
  { db, settings, limits, searcher = [] }: Shop,
  work: () => Promise<Result>,
): Promise<Result> {
  const most = Math.max(1, Math.floor(settings.databaseConnections * SHARE))
  const { run, searches } = searchesOf.get(db) ?? { run: pLimit(most), searches: new AtOnce() }
  searchesOf.set(db, { run, searches })
  const end = searches.begin(
    searcher,
    ({ times }) => limits[times > 1 ? 'searches.perWideNetwork' : 'searches.perNetwork'],
  )
  if (!end) throw refusal('searches.perNetwork', { field: 'search' })
  try {
    return await run(work)
  } finally {
    end()
  }
}

/**
 * Throws SEARCH_TOO_BROAD after `searches.ms`. The embedded database has no time limits. A `name` is for a statement that always has the same
 * text: PostgreSQL keeps its plan while the catalogue is small.
 */
export async function searchRows<Row>(shop: Shop, statement: Prisma.Sql, name?: string): Promise<Row[]> {
  const { sql, cells, limits } = shop
  if (countAll(await cells()) <= FEW) return sql.raw<Row>(statement, name)
  try {
    return await withinShare(shop, () => sql.rawWithin<Row>(limits['searches.ms'], statement))
  } catch (error) {
    throw hasTimedOut(error) ? refusal('searches.ms', { field: 'search' }) : error
  }
}
