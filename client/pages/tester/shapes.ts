/** Whether a value is what the contract's schema says, and where it is not. */
import type * as z from 'zod/mini'

/** The first thing that is missing, too much or of another kind, with its place; null where all is as it should be. */
export function findMisfit(value: unknown, schema: z.ZodMiniType): string | null {
  const [issue] = schema.safeParse(value).error?.issues ?? []
  if (!issue) return null
  if (issue.code === 'unrecognized_keys') return `${placeOf([...issue.path, issue.keys[0]!])} is not in the contract`
  const place = placeOf(issue.path) || 'the answer'
  if (isMissing(value, issue.path)) return `${place} is missing`
  if (issue.code === 'invalid_type') return `${place} is no ${KINDS[issue.expected] ?? issue.expected}`
  return issue.code === 'invalid_format' ? `${place} is no timestamp` : `${place}: ${issue.message}`
}

const KINDS: Record<string, string> = { array: 'list', int: 'integer' }

/** As one would write it in JavaScript: 'tags[1].on'. */
const placeOf = (path: PropertyKey[]): string =>
  path.reduce<string>((place, part) => {
    if (typeof part === 'number') return `${place}[${part}]`
    return place ? `${place}.${String(part)}` : String(part)
  }, '')

function isMissing(value: unknown, path: PropertyKey[]): boolean {
  const parent = path.slice(0, -1).reduce((part, key) => (part as Record<PropertyKey, unknown>)[key], value)
  return path.length > 0 && !Object.hasOwn(parent as object, path.at(-1)!)
}
