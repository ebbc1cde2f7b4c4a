/** Photos that staff upload. Their rows are written before their files, and both are removed a day after the photo was last used. */
import type { Tx } from '../../database/db'
import type { Photo } from '../../generated/prisma/client'
import { Prisma } from '../../generated/prisma/client'
import { photoNameOf, type DerivedPhoto } from '../../photos/upload'
import { photoName } from '../../shared/photos'
import { audit } from '../office/audit'
import type { Actor } from '../office/access/actor'
import type { Shop } from '../shop'

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
/** The maximum number of photos that one sweep removes. */
const MAX_REMOVED = 50

export interface UploadedPhoto {
  /** The format of `Image.url`. */
  url: string
  width: number
  height: number
}

export const urlOf = (name: string): string => `/photos/${name}.webp`

/**
 * Checks the photo, derives all sizes and stores them. Uploading the same photo twice stores it once. Throws FORBIDDEN, INVALID_INPUT with
 * an explanation for an unusable file, and TOO_MANY_ATTEMPTS while too many photos are being processed.
 */
export async function uploadPhoto(shop: Shop, actor: Actor, bytes: Buffer): Promise<UploadedPhoto> {
  await actor.check(shop, shop.db)
  const photo = await shop.photos.derive(bytes)
  return storePhoto(shop, photo, { actor, bytes: bytes.length })
}

type PhotoShop = Pick<Shop, 'db' | 'photos'>
type UploadShop = PhotoShop & { settings: Pick<Shop['settings'], 'staffTotp'> }

interface Uploaded {
  /** Null for a command that the operator runs. */
  actor: Actor | null
  /** The size of the uploaded file. */
  bytes: number
}

/** Stores a photo and its files, or nothing. Throws FORBIDDEN, and the store's own errors. */
async function storePhoto(shop: UploadShop, photo: DerivedPhoto, { actor, bytes }: Uploaded): Promise<UploadedPhoto> {
  const { db, photos } = shop
  const { name, width, height } = photo
  const unusedSince = new Date()
  await db.$transaction(async (tx) => {
    await actor?.check(shop, tx)
    // Restarts the one-day period after which the photo is removed. The sweep locks the row while it removes files, so it does not remove
    // the files stored below.
    await tx.photo.upsert({
      where: { name },
      create: { name, width, height, unusedSince },
      update: { width, height, unusedSince },
    })
  })
  try {
    // Also runs for an existing row, because a crash may have lost some files.
    await photos.keep(photo)
  } catch (error) {
    // If the store is unavailable, nothing can be removed now. In that case, the sweep removes the files later.
    await removeUnused({ db, photos }, name, { equals: unusedSince }).catch(() => {})
    throw error
  }
  const after = { width, height, bytes }
  await db.$transaction((tx) =>
    audit(tx, { actorId: actor?.id ?? null, action: 'uploadPhoto', subject: { type: 'Photo', id: name }, after }),
  )
  return { url: urlOf(name), width, height }
}

/** Stores the photo as if it were uploaded. Derives nothing if the shop already has it with all of its files. */
export async function storeOnce(shop: UploadShop, actor: Actor | null, bytes: Buffer): Promise<UploadedPhoto> {
  const { db, photos } = shop
  const known = await db.photo.findUnique({ where: { name: photoNameOf(bytes) } })
  if (known && (await photos.isKept(known))) {
    const { name, width, height } = known
    // Restarts the one-day period after which the photo is removed. If there is no row, the sweep has already removed the photo.
    const { count } = await db.photo.updateMany({
      where: { name },
      data: { unusedSince: known.unusedSince && new Date() },
    })
    if (count > 0) return { url: urlOf(name), width, height }
  }
  return storePhoto(shop, await photos.deriveInBulk(bytes), { actor, bytes: bytes.length })
}

/** Finds the uploaded photos among the URLs, keyed by URL, and protects them from the sweep. */
export async function usePhotos(tx: Tx, urls: string[]): Promise<Map<string, Photo>> {
  const names = urls.flatMap((url) => photoName(url) ?? [])
  // If a sweep is waiting for the row, the update makes the sweep see the change. Rows are locked in name order, so calls cannot deadlock.
  await tx.$queryRaw`SELECT name FROM photo WHERE name = ANY(${names}) ORDER BY name FOR NO KEY UPDATE`
  await tx.photo.updateMany({ where: { name: { in: names } }, data: { unusedSince: null } })
  const found = await tx.photo.findMany({ where: { name: { in: names } } })
  return new Map(found.map((photo) => [urlOf(photo.name), photo]))
}

/**
 * True if a product (even a hidden one), a category or an order shows the photo. An order keeps the photos that its products had when it
 * was placed.
 */
const isShown = (): Prisma.Sql => {
  const tables = ['product', 'product_image', 'category', 'order_line']
  const shows = tables.map((table) =>
    Prisma.raw(`EXISTS (SELECT FROM ${table} WHERE image_url = '/photos/' || name || '.webp')`),
  )
  return Prisma.sql`(${Prisma.join(shows, ' OR ')})`
}

/**
 * Removes photos that have been unused for a day. It must read all products, so sweepPhotosHourly limits it to once an hour. Several
 * servers can run it at the same time, and each removes different photos.
 */
export async function sweepPhotos(shop: PhotoShop, now = new Date()): Promise<number> {
  const { db, photos } = shop
  await db.$executeRaw`UPDATE photo SET unused_since = ${now} WHERE unused_since IS NULL AND NOT ${isShown()}`
  await db.$executeRaw`UPDATE photo SET unused_since = NULL WHERE unused_since IS NOT NULL AND ${isShown()}`
  const before = new Date(now.getTime() - DAY_MS)
  const unused = await db.photo.findMany({ where: { unusedSince: { lt: before } }, take: MAX_REMOVED })
  let removed = 0
  for (const { name } of unused) if (await removeUnused({ db, photos }, name, { lt: before })) removed += 1
  return removed
}

/** Removes a photo that nothing shows, if its `unusedSince` matches and no other call is using it. */
async function removeUnused(
  { db, photos }: PhotoShop,
  name: string,
  unusedSince: { lt: Date } | { equals: Date },
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const [photo] = await tx.$queryRaw<Pick<Photo, 'name' | 'width'>[]>`
      SELECT name, width FROM photo WHERE name = ${name} AND NOT ${isShown()} FOR UPDATE SKIP LOCKED`
    if (!photo || (await tx.photo.count({ where: { name, unusedSince } })) === 0) return false
    await photos.remove(photo)
    await tx.photo.delete({ where: { name } })
    return true
  })
}

const sweptAt = new WeakMap<Shop['db'], number>()

/** Called by the maintenance task, whose rounds are seconds apart. */
export async function sweepPhotosHourly(shop: Shop): Promise<void> {
  if (Date.now() - (sweptAt.get(shop.db) ?? 0) < HOUR_MS) return
  sweptAt.set(shop.db, Date.now())
  await sweepPhotos(shop)
}
