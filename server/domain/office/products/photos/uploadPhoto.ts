/** Stores one photo for an actor, and records it in the audit log. */
import { reuseAsset, storeAsset } from '../../../../media/assets'
import { photoNameOf, type DerivedPhoto } from '../../../../media/derivePhoto'
import { photoUrl } from '../../../../shared/photos'
import { audit } from '../../../audit/audit'
import type { Shop } from '../../../shop'
import type { Actor } from '../../../staff/actor'

export interface UploadedPhoto {
  /** The format of `Image.url`. */
  url: string
  width: number
  height: number
}

type Parts = Pick<Shop, 'db' | 'media'> & { settings: Pick<Shop['settings'], 'staffTotp'> }

/**
 * Checks the photo, derives all sizes and stores them. Uploading the same photo twice stores it once. Throws FORBIDDEN, INVALID_INPUT with
 * an explanation for an unusable file, and TOO_MANY_ATTEMPTS while too many photos are being processed.
 */
export async function uploadPhoto(shop: Parts, actor: Actor, bytes: Buffer): Promise<UploadedPhoto> {
  await actor.check(shop, shop.db)
  return store(shop, await shop.media.derive(bytes), { actor, bytes: bytes.length })
}

/**
 * Stores the photo as if it were uploaded. Derives nothing if the shop already has it with all of its files. The actor is null for a
 * command that the operator runs.
 */
export async function uploadOnce(shop: Parts, actor: Actor | null, bytes: Buffer): Promise<UploadedPhoto> {
  const known = await reuseAsset(shop, photoNameOf(bytes))
  if (known) return uploaded(known)
  return store(shop, await shop.media.deriveInBulk(bytes), { actor, bytes: bytes.length })
}

interface Upload {
  actor: Actor | null
  /** The size of the uploaded file. */
  bytes: number
}

/** Throws FORBIDDEN, and the store's own errors. */
async function store(shop: Parts, photo: DerivedPhoto, { actor, bytes }: Upload): Promise<UploadedPhoto> {
  await storeAsset(shop, photo, async (tx) => actor?.check(shop, tx))
  const { name, width, height } = photo
  const entry = {
    action: 'uploadPhoto',
    subject: { type: 'Photo', id: name },
    after: { width, height, bytes },
  } as const
  await shop.db.$transaction((tx) => audit(tx, { actorId: actor?.id ?? null, ...entry }))
  return uploaded(photo)
}

const uploaded = ({ name, width, height }: Pick<DerivedPhoto, 'name' | 'width' | 'height'>): UploadedPhoto => ({
  url: photoUrl(name),
  width,
  height,
})
