/** Decides whether an operation's result is public and for how long, from Apollo's evaluation of the schema's @cacheControl hints. */
import type { ApolloServerPlugin } from '@apollo/server'
import { ApolloServerPluginCacheControl } from '@apollo/server/plugin/cacheControl'
import { Kind, OperationTypeNode, visit, type DocumentNode, type OperationDefinitionNode } from 'graphql'
import type { Context } from '../context'

const PERSONAL_FIELDS = new Set(['me', 'office', 'orderByLink'])

/** A result with one of these fields is private, regardless of its other fields. The document may lack the requested operation. */
const isPersonal = (asked: OperationDefinitionNode | undefined): boolean =>
  asked?.operation === OperationTypeNode.MUTATION ||
  Boolean(
    asked?.selectionSet.selections.some((each) => each.kind === Kind.FIELD && PERSONAL_FIELDS.has(each.name.value)),
  )

/** True if one of the document's operations may be personal. Only the root types have fields with these names. */
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

/**
 * Collecting hints visits all resolved fields, and accounts for a quarter of the cost of listing a shopper's orders. It is skipped if the
 * result is already known.
 */
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

/** Passes the policy on to the code that sends the response. */
const passOn: ApolloServerPlugin<Context> = {
  async requestDidStart() {
    return {
      async willSendResponse({ overallCachePolicy, response: { body }, contextValue }) {
        const policy = overallCachePolicy.policyIfCacheable()
        const isWhole = body.kind === 'single' && !body.singleResult.errors
        if (isWhole) contextValue.markWhole()
        if (isWhole && policy?.scope === 'PUBLIC' && !contextValue.isCounted) contextValue.cacheFor(policy.maxAge)
      },
    }
  },
}

export const cachePolicyPlugins = [collectHints(), passOn]
