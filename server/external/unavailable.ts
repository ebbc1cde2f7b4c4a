/** Temporary failures that are not the client's fault. REST and GraphQL respond with 503 and Retry-After. */
import { isDatabaseUnavailable, wasRolledBack } from '../database/unavailable'

/** The value of Retry-After, in seconds. */
export const RETRY_AFTER_SECONDS = 5

/** Thrown if the shop itself cannot respond now, for example while it closes. */
export class UnavailableError extends Error {
  constructor(reason: string, options?: { cause: unknown }) {
    super(reason, options)
    this.name = 'UnavailableError'
  }
}

export const isUnavailable = (error: unknown): boolean =>
  error instanceof UnavailableError || isDatabaseUnavailable(error) || wasRolledBack(error)
