/** Reports each database query to the log, metrics and traces. */

/** Called when a query is sent, with its SQL, which contains no values. Returns a function to call when the result or an error arrives. */
export type QueryObserver = (sql: string) => (error?: unknown) => void

export class QueryWatch {
  readonly #observers: QueryObserver[] = []

  add(observer: QueryObserver): void {
    this.#observers.push(observer)
  }

  /** Null if there are no observers. */
  begin(sql: string): ((error?: unknown) => void) | null {
    if (this.#observers.length === 0) return null
    const ends = this.#observers.map((observer) => observer(sql))
    return (error) => ends.forEach((end) => end(error))
  }
}
