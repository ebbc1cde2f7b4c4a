/**
 * Ignored fields: versions increase with each change, each server formats cursors differently, and only the client
 * needs type names.
 */
const IGNORED = ['__typename', 'version', 'endCursor']

/**
 * The first position at which `whole` lacks a value of `part` or differs from it. Null if `whole` contains all of `part`.
 */
export function contains(whole: unknown, part: unknown, path = 'response'): string | null {
  if (typeof part !== 'object' || part === null || typeof whole !== 'object' || whole === null)
    return whole === part ? null : `${path}: ${JSON.stringify(whole)}, not ${JSON.stringify(part)}`
  if (Array.isArray(part) && part.length !== (whole as unknown[]).length) return `${path}: another length`
  for (const [key, value] of Object.entries(part)) {
    if (IGNORED.includes(key)) continue
    const difference = contains((whole as Record<string, unknown>)[key], value, `${path}.${key}`)
    if (difference) return difference
  }
  return null
}
