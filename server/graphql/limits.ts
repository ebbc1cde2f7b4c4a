/** What one operation may be and cost at most, refused before anything of it runs; and what may be drawn in a minute. */
import { HeaderMap, type ApolloServerPlugin, type GraphQLRequestContext } from '@apollo/server'
import { ApolloArmor } from '@escape.tech/graphql-armor'
import type { FastifyRequest } from 'fastify'
import { GraphQLError } from 'graphql'
import type { Settings } from '../settings'
import { REST_REFUSALS } from '../shared/contract/errors'
import type { Context } from './context'
import { coerceVariables, costOf, costsByVariables } from './cost'
import { describe } from './operationKey'
import { weightsOf } from './weights'

const LIMITS = {
  depth: 12,
  aliases: 100,
  characters: 15_000,
}
/** Reading and validating an unknown text takes some 10 us for so many characters. */
const CHARACTERS_A_POINT = 10

const refuse = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } })

const badRequest = (message: string): Error => Object.assign(new Error(message), { statusCode: 400 })

function textsOf({ body, query }: FastifyRequest): string[] {
  const texts = [body, query].map((source) => (source as { query?: unknown } | null | undefined)?.query)
  return texts.filter((text) => typeof text === 'string')
}

/** Refuses a text that is too long before it is parsed. */
export function checkLength(request: FastifyRequest): void {
  if (textsOf(request).some((text) => text.length > LIMITS.characters))
    throw badRequest(`The query is longer than ${LIMITS.characters} characters.`)
}

/** Refuses a text that would take long to validate, and says what reading the others costs, in points. */
export function costOfReading(request: FastifyRequest): number {
  const texts = textsOf(request)
  const repeated = texts.map((text) => describe(text)?.repeated).find((message) => message != null)
  if (repeated) throw badRequest(repeated)
  return Math.ceil(texts.join('').length / CHARACTERS_A_POINT)
}

const armor = new ApolloArmor({
  // A fragment is as deep as its fields: a spread would else count as two levels more.
  maxDepth: { n: LIMITS.depth, flattenFragments: true },
  // Its own list of fields that do not count is replaced: an alias of __typename is an alias.
  maxAliases: { n: LIMITS.aliases, allowList: [] },
  // Cost has a limit of its own below, and tokens one of graphql's; suggestions of field names help integrators, and the schema is public.
  costLimit: { enabled: false },
  maxTokens: { enabled: false },
  blockFieldSuggestion: { enabled: false },
}).protect()

type Resolved = Pick<GraphQLRequestContext<Context>, 'request' | 'response' | 'contextValue'> & {
  operation: Parameters<typeof costOf>[0]['operation']
} & Pick<Parameters<typeof costOf>[0], 'schema' | 'document' | 'weights'>

/** A variable or argument of the wrong kind cannot be counted with, and could not be answered either. */
function orRefuse<Result>(work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof GraphQLError) throw refuse(error.message)
    throw error
  }
}

const tooExpensive = (requested: number, maximum: number): GraphQLError =>
  new GraphQLError(`The query costs ${requested} points; ${maximum} is the most. Ask for less, or for shorter lists.`, {
    extensions: { code: 'QUERY_TOO_EXPENSIVE', cost: { requested, maximum }, http: { status: 400 } },
  })

const tooMuch = (cost: { requested: number; maximum: number; left: number }, seconds: number): GraphQLError =>
  new GraphQLError(REST_REFUSALS.TOO_MANY_REQUESTS.message, {
    extensions: {
      code: 'TOO_MANY_REQUESTS',
      cost,
      http: { status: 429, headers: new HeaderMap([['retry-after', String(seconds)]]) },
    },
  })

const limitCost = ({ cost: { maximum }, ...settings }: Settings): ApolloServerPlugin<Context> => {
  const weights = weightsOf(settings)
  /** Of those that always cost the same; Apollo keeps their documents. */
  const costs = new WeakMap<Resolved['operation'], number>()

  function costOnce({ request, ...resolved }: Omit<Resolved, 'weights'>): number {
    const variables = request.variables ?? {}
    const known = costs.get(resolved.operation)
    if (known !== undefined) {
      orRefuse(() => coerceVariables({ ...resolved, variables }))
      return known
    }
    const cost = orRefuse(() => costOf({ ...resolved, variables, weights }))
    if (!costsByVariables(resolved.document)) costs.set(resolved.operation, cost)
    return cost
  }

  return {
    async requestDidStart({ contextValue, request }) {
      const asks = (header: string) => request.http?.headers.get(header) === '1'
      const isCostOnly = asks('x-cost-only')
      let requested: number | null = null
      return {
        async didResolveOperation({ operation, ...context }) {
          // No operation of that name: Apollo says so.
          if (!operation) return
          if (operation.operation === 'subscription') throw refuse('There are no subscriptions here.')
          requested = costOnce({ operation, ...context })
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

export const limitPlugins = (settings: Settings) => [...armor.plugins, limitCost(settings)]
export const limitRules = armor.validationRules
