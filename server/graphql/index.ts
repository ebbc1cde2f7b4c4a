/** The GraphQL contract at one path. */
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyError, FastifyInstance } from 'fastify'
import { TooManyRequests } from '../limits/tooManyRequests'
import { contextOf } from './context'
import { checkLength } from './limits'
import { operationKey } from './operationKey'

export async function graphql(app: FastifyInstance, { path }: { path: string }): Promise<void> {
  app.limitRequests()
  app.addHook('preHandler', (request, _reply, done) => {
    checkLength(request)
    done()
  })
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
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
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: path,
    config: { cache: { key: operationKey } },
    handler: fastifyApolloHandler(app.apollo, { context: async (request, reply) => contextOf(request, reply) }),
  })
}
