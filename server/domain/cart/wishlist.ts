/** The products that a shopper saved for later. */
import type { DbOrTx, Tx } from '../../database/db'
import { sqlWithin } from '../../database/sql'
import type { Prisma } from '../../generated/prisma/client'
import { DomainError } from '../../shared/errors'
import { isStorable, parseField, productId as productIdSchema } from '../../shared/validation'
import { v7 as uuidv7 } from 'uuid'
import { z } from 'zod'
import { anyProductsByIds } from '../catalogue/catalogue'
import { FOR_SALE } from '../catalogue/shown'
import { runOnceAs, type Idempotency, type Replay } from '../idempotency'
import { refusal } from '../../guards/refusal'
import type { Shop } from '../shop'
import { lockCart, type SignedIn } from '../lockCart'

export type WishlistItem = Prisma.WishlistItemGetPayload<{ include: { product: true } }>

/** Oldest first. */
export const listWishlist = ({ db }: { db: DbOrTx }, viewerId: string): Promise<WishlistItem[]> =>
  db.wishlistItem.findMany({
    where: { userId: viewerId },
    include: { product: true },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  })

/** The stored part of a wishlist. A replay reads the products from the catalogue again. */
const storedItems = z.array(
  z.object({
    id: z.string(),
    userId: z.string(),
    productId: z.string(),
    priceWhenAdded: z.int(),
    createdAt: z.coerce.date(),
    updatedAt: z.coerce.date(),
  }),
)

const replay: Replay<WishlistItem[], z.infer<typeof storedItems>> = {
  schema: storedItems,
  async restore(tx, viewerId, stored) {
    if (!stored) return listWishlist({ db: tx }, viewerId)
    const products = await anyProductsByIds(
      { sql: sqlWithin(tx) },
      stored.map(({ productId }) => productId),
    )
    return stored.flatMap((item, i) => (products[i] ? [{ ...item, product: products[i] }] : []))
  },
}

/** Adding a product again changes nothing. Throws INVALID_INPUT, PRODUCT_NOT_FOUND, LIMIT_REACHED, IDEMPOTENCY_KEY_REUSED. */
export async function addToWishlist(
  shop: Shop,
  viewer: SignedIn,
  input: { productId: unknown },
  idempotency?: Idempotency,
): Promise<WishlistItem[]> {
  const productId = parseField('productId', productIdSchema, input.productId)
  const call = { operation: 'addToWishlist', input: { productId }, idempotency, replay }
  return runOnceAs(shop, viewer, call, async (tx) => {
    await lockCart(tx, viewer)
    await saveToWishlist(shop, tx, viewer.id, { id: productId, ...FOR_SALE })
    return listWishlist({ db: tx }, viewer.id)
  })
}

/** The caller holds the cart's lock. Throws PRODUCT_NOT_FOUND, and LIMIT_REACHED above lists.wishlist. */
export async function saveToWishlist(
  { limits }: Shop,
  tx: Tx,
  viewerId: string,
  which: { id: string; hiddenAt?: null },
): Promise<void> {
  const product = await tx.product.findFirst({ where: which, select: { discounted: true } })
  if (!product) throw new DomainError('PRODUCT_NOT_FOUND', { field: 'productId' })
  const item = { id: uuidv7(), userId: viewerId, productId: which.id, priceWhenAdded: product.discounted }
  const { count } = await tx.wishlistItem.createMany({ data: item, skipDuplicates: true })
  const wishlist = limits['lists.wishlist']
  if (count === 0 || wishlist === 0) return
  if ((await tx.wishlistItem.count({ where: { userId: viewerId } })) > wishlist) throw refusal('lists.wishlist')
}

/** Changes nothing if the product is not on the wishlist. */
export async function removeFromWishlist(shop: Shop, viewer: SignedIn, productId: string): Promise<WishlistItem[]> {
  if (!isStorable(productId)) return listWishlist(shop, viewer.id)
  return shop.db.$transaction(async (tx) => {
    await lockCart(tx, viewer)
    await tx.wishlistItem.deleteMany({ where: { userId: viewer.id, productId } })
    return listWishlist({ db: tx }, viewer.id)
  })
}

/** The number of rupees by which the price has fallen since the product was saved; 0 if it has not fallen. */
export const priceDrop = ({ product, priceWhenAdded }: WishlistItem): number =>
  Math.max(0, priceWhenAdded - product.discounted)
