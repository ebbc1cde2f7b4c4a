/** Serves the GraphQL contract at its path. */
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyError, FastifyInstance } from 'fastify'
import { allowOtherSites } from '../http/crossOrigin'
import { limitResponses } from '../http/responseSize'
import { TooManyRequests } from '../http/tooManyRequests'
import { contextOf } from './context'
import { UNAVAILABLE_MESSAGE } from '../shared/contract/errors'
import { refuseEncodedBodies, shallowJson } from '../http/bodies'
import { isUnavailable, RETRY_AFTER_SECONDS } from '../external/unavailable'
import { tagPersonalAnswers } from './operation/etags'
import { checkLength, checkText, costOfReading } from './operation/limits'
import { operationKey } from './operation/operationKey'

export async function graphql(app: FastifyInstance): Promise<void> {
  await allowOtherSites(app)
  app.limitRequests()
  app.limitBodies()
  refuseEncodedBodies(app)
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    shallowJson(app.getDefaultJsonParser('error', 'error'), (message) =>
      Object.assign(new Error(message), { statusCode: 400 }),
    ),
  )
  limitResponses(app, (message) => ({ errors: [{ message, extensions: { code: 'RESPONSE_TOO_LARGE' } }] }))
  tagPersonalAnswers(app)
  app.addHook('preHandler', (request, _reply, done) => {
    checkLength(request)
    done()
  })
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (isUnavailable(error)) {
      const extensions = { code: 'SERVICE_UNAVAILABLE', requestId: request.id }
      reply.code(503).header('retry-after', RETRY_AFTER_SECONDS)
      return reply.send({ errors: [{ message: UNAVAILABLE_MESSAGE, extensions }] })
    }
    if (error instanceof TooManyRequests) {
      reply.code(error.statusCode).header('retry-after', error.retryAfterSeconds)
      return { errors: [{ message: error.message, extensions: { code: 'TOO_MANY_REQUESTS' } }] }
    }
    const isUnexpected = !error.statusCode || error.statusCode >= 500
    if (isUnexpected) request.log.error({ err: error }, 'unexpected failure')
    const message = isUnexpected ? 'Something went wrong on our side.' : error.message
    const extensions = isUnexpected ? { code: 'INTERNAL_SERVER_ERROR', requestId: request.id } : { code: 'BAD_REQUEST' }
    return reply.code(error.statusCode ?? 500).send({ errors: [{ message, extensions }] })
  })
  const handle = fastifyApolloHandler(app.apollo, { context: async (request, reply) => contextOf(request, reply) })
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: '',
    config: { cache: { key: operationKey } },
    async handler(request, reply) {
      if (reply.sendExplorer(request)) return reply
      const { retryAfterSeconds } = await app.drawCost(request, costOfReading(request))
      if (retryAfterSeconds !== null) throw new TooManyRequests(retryAfterSeconds)
      checkText(request)
      return handle.call(app, request, reply)
    },
  })
}
