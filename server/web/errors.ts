/** Responds to a browser's failed page request with one plain sentence. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { clientErrorOf } from '../http/answerHeaders'
import { UNAVAILABLE_MESSAGE, UNEXPECTED_MESSAGE } from '../shared/contract/errors'
import { isUnavailable, RETRY_AFTER_SECONDS } from '../external/unavailable'

const page = (title: string, sentence: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><p>${sentence}</p></html>`

export function handleError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error.statusCode && error.statusCode < 500)
    return reply
      .code(error.statusCode)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(clientErrorOf(error.statusCode, error.message))
  reply.type('text/html; charset=utf-8').header('cache-control', 'no-store')
  if (isUnavailable(error)) {
    request.log.warn({ err: error }, 'database unavailable')
    return reply
      .code(503)
      .header('retry-after', RETRY_AFTER_SECONDS)
      .send(page('Please try again', UNAVAILABLE_MESSAGE))
  }
  request.log.error({ err: error }, 'unexpected failure')
  return reply.code(500).send(page('Something went wrong', UNEXPECTED_MESSAGE))
}
