/** The server for the GraphQL contract, and a way to run operations without an HTTP request. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ApolloServer, HeaderMap, type ApolloServerPlugin } from '@apollo/server'
import { unwrapResolverError } from '@apollo/server/errors'
import {
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled'
import { addResolversToSchema } from '@graphql-tools/schema'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { buildSchema, type GraphQLSchema } from 'graphql'
import { projectRoot } from '../settings'
import type { ExecutePageOperation } from '../shared/rendering'
import { isUnavailable, RETRY_AFTER_SECONDS } from '../external/unavailable'
import { cachePolicyPlugins } from './operation/cachePolicy'
import { contextForVisitor, type Context } from './context'
import { formatError, isUnexpected } from './errors'
import { limitPlugins, limitRules, MAX_ERRORS } from './operation/limits'
import { MAX_TOKENS } from './operation/operationKey'
import { Mutation } from './mutation'
import { guardOffice } from './office/guard'
import { Query } from './query'
import { types } from './types'

declare module 'fastify' {
  interface FastifyInstance {
    apollo: ApolloServer<Context>
    /**
     * Runs an operation as a visitor without a token. `isPublic` is true if the result may be cached for everyone, and `isAway` if the
     * database did not respond.
     */
    runForVisitor(
      operation: Parameters<ExecutePageOperation>[0],
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<{ result: Awaited<ReturnType<ExecutePageOperation>>; isPublic: boolean; isAway: boolean }>
  }
}

/** Logs unexpected errors and adds the request's id to the response, so that the two can be matched. */
const logUnexpected: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didEncounterErrors({ errors, contextValue }) {
        for (const error of errors) {
          if (!isUnexpected(error, error)) continue
          error.extensions['requestId'] = contextValue.requestId
          const err = unwrapResolverError(error)
          if (!isUnavailable(err)) {
            contextValue.log.error({ err }, 'unexpected failure')
            continue
          }
          contextValue.log.warn({ err }, 'database unavailable')
          const headers = new HeaderMap([['retry-after', String(RETRY_AFTER_SECONDS)]])
          error.extensions['http'] = { status: 503, headers }
        }
      },
    }
  },
}

/** Reports each operation and its errors to metrics and other observers. */
const watchOperations = ({ operationObservers, metrics }: FastifyInstance): ApolloServerPlugin<Context> => ({
  async requestDidStart() {
    let ends: ((failed: boolean) => void)[] = []
    // If the client gave `code` an alias, a mutation's payload has no `code`.
    const count = (code: unknown) => typeof code === 'string' && metrics.countError('graphql', code)
    return {
      async didResolveOperation({ operation, operationName }) {
        // The document may lack the requested operation.
        if (operation) ends = operationObservers.map((observer) => observer(operation.operation, operationName))
      },
      async willSendResponse({ errors, response: { body } }) {
        const result = body.kind === 'single' ? body.singleResult : null
        const payloads = Object.values(result?.data ?? {}) as ({ userErrors?: { code: string }[] } | null)[]
        for (const { code } of payloads.flatMap((payload) => payload?.userErrors ?? [])) count(code)
        for (const { extensions } of result?.errors ?? []) count(extensions?.['code'])
        for (const end of ends) end(Boolean(errors))
      },
    }
  },
})

/** All apps of a process share it. Only tests start several. */
let executable: GraphQLSchema | undefined

function readSchema(): GraphQLSchema {
  const source = readFileSync(join(projectRoot, 'schema.graphql'), 'utf8')
  // Codegen and the linter have already validated the schema. Validating or copying it here would double this part of the startup time.
  const schema = addResolversToSchema({
    schema: buildSchema(source, { assumeValidSDL: true }),
    resolvers: { Query, Mutation, ...types },
    updateResolversInPlace: true,
  })
  guardOffice(schema)
  return schema
}

/** Decorates the app with the server and with the function that runs operations. Closing the app also stops them. */
export async function openApollo(app: FastifyInstance): Promise<void> {
  const schema = (executable ??= readSchema())
  const server = new ApolloServer<Context>({
    schema,
    introspection: true,
    parseOptions: { maxTokens: MAX_TOKENS },
    includeStacktraceInErrorResponses: false,
    // Fastify drains the connections, and main.ts listens for signals. Closing the app also closes Apollo.
    stopOnTerminationSignals: false,
    // The guard rejects plain GETs, which integrators and caches use. It is needed only if a login moves to a cookie: the token is sent only in
    // the authorization header, so another site's page cannot use it.
    csrfPrevention: false,
    formatError,
    validationRules: limitRules,
    // graphql-js adds one more error to report that it stopped.
    validationOptions: { maxErrors: MAX_ERRORS - 1 },
    plugins: [
      ...limitPlugins(schema, app.limits),
      logUnexpected,
      watchOperations(app),
      ...cachePolicyPlugins,
      ApolloServerPluginLandingPageDisabled(),
      // The shop sends nothing to Apollo, regardless of the environment variables.
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
    ],
  })
  await server.start()
  app.addHook('onClose', () => server.stop())
  app.decorate('apollo', server)
  app.decorate('runForVisitor', async (operation, request, reply) => {
    let isPublic = false
    const contextValue = { ...contextForVisitor(request, reply), cacheFor: () => void (isPublic = true) }
    const { body } = await server.executeOperation<Record<string, unknown>>(operation, { contextValue })
    if (body.kind !== 'single') throw new Error('Incremental delivery is not supported')
    const isAway = body.singleResult.errors?.some(({ extensions }) => extensions?.['code'] === 'SERVICE_UNAVAILABLE')
    return { result: body.singleResult, isPublic, isAway: isAway ?? false }
  })
}
