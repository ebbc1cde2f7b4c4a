/** The shopper's cart. Every change locks the cart's row, so concurrent changes to one cart run one after another. */
import { z } from 'zod'
import type { Tx } from '../../database/db'
import { sqlWithin } from '../../database/sql'
import type { Coupon } from '../../generated/prisma/client'
import { hasBegun } from '../../shared/money/couponRule'
import { DomainError } from '../../shared/errors'
import { whyNotGift } from '../../shared/giftMessage'
import { SHOP } from '../../shared/shop'
import {
  cartChoices,
  cartChoicesInput,
  couponCode as couponCodeSchema,
  INITIAL_CHOICES,
  isStorable,
  parseField,
  parseInput,
  productId as productIdSchema,
  quantity as quantitySchema,
  invalidMessage,
} from '../../shared/validation'
import { anyProductsByIds } from '../catalogue/catalogue'
import { runOnceAs, type Idempotency, type Replay } from '../idempotency'
import { refusal } from '../../guards/refusal'
import type { Shop } from '../shop'
import { checkCoupon } from './coupons'
import { addLine, setLine, type Quantity } from './changeLine'
import { lockCart, lockCartIfAny, type SignedIn } from '../lockCart'
import { readCart, type Cart, type CartLine } from './readCart'
import { listWishlist, saveToWishlist, type WishlistItem } from './wishlist'

export type { Cart, CartLine }
export type QuantityAction = Exclude<Quantity, number>

/** The columns that hold a shopper's choices for the whole cart. */
type Choices = Omit<Cart, 'id' | 'userId' | 'version' | 'coupon' | 'lines'>

/** The choices of a new cart, and of a cart after an order was placed from it. */
export const NO_CHOICES: Choices = INITIAL_CHOICES

export const choicesOf = ({
  id: _id,
  userId: _userId,
  version: _version,
  coupon: _coupon,
  lines: _lines,
  ...choices
}: Cart): Choices => choices

export const getCart = ({ sql }: Pick<Shop, 'sql'>, viewerId: string): Promise<Cart> => readCart(sql, viewerId)

/** Runs `work` under the cart's lock, and increments the version if `work` returns true. */
export async function changeWithin(
  tx: Tx,
  viewer: SignedIn,
  work: (cartId: string) => Promise<boolean>,
): Promise<Cart> {
  const cartId = await lockCart(tx, viewer)
  const changed = await work(cartId)
  if (changed) await tx.cart.updateMany({ where: { id: cartId }, data: { version: { increment: 1 } } })
  return readCart(sqlWithin(tx), viewer.id)
}

const change = (shop: Shop, viewer: SignedIn, work: (tx: Tx, cartId: string) => Promise<boolean>): Promise<Cart> =>
  shop.db.$transaction((tx) => changeWithin(tx, viewer, (cartId) => work(tx, cartId)))

/** The stored part of a cart. A replay reads the products and the coupon from the catalogue again. */
const storedCart = z.object({
  id: z.string(),
  userId: z.string(),
  version: z.int(),
  ...cartChoices.shape,
  lines: z.array(
    z.object({
      id: z.string(),
      cartId: z.string(),
      productId: z.string(),
      quantity: z.int(),
      priceWhenAdded: z.int(),
      createdAt: z.coerce.date(),
      updatedAt: z.coerce.date(),
    }),
  ),
})

const replay: Replay<Cart, z.infer<typeof storedCart>> = {
  schema: storedCart,
  async restore(tx, viewerId, stored) {
    if (!stored) return readCart(sqlWithin(tx), viewerId)
    const { couponCode } = stored
    const coupon = couponCode === null ? null : await tx.coupon.findUnique({ where: { code: couponCode } })
    const products = await anyProductsByIds(
      { sql: sqlWithin(tx) },
      stored.lines.map(({ productId }) => productId),
    )
    const lines = stored.lines.flatMap((line, i) => (products[i] ? [{ ...line, product: products[i] }] : []))
    return { ...stored, coupon, lines }
  },
}

interface Addition {
  productId: unknown
  /** A variant of the product. If omitted, the variant with the product's id. */
  variantId?: unknown
  quantity?: unknown
}

