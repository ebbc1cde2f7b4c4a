/**
 * Downloads the photos of a file by their URLs and puts them into the galleries of its products. Each product is saved when its photos
 * are stored, and downloaded photos are remembered by their URL, so another run continues after an interruption.
 */
import { createHash } from 'node:crypto'
import type { Db } from '../../database/db'
import { placePhotos } from '../../domain/office/products/photos/placePhotos'
import { uploadOnce, type UploadedPhoto } from '../../domain/office/products/photos/uploadPhoto'
import type { Shop } from '../../domain/shop'
import { download, DownloadFailed, type Network } from '../../external/download'
import { DomainError } from '../../shared/errors'
import { NO_PHOTO, photoName, photoUrl } from '../../shared/photos'
import type { FilePhoto } from './foreign/photoUrls'

/** Of one run. Another run downloads the rest. */
export const DOWNLOAD_LIMITS = { photos: 5_000, ms: 4 * 3600_000, photoMs: 30_000, together: 4 }

type Parts = Pick<Shop, 'db' | 'media'> & { settings: Pick<Shop['settings'], 'largestPhotoBytes' | 'staffTotp'> }

interface Asked {
  /** The names of the hosts that the operator confirmed. */
  hosts: ReadonlySet<string>
  signal: AbortSignal
  onProgress: (done: number, total: number) => void
  /** Only for tests. */
  network?: Network
  limits?: typeof DOWNLOAD_LIMITS
}

export interface Downloads {
  downloaded: number
  /** The number of photos that an earlier run downloaded. */
  known: number
  /** The number of photos at hosts that were not confirmed. */
  elsewhere: number
  /** The number of products that already have other photos, which stay. */
  keeping: number
  /** The number of photos that the limits of a run left over. */
  left: number
  failed: (FilePhoto & { reason: string })[]
  /** The ids of products that were hidden only because they had no photo, and stay hidden. */
  ready: string[]
  /** The ids of products that staff or a file hid. */
  keptHidden: string[]
}

/** Throws the signal's reason and the store's errors. */
export async function downloadPhotos(shop: Parts, photos: readonly FilePhoto[], asked: Asked): Promise<Downloads> {
  const { hosts, signal, onProgress, limits = DOWNLOAD_LIMITS } = asked
  const confirmed = photos.filter(({ url }) => hosts.has(new URL(url).hostname))
  const elsewhere = photos.length - confirmed.length
  const result: Downloads = {
    downloaded: 0,
    known: 0,
    elsewhere,
    keeping: 0,
    left: 0,
    failed: [],
    ready: [],
    keptHidden: [],
  }
  const end = performance.now() + limits.ms
  let done = 0
  for (const [productId, wanted] of groupedByProduct(confirmed)) {
    signal.throwIfAborted()
    const stored = await knownPhotos(shop.db, wanted)
    const gallery = await galleryOf(shop.db, productId)
    const ours = new Set([...stored.values()].map(({ url }) => url))
    const isLeft = () => performance.now() > end || result.downloaded + result.failed.length >= limits.photos
    if (gallery?.some((url) => !ours.has(url))) result.keeping += 1
    else if (gallery) {
      result.known += stored.size
      const missing = wanted.filter(({ url }) => !stored.has(url))
      for (let from = 0; from < missing.length; from += limits.together) {
        const some = missing.slice(from, from + limits.together)
        if (isLeft()) result.left += some.length
        else await fetchSome(shop, some, { ...asked, limits, stored, result })
        onProgress(done + from + some.length, confirmed.length)
      }
      await place(shop, { productId, wanted, stored, gallery, result })
    }
    onProgress((done += wanted.length), confirmed.length)
  }
  return result
}

function groupedByProduct(photos: readonly FilePhoto[]): Map<string, FilePhoto[]> {
  const groups = new Map<string, FilePhoto[]>()
  for (const photo of photos) {
    const group = groups.get(photo.productId)
    if (group) group.push(photo)
    else groups.set(photo.productId, [photo])
  }
  return groups
}

const hashOf = (url: string): string => createHash('sha256').update(url).digest('hex')

/** By URL, the photos that an earlier run downloaded. */
async function knownPhotos(db: Db, wanted: FilePhoto[]): Promise<Map<string, UploadedPhoto>> {
  const hashes = new Map(wanted.map(({ url }) => [hashOf(url), url]))
  const rows = await db.downloadedPhoto.findMany({
    where: { urlHash: { in: [...hashes.keys()] } },
    include: { asset: true },
  })
  return new Map(
    rows.map(({ urlHash, asset: { name, width, height } }) => [
      hashes.get(urlHash)!,
      { url: photoUrl(name), width, height },
    ]),
  )
}

/** The URLs of the product's photos. Null if there is no such product. */
async function galleryOf(db: Db, id: string): Promise<string[] | null> {
  const product = await db.product.findUnique({
    where: { id },
    select: { imageUrl: true, furtherImages: { select: { imageUrl: true }, orderBy: { position: 'asc' } } },
  })
  if (!product) return null
  return [product, ...product.furtherImages].map(({ imageUrl }) => imageUrl).filter((url) => url !== NO_PHOTO.url)
}

interface Fetching extends Asked {
  limits: typeof DOWNLOAD_LIMITS
  stored: Map<string, UploadedPhoto>
  result: Downloads
}

/** Downloads a few photos at the same time, and then stores one after another. */
async function fetchSome(shop: Parts, photos: FilePhoto[], { limits, stored, result, ...asked }: Fetching) {
  const { hosts, signal, network } = asked
  const options = { hosts, signal, ms: limits.photoMs, maxBytes: shop.settings.largestPhotoBytes }
  const answers = await Promise.allSettled(
    photos.map(({ url }) => download(url, { ...options, ...(network && { network }) })),
  )
  for (const [i, answer] of answers.entries()) {
    signal.throwIfAborted()
    const photo = photos[i]!
    try {
      if (answer.status === 'rejected') throw answer.reason
      const uploaded = await uploadOnce(shop, null, answer.value)
      const row = { urlHash: hashOf(photo.url), assetName: photoName(uploaded.url)! }
      await shop.db.downloadedPhoto.createMany({ data: row, skipDuplicates: true })
      stored.set(photo.url, uploaded)
      result.downloaded += 1
    } catch (error) {
      result.failed.push({ ...photo, reason: reasonOf(error) })
    }
  }
}

/** Rethrows errors that the photo did not cause. */
function reasonOf(error: unknown): string {
  if (error instanceof DownloadFailed) return error.message
  if (error instanceof DomainError && error.code === 'INVALID_INPUT') return error.message
  throw error
}

interface Placing {
  productId: string
  wanted: FilePhoto[]
  stored: Map<string, UploadedPhoto>
  gallery: string[]
  result: Downloads
}

/** In the order of the file. Two URLs may lead to the same photo, which a gallery contains once. */
async function place(shop: Parts, { productId, wanted, stored, gallery, result }: Placing): Promise<void> {
  const found = new Map(
    wanted.flatMap(({ url }) => {
      const photo = stored.get(url)
      return photo ? [[photo.url, photo] as const] : []
    }),
  )
  if ([...found.keys()].join() === gallery.join()) return
  const photos = [...found.values()].map((photo, i) => ({ ...photo, productId, position: i + 1 }))
  const { ready, keptHidden } = await placePhotos(shop, photos, { actor: null, show: false, withVariants: false })
  result.ready.push(...ready)
  result.keptHidden.push(...keptHidden)
}
