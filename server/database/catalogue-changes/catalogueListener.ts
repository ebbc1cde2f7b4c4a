/** Listens for catalogue changes with PostgreSQL's LISTEN and reports them. The listening connection must not go through a pooler. */
import type pg from 'pg'
import { Client } from '../connections'
import type { CatalogueWatch } from './catalogueWatch'

const CHANNEL = 'catalogue'
/** For changes that affect counts and facets. The payload is a category's id, or empty for all categories. */
const COUNTS_CHANNEL = 'catalogue_counts'
const RETRY_MS = 1_000
/** The response to a heartbeat may take up to this share of the interval, so a dead connection is detected in less than two intervals. */
const ANSWER_SHARE = 0.8

/** Listens on a connection that is already open, such as the embedded database's only one. */
export async function listenOn(client: pg.ClientBase, watch: CatalogueWatch): Promise<void> {
  client.on('notification', ({ channel, payload }) => {
    if (channel === COUNTS_CHANNEL) watch.reportCounts(payload || null)
    else if (channel === CHANNEL) watch.report(payload)
  })
  client.on('end', () => watch.reportWatching(false))
  // A standby refuses LISTEN.
  await client.query(`LISTEN ${CHANNEL}`)
  await client.query(`LISTEN ${COUNTS_CHANNEL}`)
  watch.reportWatching(true)
}

/**
 * Listens on a separate connection and reconnects when it is lost. It sends a query every `heartbeatMs`, because a dead connection looks
 * the same as a quiet one. `stop` closes the connection.
 */
export class CatalogueListener {
  #stop = () => {}

  constructor(
    private readonly watch: CatalogueWatch,
    private readonly connection: pg.ClientConfig,
    private readonly heartbeatMs: number,
  ) {}

  /** Throws if the first attempt fails. Later attempts are made in the background. */
  async listen(): Promise<void> {
    const client = new Client({ ...this.connection, query_timeout: this.heartbeatMs * ANSWER_SHARE })
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
