/**
 * Adds many photos to products by their file names: files of a folder (`npm run photos`), or photos that staff have uploaded. All products
 * change in one transaction.
 */
import { setImmediate as pause } from 'node:timers/promises'
import type { Db } from '../../../../database/db'
import { findPhotos } from '../../../../media/assets'
import { checkWholePhoto, photoNameOf } from '../../../../media/derivePhoto'
import { DomainError, invalidInput } from '../../../../shared/errors'
import { MAX_FILE_NAME, MAX_PLACED, photoUrl } from '../../../../shared/photos'
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
  /** If true, products that are hidden only because they had no photo are also shown. */
  show: boolean
  signal: AbortSignal
  onProgress?: (done: number, total: number) => void
}

export interface AddedPhotos {
  placed: (Target & { name: string; outcome: Outcome })[]
  /** The files that were not used, sorted by name. */
  refused: { name: string; reason: string }[]
  /** The ids of products that are hidden only because they had no photo. */
  ready: string[]
  /** The ids of products that staff or a file hid, which stay hidden. */
  keptHidden: string[]
}

const BYTES_A_MB = 1_000_000

type Parts = Pick<Shop, 'db' | 'media'> & { settings: Pick<Shop['settings'], 'largestPhotoBytes' | 'staffTotp'> }

/**
 * Checks and stores the photos one after another, then places them. If the signal is aborted, stops before the next photo. Photos that no product uses are removed after a day. Throws FORBIDDEN, and the
 * store's errors.
 */
export async function addPhotos(shop: Parts, asked: AddPhotos): Promise<AddedPhotos> {
  const { actor, isDryRun, show, signal, onProgress = () => {} } = asked
  await actor?.check(shop, shop.db)
  const refused: AddedPhotos['refused'] = []
  const files = await matchFiles(shop.db, asked.files, refused)
  const taken: Taken[] = []
  for (const [i, { file, target }] of files.entries()) {
    signal.throwIfAborted()
    const name = shownName(file.name)
    try {
      if (file.size > shop.settings.largestPhotoBytes)
        throw new UnreadableFile(`is larger than ${shop.settings.largestPhotoBytes / BYTES_A_MB} MB`)
      const bytes = await file.read()
      const photo = isDryRun ? await checkOnly(bytes) : await uploadOnce(shop, actor, bytes)
      take({ name, photo: { ...photo, ...target } }, taken, refused)
    } catch (error) {
      refused.push({ name, reason: reasonOf(error) })
    }
    onProgress(i + 1, files.length)
    await pause()
  }
  signal.throwIfAborted()
  const photos = taken.map(({ photo }) => photo)
  const { outcomes, ...hidden } = isDryRun
    ? await planPhotos(shop.db, photos)
    : await placePhotos(shop, photos, { actor, show, withVariants: true })
  return added(taken, outcomes, { refused, ...hidden })
}

/** A photo that staff have uploaded before, with the name that its file had. */
export interface NamedPhoto {
  fileName: string
  /** As in UploadedPhoto. */
  url: string
}

/**
 * Places all photos in one transaction, so that the order of the uploads does not matter. Repeating the call changes nothing. Throws FORBIDDEN,
 * and INVALID_INPUT if a photo has not been uploaded, or has been removed.
 */
export async function placeUploads(shop: Parts, actor: Actor, photos: NamedPhoto[]): Promise<AddedPhotos> {
  await actor.check(shop, shop.db)
  if (photos.length > MAX_PLACED || photos.some(({ fileName }) => fileName.length > MAX_FILE_NAME))
    throw invalidInput('photos', `At most ${MAX_PLACED} photos, with file names of at most ${MAX_FILE_NAME} letters.`)
  const assets = await findPhotos(
    shop.db,
    photos.map(({ url }) => url),
  )
  const missing = photos.find(({ url }) => !assets.has(url))
  if (missing) throw invalidInput('photos', `There is no photo ${missing.url}. Please upload it first.`)
  const refused: AddedPhotos['refused'] = []
  const taken: Taken[] = []
  const named = photos.map(({ fileName, url }) => ({ name: fileName, url }))
  for (const { file, target } of await matchFiles(shop.db, named, refused)) {
    const { width, height } = assets.get(file.url)!
    take({ name: shownName(file.name), photo: { url: file.url, width, height, ...target } }, taken, refused)
  }
  const placed = taken.map(({ photo }) => photo)
  const { outcomes, ...hidden } = await placePhotos(shop, placed, { actor, show: false, withVariants: true })
  return added(taken, outcomes, { refused, ...hidden })
}

/** Why the file fits no product, or null. The reason completes a sentence that begins with the file's name. */
export async function whyNoTarget(db: Db, fileName: string): Promise<string | null> {
  const refused: AddedPhotos['refused'] = []
  await matchFiles(db, [{ name: fileName }], refused)
  return refused[0]?.reason ?? null
}

interface Taken {
  name: string
  photo: PlacedPhoto
}

/** A product shows each photo once. */
function take(one: Taken, taken: Taken[], refused: AddedPhotos['refused']): void {
  const isSame = ({ photo }: Taken) => photo.productId === one.photo.productId && photo.url === one.photo.url
  const same = taken.find(isSame)
  if (same) refused.push({ name: one.name, reason: `is identical to ${same.name}` })
  else taken.push(one)
}

function added(taken: Taken[], outcomes: Outcome[], rest: Omit<AddedPhotos, 'placed'>): AddedPhotos {
  const placed = taken.map(({ name, photo: { productId, position } }, i) => ({
    ...{ name, productId, position },
    outcome: outcomes[i]!,
  }))
  return { ...rest, placed, refused: rest.refused.sort((a, b) => (a.name < b.name ? -1 : 1)) }
}

/** The files that have a product and a position, sorted by name. There is one file per position. */
async function matchFiles<File extends { name: string }>(db: Db, files: File[], refused: AddedPhotos['refused']) {
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
      const place = `${target.productId}_${target.position}`
      const other = places.get(place)
      if (other !== undefined) return refuse(`has the same product and position as ${other}`)
      places.set(place, name)
      return [{ file, target }]
    })
}

async function checkOnly(bytes: Buffer) {
  await checkWholePhoto(bytes)
  // The plan does not need the photo's dimensions.
  return { url: photoUrl(photoNameOf(bytes)), width: 0, height: 0 }
}

/** Rethrows errors that the file did not cause. */
function reasonOf(error: unknown): string {
  if (error instanceof UnreadableFile) return error.message
  if (error instanceof DomainError && error.code === 'INVALID_INPUT') return error.message
  throw error
}
