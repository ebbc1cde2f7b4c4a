/** REST's error responses: `{ errors: [message] }` for errors that the client can fix, and a plain 500 for the rest. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { EncodedBodyError } from '../http/bodies'
import { TooManyRequests } from '../http/tooManyRequests'
import {
  HTTP_STATUS,
  REST_ERRORS,
  UNAVAILABLE_MESSAGE,
  UNEXPECTED_MESSAGE,
  type RestErrorCode,
} from '../shared/contract/errors'
import { DomainError } from '../shared/errors'
import { isUnavailable, RETRY_AFTER_SECONDS } from '../external/unavailable'

const { MALFORMED_BODY, BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE } = REST_ERRORS

/** Replacements for Fastify's own error responses, by status. Fastify's messages reveal details of the server. */
const FRAMEWORK_ERRORS = new Map<number | undefined, string>(
  [MALFORMED_BODY, BODY_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE].map(({ status, message }) => [status, message]),
)

/** The Retry-After value of an error response that sets no time. */
const DEFAULT_RETRY_SECONDS = 60

export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // An unknown path gets a 404 even if the body is invalid.
  if (request.is404) return handleNotFound(request, reply)
  const count = (code: string) => request.server.metrics.countError('rest', code)
  if (error instanceof DomainError || error instanceof TooManyRequests) {
    const isDomain = error instanceof DomainError
    // Only a provider's webhook leads here. The provider reads the status alone, and sends the event again.
    if (isDomain && error.code === 'PAYMENT_PROVIDER_UNAVAILABLE') {
      count(error.code)
      return sendUnavailable(error, request, reply)
    }
    const status = isDomain ? HTTP_STATUS[error.code] : error.statusCode
    count(isDomain ? error.code : 'TOO_MANY_REQUESTS')
    if (status === 429) reply.header('retry-after', error.retryAfterSeconds ?? DEFAULT_RETRY_SECONDS)
    return reply.code(status).send({ errors: [error.message] })
  }
  const message = error instanceof EncodedBodyError ? error.message : FRAMEWORK_ERRORS.get(error.statusCode)
  if (message) {
    count(`HTTP_${error.statusCode}`)
    return reply.code(error.statusCode!).send({ errors: [message] })
  }
  if (isUnavailable(error)) {
    count('SERVICE_UNAVAILABLE')
    return sendUnavailable(error, request, reply)
  }
  count('INTERNAL_SERVER_ERROR')
  request.log.error({ err: error }, 'unexpected failure')
  return reply.code(500).send({ error: { message: UNEXPECTED_MESSAGE, requestId: request.id } })
}

function sendUnavailable(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.log.warn({ err: error }, 'database unavailable')
  return reply
    .code(503)
    .header('retry-after', RETRY_AFTER_SECONDS)
    .send({ error: { message: UNAVAILABLE_MESSAGE, requestId: request.id } })
}

export const refuse = (reply: FastifyReply, code: RestErrorCode): FastifyReply => {
  const { status, message } = REST_ERRORS[code]
  return reply.code(status).send({ errors: [message] })
}

export const handleNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.code(404).send({ errors: [`There is nothing at ${request.method} ${request.originalUrl.split('?', 1)[0]}.`] })