/**
 * Increases the quantity if the product is already in the cart. Throws INVALID_INPUT, PRODUCT_NOT_FOUND, IDEMPOTENCY_KEY_REUSED,
 * UNAUTHENTICATED, and LIMIT_REACHED above lists.cartLines.
 */
export async function addToCart(
  shop: Shop,
  viewer: SignedIn,
  input: Addition,
  idempotency?: Idempotency,
): Promise<Cart> {
  const wholeId = parseField('productId', productIdSchema, input.productId)
  const productId = parseField('variantId', productIdSchema, input.variantId ?? wholeId)
  const quantity = parseField('quantity', quantitySchema, input.quantity ?? 1)
  const cartLines = shop.limits['lists.cartLines']
  const call = { operation: 'addToCart', input: { productId, quantity }, idempotency, replay }
  return runOnceAs(shop, viewer, call, async (tx) => {
    await checkVariant(tx, wholeId, productId)
    await addLine(tx, viewer, { productId, quantity })
    const cart = await readCart(sqlWithin(tx), viewer.id)
    // If the line already existed, its quantity is larger than what this call added.
    const isNew = cart.lines.some((line) => line.productId === productId && line.quantity === quantity)
    if (isNew && cartLines > 0 && cart.lines.length > cartLines) throw refusal('lists.cartLines')
    return cart
  })
}

/** Throws PRODUCT_NOT_FOUND if the product has no such variant. */
async function checkVariant(tx: Tx, productId: string, variantId: string): Promise<void> {
  if (variantId === productId) return
  const variant = await tx.product.findFirst({ where: { id: variantId, variantOf: productId }, select: { id: true } })
  if (!variant) throw new DomainError('PRODUCT_NOT_FOUND', { field: 'variantId' })
}

const notInCart = (): DomainError => new DomainError('NOT_IN_CART', { field: 'productId' })

async function changeQuantity(tx: Tx, viewer: SignedIn, productId: string, quantity: Quantity): Promise<Cart> {
  if (!isStorable(productId)) throw notInCart()
  await setLine(tx, viewer, { productId, quantity })
  const cart = await readCart(sqlWithin(tx), viewer.id)
  if (!cart.lines.some((line) => line.productId === productId)) throw notInCart()
  return cart
}

/** Throws INVALID_INPUT, NOT_IN_CART, UNAUTHENTICATED. */
export async function setCartQuantity(
  shop: Shop,
  viewer: SignedIn,
  { productId, ...input }: { productId: string; quantity: unknown },
): Promise<Cart> {
  const quantity = parseField('quantity', quantitySchema, input.quantity)
  return shop.db.$transaction((tx) => changeQuantity(tx, viewer, productId, quantity))
}

/**
 * Increments or decrements the quantity by one. A decrement at 1 leaves it at 1. Throws NOT_IN_CART, IDEMPOTENCY_KEY_REUSED, and
 * INVALID_INPUT above 99.
 */
export async function changeCartQuantity(
  shop: Shop,
  viewer: SignedIn,
  { productId, action }: { productId: string; action: QuantityAction },
  idempotency?: Idempotency,
): Promise<Cart> {
  const call = { operation: 'changeCartQuantity', input: { productId, action }, idempotency, replay }
  return runOnceAs(shop, viewer, call, (tx) => changeQuantity(tx, viewer, productId, action))
}

/** Changes nothing if the product is not in the cart. */
export const removeFromCart = (shop: Shop, viewer: SignedIn, productId: string): Promise<Cart> =>
  change(shop, viewer, (tx, cartId) => removeLine(tx, cartId, productId))

async function removeLine(tx: Tx, cartId: string, productId: string): Promise<boolean> {
  if (!isStorable(productId)) return false
  const { count } = await tx.cartLine.deleteMany({ where: { cartId, productId } })
  return count > 0
}

/** Removes all lines but keeps the choices. */
export const clearCart = (shop: Shop, viewer: SignedIn): Promise<Cart> =>
  change(shop, viewer, async (tx, cartId) => (await tx.cartLine.deleteMany({ where: { cartId } })).count > 0)

