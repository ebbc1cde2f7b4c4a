/** Finds any of a shopper's own records by id. All ids except the catalogue's are UUIDs, so ids of different kinds do not collide. */
import type { Address, User } from '../generated/prisma/client'
import { invalidInput } from '../shared/errors'
import { isUuid } from '../shared/validation'
import { getCart, type Cart, type CartLine } from './cart/cart'
import type { WishlistItem } from './cart/wishlist'
import { withHistory, type Order, type OrderLine } from './orders/order'
import type { Shop } from './shop'

export type OwnRecord =
  | ({ __typename: 'User' } & User)
  | ({ __typename: 'Cart' } & Cart)
  | ({ __typename: 'CartItem' } & CartLine)
  | ({ __typename: 'WishlistItem' } & WishlistItem)
  | ({ __typename: 'Address' } & Address)
  | ({ __typename: 'Order' } & Order)
  | ({ __typename: 'OrderItem' } & OrderLine)

/** The maximum number of ids per request. */
const MAX_IDS = 100

/** Throws INVALID_INPUT. */
export function checkNodeIds(ids: readonly string[]): void {
  if (ids.length > MAX_IDS) throw invalidInput('ids', `You can request at most ${MAX_IDS} ids at a time.`)
}

type Stored = Exclude<OwnRecord['__typename'], 'User'>

/** Finds the kind of each id in one statement, so that afterwards only tables with matching rows are read. */
async function sortByKind({ db }: Shop, viewerId: string, ids: string[]): Promise<Map<Stored, string[]>> {
  const rows = await db.$queryRaw<{ kind: Stored; ids: string[] }[]>`
    SELECT kind, array_agg(id::text) AS ids FROM (
      SELECT 'Order' AS kind, id FROM shop_order WHERE id = ANY(${ids}::uuid[]) AND user_id = ${viewerId}::uuid
      UNION ALL SELECT 'OrderItem', line.id FROM order_line line JOIN shop_order ON shop_order.id = line.order_id
        WHERE line.id = ANY(${ids}::uuid[]) AND user_id = ${viewerId}::uuid
      UNION ALL SELECT 'Address', id FROM address WHERE id = ANY(${ids}::uuid[]) AND user_id = ${viewerId}::uuid
      UNION ALL SELECT 'Cart', id FROM cart WHERE id = ANY(${ids}::uuid[]) AND user_id = ${viewerId}::uuid
      UNION ALL SELECT 'CartItem', line.id FROM cart_line line JOIN cart ON cart.id = line.cart_id
        WHERE line.id = ANY(${ids}::uuid[]) AND user_id = ${viewerId}::uuid
      UNION ALL SELECT 'WishlistItem', id FROM wishlist_item WHERE id = ANY(${ids}::uuid[]) AND user_id = ${viewerId}::uuid
    ) own GROUP BY kind`
  return new Map(rows.map(({ kind, ids }) => [kind, ids]))
}

/** In the order of the ids. Null for unknown ids and for other shoppers' records. */
export async function ownRecordsByIds(shop: Shop, viewer: User, ids: readonly string[]): Promise<(OwnRecord | null)[]> {
  const { db } = shop
  const found = new Map<string, OwnRecord>([[viewer.id, { __typename: 'User', ...viewer }]])
  const others = ids.filter((id) => isUuid(id) && id !== viewer.id)
  const kinds = others.length > 0 ? await sortByKind(shop, viewer.id, others) : new Map<Stored, string[]>()
  const user = { userId: viewer.id }

  async function read<Kind extends Stored>(
    kind: Kind,
    find: (id: { in: string[] }) => Promise<Omit<Extract<OwnRecord, { __typename: Kind }>, '__typename'>[]>,
  ): Promise<void> {
    const ids = kinds.get(kind)
    if (!ids) return
    for (const row of await find({ in: ids }))
      found.set((row as { id: string }).id, { __typename: kind, ...row } as never)
  }

  await Promise.all([
    read('Order', (id) => db.order.findMany({ where: { ...user, id }, include: withHistory })),
    read('OrderItem', (id) => db.orderLine.findMany({ where: { id, order: user } })),
    read('Address', (id) => db.address.findMany({ where: { ...user, id } })),
    read('Cart', async () => [await getCart(shop, viewer.id)]),
    read('CartItem', (id) => db.cartLine.findMany({ where: { id, cart: user }, include: { product: true } })),
    read('WishlistItem', (id) => db.wishlistItem.findMany({ where: { ...user, id }, include: { product: true } })),
  ])
  return ids.map((id) => found.get(id) ?? null)
}
