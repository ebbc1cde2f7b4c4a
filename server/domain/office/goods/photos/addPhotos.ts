/**
 * Adds many photos to products by their file names. Checks and stores the photos one after another, then changes all products in one
 * transaction.
 */
import { setImmediate as pause } from 'node:timers/promises'
import { checkPhoto, photoNameOf } from '../../../../media/derivePhoto'
import { DomainError } from '../../../../shared/errors'
import { photoUrl } from '../../../../shared/photos'
import type { Shop } from '../../../shop'
import type { Actor } from '../../../staff/actor'
import { matcher, shownName, type Target } from './fileNames'
import { UnreadableFile, type PhotoFile } from './photoFile'
import { placePhotos, planPhotos, type Outcome, type PlacedPhoto } from './placePhotos'
import { uploadOnce } from './uploadPhoto'

export interface AddPhotos {
  files: PhotoFile[]
  /** Null for a command that the operator runs. */
  actor: Actor | null
  isDryRun: boolean
  /** If true, hidden products that get their first photo are also shown. */
  show: boolean
  signal: AbortSignal
  onProgress?: (done: number, total: number) => void
}

export interface AddedPhotos {
  placed: (Target & { name: string; outcome: Outcome })[]
  /** The files that were not used, sorted by name. */
  refused: { name: string; reason: string }[]
  /** The ids of products that were hidden because they had no photo. */
  ready: string[]
}

const BYTES_A_MB = 1_000_000

type Parts = Pick<Shop, 'db' | 'media'> & { settings: Pick<Shop['settings'], 'largestPhotoBytes' | 'staffTotp'> }

/**
 * If the signal is aborted, stops before the next photo. Photos that no product uses are removed after a day. Throws FORBIDDEN, and the
 * store's errors.
 */
export async function addPhotos(shop: Parts, asked: AddPhotos): Promise<AddedPhotos> {
  const { actor, isDryRun, show, signal, onProgress = () => {} } = asked
  await actor?.check(shop, shop.db)
  const refused: AddedPhotos['refused'] = []
  const files = await matched(shop, asked.files, refused)
  const taken: { name: string; photo: PlacedPhoto }[] = []
  for (const [i, { file, target }] of files.entries()) {
    signal.throwIfAborted()
    const name = shownName(file.name)
    try {
      const bytes = await file.read()
      const photo = isDryRun ? await checkOnly(bytes) : await uploadOnce(shop, actor, bytes)
      const same = taken.find((one) => one.photo.productId === target.productId && one.photo.url === photo.url)
      if (same) refused.push({ name, reason: `is identical to ${same.name}` })
      else taken.push({ name, photo: { ...photo, ...target } })
    } catch (error) {
      refused.push({ name, reason: reasonOf(error) })
    }
    onProgress(i + 1, files.length)
    await pause()
  }
  signal.throwIfAborted()
  const photos = taken.map(({ photo }) => photo)
  const { outcomes, ready } = isDryRun
    ? await planPhotos(shop.db, photos)
    : await placePhotos(shop, photos, { actor, show })
  const placed = taken.map(({ name, photo: { productId, position } }, i) => ({
    ...{ name, productId, position },
    outcome: outcomes[i]!,
  }))
  return { placed, refused: refused.sort((a, b) => (a.name < b.name ? -1 : 1)), ready }
}

/** The files that have a product and a position, sorted by name. There is one file per position. */
async function matched({ db, settings }: Parts, files: PhotoFile[], refused: AddedPhotos['refused']) {
  const match = matcher(await db.product.findMany({ select: { id: true, title: true }, orderBy: { id: 'asc' } }))
  const places = new Map<string, string>()
  return [...files]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((file) => {
      const name = shownName(file.name)
      const refuse = (reason: string) => {
        refused.push({ name, reason })
        return []
      }
      const target = match(file.name)
      if ('reason' in target) return refuse(target.reason)
      if (file.size > settings.largestPhotoBytes)
        return refuse(`is larger than ${settings.largestPhotoBytes / BYTES_A_MB} MB`)
      const place = `${target.productId}_${target.position}`
      const other = places.get(place)
      if (other !== undefined) return refuse(`has the same product and position as ${other}`)
      places.set(place, name)
      return [{ file, target }]
    })
}

async function checkOnly(bytes: Buffer) {
  await checkPhoto(bytes)
  // The plan does not need the photo's dimensions.
  return { url: photoUrl(photoNameOf(bytes)), width: 0, height: 0 }
}

/** Rethrows errors that the file did not cause. */
function reasonOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message
  if (error instanceof DomainError && error.code === 'INVALID_INPUT') return error.message
  throw error
}
