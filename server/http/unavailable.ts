/** What makes the shop unable to answer for a moment, through no fault of the caller's: both transports say so by 503 and Retry-After. */
import { isDatabaseAway, isUndone } from '../database/away'

/** When a caller may try again, in seconds: what Retry-After says. */
export const RETRY_AFTER_SECONDS = 5

/** Thrown where the shop itself decides not to answer now, as while it closes. */
export class UnavailableError extends Error {
  constructor(reason: string, options?: { cause: unknown }) {
    super(reason, options)
    this.name = 'UnavailableError'
  }
}

export const isUnavailable = (error: unknown): boolean =>
  error instanceof UnavailableError || isDatabaseAway(error) || isUndone(error)
