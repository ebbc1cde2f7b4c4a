/**
 * The state of the external services that the shop calls. Callers report the outcome of each call, and health and metrics show the state.
 * Also counts failed maintenance steps.
 */
import type { FastifyBaseLogger } from 'fastify'

export type Service = 'payments' | 'photo-store' | 'redis'

/** Receives the outcome of each call to a service. */
export interface Outcomes {
  succeeded: () => void
  failed: (error: unknown) => void
}

export const UNWATCHED: Outcomes = { succeeded: () => {}, failed: () => {} }

interface State {
  failures: number
  /** Null before the first call, and if the last call succeeded. */
  why: string | null
}

export class ExternalServices {
  readonly services = new Map<Service, State>()
  readonly failedSteps = new Map<string, number>()

  constructor(private readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>) {}

  /** Adds a service that this shop uses. Logs one line when it first fails, and one when it recovers. */
  watch(service: Service, { fails, isBack }: { fails: string; isBack: string }): Outcomes {
    const state: State = { failures: 0, why: null }
    this.services.set(service, state)
    return {
      succeeded: () => {
        if (state.why !== null) this.log.info({ service, failures: state.failures }, isBack)
        state.why = null
      },
      failed: (err) => {
        if (state.why === null) this.log.warn({ service, err }, fails)
        state.why = reasonOf(err)
        state.failures += 1
      },
    }
  }

  countStep(step: string, { failed }: { failed: boolean }): void {
    this.failedSteps.set(step, (this.failedSteps.get(step) ?? 0) + Number(failed))
  }
}

const MAX_REASON_LENGTH = 200

/** One line. The innermost cause contains the network error's message, or only a code. */
function reasonOf(error: unknown): string {
  const { message, cause, code } = error as Error & { code?: string }
  if (cause instanceof Error) return reasonOf(cause)
  return (message || code || 'it failed').split('\n')[0]!.slice(0, MAX_REASON_LENGTH)
}
