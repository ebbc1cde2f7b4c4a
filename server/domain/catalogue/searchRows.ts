/** Runs the statements of a search with a time limit, so a slow search does not occupy the database. */
import pLimit, { type LimitFunction } from 'p-limit'
import type { Prisma } from '../../generated/prisma/client'
import { hasTimedOut } from '../../database/unavailable'
import { DomainError } from '../../shared/errors'
import { countAll } from './productFilter'
import type { Shop } from '../shop'

/**
 * A search in a catalogue with at most this many products cannot be slow. With the limit, each of its statements would need a transaction.
 */
const FEW = 4000

/** Searches use at most half of the connections, so that slow searches do not keep carts and orders waiting. */
const SHARE = 0.5
/** The most running and waiting searches of one subscriber. */
const MOST_PER_SUBSCRIBER = 20
/** The most running and waiting searches of a network of any width, so that the others' searches wait for 40 at most. */
const MOST_PER_NETWORK = 40
/** The server cancels a search statement that takes longer than this. */
export const SEARCH_MS = 3_000

interface Searches {
  run: LimitFunction
  /** The number of running and waiting searches per network, of every width. */
  counts: Map<string, number>
}
const searchesOf = new WeakMap<Shop['db'], Searches>()

async function withinShare<Result>(
  { db, settings, searcher = [] }: Shop,
  work: () => Promise<Result>,
): Promise<Result> {
  const most = Math.max(1, Math.floor(settings.databaseConnections * SHARE))
  const { run, counts } = searchesOf.get(db) ?? { run: pLimit(most), counts: new Map<string, number>() }
  searchesOf.set(db, { run, counts })
  const countOf = (key: string) => counts.get(key) ?? 0
  if (searcher.some(({ key, times }) => countOf(key) >= Math.min(MOST_PER_SUBSCRIBER * times, MOST_PER_NETWORK)))
    throw new DomainError('SEARCH_TOO_BROAD', {
      field: 'search',
      message: 'Too many searches are running. Please try again in a moment.',
    })
  for (const { key } of searcher) counts.set(key, countOf(key) + 1)
  try {
    return await run(work)
  } finally {
    for (const { key } of searcher)
      if (countOf(key) > 1) counts.set(key, countOf(key) - 1)
      else counts.delete(key)
  }
}

/**
 * Throws SEARCH_TOO_BROAD after SEARCH_MS. The embedded database has no time limits. A `name` is for a statement that always has the same
 * text: PostgreSQL keeps its plan while the catalogue is small.
 */
export async function searchRows<Row>(shop: Shop, statement: Prisma.Sql, name?: string): Promise<Row[]> {
  const { sql, cells, limits } = shop
  if (countAll(await cells()) <= FEW) return sql.raw<Row>(statement, name)
  try {
    return await withinShare(shop, () => sql.rawWithin<Row>(limits.searchMs, statement))
  } catch (error) {
    throw hasTimedOut(error) ? new DomainError('SEARCH_TOO_BROAD', { field: 'search' }) : error
  }
}
