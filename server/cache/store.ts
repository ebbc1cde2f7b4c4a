/** Stores cached responses by key. The limit applies to the memory that they actually take. A catalogue change empties it. */
import { LRUCache } from 'lru-cache'
import type { CatalogueWatch } from '../database/catalogue-changes/catalogueWatch'
import type { CachedResponse } from './cachedResponse'

export const MAX_STORE_BYTES = 64 * 1024 * 1024
/** A key can contain text from a client. Requests with a longer key are served, but their responses are not cached. */
const MAX_KEY_LENGTH = 32 * 1024
const KEY_CHARACTER_BYTES = 2

/** A response that is being computed. Requests for the same key wait for it. */
export interface Flight {
  /** Null if the response turned out to be private. */
  readonly landed: Promise<CachedResponse | null>
  land(response: CachedResponse | null): void
}

export class ResponseStore {
  readonly #responses = new LRUCache<string, CachedResponse>({
    maxSize: MAX_STORE_BYTES,
    sizeCalculation: ({ bytesHeld }, key) => bytesHeld + key.length * KEY_CHARACTER_BYTES,
  })
  readonly #flights = new Map<string, Flight>()
  #isWatched: boolean

  /** Caches nothing while catalogue changes may go unnoticed. */
  constructor(watch: CatalogueWatch) {
    watch.on('changed', () => this.#drop())
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

  flight(key: string): Flight | undefined {
    return this.#flights.get(key)
  }

  /**
   * Registers a computation for a key, so that later requests can wait for its response. The caller must call `land` when the computation
   * ends.
   */
  begin(key: string): Flight {
    let resolve: (response: CachedResponse | null) => void
    const landed = new Promise<CachedResponse | null>((whenLanded) => (resolve = whenLanded))
    const flight: Flight = {
      landed,
      land: (response) => {
        // A response whose computation began before a change may show old data, so it is not cached.
        const isCurrent = this.#flights.get(key) === flight && this.#flights.delete(key)
        if (isCurrent && response && this.#isWatched && key.length <= MAX_KEY_LENGTH) this.#responses.set(key, response)
        resolve(response)
      },
    }
    this.#flights.set(key, flight)
    return flight
  }

  /** Updates the weight of a response that has gained a compressed variant since it was cached. */
  weighAgain(key: string, response: CachedResponse): void {
    if (this.#responses.peek(key) === response) this.#responses.set(key, response)
  }

  #drop(): void {
    this.#responses.clear()
    this.#flights.clear()
  }
}
