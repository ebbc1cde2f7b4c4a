/** Reads the parts of a REST request other than its path: a JSON body, the viewer and an idempotency key. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shallowJson } from '../http/bodies'
import type { Idempotency } from '../domain/idempotency'
import { DomainError } from '../shared/errors'

/** Accepts only JSON. A request without a body is rejected only when the operation reads the body. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const tooDeep = (message: string) => new DomainError('INVALID_INPUT', { message })
  const parseJson = shallowJson(app.getDefaultJsonParser('remove', 'remove'), tooDeep)
  app.removeAllContentTypeParsers()
  void app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })
}

/** Throws INVALID_INPUT unless the body is a JSON object. */
export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const { body } = request
  if (isObject(body)) return body
  throw new DomainError('INVALID_INPUT', { message: 'The request body must be a JSON object.' })
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads the Idempotency-Key header, and marks the response if it is a replay. */
export function idempotencyOf(request: FastifyRequest, reply: FastifyReply): Idempotency {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  return { key: String(key), onReplay: () => void reply.header('Idempotent-Replayed', 'true') }
}
