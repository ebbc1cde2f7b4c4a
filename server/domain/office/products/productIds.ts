/** The id of a new product: an address made of its title that no other product or category has. */
import type { Tx } from '../../../database/db'
import { addressOf } from '../../../shared/slug'

const LONGEST = 80

/** The office's address for a new product is `new`, and REST's path for the choices of a cart ends with `choices`. */
export const RESERVED_IDS = ['new', 'choices']

/** `moon-jar`, or `moon-jar-2` if the first is taken. Concurrent calls wait until this transaction ends. */
export async function newProductId(tx: Tx, title: string): Promise<string> {
  const slug = addressOf(title, LONGEST) || 'product'
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtext('new product')) IS NULL AS locked`
  const rows = await tx.$queryRaw<{ id: string }[]>`
    SELECT id FROM product WHERE id = ${slug} OR id LIKE ${`${slug}-%`}
    UNION ALL SELECT id FROM category WHERE id = ${slug} OR id LIKE ${`${slug}-%`}`
  const taken = new Set([...RESERVED_IDS, ...rows.map(({ id }) => id)])
  if (!taken.has(slug)) return slug
  for (let n = 2; ; n += 1) if (!taken.has(`${slug}-${n}`)) return `${slug}-${n}`
}
