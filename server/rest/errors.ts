/** How REST answers what went wrong: `{ errors: [message] }` for what a caller can mend, a bare 500 for the rest. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DomainError, type ErrorCode } from '../shared/errors'

const STATUS = {
  INVALID_INPUT: 422,
  EMAIL_TAKEN: 422,
  EMAIL_UNKNOWN: 404,
  WRONG_PASSWORD: 401,
  UNAUTHENTICATED: 401,
  TOO_MANY_ATTEMPTS: 429,
  PRODUCT_NOT_FOUND: 404,
  CATEGORY_NOT_FOUND: 404,
  NOT_IN_CART: 404,
  OUT_OF_STOCK: 409,
  COUPON_UNKNOWN: 404,
  ADDRESS_NOT_FOUND: 404,
  CART_EMPTY: 422,
  ORDER_NOT_FOUND: 404,
  ORDER_NOT_PAYABLE: 409,
  PAYMENT_SIGNATURE_INVALID: 400,
  PAYMENT_PROVIDER_UNAVAILABLE: 503,
  IDEMPOTENCY_KEY_REUSED: 422,
  STALE_CURSOR: 422,
} as const satisfies Record<ErrorCode, number>

/** Fastify's own refusals, by the status it gives them; its words name parts of the server, so these are said instead. */
const REFUSALS: Record<number, string> = {
  400: 'The request body is not valid JSON.',
  413: 'The request body is too large.',
  415: 'The request body must be JSON, with content-type application/json.',
}

export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  // Whatever is wrong with its body, an unknown path is unknown first.
  if (request.is404) return handleNotFound(request, reply)
  if (error instanceof DomainError) return reply.code(STATUS[error.code]).send({ errors: [error.message] })
  const refusal = error.statusCode && error.statusCode < 500 ? REFUSALS[error.statusCode] : undefined
  if (refusal) return reply.code(error.statusCode!).send({ errors: [refusal] })
  request.log.error({ err: error }, 'unexpected failure')
  return reply.code(500).send({ error: { message: 'Something went wrong on our side.', requestId: request.id } })
}

export const handleNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply.code(404).send({ errors: [`There is nothing at ${request.method} ${request.url.split('?', 1)[0]}.`] })
