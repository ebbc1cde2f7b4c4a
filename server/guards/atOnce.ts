/** Counts what each network has open in this process, such as connections and running searches. */
import type { Network } from './network'

export class AtOnce {
  readonly #open = new Map<string, number>()

  /**
   * Counts one more for all of the networks, and returns the function that ends it. Null if one of them has its maximum open; then nothing is
   * counted. A maximum of 0 means no limit.
   */
  begin(networks: readonly Network[], mostOf: (network: Network) => number): (() => void) | null {
    const countOf = (key: string) => this.#open.get(key) ?? 0
    const isFull = (network: Network) => mostOf(network) > 0 && countOf(network.key) >= mostOf(network)
    if (networks.some(isFull)) return null
    for (const { key } of networks) this.#open.set(key, countOf(key) + 1)
    return () => {
      for (const { key } of networks)
        if (countOf(key) > 1) this.#open.set(key, countOf(key) - 1)
        else this.#open.delete(key)
    }
  }
}
