/** Whether everyone may have an operation's result again, and for how long: Apollo's own verdict from the schema's @cacheControl hints. */
import type { ApolloServerPlugin } from '@apollo/server'
import { ApolloServerPluginCacheControl } from '@apollo/server/plugin/cacheControl'
import { Kind, OperationTypeNode, visit, type DocumentNode, type OperationDefinitionNode } from 'graphql'
import type { Context } from './context'

const PERSONAL_FIELDS = new Set(['me', 'office', 'orderByLink'])

/** A result with one of these fields is private, whatever else it selects. There may be no operation of the name that is asked for. */
const isPersonal = (asked: OperationDefinitionNode | undefined): boolean =>
  asked?.operation === OperationTypeNode.MUTATION ||
  Boolean(
    asked?.selectionSet.selections.some((each) => each.kind === Kind.FIELD && PERSONAL_FIELDS.has(each.name.value)),
  )

/** Whether one of its operations may be personal. Other types have no fields of these names. */
export function isPersonalDocument(document: DocumentNode): boolean {
  let isFound = false
  visit(document, {
    OperationDefinition({ operation }) {
      isFound ||= operation === OperationTypeNode.MUTATION
    },
    Field({ name }) {
      isFound ||= PERSONAL_FIELDS.has(name.value)
    },
  })
  return isFound
}

/** Looks at each field that is resolved, which is a quarter of what a shopper's list of orders costs: not where the verdict is known. */
function collectHints(): ApolloServerPlugin<Context> {
  const plugin: ApolloServerPlugin<Context> = ApolloServerPluginCacheControl({
    defaultMaxAge: 0,
    calculateHttpHeaders: false,
  })
  return {
    ...plugin,
    async requestDidStart(request) {
      const listener = await plugin.requestDidStart!(request)
      return {
        async executionDidStart(resolved) {
          if (!isPersonal(resolved.operation)) return listener!.executionDidStart!(resolved)
          resolved.overallCachePolicy.restrict({ maxAge: 0 })
        },
      }
    },
  }
}

/** Passes it on to whoever sends the response. */
const passOn: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ overallCachePolicy, response: { body }, contextValue }) {
        const policy = overallCachePolicy.policyIfCacheable()
        const isWhole = body.kind === 'single' && !body.singleResult.errors
        if (isWhole) contextValue.markWhole()
        if (isWhole && policy?.scope === 'PUBLIC') contextValue.cacheFor(policy.maxAge)
      },
    }
  },
}

export const cachePolicyPlugins = [collectHints(), passOn]
