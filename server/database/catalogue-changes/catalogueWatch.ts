/**
 * Emits an event for every catalogue change made by any server on the same database. catalogueListener.ts
 * reports the changes to this module. Caches rely on these events alone.
 */
import { EventEmitter } from 'node:events'

interface WatchEvents {
  /** Emitted for every change, except those of stockChanged. */
  changed: []
  /**
   * Emitted when the stock of one product or variant changed and nothing else, and it neither sold out nor returned. `isFew` is true if the
   * number is shown to shoppers: at most `SHOP.fewLeft`, before or after the change.
   */
  stockChanged: [productId: string, isFew: boolean]
  /**
   * Emitted when something changes that affects counts and facets, with the category of the changed products, or null for all categories. A
   * stock change matters only if the product sells out or becomes available.
   */
  countsChanged: [categoryId: string | null]
  /** Whether changes are noticed: false from the moment the connection is lost until it is restored. */
  watching: [boolean]
}

export class CatalogueWatch extends EventEmitter<WatchEvents> {
  isWatching = false

  /** Reports a change by the payload of its notification: `few` or `many` and the product's id, or nothing (announce_product_change.sql). */
  report(payload = ''): void {
    const [, amount, productId] = /^(few|many) (.+)$/s.exec(payload) ?? []
    if (productId === undefined) this.emit('changed')
    else this.emit('stockChanged', productId, amount === 'few')
  }

  /** Reports a change that affects counts and facets. */
  reportCounts(categoryId: string | null): void {
    // Updates counts first, so that listeners for `changed` compute with new counts.
    this.emit('countsChanged', categoryId)
    this.emit('changed')
  }

  /** Sets whether changes are noticed from now on. */
  reportWatching(isWatching: boolean): void {
    if (isWatching === this.isWatching) return
    this.isWatching = isWatching
    this.emit('watching', isWatching)
  }
}

/** Caches the result of `compute` until the next event. While changes go unnoticed, computes it for each call. */
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
