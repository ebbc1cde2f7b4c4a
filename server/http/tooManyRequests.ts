/** The response to requests above any rate limit: 429, and the time until the next attempt. */
import { REST_ERRORS } from '../shared/contract/errors'

export class TooManyRequests extends Error {
  readonly statusCode = 429

  constructor(
    /** Whole seconds, 1 or more. */
    readonly retryAfterSeconds: number,
    message: string = REST_ERRORS.TOO_MANY_REQUESTS.message,
  ) {
    super(message)
    this.name = 'TooManyRequests'
  }
}
