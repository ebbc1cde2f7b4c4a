/** The GraphQL contract at one path, by Apollo Server. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import { ApolloServerPluginCacheControl } from '@apollo/server/plugin/cacheControl'
import { ApolloServerPluginLandingPageDisabled } from '@apollo/server/plugin/disabled'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import type { FastifyError, FastifyInstance } from 'fastify'
import { sendKept } from '../public-answers'
import { projectRoot } from '../settings'
import { contextOf, type Context } from './context'
import { formatError, isUnexpected } from './errors'
import { checkLength, limitPlugins, limitRules } from './limits'
import { Mutation } from './mutation'
import { answerOf, lookBeforeParsing } from './public'
import { Query } from './query'
import { types } from './types'

/** Writes what is unexpected to the log, and the request's id into the answer, so that the two can be brought together. */
const logUnexpected: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didEncounterErrors({ errors, contextValue }) {
        for (const error of errors) {
          if (!isUnexpected(error, error)) continue
          contextValue.log.error({ err: error.originalError ?? error }, 'unexpected failure')
          error.extensions['requestId'] = contextValue.requestId
        }
      },
    }
  },
}

export async function graphql(app: FastifyInstance, { path }: { path: string }): Promise<void> {
  const server = new ApolloServer<Context>({
    typeDefs: readFileSync(join(projectRoot, 'schema.graphql'), 'utf8'),
    resolvers: { Query, Mutation, ...types },
    introspection: true,
    includeStacktraceInErrorResponses: false,
    // Fastify drains the connections and main.ts listens for signals: closing the app closes this too.
    stopOnTerminationSignals: false,
    // Authority travels in the authorization header alone, never in a cookie, so no other site's page can borrow it.
    csrfPrevention: false,
    formatError,
    validationRules: limitRules,
    plugins: [
      ...limitPlugins,
      logUnexpected,
      ApolloServerPluginCacheControl({ defaultMaxAge: 0 }),
      ApolloServerPluginLandingPageDisabled(),
    ],
  })
  await server.start()
  app.addHook('onClose', () => server.stop())
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
  const apollo = fastifyApolloHandler(server, { context: async (request) => contextOf(request) }).bind(app)
  app.route({
    method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    url: path,
    handler(request, reply) {
      const { publicKey, keptAnswer } = request
      if (keptAnswer) return sendKept(request, reply, keptAnswer)
      if (publicKey === null) return apollo(request, reply)
      return app.publicAnswers.send(request, reply, publicKey, () => answerOf(apollo, request, reply))
    },
  })
}
