/**
 * The cost of each field, from @cost in schema.graphql or a default. One point is about 10 µs of CPU time on the server and the embedded
 * database, measured with 20,000 products.
 */
import { getDirectiveValues, isIntrospectionType, isObjectType, type GraphQLField, type GraphQLSchema } from 'graphql'
import type { CostLimit } from '../../generated/graphql'
import type { Limits } from '../../guards/limits'

/** The arguments of @cost. */
export interface Weight {
  /** Charged once per occurrence in the operation: the loader reads all parents together. */
  once?: number
  /** For each parent. */
  each?: number
  /** Charged for each row that the field may read: `first`, or the list's maximum length. */
  row?: number
  /** The maximum length of the list, if `first` does not set it. */
  length?: number
}

/** The default costs of fields without @cost, separately for fields without and with subfields. */
export const LEAF: Weight = { each: 0.15 }
export const COMPOSITE: Weight = { each: 0.5 }
/** A mutation without @cost. */
const MUTATION: Weight = { once: 1_150 }
/** The length of a list without @cost. */
export const OTHER_LIST = 10
/** The length of a list without a maximum length. */
const UNBOUNDED = 1_000

/**
 * The maximum number of items that a list may return. The server rejects a larger request as invalid input, so the cost of such a request
 * does not matter.
 */
export const MAX_LIST_LENGTH = 100

/** The base cost of all operations. */
export const BASE = 100

/** A search reads the titles, finds close matches, and reads the rest of the catalogue for its counts. */
export const SEARCH_ONCE = 2_000

const SCHEMA_FIELD = 0.2
/** Introspection fields, which cannot have directives, each with its usual list length in this schema. */
const INTROSPECTION: Record<string, Weight> = {
  '__Schema.types': { each: SCHEMA_FIELD, length: 70 },
  '__Schema.directives': { each: SCHEMA_FIELD, length: 6 },
  '__Type.fields': { each: SCHEMA_FIELD, length: 6 },
  '__Type.ofType': { each: SCHEMA_FIELD, length: 0.5 },
  '__Type.enumValues': { each: SCHEMA_FIELD, length: 1 },
  '__Type.inputFields': { each: SCHEMA_FIELD, length: 1 },
  '__Type.interfaces': { each: SCHEMA_FIELD, length: 0.2 },
  '__Type.possibleTypes': { each: SCHEMA_FIELD, length: 0.2 },
  '__Field.args': { each: SCHEMA_FIELD, length: 0.5 },
  '__Directive.args': { each: SCHEMA_FIELD, length: 1 },
}

/** Keyed by type and field, such as `Query.products`. */
export function weightsOf(schema: GraphQLSchema, limits: Limits): Record<string, Weight> {
  const lengths: Record<CostLimit, number> = {
    MAX_ADDRESSES: limits['lists.addresses'] || UNBOUNDED,
    MAX_WISHLIST: limits['lists.wishlist'] || UNBOUNDED,
    MAX_CART_LINES: limits['lists.cartLines'] || UNBOUNDED,
  }
  const weights = { ...INTROSPECTION }
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue
    const usual: Cost = type === schema.getMutationType() ? MUTATION : {}
    for (const field of Object.values(type.getFields())) {
      const { limit, ...weight } = costOf(schema, field) ?? usual
      if (limit) weight.length = lengths[limit]
      if (Object.keys(weight).length > 0) weights[`${type.name}.${field.name}`] = weight
    }
  }
  return weights
}

type Cost = Weight & { limit?: CostLimit }

const costOf = (schema: GraphQLSchema, { astNode }: GraphQLField<unknown, unknown>): Cost | undefined =>
  getDirectiveValues(schema.getDirective('cost')!, astNode!)
