/** What a REST call carries besides its path: a JSON body, a viewer, an idempotency key. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { shallowJson } from '../http/bodies'
import type { Idempotency } from '../domain/idempotency'
import { DomainError } from '../shared/errors'

/** JSON and nothing else; a call without a body is fine until something in it is asked for. */
export function acceptJsonOnly(app: FastifyInstance): void {
  const tooDeep = (message: string) => new DomainError('INVALID_INPUT', { message })
  const parseJson = shallowJson(app.getDefaultJsonParser('remove', 'remove'), tooDeep)
  app.removeAllContentTypeParsers()
  void app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parseJson(request, body as string, done)
  })
}

/** Throws INVALID_INPUT where the body is no JSON object. */
export function bodyOf(request: FastifyRequest): Record<string, unknown> {
  const { body } = request
  if (isObject(body)) return body
  throw new DomainError('INVALID_INPUT', { message: 'The request body must be a JSON object.' })
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The Idempotency-Key header, and the response's mark where it is a replay. */
export function idempotencyOf(request: FastifyRequest, reply: FastifyReply): Idempotency {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  return { key: String(key), onReplay: () => void reply.header('Idempotent-Replayed', 'true') }
}
