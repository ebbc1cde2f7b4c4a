/** Puts stored photos at their positions in products' galleries, all in one transaction. */
import type { Db, DbOrTx, Tx } from '../../../../database/db'
import { announceCatalogueChange } from '../../../../database/catalogue-changes/announce'
import type { Prisma } from '../../../../generated/prisma/client'
import { usePhotos } from '../../../../media/assets'
import { invalidInput } from '../../../../shared/errors'
import { NO_PHOTO } from '../../../../shared/photos'
import type { Shop } from '../../../shop'
import { audit } from '../../../audit/audit'
import { inOrder, writeFurther, type ImageColumns } from '../gallery'
import { differences } from '../versions'
import type { Actor } from '../../../staff/actor'
import type { UploadedPhoto } from './uploadPhoto'

export interface PlacedPhoto extends UploadedPhoto {
  productId: string
  position: number
}

export type Outcome = 'added' | 'replaced' | 'same'

export interface Placing {
  /** Returned in the order of the photos. */
  outcomes: Outcome[]
  /** The ids of products that are hidden only because they had no photo. */
  ready: string[]
  /** The ids of products that staff or a file hid. */
  keptHidden: string[]
}

interface Placer {
  /** Null for a command that the operator runs. */
  actor: Actor | null
  /** If true, products that are hidden only because they had no photo are also shown. */
  show: boolean
  /** If true, variants without a photo get the first photo of their product. */
  withVariants: boolean
}

interface Placement {
  db: Db
  settings: Pick<Shop['settings'], 'staffTotp'>
}

const withImages = {
  furtherImages: { orderBy: { position: 'asc' }, omit: { productId: true, position: true } },
} as const
type ProductWithImages = Prisma.ProductGetPayload<{ include: typeof withImages }>

const MINUTE_MS = 60_000
const PRODUCTS_AT_ONCE = 1_000

/** Computes the result of placePhotos without making changes. */
export async function planPhotos(db: DbOrTx, photos: PlacedPhoto[]): Promise<Placing> {
  const groups = groupsOf(photos)
  const products = await readProducts(db, [...groups.keys()])
  return placingOf(
    photos,
    products.map((product) => ({ product, ...galleryOf(product, groups.get(product.id)!) })),
  )
}

/** Throws FORBIDDEN, and INVALID_INPUT if a product or a photo has been removed in the meantime. */
export async function placePhotos(shop: Placement, photos: PlacedPhoto[], placer: Placer): Promise<Placing> {
  const { actor, show, withVariants } = placer
  const groups = groupsOf(photos)
  const ids = [...groups.keys()].sort()
  return shop.db.$transaction(
    async (tx) => {
      await actor?.check(shop, tx)
      await tx.$queryRaw`
        SELECT id FROM product
        WHERE id = ANY(ARRAY(SELECT coalesce(variant_of, id) FROM product WHERE id = ANY(${ids}))) OR id = ANY(${ids})
          OR variant_of = ANY(${ids})
        ORDER BY coalesce(variant_of, id), variant_of IS NOT NULL, id FOR NO KEY UPDATE`
      const urls = [...new Set(photos.map(({ url }) => url))]
      const used = await usePhotos(tx, urls)
      const products = await readProducts(tx, ids)
      if (used.size < urls.length || products.length < ids.length)
        throw invalidInput(
          'photos',
          'A product or photo was removed in the meantime. Nothing was changed. Please try again.',
        )
      const changes = products.map((product) => ({ product, ...galleryOf(product, groups.get(product.id)!) }))
      const placing = placingOf(photos, changes)
      const ready = new Set(placing.ready)
      const doing = ({ product }: Change) => ({ actorId: actor?.id ?? null, isShown: show && ready.has(product.id) })
      const isVariant = ({ product }: Change) => product.variantOf !== null
      for (const change of [...changes.filter((each) => !isVariant(each)), ...changes.filter(isVariant)])
        await write(tx, change, doing(change))
      // After all photos, because a variant may have got another one.
      if (withVariants) for (const change of changes) await writeVariants(tx, change, doing(change))
      await announceCatalogueChange(tx)
      return placing
    },
    { timeout: 30 * MINUTE_MS, maxWait: MINUTE_MS },
  )
}

async function readProducts(db: DbOrTx, ids: string[]): Promise<ProductWithImages[]> {
  const found: ProductWithImages[] = []
  for (let from = 0; from < ids.length; from += PRODUCTS_AT_ONCE) {
    const id = { in: ids.slice(from, from + PRODUCTS_AT_ONCE) }
    found.push(...(await db.product.findMany({ where: { id }, include: withImages, orderBy: { id: 'asc' } })))
  }
  return found
}

function groupsOf(photos: PlacedPhoto[]): Map<string, PlacedPhoto[]> {
  const groups = new Map<string, PlacedPhoto[]>()
  for (const photo of photos) groups.set(photo.productId, [...(groups.get(photo.productId) ?? []), photo])
  return groups
}

