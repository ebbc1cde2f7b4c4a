/** Compares a response with the contract's schema. */
import * as z from 'zod/mini'

/** The first difference and its position. Null if the value matches the schema. */
export function findMisfit(value: unknown, schema: z.ZodMiniType): string | null {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  if (!issue) return null
  if (issue.code === 'unrecognized_keys')
    return `${z.core.toDotPath([...issue.path, ...issue.keys.slice(0, 1)])} is not in the contract`
  const place = z.core.toDotPath(issue.path) || 'the answer'
  return `${place}: ${issue.code === 'invalid_type' ? `${issue.expected} expected` : issue.code}`
}
