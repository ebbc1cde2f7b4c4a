/** Spares callers the wait for a service that does not answer: after a failure it refuses calls for some seconds, then lets one try. */
import { UnavailableError } from '../http/unavailable'

export interface Circuit {
  /** Runs `work`, or throws an UnavailableError at once while the service rests. `work` reports by `fails` and `answers`. */
  run<Result>(work: () => Promise<Result>): Promise<Result>
  fails(): void
  answers(): void
}

export function circuit(service: string, restMs: number): Circuit {
  /** When the next call may try; null while the service answers. */
  let closedUntil: number | null = null
  let isTrying = false
  return {
    async run(work) {
      if (closedUntil === null) return work()
      if (isTrying || performance.now() < closedUntil) throw new UnavailableError(`${service} failed a moment ago`)
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
