/** Runs the statements of a search with a time limit, so a slow search does not occupy the database. */
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
/** The maximum number of running and of waiting searches per network, so that one visitor cannot block search for others. */
const MAX_RUNNING_PER_NETWORK = 2
const MAX_WAITING_PER_NETWORK = 20
const MAX_WAITING = 200
const MAX_WAIT_MS = 5_000
/** The server cancels a search statement that takes longer than this. */
export const SEARCH_MS = 3_000

interface Waiting {
  network: string
  start(): void
  refuse(): void
}

interface Gate {
  /** The number of running searches per network. */
  running: Map<string, number>
  waiting: Waiting[]
}
const gates = new WeakMap<Shop['db'], Gate>()

const tooManySearches = () =>
  new DomainError('SEARCH_TOO_BROAD', {
    field: 'search',
    message: 'Too many searches are running. Please try again in a moment.',
  })

async function withinShare<Result>({ db, settings, searcher }: Shop, work: () => Promise<Result>): Promise<Result> {
  // Only the narrowest network, because the most waiting searches are fewer than a wider network may have.
  const network = searcher?.[0]?.key ?? ''
  const gate = gates.get(db) ?? { running: new Map<string, number>(), waiting: [] }
  gates.set(db, gate)
  const most = Math.max(1, Math.floor(settings.databaseConnections * SHARE))
  const runningOf = (each: string) => gate.running.get(each) ?? 0
  const count = (each: string, change: 1 | -1) => {
    const left = runningOf(each) + change
    if (left > 0) gate.running.set(each, left)
    else gate.running.delete(each)
  }
  const hasSlot = (each: string) => {
    const all = [...gate.running.values()].reduce((sum, running) => sum + running, 0)
    return all < most && runningOf(each) < MAX_RUNNING_PER_NETWORK
  }
  const countWaiting = () => {
    const counts = new Map<string, number>()
    for (const each of gate.waiting) counts.set(each.network, (counts.get(each.network) ?? 0) + 1)
    return counts
  }
  const leave = (waiting: Waiting) => (gate.waiting = gate.waiting.filter((each) => each !== waiting))
  // Networks with the fewest searches come first, so that busy networks do not block the others.
  const startNext = () => {
    const counts = countWaiting()
    const load = (each: Waiting) => [runningOf(each.network), counts.get(each.network)!] as const
    const [next] = gate.waiting
      .filter((each) => hasSlot(each.network))
      .sort((a, b) => load(a)[0] - load(b)[0] || load(a)[1] - load(b)[1])
    if (!next) return
    leave(next)
    next.start()
  }
  /** Refuses the newest search of the network with the most waiting searches. False if no network has more than this one. */
  const makeRoom = () => {
    const counts = countWaiting()
    const most = Math.max(...counts.values())
    if (most <= (counts.get(network) ?? 0) + 1) return false
    gate.waiting.findLast((each) => counts.get(each.network) === most)!.refuse()
    return true
  }

  if (!hasSlot(network)) {
    if ((countWaiting().get(network) ?? 0) >= MAX_WAITING_PER_NETWORK) throw tooManySearches()
    if (gate.waiting.length >= MAX_WAITING && !makeRoom()) throw tooManySearches()
    await new Promise<void>((resolve, reject) => {
      const waiting = { network, start, refuse }
      const timer = setTimeout(refuse, MAX_WAIT_MS)
      function refuse() {
        clearTimeout(timer)
        leave(waiting)
        reject(tooManySearches())
      }
      function start() {
        clearTimeout(timer)
        // Taken immediately, so that no other search takes the slot first.
        count(network, 1)
        resolve()
      }
      gate.waiting.push(waiting)
    })
  } else count(network, 1)
  try {
    return await work()
  } finally {
    count(network, -1)
    startNext()
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