const imagesOf = ({
  imageUrl,
  imageAlt,
  imageWidth,
  imageHeight,
  furtherImages,
}: ProductWithImages): ImageColumns[] => [{ imageUrl, imageAlt, imageWidth, imageHeight }, ...furtherImages]

interface Change {
  product: ProductWithImages
  gallery: ImageColumns[]
  outcomes: Map<PlacedPhoto, Outcome>
}

/** A photo replaces the one at its position, or is added after the last one. The gallery contains each photo only once. */
function galleryOf(product: ProductWithImages, photos: PlacedPhoto[]): Omit<Change, 'product'> {
  const before = imagesOf(product)
  const slots: (ImageColumns & { isGiven?: true })[] = [...before]
  const outcomes = new Map<PlacedPhoto, Outcome>()
  const given = new Set(photos.map(({ url }) => url))
  for (const photo of [...photos].sort((a, b) => a.position - b.position)) {
    const at = Math.min(photo.position - 1, slots.length)
    const known = before.find(({ imageUrl }) => imageUrl === photo.url)
    const replaced = slots[at]
    // A photo that is given too only moves.
    const isOver = replaced !== undefined && replaced.imageUrl !== NO_PHOTO.url && !given.has(replaced.imageUrl)
    outcomes.set(photo, known ? 'same' : isOver ? 'replaced' : 'added')
    // The alternative text at that position is kept, because it describes the product and staff can change it.
    const imageAlt = (known ?? replaced)?.imageAlt ?? (at === 0 ? product.title : `${product.title}, photo ${at + 1}`)
    slots[at] = { imageUrl: photo.url, imageAlt, imageWidth: photo.width, imageHeight: photo.height, isGiven: true }
  }
  const gallery = slots
    .filter(({ imageUrl, isGiven }) => isGiven || (!given.has(imageUrl) && imageUrl !== NO_PHOTO.url))
    .map(({ imageUrl, imageAlt, imageWidth, imageHeight }) => ({ imageUrl, imageAlt, imageWidth, imageHeight }))
  return { gallery, outcomes }
}

function placingOf(photos: PlacedPhoto[], changes: Change[]): Placing {
  const all = new Map(changes.flatMap(({ outcomes }) => [...outcomes]))
  const idsOf = (some: Change[]) => some.map(({ product }) => product.id)
  const hidden = changes.filter(({ product }) => product.hiddenAt !== null)
  return {
    outcomes: photos.map((photo) => all.get(photo)!),
    ready: idsOf(hidden.filter(({ product }) => product.awaitsPhoto)),
    keptHidden: idsOf(hidden.filter(({ product }) => !product.awaitsPhoto)),
  }
}

async function write(
  tx: Tx,
  { product, gallery }: Change,
  { actorId, isShown }: { actorId: string | null; isShown: boolean },
): Promise<void> {
  const [first, ...further] = gallery
  const images = inOrder(further)
  const subject = { type: 'Product', id: product.id } as const
  const before = { ...imagesOf(product)[0]!, images: inOrder(product.furtherImages) }
  const changed = differences(before, { ...first!, images })
  if (Object.keys(changed.after).length > 0) {
    await tx.product.update({ where: { id: product.id }, data: first! })
    await writeFurther(tx, product.id, images)
    await audit(tx, { actorId, action: 'saveProduct', subject, ...changed })
  }
  if (!isShown) return
  // A hidden product is hidden with all of its variants.
  const whole = product.variantOf === null ? null : await tx.product.findUnique({ where: { id: product.variantOf } })
  if (whole && whole.hiddenAt !== null) return
  await tx.product.update({ where: { id: product.id }, data: { hiddenAt: null, awaitsPhoto: false } })
  const shown = { before: { hidden: true }, after: { hidden: false } }
  await audit(tx, { actorId, action: 'hideProduct', subject, ...shown })
}

/** The variants of an imported product are hidden with it, and most have no photo. */
async function writeVariants(
  tx: Tx,
  { product, gallery }: Change,
  { actorId, isShown }: { actorId: string | null; isShown: boolean },
): Promise<void> {
  if (product.variantOf !== null) return
  const { imageUrl, imageWidth, imageHeight } = gallery[0]!
  const without = { variantOf: product.id, imageUrl: NO_PHOTO.url }
  const { count } = await tx.product.updateMany({ where: without, data: { imageUrl, imageWidth, imageHeight } })
  if (count > 0)
    await audit(tx, {
      ...{ actorId, action: 'saveProduct', subject: { type: 'Product', id: product.id } },
      ...{ before: { variantsWithoutPhoto: count }, after: { variantsWithoutPhoto: 0 } },
    })
  // A variant that was hidden alone, or for another reason, stays hidden.
  if (isShown)
    await tx.product.updateMany({
      where: { variantOf: product.id, hiddenAt: product.hiddenAt, awaitsPhoto: true },
      data: { hiddenAt: null, awaitsPhoto: false },
    })
}
