/** Tells whether an operation asks for a field right below the one that is resolved, so that both can be read at once. */
import { Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'

export function selects({ fieldNodes, fragments }: GraphQLResolveInfo, name: string): boolean {
  /** Each is looked into once, however often it is spread. */
  const seen = new Set<string>()

  const isIn = ({ selections }: SelectionSetNode): boolean =>
    selections.some((each) => {
      if (each.kind === Kind.FIELD) return each.name.value === name
      if (each.kind === Kind.INLINE_FRAGMENT) return isIn(each.selectionSet)
      const fragment = each.name.value
      if (seen.has(fragment)) return false
      seen.add(fragment)
      return isIn(fragments[fragment]!.selectionSet)
    })

  return fieldNodes.some(({ selectionSet }) => selectionSet && isIn(selectionSet))
}
