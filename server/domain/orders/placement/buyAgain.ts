/** Adds an earlier order's lines to the cart, if the shop still sells the products. */
import type { Tx } from '../../../database/db'
import { sqlWithin } from '../../../database/sql'
import { SHOP } from '../../../shared/shop'
import { changeWithin, type Cart } from '../../cart/cart'
import type { SignedIn } from '../../lockCart'
import { productsByIds } from '../../catalogue/catalogue'
import { getOrderByNumber } from '../orders'
import type { OrderLine } from '../order'
import type { Shop } from '../../shop'

export interface NotAdded {
  title: string
  /** The part of the order's quantity that is missing from the cart. */
  quantity: number
  reason: 'GONE' | 'SOLD_OUT' | 'FEWER_LEFT' | 'CART_FULL'
  message: string
}

/**
 * Raises the quantity of a line that is already in the cart to the order's quantity, so a repeated call adds nothing. Never raises a
 * quantity above the stock and never lowers one. Adds new lines until the cart is full (lists.cartLines). Throws
 * ORDER_NOT_FOUND, UNAUTHENTICATED.
 */
export async function buyAgain(
  shop: Shop,
  viewer: SignedIn,
  number: string,
): Promise<{ cart: Cart; notAdded: NotAdded[] }> {
  const { lines } = await getOrderByNumber(shop, viewer.id, number)
  return shop.db.$transaction(async (tx) => {
    const notAdded: NotAdded[] = []
    const cart = await changeWithin(tx, viewer, async (cartId) => {
      const put = await putLines(shop, tx, cartId, lines)
      notAdded.push(...put.notAdded)
      return put.changed
    })
    return { cart, notAdded }
  })
}

/** The caller holds the cart's lock. */
async function putLines({ limits }: Shop, tx: Tx, cartId: string, lines: OrderLine[]) {
  const notAdded: NotAdded[] = []
  let changed = false
  const inCart = new Map(
    (await tx.cartLine.findMany({ where: { cartId } })).map(({ productId, quantity }) => [productId, quantity]),
  )
  const most = limits['lists.cartLines'] || Infinity
  const products = await productsByIds(
    { sql: sqlWithin(tx) },
    lines.map(({ productId }) => productId ?? ''),
  )
  for (const [i, line] of lines.entries()) {
    const product = products[i] ?? null
    const had = product ? (inCart.get(product.id) ?? 0) : 0
    const isFull = had === 0 && inCart.size >= most
    const wanted = product && !isFull ? Math.min(line.quantity, product.stock, SHOP.maximumQuantity) : 0
    if (product && wanted > had) {
      await tx.cartLine.upsert({
        where: { cartId_productId: { cartId, productId: product.id } },
        create: { cartId, productId: product.id, quantity: wanted, priceWhenAdded: product.discounted },
        update: { quantity: wanted },
      })
      inCart.set(product.id, wanted)
      changed = true
    }
    const missing = line.quantity - Math.max(had, wanted)
    if (missing > 0) notAdded.push(explain(line, missing, product, isFull))
  }
  return { notAdded, changed }
}

function explain({ title }: OrderLine, quantity: number, product: { stock: number } | null, isFull: boolean): NotAdded {
  if (!product) return { title, quantity, reason: 'GONE', message: `${title} is no longer in the shop.` }
  if (product.stock === 0) return { title, quantity, reason: 'SOLD_OUT', message: `${title} is sold out.` }
  if (isFull) return { title, quantity, reason: 'CART_FULL', message: `The cart is full: ${title} was not added.` }
  return { title, quantity, reason: 'FEWER_LEFT', message: `Only ${product.stock} left of ${title}.` }
}
