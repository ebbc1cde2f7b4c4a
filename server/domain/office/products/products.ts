/** Staff changes to products: their records, visibility and stock. */
import { z } from 'zod'
import type { Tx } from '../../../database/db'
import { readUses } from '../../../database/productUses'
import type { Product } from '../../../generated/prisma/client'
import { usesOf } from '../../../shared/careUses'
import { DomainError, invalidInput } from '../../../shared/errors'
import {
  goodsMessage,
  GOODS_LIMITS,
  productInput,
  stock as stockSchema,
  stockChange,
  type ProductInput,
} from '../../../shared/goods'
import { offerFor } from '../../../shared/money/pricing'
import { fullTitle, wholeId } from '../../catalogue/variants'
import { NO_PHOTO } from '../../../shared/photos'
import { isStorable, parseField, parseInput } from '../../../shared/validation'
import { runOnce, type Idempotency, type Replay } from '../../idempotency'
import { lockProducts } from '../../lockProducts'
import type { Shop } from '../../shop'
import { audit } from '../../audit/audit'
import { imageColumns, inOrder, writeFurther } from './gallery'
import { checkFamily } from './families'
import { newProductId } from './productIds'
import type { Actor } from '../../staff/actor'
import { checkVersion, differences } from './versions'

const subject = (id: string) => ({ type: 'Product' as const, id })

/** A replay returns the current product. */
const replay: Replay<Product, { id: string }> = {
  schema: z.object({ id: z.string() }),
  async restore(tx, _actorId, stored) {
    return tx.product.findUniqueOrThrow({ where: { id: stored?.id ?? '' } })
  },
}

/** Locks the product, and before it the product that it is a variant of, until the transaction ends. Throws PRODUCT_NOT_FOUND. */
async function lockProduct(tx: Tx, id: string, field: string): Promise<Product> {
  if (isStorable(id)) await lockProducts(tx, [id])
  const product = isStorable(id) ? await tx.product.findUnique({ where: { id } }) : null
  if (!product) throw new DomainError('PRODUCT_NOT_FOUND', { field })
  return product
}

interface SaveProduct {
  /** Null for a new product. */
  id?: string | null | undefined
  /** The version that the staff member saw. Null accepts any version. */
  version?: number | null | undefined
  input: unknown
}

/**
 * Creates a product with `input.stock` pieces, hidden if `input.hidden` is set; or replaces an existing product's record, except for
 * visibility and stock. Throws FORBIDDEN, INVALID_INPUT, PRODUCT_NOT_FOUND, STALE_VERSION, IDEMPOTENCY_KEY_REUSED.
 */
