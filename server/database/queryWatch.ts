/** Tells whoever asks of each query that is sent to the database: for the log, metrics and traces. */

/** Called as a query is sent, with its SQL, which holds no values; returns what is called as it is answered, with the error where it failed. */
export type QueryObserver = (sql: string) => (error?: unknown) => void

export class QueryWatch {
  readonly #observers: QueryObserver[] = []

  add(observer: QueryObserver): void {
    this.#observers.push(observer)
  }

  /** Null where nobody asks. */
  begin(sql: string): ((error?: unknown) => void) | null {
    if (this.#observers.length === 0) return null
    const ends = this.#observers.map((observer) => observer(sql))
    return (error) => ends.forEach((end) => end(error))
  }
}
