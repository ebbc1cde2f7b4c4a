/** The ids of all products, in parts: for whoever wants to know of every one, such as a search engine. */
import type { Shop } from '../shop'

export const countProducts = (shop: Shop): Promise<number> => shop.db.product.count()

/** In the order of the ids. */
export async function listProductIds(shop: Shop, { skip, take }: { skip: number; take: number }): Promise<string[]> {
  const rows = await shop.db.product.findMany({ select: { id: true }, orderBy: { id: 'asc' }, skip, take })
  return rows.map(({ id }) => id)
}
