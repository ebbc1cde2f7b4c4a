/** Where cached responses are, by their keys: bounded by what they really take, empty whenever the catalogue changes. */
import { LRUCache } from 'lru-cache'
import type { CatalogueWatch } from '../database/catalogueWatch'
import type { CachedResponse } from './cachedResponse'

export const LARGEST_STORE_BYTES = 64 * 1024 * 1024
/** A key may hold what a caller wrote; whoever writes more than this is served, but nothing is cached for it. */
const LONGEST_KEY = 32 * 1024
const KEY_CHARACTER_BYTES = 2

/** A response that is being computed: whoever asks for the same meanwhile waits for it. */
export interface Flight {
  /** Null where the response turned out not to be for everyone. */
  readonly landed: Promise<CachedResponse | null>
  land(response: CachedResponse | null): void
}

export class ResponseStore {
  readonly #responses = new LRUCache<string, CachedResponse>({
    maxSize: LARGEST_STORE_BYTES,
    sizeCalculation: ({ bytesHeld }, key) => bytesHeld + key.length * KEY_CHARACTER_BYTES,
  })
  readonly #flights = new Map<string, Flight>()
  #isWatched: boolean

  /** Nothing is cached while changes of the catalogue would go unnoticed. */
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

  /** Begins a flight that whoever asks for the key can wait for. It has to land. */
  begin(key: string): Flight {
    let resolve: (response: CachedResponse | null) => void
    const landed = new Promise<CachedResponse | null>((whenLanded) => (resolve = whenLanded))
    const flight: Flight = {
      landed,
      land: (response) => {
        // What was begun before a change may show what was there before it, and is not cached.
        const isCurrent = this.#flights.get(key) === flight && this.#flights.delete(key)
        if (isCurrent && response && this.#isWatched && key.length <= LONGEST_KEY) this.#responses.set(key, response)
        resolve(response)
      },
    }
    this.#flights.set(key, flight)
    return flight
  }

  /** For a response that has grown by a compressed variant since it was cached. */
  weighAgain(key: string, response: CachedResponse): void {
    if (this.#responses.peek(key) === response) this.#responses.set(key, response)
  }

  #drop(): void {
    this.#responses.clear()
    this.#flights.clear()
  }
}