export async function saveProduct(
  shop: Shop,
  actor: Actor,
  { id, version, input }: SaveProduct,
  idempotency?: Idempotency,
): Promise<Product> {
  await actor.check(shop, shop.db)
  const wanted = parseInput(productInput, input, goodsMessage)
  const { stock, hidden } = Object(input) as { stock?: unknown; hidden?: unknown }
  const pieces = id == null ? parseField('stock', stockSchema, stock ?? 0, goodsMessage) : null
  const call = {
    operation: 'saveProduct',
    input: [id ?? null, wanted, pieces, hidden ?? false],
    idempotency,
    replay,
    check: (tx: Tx) => actor.check(shop, tx),
  }
  return runOnce(shop, actor.id, call, async (tx) => {
    await actor.check(shop, tx)
    const { images, columns, kept, variantOf } = await columnsOf(tx, id ?? wanted.variantOf, wanted)
    const { position, groups, isGraded } = kept
    if (id == null) {
      const whole = variantOf === null ? null : await lockProduct(tx, variantOf, 'variantOf')
      const variant = kept.variant || null
      if (whole && variant === null) throw invalid('variant')
      const title = whole ? fullTitle({ ...whole, variant }) : wanted.title
      const made = {
        ...columns,
        title,
        id: await newProductId(tx, title),
        position: position ?? whole?.position ?? (await positionAtEnd(tx)),
        groups: groups ?? [],
        uses: usesOf(columns),
        rating: columns.studioRating,
        isGraded: isGraded ?? true,
        variantOf,
        variant,
        sku: kept.sku || null,
        stock: pieces!,
        // Hidden with its product, and later shown with it.
        hiddenAt: hidden === true ? new Date() : (whole?.hiddenAt ?? null),
        awaitsPhoto: hidden !== true && (whole?.awaitsPhoto ?? false),
      } satisfies NewProduct
      const product = await tx.product.create({ data: made })
      await checkFamily(tx, wholeId(product), new Map([[product.id, null]]))
      await writeFurther(tx, product.id, images)
      const after = differences({}, { ...made, images }).after
      await audit(tx, { actorId: actor.id, action: 'saveProduct', subject: subject(product.id), after })
      // The variant may be written as the others are.
      return variant === null ? product : tx.product.findUniqueOrThrow({ where: { id: product.id } })
    }
    const before = await lockProduct(tx, id, 'id')
    checkVersion(version, before.version)
    if (variantOf !== null && variantOf !== before.variantOf) throw invalid('variantOf')
    const imagesBefore = await tx.productImage.findMany({
      where: { productId: id },
      omit: { productId: true },
      orderBy: { position: 'asc' },
    })
    const record = {
      ...columns,
      position: position ?? before.position,
      groups: groups ?? before.groups,
      variant: (kept.variant ?? before.variant) || null,
      sku: (kept.sku ?? before.sku) || null,
      // A grade that staff change is the studio's own.
      isGraded: isGraded ?? (before.isGraded || columns.studioRating !== before.studioRating),
    }
    if (before.variantOf !== null && record.variant === null) throw invalid('variant')
    const product = await tx.product.update({ where: { id }, data: record })
    await checkFamily(tx, wholeId(product), new Map([[id, before.variant]]))
    await writeFurther(tx, id, images)
    const changed = differences({ ...before, images: imagesBefore }, { ...record, images })
    await audit(tx, { actorId: actor.id, action: 'saveProduct', subject: subject(id), ...changed })
    await readUses(tx, { ids: [id] })
    const stored = record.variant === null ? product : await tx.product.findUniqueOrThrow({ where: { id } })
    return { ...stored, uses: usesOf(stored) }
  })
}

/** Every column except those with a default. A new column does not compile without an entry in PRODUCT_FIELDS. */
type NewProduct = Omit<Product, 'version' | 'createdAt' | 'updatedAt' | 'starCounts'>

/** The product's columns, and its photos after the first. `id` is the product whose photos it may keep. Throws INVALID_INPUT. */
async function columnsOf(
  tx: Tx,
  id: string | null,
  {
    images,
    categoryName,
    position,
    groups,
    isGraded,
    variantOf,
    variant,
    sku,
    rating: studioRating,
    ...rest
  }: ProductInput,
) {
  const category = await tx.category.findUnique({ where: { id: rest.categoryId } })
  if (!category) throw invalid('categoryId')
  const real = images.filter(({ url }) => url !== NO_PHOTO.url)
  const [first, ...further] = await imageColumns(tx, id, real.length > 0 ? real : images)
  return {
    columns: {
      ...rest,
      studioRating,
      offer: offerFor(rest.offer, rest),
      categoryName: categoryName ?? category.name,
      ...first!,
    },
    /** Null keeps what is stored. */
    kept: { position, groups, isGraded, variant, sku },
    variantOf,
    images: inOrder(further),
  }
}

const invalid = (field: string): DomainError => invalidInput(field, goodsMessage(field))

async function positionAtEnd(tx: Tx): Promise<number> {
  const { _max } = await tx.product.aggregate({ _max: { position: true } })
  return (_max.position ?? -1) + 1
}

/**
 * Carts and wishlists show a hidden product as unavailable, and orders keep it. A repeated call changes nothing. Throws FORBIDDEN,
 * PRODUCT_NOT_FOUND, and INVALID_INPUT if the call would show a product without a photo.
 */
