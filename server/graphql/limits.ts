/** What one operation may cost at most, refused before anything of it runs. */
import type { ApolloServerPlugin } from '@apollo/server'
import { ApolloArmor } from '@escape.tech/graphql-armor'
import type { FastifyRequest } from 'fastify'
import { GraphQLError, type GraphQLOutputType, isListType, isNonNullType } from 'graphql'
import { getComplexity, type ComplexityEstimator } from 'graphql-query-complexity'
import type { Context } from './context'

const LIMITS = {
  depth: 12,
  aliases: 100,
  characters: 15_000,
  /** Fields that an answer may hold, by the `first` of its lists: three lists of a hundred inside each other are a million. */
  fields: 50_000,
}

const refuse = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } })

/** Refuses a text that is too long before it is parsed. */
export function checkLength({ body, query }: FastifyRequest): void {
  for (const source of [body, query]) {
    const text = (source as { query?: unknown } | null | undefined)?.query
    if (typeof text === 'string' && text.length > LIMITS.characters) {
      throw Object.assign(new Error(`The query is longer than ${LIMITS.characters} characters.`), { statusCode: 400 })
    }
  }
}

const armor = new ApolloArmor({
  // A fragment is as deep as its fields: a spread would else count as two levels more.
  maxDepth: { n: LIMITS.depth, flattenFragments: true },
  // Its own list of fields that do not count is replaced: an alias of __typename is an alias.
  maxAliases: { n: LIMITS.aliases, allowList: [] },
  // The next two are limits of their own below; suggestions of field names help integrators, and the schema is public.
  costLimit: { enabled: false },
  maxTokens: { enabled: false },
  blockFieldSuggestion: { enabled: false },
}).protect()

const isList = (type: GraphQLOutputType): boolean => isListType(isNonNullType(type) ? type.ofType : type)

/** A list without `first` is one that a person made by hand: a cart, a wishlist, a timeline. */
const HANDMADE_LIST = 10

const countFields: ComplexityEstimator = ({ args, field, childComplexity }) => {
  const first = typeof args['first'] === 'number' ? Math.max(1, args['first']) : null
  const isPageOfList = ['nodes', 'edges'].includes(field.name)
  return 1 + childComplexity * (first ?? (isList(field.type) && !isPageOfList ? HANDMADE_LIST : 1))
}

/** A variable or argument of the wrong kind cannot be counted with, and could not be answered either. */
function countOrRefuse(options: Parameters<typeof getComplexity>[0]): number {
  try {
    return getComplexity(options)
  } catch (error) {
    if (error instanceof GraphQLError) throw refuse(error.message)
    throw error
  }
}

const limitCost: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async didResolveOperation({ schema, document, request, operation }) {
        // No operation of that name: Apollo says so.
        if (!operation) return
        if (operation.operation === 'subscription') throw refuse('There are no subscriptions here.')
        const fields = countOrRefuse({
          schema,
          query: document,
          operationName: request.operationName,
          variables: request.variables,
          estimators: [countFields],
        })
        if (fields > LIMITS.fields)
          throw refuse(`The answer could hold ${fields} fields; ${LIMITS.fields} is the most. Ask for shorter lists.`)
      },
    }
  },
}

export const limitPlugins = [...armor.plugins, limitCost]
export const limitRules = armor.validationRules
