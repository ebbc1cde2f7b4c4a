/** The contract's schemas for Fastify, whose serializer uses them to write each response. */
import * as z from 'zod/mini'
import { OPERATIONS, type OperationId } from '../../shared/contract/operations'

type Options = Parameters<typeof z.toJSONSchema>[1]

/** Removes the bounds that all JavaScript integers have. */
export const withoutIntegerBounds: NonNullable<Options>['override'] = ({ jsonSchema }) => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
}

const OPTIONS = { target: 'draft-7', override: withoutIntegerBounds } as const

/** A route's `schema`, by operation id. */
export const schemas = Object.fromEntries(
  Object.entries(OPERATIONS).map(([id, { status, response }]) => [
    id,
    { response: { [status]: z.toJSONSchema(response, OPTIONS) } },
  ]),
) as Record<OperationId, { response: object }>