/** Moves a line to the wishlist. If the product is already on the wishlist, only removes the line. Throws NOT_IN_CART, LIMIT_REACHED. */
export async function moveToWishlist(
  shop: Shop,
  viewer: SignedIn,
  productId: string,
): Promise<{ cart: Cart; wishlist: WishlistItem[] }> {
  return shop.db.$transaction(async (tx) => {
    const cart = await changeWithin(tx, viewer, async (cartId) => {
      if (!(await removeLine(tx, cartId, productId))) throw notInCart()
      return true
    })
    await saveToWishlist(shop, tx, viewer.id, { id: productId })
    return { cart, wishlist: await listWishlist({ db: tx }, viewer.id) }
  })
}

/**
 * Sets the given choices, all or none. An absent choice stays; null resets a choice to its value in a new cart. `couponField` is the input
 * field that contains the coupon's code. Throws INVALID_INPUT, COUPON_UNKNOWN, COUPON_NOT_USABLE.
 */
export async function setCartChoices(
  shop: Shop,
  viewer: SignedIn,
  input: { [Name in keyof Choices]?: unknown },
  couponField = 'couponCode',
): Promise<Cart> {
  const { giftMessage } = input
  const choices = parseInput(cartChoicesInput, input, (field) => {
    const reason = field === 'giftMessage' && typeof giftMessage === 'string' ? whyNotGift(giftMessage) : null
    return reason ?? invalidMessage(field)
  })
  return change(shop, viewer, async (tx, cartId) => {
    const { couponCode } = choices
    if (couponCode == null) return setOnCart(tx, cartId, choices)
    const coupon = await findUsableCoupon(tx, viewer, couponCode, couponField)
    return setOnCart(tx, cartId, { ...choices, couponCode: coupon.code })
  })
}

/** Compares codes case-insensitively. Throws COUPON_UNKNOWN, COUPON_NOT_USABLE. */
async function findUsableCoupon(tx: Tx, viewer: SignedIn, code: string, field: string): Promise<Coupon> {
  const { data: typed } = couponCodeSchema.safeParse(code)
  if (typed === SHOP.freeShippingCode)
    throw new DomainError('COUPON_UNKNOWN', { field, message: `${typed} is already included: shipping is free.` })
  const coupon = typed === undefined ? null : await tx.coupon.findUnique({ where: { code: typed } })
  if (!coupon || !hasBegun(coupon, new Date())) throw new DomainError('COUPON_UNKNOWN', { field })
  await checkCoupon(tx, { ...(await readCart(sqlWithin(tx), viewer.id)), coupon }, field)
  return coupon
}

export const applyCoupon = (shop: Shop, viewer: SignedIn, code: string): Promise<Cart> =>
  setCartChoices(shop, viewer, { couponCode: code }, 'code')

export const removeCoupon = (shop: Shop, viewer: SignedIn): Promise<Cart> =>
  setCartChoices(shop, viewer, { couponCode: null })

export const setGiftWrap = (shop: Shop, viewer: SignedIn, giftWrap: boolean): Promise<Cart> =>
  setCartChoices(shop, viewer, { giftWrap })

async function setOnCart(tx: Tx, cartId: string, data: Partial<Choices>): Promise<boolean> {
  const before = await tx.cart.findUniqueOrThrow({ where: { id: cartId } })
  if (Object.entries(data).every(([name, value]) => before[name as keyof Choices] === value)) return false
  await tx.cart.updateMany({ where: { id: cartId }, data })
  return true
}

/**
 * Removes the ordered quantities and all choices. Quantities added in the meantime are kept. Called once per order, in the transaction that
 * marks the order as paid.
 */
export async function takeOrderedOut(
  tx: Tx,
  userId: string,
  ordered: { productId: string; quantity: number }[],
): Promise<void> {
  const cartId = await lockCartIfAny(tx, userId)
  if (cartId === null) return
  for (const { productId, quantity } of ordered) {
    await tx.cartLine.deleteMany({ where: { cartId, productId, quantity: { lte: quantity } } })
    await tx.cartLine.updateMany({
      where: { cartId, productId, quantity: { gt: quantity } },
      data: { quantity: { decrement: quantity } },
    })
  }
  await tx.cart.updateMany({ where: { id: cartId }, data: { ...NO_CHOICES, version: { increment: 1 } } })
}
