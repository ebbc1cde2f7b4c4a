/** Names Prisma's statements so that PostgreSQL keeps their plans. Planning accounts for half of a statement's cost in PostgreSQL. */

/** Each name takes memory in the server process of every connection. */
const MAX_NAMES = 100
const UNNAMED = ''
const names = new Map<string, string>()

/** Names a statement if its plan does not depend on its values. */
export const keepName = (sql: string, name: string): void => void names.set(sql, name)

/** Other handwritten statements and searches stay unnamed, because their best plan may depend on their values. */
export const namerOver =
  (names: Map<string, string>) =>
  ({ sql }: { sql: string }): string => {
    const known = names.get(sql)
    if (known !== undefined) return known
    if (names.size >= MAX_NAMES || !sql.includes('"public"."') || sql.includes('LIKE')) return UNNAMED
    const name = `prisma ${names.size}`
    names.set(sql, name)
    return name
  }

export const nameStatement = namerOver(names)
