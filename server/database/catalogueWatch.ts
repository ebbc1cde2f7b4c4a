/**
 * Tells of every change of the catalogue, by whichever server on the same database. Whatever hears of them (catalogueListener.ts, by PostgreSQL's
 * LISTEN) reports here; caches and replicas go by these events alone.
 */
import { EventEmitter } from 'node:events'

interface WatchEvents {
  changed: []
  /** Something changed that counts and facets go by: of a stock, whether there is any. */
  countsChanged: []
  /** Whether changes are heard of: false from the moment the connection is lost until it is back. */
  watching: [boolean]
}

export class CatalogueWatch extends EventEmitter<WatchEvents> {
  isWatching = false

  /** `counts` where it is one that counts and facets go by. */
  report(change: { counts: boolean }): void {
    // Counts first: what is computed from them again goes by new ones.
    if (change.counts) this.emit('countsChanged')
    this.emit('changed')
  }

  /** Whether every change is reported from now on. */
  reportWatching(isWatching: boolean): void {
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
