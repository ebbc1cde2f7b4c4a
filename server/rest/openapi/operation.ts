/** Describes an endpoint of the contract for @fastify/swagger. */
import type { FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '../../shared/contract/endpoint'
import type { OperationId } from '../../shared/contract/operations'
import {
  clientError,
  failure,
  errorOf,
  UNAVAILABLE_MESSAGE,
  UNEXPECTED_MESSAGE,
  type AnyErrorCode,
} from '../../shared/contract/errors'
import { declinedPayment } from '../../shared/contract/payments'
import { components, refusal } from '../../shared/contract/schemas'
import { ANSWERS, DECLINED_ANSWER } from './examples'
import { withoutIntegerBounds } from './schemas'

type Examples = Record<string, { value: unknown }>

export const referenceTo = (id: string): string => `#/components/schemas/${id}`

const namedOrInline = (schema: z.ZodMiniType) => {
  const name = components.get(schema)?.id
  return name ? { $ref: referenceTo(name) } : z.toJSONSchema(schema)
}

const content = (schema: z.ZodMiniType, examples?: Examples) => ({
  content: { 'application/json': { schema: namedOrInline(schema), ...(examples && { examples }) } },
})

const RETRY_AFTER = {
  'Retry-After': { type: 'integer', minimum: 1, description: 'In how many seconds to try again.' },
}

/** Counted per minute and network address; sent with all responses that are not cached. Missing if there is no limit. */
const RATE_LIMIT = {
  'RateLimit-Limit': { type: 'integer', description: 'The most requests in a minute.' },
  'RateLimit-Remaining': { type: 'integer', description: 'The requests that are left in this minute.' },
  'RateLimit-Reset': { type: 'integer', description: 'In how many seconds the next minute begins.' },
}

/** Responses that all endpoints may return: an internal failure, a temporary failure, and Node's error responses to unreadable requests. */
const COMMON_RESPONSES = {
  431: {
    description: 'The request headers are larger than 16 KB.',
    ...content(clientError, {
      HEADERS_TOO_LARGE: {
        value: {
          errors: ['Exceeded maximum allowed HTTP header size'],
          error: 'Request Header Fields Too Large',
          message: 'Exceeded maximum allowed HTTP header size',
          statusCode: 431,
        },
      },
    }),
  },
  500: {
    description: UNEXPECTED_MESSAGE,
    ...content(failure, {
      UNEXPECTED: {
        value: { error: { message: UNEXPECTED_MESSAGE, requestId: '0199c1de-5b7a-7b5e-9d1c-3f2a8e6b4c01' } },
      },
    }),
  },
  503: {
    description: UNAVAILABLE_MESSAGE,
    headers: RETRY_AFTER,
    ...content(failure, {
      UNAVAILABLE: {
        value: { error: { message: UNAVAILABLE_MESSAGE, requestId: '0199c1de-5b7a-7b5e-9d1c-3f2a8e6b4c01' } },
      },
    }),
  },
}

/** A path with such an id is treated as unknown. */
const unreadableId = ({ method, path }: Endpoint) => ({
  description: 'The id is longer than 100 characters, or is not valid percent-encoding.',
  ...content(refusal, {
    UNKNOWN_PATH: { value: { errors: [`There is nothing at ${method} ${path.replace(/:\w+/, '%ED%A0%80')}.`] } },
  }),
})

const DECLINED = {
  description: 'The payment was declined.',
  ...content(declinedPayment, { DECLINED: { value: DECLINED_ANSWER } }),
}

export const describeOperation = (operationId: OperationId, endpoint: Endpoint): FastifySchema => ({
  operationId,
  tags: [endpoint.tag],
  summary: endpoint.summary,
  security: endpoint.auth ? [{ bearerToken: [] }, { bareToken: [] }] : [],
  ...parametersOf(endpoint),
  ...bodyOf(endpoint),
  response: {
    [endpoint.status]: {
      description: endpoint.status === 201 ? 'Created' : 'OK',
      headers: endpoint.cached ? CACHING : { ...RATE_LIMIT, ...(endpoint.idempotent && REPLAYED) },
      ...content(endpoint.response, operationId in ANSWERS ? { answer: { value: ANSWERS[operationId] } } : undefined),
    },
    ...(endpoint.cached && { 304: UNCHANGED }),
    ...(endpoint.sample?.params && { 404: unreadableId(endpoint) }),
    ...errorResponses(endpoint),
    ...(endpoint.path === '/api/payments/sandbox/pay' && { 402: DECLINED }),
    ...COMMON_RESPONSES,
  },
})

const CACHING = {
  ETag: { type: 'string', description: 'Names this state of the answer: send it back as If-None-Match.' },
  'Cache-Control': { type: 'string', description: 'For how many seconds anyone may keep the answer.' },
}

const UNCHANGED = {
  type: 'null',
  description: 'As the ETag that was sent says, nothing has changed.',
  headers: CACHING,
}

const REPLAYED = {
  'Idempotent-Replayed': {
    type: 'string',
    enum: ['true'],
    description: 'There where the call was made before: the response is that of the first call.',
  },
}

const IDEMPOTENCY_KEY = {
  'Idempotency-Key': {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    description: 'Any text that names this call, such as a UUID.',
    examples: ['5f0c1a52-7a0e-4c39-8d0b-2f7f4b8a9e10'],
  },
}

const IF_NONE_MATCH = {
  'If-None-Match': { type: 'string', description: 'The ETag of an answer that you have: 304 where it still holds.' },
}

const WEBHOOK_HEADERS = {
  'X-Razorpay-Signature': { type: 'string', description: 'HMAC-SHA256 of the body, in hex.' },
  'X-Razorpay-Event-Id': { type: 'string', description: 'Each event is handled once.' },
}

function parametersOf({ sample, idempotent, cached, body }: Endpoint) {
  const params = Object.entries(sample?.params ?? {})
  const properties = Object.fromEntries(params.map(([name, value]) => [name, { type: 'string', examples: [value] }]))
  return {
    ...(params.length > 0 && { params: { type: 'object', properties } }),
    ...(idempotent && { headers: { type: 'object', properties: IDEMPOTENCY_KEY } }),
    ...(cached && { headers: { type: 'object', properties: IF_NONE_MATCH } }),
    ...(body === 'raw' && { headers: { type: 'object', properties: WEBHOOK_HEADERS } }),
  }
}

function bodyOf({ body, sample }: Endpoint) {
  if (!body) return {}
  if (body === 'raw')
    return {
      body: {
        type: 'object',
        description: "The provider's event; its signature is in a header.",
        examples: [sample?.body],
      },
    }
  const schema = z.toJSONSchema(body, { io: 'input', override: withoutIntegerBounds })
  return { body: { ...schema, examples: [sample?.body] } }
}

/** Keyed by status, with each message as an example. */
function errorResponses(endpoint: Endpoint) {
  const codes = errorCodesOf(endpoint)
  const statuses = new Set(codes.map((code) => errorOf(code).status))
  return Object.fromEntries(
    [...statuses].map((status) => {
      const here = codes.filter((code) => errorOf(code).status === status)
      const examples = here.map((code) => [code, { value: { errors: [errorOf(code).message] } }])
      const description = here.map((code) => errorOf(code).message).join(' Or: ')
      const headers = status === 429 ? { headers: { ...RETRY_AFTER, ...RATE_LIMIT } } : {}
      return [status, { description, ...headers, ...content(refusal, Object.fromEntries(examples) as Examples) }]
    }),
  )
}

/** The endpoint's own errors and those that its inputs cause. The body is parsed for all methods except GET. */
export function errorCodesOf({ method, auth, body, idempotent, cached, errors = [] }: Endpoint): AnyErrorCode[] {
  const codes: AnyErrorCode[] = [...errors, 'TOO_MANY_REQUESTS']
  if (auth) codes.push('UNAUTHENTICATED')
  if (!cached) codes.push('RESPONSE_TOO_LARGE')
  if (method !== 'GET') codes.push('BODY_TOO_LARGE')
  if (method !== 'GET' && body !== 'raw') codes.push('MALFORMED_BODY', 'UNSUPPORTED_MEDIA_TYPE')
  if (body && body !== 'raw') codes.push('INVALID_INPUT')
  if (idempotent) codes.push('IDEMPOTENCY_KEY_REUSED')
  return codes
}
