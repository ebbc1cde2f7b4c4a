/** The id of a new product: a slug of its title that no other product or category has. */
import type { Tx } from '../../../database/db'

const LONGEST = 80

/** Empty if the text contains neither Latin letters nor digits. */
export const slugOf = (text: string, longest = Infinity): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-|-$/g, '')

/** `moon-jar`, or `moon-jar-2` if the first is taken. Concurrent calls wait until this transaction ends. */
export async function newProductId(tx: Tx, title: string): Promise<string> {
  const slug = slugOf(title, LONGEST) || 'product'
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('new product')) IS NULL AS locked`
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM product WHERE id = ${slug} OR id LIKE ${`${slug}-%`}
    UNION ALL SELECT id FROM category WHERE id = ${slug} OR id LIKE ${`${slug}-%`}`
  const taken = new Set(rows.map(({ id }) => id))
  if (!taken.has(slug)) return slug
  for (let n = 2; ; n += 1) if (!taken.has(`${slug}-${n}`)) return `${slug}-${n}`
}
