/** Computes the maximum cost of an operation from its document and variables, before any of it runs. */
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  getNullableType,
  getVariableValues,
  GraphQLError,
  type GraphQLField,
  GraphQLIncludeDirective,
  GraphQLSkipDirective,
  type GraphQLSchema,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from 'graphql'
import { BASE, COMPOSITE, LEAF, MAX_LIST_LENGTH, OTHER_LIST, SEARCH_ONCE, type Weight } from './weights'

/** In points. `each` is multiplied by the number of parents. `once` is not, because a loader reads all parents together. */
interface Cost {
  once: number
  each: number
}

interface Operation {
  schema: GraphQLSchema
  document: DocumentNode
  operation: OperationDefinitionNode
  /** The variables as the client sent them. */
  variables: Record<string, unknown>
  /** Keyed by type and field. */
  weights: Record<string, Weight>
}

/** Throws a GraphQLError for an invalid variable or argument. The cost cannot be computed, and the operation would fail anyway. */
export function costOf({ schema, document, operation, variables, weights }: Operation): number {
  const counting = new Counting(schema, document, coerceVariables({ schema, operation, variables }), weights)
  const { once, each } = counting.selections(operation.selectionSet, schema.getRootType(operation.operation)!.name, 0)
  return Math.ceil(BASE + once + each)
}

/** Throws a GraphQLError for the first bad variable only. Each error contains the whole input, so reporting many would take minutes. */
function coerceVariables({
  schema,
  operation,
  variables,
}: Pick<Operation, 'schema' | 'operation' | 'variables'>): Record<string, unknown> {
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: 1,
  })
  if (errors) throw errors[0]!
  return coerced
}

const META_FIELDS: Record<string, GraphQLField<unknown, unknown>> = {
  [SchemaMetaFieldDef.name]: SchemaMetaFieldDef,
  [TypeMetaFieldDef.name]: TypeMetaFieldDef,
}

class Counting {
  readonly #fragments: Map<string, FragmentDefinitionNode>
  /** Keyed by name and page length. Each fragment is counted once, however often it is spread. */
  readonly #counted = new Map<string, Cost>()

  constructor(
    readonly schema: GraphQLSchema,
    document: DocumentNode,
    readonly variables: Record<string, unknown>,
    readonly weights: Record<string, Weight>,
  ) {
    this.#fragments = new Map(
      document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
    )
  }

  /** `pageLength` is the `first` argument of the connection that has these fields. */
  selections({ selections }: SelectionSetNode, type: string, pageLength: number): Cost {
    const costs = selections
      .filter((each) => this.#isIncluded(each))
      .map((each) => this.#selection(each, type, pageLength))
    return costs.reduce(sum, { once: 0, each: 0 })
  }

  #isIncluded(selection: SelectionNode): boolean {
    const skip = getDirectiveValues(GraphQLSkipDirective, selection, this.variables)
    const include = getDirectiveValues(GraphQLIncludeDirective, selection, this.variables)
    return skip?.['if'] !== true && include?.['if'] !== false
  }

  #selection(selection: SelectionNode, type: string, pageLength: number): Cost {
    if (selection.kind === Kind.FIELD) return this.#field(selection, type, pageLength)
    if (selection.kind === Kind.INLINE_FRAGMENT)
      return this.selections(selection.selectionSet, selection.typeCondition?.name.value ?? type, pageLength)
    const name = selection.name.value
    const key = `${name} ${pageLength}`
    const known = this.#counted.get(key)
    if (known) return known
    const fragment = this.#fragments.get(name)!
    const cost = this.selections(fragment.selectionSet, fragment.typeCondition.name.value, pageLength)
    this.#counted.set(key, cost)
    return cost
  }

  #field(node: FieldNode, typeName: string, pageLength: number): Cost {
    const type = this.schema.getType(typeName)
    const name = node.name.value
    const field =
      META_FIELDS[name] ?? (isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined)
    // The field is __typename, which all types have.
    if (!field) return { once: 0, each: LEAF.each! }
    const args = getArgumentValues(field, node, this.variables)
    const own = getNamedType(field.type)
    const weight = this.weights[`${typeName}.${name}`] ?? (isCompositeType(own) ? COMPOSITE : LEAF)
    const { first, buckets, ids } = args as { first?: number; buckets?: number; ids?: unknown[] }
    const asked = atMost(MAX_LIST_LENGTH, first ?? buckets ?? ids?.length)
    const rows = Math.max(asked ?? weight.length ?? 1, 1)
    const length = lengthOf(field, name, { asked, pageLength, known: weight.length })
    const below = node.selectionSet ? this.selections(node.selectionSet, own.name, rows) : { once: 0, each: 0 }
    return {
      once: (weight.once ?? 0) + searchCost(args) + below.once,
      each: (weight.each ?? COMPOSITE.each!) + (weight.row ?? 0) * rows + length * below.each,
    }
  }
}

const atMost = (most: number, value: number | undefined) => (value === undefined ? undefined : Math.min(most, value))

const sum = (one: Cost, other: Cost): Cost => ({ once: one.once + other.once, each: one.each + other.each })

interface Lengths {
  asked: number | undefined
  pageLength: number
  known: number | undefined
}

/** The maximum number of children per parent. */
function lengthOf(field: GraphQLField<unknown, unknown>, name: string, { asked, pageLength, known }: Lengths): number {
  const isList = isListType(getNullableType(field.type))
  if (pageLength > 0 && (name === 'nodes' || name === 'edges')) return Math.max(pageLength, 1)
  if (isList) return Math.max(asked ?? known ?? OTHER_LIST, 1)
  // The length may be below 1: the introspection field `ofType` is often null.
  return known !== undefined && known < 1 ? known : 1
}

const searchCost = (args: Record<string, unknown>): number =>
  (args['filter'] as { search?: string | null } | null | undefined)?.search ? SEARCH_ONCE : 0

/**
 * The number of times that the same field with subfields may be selected in one place. Validation compares all of these selections with
 * each other, which takes quadratic time, and it runs before everything else.
 */
const MAX_IN_ONE_PLACE = 20
/** The same limit for a leaf field. */
const MAX_LEAVES = 100

type Place = { count: number; below: Map<string, Place> }

/** Throws if the document selects a field too often in one place. No client needs that many selections. */
export function checkRepetitions({ definitions }: DocumentNode): void {
  const roots = new Map<string, Place>()
  for (const definition of definitions) {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) continue
    const root =
      definition.kind === Kind.FRAGMENT_DEFINITION ? definition.typeCondition.name.value : definition.operation
    countPlaces(definition.selectionSet, placeIn(roots, root).below)
  }
}

function placeIn(places: Map<string, Place>, name: string): Place {
  const place = places.get(name) ?? { count: 0, below: new Map() }
  places.set(name, place)
  return place
}

function countPlaces({ selections }: SelectionSetNode, places: Map<string, Place>): void {
  for (const selection of selections) {
    if (selection.kind === Kind.INLINE_FRAGMENT) countPlaces(selection.selectionSet, places)
    if (selection.kind !== Kind.FIELD) continue
    const name = (selection.alias ?? selection.name).value
    const place = placeIn(places, name)
    place.count += 1
    const most = selection.selectionSet ? MAX_IN_ONE_PLACE : MAX_LEAVES
    if (place.count > most) throw new GraphQLError(`"${name}" is requested more than ${most} times in one place.`)
    if (selection.selectionSet) countPlaces(selection.selectionSet, place.below)
  }
}
