/** Hears of every change of the catalogue, by whichever server on the same database: PostgreSQL's LISTEN behind two events. */
import { EventEmitter } from 'node:events'
import pg from 'pg'

const CHANNEL = 'catalogue'
const LISTEN = `LISTEN ${CHANNEL}`
const RETRY_MS = 1_000

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
  #stop: () => Promise<void> = async () => {}

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

  /** On a connection of its own, opened again whenever it is lost. */
  async listenTo(connection: pg.ClientConfig): Promise<void> {
    const client = new pg.Client({ ...connection, keepAlive: true })
    let retry: NodeJS.Timeout | undefined
    // An 'end' follows every error; without a listener the error would end the process.
    client.on('error', () => {})
    client.on('end', () => {
      this.#set(false)
      retry = setTimeout(() => void this.listenTo(connection).catch(() => {}), RETRY_MS)
    })
    this.#stop = async () => {
      client.removeAllListeners('end')
      clearTimeout(retry)
      await client.end()
    }
    await client.connect()
    await this.listenOn(client)
  }

  /** Closes the connection that listenTo opened. */
  stop(): Promise<void> {
    return this.#stop()
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
