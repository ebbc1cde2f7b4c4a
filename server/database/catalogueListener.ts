/** Hears of changes of the catalogue by PostgreSQL's LISTEN, and reports them. A connection that hears must not go through a pooler. */
import pg from 'pg'
import type { CatalogueWatch } from './catalogueWatch'

const CHANNEL = 'catalogue'
/** What the database says where something changed that counts and facets go by. */
const COUNTS = 'counts'
const RETRY_MS = 1_000
/** What part of the time between two heartbeats one may take: both together are less than twice that time. */
const ANSWER_SHARE = 0.8

/** On a connection that is open anyway, as the embedded database's only one is. */
export async function listenOn(client: pg.ClientBase, watch: CatalogueWatch): Promise<void> {
  client.on('notification', ({ channel, payload }) => {
    if (channel === CHANNEL) watch.report({ counts: payload === COUNTS })
  })
  client.on('end', () => watch.reportWatching(false))
  // A server that only follows another one refuses it.
  await client.query(`LISTEN ${CHANNEL}`)
  watch.reportWatching(true)
}

/**
 * On a connection of its own, opened again whenever it is lost. It is asked for a sign of life every `heartbeatMs`, since one that
 * dies silently looks as one over which nothing is said. `stop` closes it.
 */
export class CatalogueListener {
  #stop = () => {}

  constructor(
    private readonly watch: CatalogueWatch,
    private readonly connection: pg.ClientConfig,
    private readonly heartbeatMs: number,
  ) {}

  /** Throws where the first try fails; there are more. */
  async listen(): Promise<void> {
    const client = new pg.Client({ ...this.connection, query_timeout: this.heartbeatMs * ANSWER_SHARE })
    let beat: NodeJS.Timeout | undefined
    let retry: NodeJS.Timeout | undefined
    let isLost = false
    const lose = () => {
      if (isLost) return
      isLost = true
      clearInterval(beat)
      client.connection.stream.destroy()
      this.watch.reportWatching(false)
      retry = setTimeout(() => void this.listen().catch(() => {}), RETRY_MS)
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
      await listenOn(client, this.watch)
    } catch (error) {
      lose()
      throw error
    }
    if (this.heartbeatMs > 0) beat = setInterval(() => void client.query('SELECT 1').catch(lose), this.heartbeatMs)
  }

  stop(): void {
    this.#stop()
  }
}
