/**
 * A circuit breaker, so that callers need not wait for an unresponsive service. After a failure, it refuses calls for a few seconds, then
 * lets one call through.
 */
import { UnavailableError } from '../external/unavailable'

export interface Circuit {
  /**
   * Runs `work`, or immediately throws an UnavailableError while the circuit is open. `work` reports its outcome by calling `fails` or
   * `answers`.
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  /** Throws an UnavailableError if `run` would refuse a call now. */
  check(): void
  fails(): void
  answers(): void
}

export function circuit(service: string, restMs: number): Circuit {
  /** The time from which a call may try again. Null while the service responds. */
  let closedUntil: number | null = null
  let isTrying = false
  function check(): void {
    if (closedUntil !== null && (isTrying || performance.now() < closedUntil))
      throw new UnavailableError(`${service} failed a moment ago`)
  }
  return {
    check,
    async run(work) {
      check()
      if (closedUntil === null) return work()
      isTrying = true
      try {
        return await work()
      } finally {
        isTrying = false
      }
    },
    fails: () => void (closedUntil = performance.now() + restMs),
    answers: () => void (closedUntil = null),
  }
}
