/** The limits of an operation, checked before any of it runs, and the budget per minute. */
import { HeaderMap, type ApolloServerPlugin } from '@apollo/server'
import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases'
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth'
import type { FastifyRequest } from 'fastify'
import { GraphQLError, type GraphQLSchema, type ValidationContext, type ValidationRule } from 'graphql'
import { textOf } from '../../guards/refusal'
import type { Limits } from '../../guards/limits'
import { RULES } from '../../guards/rules'
import { REST_ERRORS } from '../../shared/contract/errors'
import type { Context } from '../context'
import { bodyBytes, hasLargeBody } from '../../http/bodies'
import { BYTES_A_POINT } from '../../http/costBudgets'
import { costOf } from './cost'
import { describe } from './operationKey'
import { weightsOf } from './weights'

const POINTS_A_MS = 100
/**
 * The maximum number of errors for a rejected document. Each may have suggestions, which take as long to compute as the rest of validation.
 */
export const MAX_ERRORS = 5

const refuse = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } })

const badRequest = (message: string): Error => Object.assign(new Error(message), { statusCode: 400 })

const sourcesOf = ({ body, query }: FastifyRequest) =>
  [body, query].map((source) => (source ?? {}) as { query?: unknown })

const textsOf = (request: FastifyRequest): string[] =>
  sourcesOf(request)
    .map(({ query }) => query)
    .filter((text) => typeof text === 'string')

/** Rejects overlong text before it is parsed. */
export function checkLength(request: FastifyRequest): void {
  if (textsOf(request).some((text) => text.length > RULES['operations.characters'].most))
    throw badRequest(textOf('operations.characters'))
}

/** Rejects text that would take a long time to validate. */
export function checkText(request: FastifyRequest): void {
  const repeated = textsOf(request)
    .map((text) => describe(text)?.repeated)
    .find((message) => message != null)
  if (repeated) throw badRequest(repeated)
}

/** The cost of reading the request, in points. A large body's cost has already been charged. */
export const costOfReading = (request: FastifyRequest): number =>
  Math.ceil(((hasLargeBody(request) ? 0 : bodyBytes(request)) + request.url.length) / BYTES_A_POINT)

/** Reports the error together with those of GraphQL's own rules. By default it would be thrown as an unexpected error. */
const REPORTED = {
  propagateOnRejection: false,
  onReject: [(context: ValidationContext | null, error: GraphQLError) => context?.reportError(error)],
}

/** Cost has its own limit below, and graphql limits tokens. Field suggestions help integrators, and the schema is public. */
export const limitRules: ValidationRule[] = [
  // Replaces the default list of ignored fields, because an alias of __typename must also count as an alias.
  maxAliasesRule({ n: RULES['operations.aliases'].most, allowList: [], ...REPORTED }),
  // A fragment is as deep as its fields. By default, each spread would count as two more levels.
  maxDepthRule({ n: RULES['operations.depth'].most, flattenFragments: true, ...REPORTED }),
]

/** If a variable or argument has the wrong type, the cost cannot be computed, and the operation would fail anyway. */
function orRefuse<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof GraphQLError) throw refuse(error.message)
    throw error
  }
}

const tooExpensive = (requested: number, maximum: number): GraphQLError =>
  new GraphQLError(
    `The query costs ${requested} points, but the maximum is ${maximum}. Request fewer fields or shorter lists.`,
    {
      extensions: { code: 'QUERY_TOO_EXPENSIVE', cost: { requested, maximum }, http: { status: 400 } },
    },
  )

const tooMuch = (cost: { requested: number; maximum: number; left: number }, seconds: number): GraphQLError =>
  new GraphQLError(REST_ERRORS.TOO_MANY_REQUESTS.message, {
    extensions: {
      code: 'TOO_MANY_REQUESTS',
      cost,
      http: { status: 429, headers: new HeaderMap([['retry-after', String(seconds)]]) },
    },
  })

const limitCost = (schema: GraphQLSchema, limits: Limits): ApolloServerPlugin<Context> => {
  const weights = weightsOf(schema, limits)
  const maximum = limits['cost.perOperation']
  return {
    async requestDidStart({ contextValue, request }) {
      const asks = (header: string) => request.http?.headers.get(header) === '1'
      const isCostOnly = asks('x-cost-only')
      let requested: number | null = null
      return {
        async didResolveOperation({ operation, ...context }) {
          // Apollo itself reports that the document lacks the requested operation.
          if (!operation) return
          if (operation.operation === 'subscription') throw refuse('This API has no subscriptions.')
          const variables = request.variables ?? {}
          requested = orRefuse(() => costOf({ ...context, operation, variables, weights }))
          context.response.http.headers.set('x-graphql-cost', String(requested))
          if (isCostOnly) return
          if (maximum > 0 && requested > maximum) throw tooExpensive(requested, maximum)
          const { retryAfterSeconds, left } = await contextValue.draw(requested)
          if (retryAfterSeconds !== null) throw tooMuch({ requested, maximum, left }, retryAfterSeconds)
        },
        async responseForOperation({ response }) {
          if (!isCostOnly || requested === null) return null
          return { http: response.http, body: { kind: 'single', singleResult: { data: null } } }
        },
        async willSendResponse({ response: { body } }) {
          if (requested === null || body.kind !== 'single' || !(isCostOnly || asks('x-cost'))) return
          body.singleResult.extensions = { ...body.singleResult.extensions, cost: { requested, maximum } }
        },
      }
    },
  }
}

/**
 * Charges the client for the time taken to validate a rejected document, which may be ten times as long as its length suggests. The charge
 * comes afterwards, so it stops the client's next calls, not this one.
 */
const chargeRefused: ApolloServerPlugin<Context> = {
  async requestDidStart({ contextValue }) {
    return {
      async validationDidStart() {
        const began = performance.now()
        return async (errors) => {
          if (errors?.length) await contextValue.charge(Math.ceil((performance.now() - began) * POINTS_A_MS))
        }
      },
    }
  },
}

export const limitPlugins = (schema: GraphQLSchema, limits: Limits) => [limitCost(schema, limits), chargeRefused]
