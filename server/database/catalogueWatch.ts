/** Hears of every change of the catalogue, by whichever server on the same database: PostgreSQL's LISTEN behind two events. */
import { EventEmitter } from 'node:events'
import pg from 'pg'

const CHANNEL = 'catalogue'
const LISTEN = `LISTEN ${CHANNEL}`
const RETRY_MS = 1_000
/** What part of the time between two heartbeats one may take: both together are less than twice that time. */
const ANSWER_SHARE = 0.8

/** What the database says where something changed that counts and facets go by. */
const COUNTS = 'counts'

interface WatchEvents {
  changed: []
  /** Something changed that counts and facets go by: of a stock, whether there is any. */
  countsChanged: []
  /** Whether changes are heard of: false from the moment the connection is lost until it is back. */
  watching: [boolean]
}

export class CatalogueWatch extends EventEmitter<WatchEvents> {
  isWatching = false
  #stop = () => {}

  /** On a connection that is open anyway, as the embedded database's only one is. */
  async listenOn(client: pg.ClientBase): Promise<void> {
    client.on('notification', ({ channel, payload }) => {
      if (channel !== CHANNEL) return
      // Counts first: what is computed from them again goes by new ones.
      if (payload === COUNTS) this.emit('countsChanged')
      this.emit('changed')
    })
    client.on('end', () => this.#set(false))
    await client.query(LISTEN)
    this.#set(true)
  }

  /**
   * On a connection of its own, opened again whenever it is lost. It is asked for a sign of life every `heartbeatMs`, since one that
   * dies silently looks as one over which nothing is said.
   */
  async listenTo(connection: pg.ClientConfig, heartbeatMs: number): Promise<void> {
    const client = new pg.Client({ ...connection, query_timeout: heartbeatMs * ANSWER_SHARE })
    let beat: NodeJS.Timeout | undefined
    let retry: NodeJS.Timeout | undefined
    let isLost = false
    const lose = () => {
      if (isLost) return
      isLost = true
      clearInterval(beat)
      client.connection.stream.destroy()
      this.#set(false)
      retry = setTimeout(() => void this.listenTo(connection, heartbeatMs).catch(() => {}), RETRY_MS)
    }
    client.on('error', lose).on('end', lose)
    this.#stop = () => {
      isLost = true
      clearInterval(beat)
      clearTimeout(retry)
      client.connection.stream.destroy()
    }
    try {
      await client.connect()
      await this.listenOn(client)
    } catch (error) {
      lose()
      throw error
    }
    if (heartbeatMs > 0) beat = setInterval(() => void client.query('SELECT 1').catch(lose), heartbeatMs)
  }

  /** Closes the connection that listenTo opened. */
  stop(): void {
    this.#stop()
  }

  #set(isWatching: boolean): void {
    if (isWatching === this.isWatching) return
    this.isWatching = isWatching
    this.emit('watching', isWatching)
  }
}

/** The result of `compute`, computed once until such an event, and for every call while changes would go unnoticed. */
export function cacheUntil<Value>(
  event: 'changed' | 'countsChanged',
  watch: CatalogueWatch,
  compute: () => Promise<Value>,
): () => Promise<Value> {
  let cached: Promise<Value> | null = null
  const drop = () => void (cached = null)
  watch.on(event, drop)
  watch.on('watching', drop)
  return () => {
    if (!watch.isWatching) return compute()
    if (cached) return cached
    const computing = (cached = compute())
    computing.catch(() => {
      if (cached === computing) drop()
    })
    return computing
  }
}
