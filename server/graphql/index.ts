/** The GraphQL contract at one path. */
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyError, FastifyInstance } from 'fastify'
import { sendKept } from '../cache/publicAnswers'
import { contextOf } from './context'
import { checkLength } from './limits'
import { answerOf, answerOneself, lookBeforeParsing, placeOf } from './public'

export async function graphql(app: FastifyInstance, { path }: { path: string }): Promise<void> {
  lookBeforeParsing(app)
  app.addHook('preHandler', (request, _reply, done) => {
    checkLength(request)
    done()
  })
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const isMine = !error.statusCode || error.statusCode >= 500
    if (isMine) request.log.error({ err: error }, 'unexpected failure')
    const message = isMine ? 'Something went wrong on our side.' : error.message
    const extensions = isMine ? { code: 'INTERNAL_SERVER_ERROR', requestId: request.id } : { code: 'BAD_REQUEST' }
    return reply.code(error.statusCode ?? 500).send({ errors: [{ message, extensions }] })
  })
  const apollo = fastifyApolloHandler(app.apollo, { context: async (request) => contextOf(request) }).bind(app)
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: path,
    handler(request, reply) {
      if (request.keptAnswer) return sendKept(request, reply, request.keptAnswer)
      const place = placeOf(request)
      if (place === null) return answerOneself(apollo, request, reply)
      return app.publicAnswers.send(request, reply, place, () => answerOf(apollo, request, reply))
    },
  })
}