export async function hideProduct(
  shop: Shop,
  actor: Actor,
  { productId, hidden }: { productId: string; hidden: boolean },
): Promise<Product> {
  return shop.db.$transaction(async (tx) => {
    await actor.check(shop, tx)
    const before = await lockProduct(tx, productId, 'productId')
    // Hiding a product that waits for its photo says that it must not be shown with the others.
    if ((before.hiddenAt !== null) === hidden && !before.awaitsPhoto) return before
    if (!hidden && before.imageUrl === NO_PHOTO.url)
      throw invalidInput('productId', 'Please add a photo before you show this product.')
    const whole = before.variantOf === null ? null : await tx.product.findUnique({ where: { id: before.variantOf } })
    if (!hidden && whole && whole.hiddenAt !== null)
      throw invalidInput('productId', `${whole.title} is hidden with all of its variants. Please show it first.`)
    const product = await tx.product.update({
      where: { id: productId },
      data: { hiddenAt: hidden ? (before.hiddenAt ?? new Date()) : null, awaitsPhoto: false },
    })
    await hideVariants(tx, before, product)
    const change = differences(visibilityOf(before), visibilityOf(product))
    await audit(tx, { actorId: actor.id, action: 'hideProduct', subject: subject(productId), ...change })
    return product
  })
}

const visibilityOf = ({ hiddenAt, awaitsPhoto }: Product) => ({ hidden: hiddenAt !== null, awaitsPhoto })

/** Variants are hidden and shown with their product. A variant that was hidden alone, or for another reason, stays hidden. */
async function hideVariants(tx: Tx, before: Product, now: Product): Promise<void> {
  if (before.variantOf !== null) return
  await tx.$queryRaw`SELECT id FROM product WHERE variant_of = ${now.id} ORDER BY id FOR NO KEY UPDATE`
  await tx.product.updateMany({
    where: { variantOf: now.id, hiddenAt: before.hiddenAt, awaitsPhoto: before.awaitsPhoto },
    data: { hiddenAt: now.hiddenAt, awaitsPhoto: now.awaitsPhoto },
  })
}

interface SetStock {
  productId: string
  /** The new number of pieces. Alternatively, use `change` to add or subtract pieces. */
  stock?: number | null | undefined
  change?: number | null | undefined
  /** The number of pieces that the staff member saw. If the stock differs, the call is refused. */
  expectedStock?: number | null | undefined
}

/**
 * Sets the stock that shoppers can buy. Pieces in open orders are already subtracted. Concurrent checkouts run before or after this call.
 * Throws FORBIDDEN, INVALID_INPUT, PRODUCT_NOT_FOUND, IDEMPOTENCY_KEY_REUSED, STALE_VERSION if the stock differs from `expectedStock`, and
 * OUT_OF_STOCK if the stock would fall below zero.
 */
export async function setStock(
  shop: Shop,
  actor: Actor,
  { productId, stock, change, expectedStock }: SetStock,
  idempotency?: Idempotency,
): Promise<Product> {
  await actor.check(shop, shop.db)
  if ((stock == null) === (change == null)) throw invalidInput('stock', 'Give either `stock` or `change`, not both.')
  if (stock != null) parseField('stock', stockSchema, stock, goodsMessage)
  if (change != null) parseField('change', stockChange, change, goodsMessage)
  const input = [productId, stock ?? null, change ?? null, expectedStock ?? null]
  return runOnce(
    shop,
    actor.id,
    { operation: 'setStock', input, idempotency, replay, check: (tx) => actor.check(shop, tx) },
    async (tx) => {
      await actor.check(shop, tx)
      const before = await lockProduct(tx, productId, 'productId')
      if (expectedStock != null && expectedStock !== before.stock)
        throw new DomainError('STALE_VERSION', {
          field: 'expectedStock',
          message: `The stock is now ${before.stock} instead of ${expectedStock}. Please check it again.`,
        })
      const wanted = stock ?? before.stock + change!
      if (wanted < 0)
        throw new DomainError('OUT_OF_STOCK', {
          field: 'change',
          message: `You can remove at most ${before.stock} from the stock.`,
        })
      if (wanted > GOODS_LIMITS.stock) throw invalid('change')
      if (wanted === before.stock) return before
      const product = await tx.product.update({ where: { id: productId }, data: { stock: wanted } })
      const changed = { before: { stock: before.stock }, after: { stock: wanted } }
      await audit(tx, { actorId: actor.id, action: 'setStock', subject: subject(productId), ...changed })
      return product
    },
  )
}
