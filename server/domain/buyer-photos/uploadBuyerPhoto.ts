/** Stores a photo that a buyer uploads for a review or a return. It is decoded and encoded like a photo of the staff, and removed like one if unused. */
import { randomUUID } from 'node:crypto'
import type { Asset } from '../../generated/prisma/client'
import { reuseAsset, storeAsset } from '../../media/assets'
import { megapixelsOf, photoNameOf } from '../../media/derivePhoto'
import { DomainError } from '../../shared/errors'
import { photoUrl } from '../../shared/photos'
import { findReviewLink, lockBuyer, type SignedBuyer } from '../lockBuyer'
import type { Shop } from '../shop'
import { checkUploads } from './uploads'

export interface UploadedPhoto {
  /** The format of `Image.url`, with a signature. */
  url: string
  width: number
  height: number
}

/**
 * Checks what does not need the photo, so that a stranger's bytes are neither read nor decoded. Returns the buyer's id. Throws FORBIDDEN for
 * an account without a delivered order and for an invalid link, and LIMIT_REACHED.
 */
export async function checkUploader(shop: Shop, buyer: SignedBuyer): Promise<string> {
  const userId = 'id' in buyer ? buyer.id : (await findReviewLink(shop, buyer.linkKey))?.userId
  const bought =
    userId && (await shop.db.order.findFirst({ where: { userId, ...WAS_DELIVERED }, select: { id: true } }))
  if (!userId || !bought)
    throw new DomainError('FORBIDDEN', { message: 'Only buyers whose order was delivered can upload photos.' })
  await checkUploads(shop.db, userId)
  return userId
}

const WAS_DELIVERED = { events: { some: { status: 'DELIVERED' } } } as const

/**
 * Uploading the same photo twice stores it once, and decodes it once. Every attempt counts before the bytes are hashed or decoded, whatever
 * they are. `draw` charges for decoding a photo of so many megapixels. Throws FORBIDDEN, INVALID_INPUT with an explanation for an unusable
 * file, LIMIT_REACHED, and TOO_MANY_ATTEMPTS while too many photos are being processed.
 */
export async function uploadBuyerPhoto(
  shop: Shop,
  buyer: SignedBuyer,
  bytes: Buffer,
  draw: (megapixels: number) => Promise<void>,
): Promise<UploadedPhoto> {
  const userId = await checkUploader(shop, buyer)
  // Counts with a name of its own until the photo's is known, and afterwards if the bytes are no photo.
  const attempt = { userId, name: `attempt-${randomUUID()}` }
  await shop.db.$transaction(async (tx) => {
    await lockBuyer(shop, tx, buyer)
    await checkUploads(tx, userId)
    await tx.reviewUpload.create({ data: attempt })
  })
  const name = photoNameOf(bytes, userId)
  // Nobody else has this name, because the buyer's id is part of it.
  const own = { userId_name: { userId, name } }
  const known = (await shop.db.reviewUpload.findUnique({ where: own })) && (await reuseAsset(shop, name))
  if (known) return uploaded(shop, known)
  await draw(await megapixelsOf(bytes))
  await shop.db.$transaction(async (tx) => {
    await lockBuyer(shop, tx, buyer)
    await tx.reviewUpload.deleteMany({ where: attempt })
    const update = { at: new Date(), attempts: { increment: 1 } }
    await tx.reviewUpload.upsert({ where: own, create: { userId, name }, update })
  })
  const derived = await shop.media.derive(bytes, 'BUYERS')
  await storeAsset(
    shop,
    { ...derived, kind: 'REVIEW_PHOTO', name },
    async (tx) => void (await lockBuyer(shop, tx, buyer)),
  )
  return uploaded(shop, { ...derived, name })
}

const uploaded = (
  { photoLinks }: Shop,
  { name, width, height }: Pick<Asset, 'name' | 'width' | 'height'>,
): UploadedPhoto => ({
  url: photoLinks.sign(photoUrl(name), name),
  width,
  height,
})
