/** Photos that staff uploads: written down before their files are, and removed a day after the last thing that shows them is gone. */
import type { Tx } from '../../database/client'
import type { Photo } from '../../generated/prisma/client'
import { Prisma } from '../../generated/prisma/client'
import { photoName } from '../../shared/photos'
import { audit } from '../office/audit'
import { requireStaff } from '../office/staff'
import type { Shop } from '../shop'

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000
/** In one round. */
const MOST_REMOVED = 50

export interface UploadedPhoto {
  /** As `Image.url` has it. */
  url: string
  width: number
  height: number
}

const urlOf = (name: string): string => `/photos/${name}.webp`

/**
 * Checks it, makes all sizes of it and keeps them; the same photo twice is one. Throws FORBIDDEN, INVALID_INPUT with a sentence for what
 * is no photo or not a good one, TOO_MANY_ATTEMPTS while many are being made.
 */
export async function uploadPhoto(shop: Shop, viewerId: string, bytes: Buffer): Promise<UploadedPhoto> {
  await requireStaff(shop.db, viewerId)
  const photo = await shop.photos.derive(bytes)
  const { name, width, height } = photo
  await shop.db.$transaction(async (tx) => {
    await requireStaff(tx, viewerId)
    // Its day begins again: the sweep, which holds the row while it removes files, leaves those that are kept now.
    await tx.photo.upsert({
      where: { name },
      create: { name, width, height },
      update: { width, height, unusedSince: new Date() },
    })
    const after = { width, height, bytes: bytes.length }
    await audit(tx, { actorId: viewerId, action: 'uploadPhoto', subject: { type: 'Photo', id: name }, after })
  })
  // Also where they are there: a crash may have left some.
  await shop.photos.keep(photo)
  return { url: urlOf(name), width, height }
}

/** Those of the addresses that staff uploaded, by address, held against the sweep from now on. */
export async function usePhotos(tx: Tx, urls: string[]): Promise<Map<string, Photo>> {
  const names = urls.flatMap((url) => photoName(url) ?? [])
  // Written, so that a sweep that waits for the row finds it changed; in one order, as everywhere.
  await tx.$queryRaw`SELECT name FROM photo WHERE name = ANY(${names}) ORDER BY name FOR NO KEY UPDATE`
  await tx.photo.updateMany({ where: { name: { in: names } }, data: { unusedSince: null } })
  const found = await tx.photo.findMany({ where: { name: { in: names } } })
  return new Map(found.map((photo) => [urlOf(photo.name), photo]))
}

/** Whether a photo is shown: by a product, hidden ones too, a category, or an order, which keeps the photo that it was placed with. */
const isShown = (): Prisma.Sql => {
  const tables = ['product', 'product_image', 'category', 'order_line']
  const shows = tables.map((table) =>
    Prisma.raw(`EXISTS (SELECT FROM ${table} WHERE image_url = '/photos/' || name || '.webp')`),
  )
  return Prisma.sql`(${Prisma.join(shows, ' OR ')})`
}

/**
 * Removes what nothing has shown for a day. Looks at each photo once an hour at most: it has to read all products for that. Of many
 * servers that do so at once each removes others.
 */
export async function sweepPhotos(shop: Pick<Shop, 'db' | 'photos'>, now = new Date()): Promise<number> {
  const { db, photos } = shop
  await db.$executeRaw`UPDATE photo SET unused_since = ${now} WHERE unused_since IS NULL AND NOT ${isShown()}`
  await db.$executeRaw`UPDATE photo SET unused_since = NULL WHERE unused_since IS NOT NULL AND ${isShown()}`
  const before = new Date(now.getTime() - DAY_MS)
  const unused = await db.photo.findMany({ where: { unusedSince: { lt: before } }, take: MOST_REMOVED })
  let removed = 0
  for (const { name } of unused) {
    await db.$transaction(async (tx) => {
      const [photo] = await tx.$queryRaw<Pick<Photo, 'name' | 'width'>[]>`
        SELECT name, width FROM photo WHERE name = ${name} AND unused_since < ${before} AND NOT ${isShown()} FOR UPDATE SKIP LOCKED`
      if (!photo) return
      await photos.remove(photo)
      await tx.photo.delete({ where: { name } })
      removed += 1
    })
  }
  return removed
}

const sweptAt = new WeakMap<Shop['db'], number>()

/** For the upkeep, whose rounds are seconds apart. */
export async function sweepPhotosHourly(shop: Shop): Promise<void> {
  if (Date.now() - (sweptAt.get(shop.db) ?? 0) < HOUR_MS) return
  sweptAt.set(shop.db, Date.now())
  await sweepPhotos(shop)
}
