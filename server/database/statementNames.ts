/** Names for statements that Prisma runs, so that PostgreSQL keeps their plans: half of what one costs there. */

/** Each takes memory of every connection's server. */
const MOST_NAMES = 100
const UNNAMED = ''
const names = new Map<string, string>()

/** For a statement whose plan does not depend on its values. */
export const keepName = (sql: string, name: string): void => void names.set(sql, name)

/** Other statements that are written by hand stay without a name, since a good plan may depend on their values; so does a search. */
export function nameStatement({ sql }: { sql: string }): string {
  const known = names.get(sql)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMES || !sql.includes('"public"."') || sql.includes('LIKE')) return UNNAMED
  const name = `prisma ${names.size}`
  names.set(sql, name)
  return name
}
