/**
 * Stores cached responses by key. The limit applies to the memory that they actually take. A catalogue change empties it, except a sale:
 * that removes the responses that show the product's stock, and of the pages only those whose text changes
 * (prisma/functions/announce_product_change.sql).
 */
import { LRUCache } from 'lru-cache'
import type { CatalogueWatch } from '../database/catalogue-changes/catalogueWatch'
import type { CachedResponse } from './cachedResponse'

export const MAX_STORE_BYTES = 64 * 1024 * 1024
/** A key can contain text from a client. Requests with a longer key are served, but their responses are not cached. */
const MAX_KEY_LENGTH = 32 * 1024
const KEY_CHARACTER_BYTES = 2

interface Landed {
  /** Null if the response turned out to be private. */
  response: CachedResponse | null
  /** True if a sale changed what it shows while it was computed. */
  isOutdated: boolean
}

/** A response that is being computed. Requests for the same key wait for it. */
export interface Flight {
  readonly landed: Promise<Landed>
  land(response: CachedResponse | null): void
}

export class ResponseStore {
  readonly #responses = new LRUCache<string, CachedResponse>({
    maxSize: MAX_STORE_BYTES,
    sizeCalculation: ({ bytesHeld }, key) => bytesHeld + key.length * KEY_CHARACTER_BYTES,
    dispose: ({ stockOf }, key) => {
      for (const productId of stockOf) {
        const keys = this.#keysByProduct.get(productId)
        if (keys?.delete(key) && keys.size === 0) this.#keysByProduct.delete(productId)
      }
    },
  })
  /** The sales since the start of the oldest computation in progress. */
  #sales: { productId: string; isFew: boolean }[] = []
  /** The keys of the responses that show a product's stock. */
  readonly #keysByProduct = new Map<string, Set<string>>()
  readonly #flights = new Map<string, Flight>()
  #isWatched: boolean

  /** Caches nothing while catalogue changes may go unnoticed. */
  constructor(watch: CatalogueWatch) {
    watch.on('changed', () => this.#drop())
    watch.on('stockChanged', (productId, isFew) => this.#dropSold(productId, isFew))
    watch.on('watching', (isWatched) => {
      this.#isWatched = isWatched
      this.#drop()
    })
    this.#isWatched = watch.isWatching
  }

  get bytes(): number {
    return this.#responses.calculatedSize
  }

  get(key: string): CachedResponse | undefined {
    return this.#responses.get(key)
  }

  /** Waits for another request's computation for this key, or begins one, which the caller must end with `land`. */
  async findOrBegin(key: string): Promise<{ cached: CachedResponse } | { flight: Flight }> {
    const other = this.#flights.get(key)
    if (!other) return { flight: this.begin(key) }
    const { response, isOutdated } = await other.landed
    if (!isOutdated) return response ? { cached: response } : { flight: this.begin(key) }
    // The first request that waited begins another computation. It begins after the others arrived, so its response is new enough for them
    // even after another sale.
    const next = this.#flights.get(key)
    const cached = this.get(key) ?? (next && (await next.landed).response)
    return cached ? { cached } : { flight: this.begin(key) }
  }

  /**
   * Registers a computation for a key, so that later requests can wait for its response. The caller must call `land` when the computation
   * ends.
   */
  begin(key: string): Flight {
    let resolve: (landed: Landed) => void
    const landed = new Promise<Landed>((whenLanded) => (resolve = whenLanded))
    const earlier = this.#sales.length
    const flight: Flight = {
      landed,
      land: (response) => {
        // A response whose computation began before a change may show old data, so it is not cached.
        const isCurrent = this.#flights.get(key) === flight && this.#flights.delete(key)
        const isOutdated =
          response !== null &&
          this.#sales.slice(earlier).some(({ productId, isFew }) => shows(response, productId, isFew))
        if (this.#flights.size === 0) this.#sales = []
        if (isCurrent && !isOutdated && response && this.#isWatched && key.length <= MAX_KEY_LENGTH)
          this.#keep(key, response)
        resolve({ response, isOutdated })
      },
    }
    this.#flights.set(key, flight)
    return flight
  }

  /** Updates the weight of a response that has gained a compressed variant since it was cached. */
  weighAgain(key: string, response: CachedResponse): void {
    if (this.#responses.peek(key) !== response) return
    // The cache weighs a value only once.
    this.#responses.delete(key)
    this.#keep(key, response)
  }

  #keep(key: string, response: CachedResponse): void {
    this.#responses.set(key, response)
    // The store does not keep a response that is larger than its limit.
    if (this.#responses.peek(key) !== response) return
    for (const productId of response.stockOf) {
      const keys = this.#keysByProduct.get(productId)
      if (keys) keys.add(key)
      else this.#keysByProduct.set(productId, new Set([key]))
    }
  }

  #dropSold(productId: string, isFew: boolean): void {
    for (const key of [...(this.#keysByProduct.get(productId) ?? [])])
      if (shows(this.#responses.peek(key)!, productId, isFew)) this.#responses.delete(key)
    if (this.#flights.size > 0) this.#sales.push({ productId, isFew })
  }

  #drop(): void {
    this.#responses.clear()
    this.#flights.clear()
    this.#sales = []
  }
}

/** Whether a sale of the product changes the response. A page shows the stock only if few pieces are left. */
const shows = ({ stockOf, showsOnlyFew }: CachedResponse, productId: string, isFew: boolean): boolean =>
  stockOf.has(productId) && (isFew || !showsOnlyFew)
