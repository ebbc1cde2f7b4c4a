/** Tells what an operation asks for below the field that is resolved, so that it is read at once, or not at all. */
import { Kind, type FieldNode, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'

type Asking = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>

/** A field right below. */
export const selects = (info: Asking, name: string): boolean => isBelow(info, (field) => field.name.value === name)

/** One of these fields, however deep. */
export const mentions = (info: Asking, names: ReadonlySet<string>): boolean =>
  isBelow(info, ({ name, selectionSet }, isIn) => names.has(name.value) || Boolean(selectionSet && isIn(selectionSet)))

type Test = (field: FieldNode, isIn: (selectionSet: SelectionSetNode) => boolean) => boolean

function isBelow({ fieldNodes, fragments }: Asking, test: Test): boolean {
  /** Each is looked into once, however often it is spread. */
  const seen = new Set<string>()

  const isIn = ({ selections }: SelectionSetNode): boolean =>
    selections.some((each) => {
      if (each.kind === Kind.FIELD) return test(each, isIn)
      if (each.kind === Kind.INLINE_FRAGMENT) return isIn(each.selectionSet)
      const fragment = each.name.value
      if (seen.has(fragment)) return false
      seen.add(fragment)
      return isIn(fragments[fragment]!.selectionSet)
    })

  return fieldNodes.some(({ selectionSet }) => selectionSet && isIn(selectionSet))
}
