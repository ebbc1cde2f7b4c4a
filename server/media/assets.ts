/** The table of uploads. Rows are written before their files, and both are removed a day after the asset was last used. */
import type { Db, DbOrTx, Tx } from '../database/db'
import type { Asset } from '../generated/prisma/client'
import { Prisma } from '../generated/prisma/client'
import { PHOTO_ADDRESS, photoName, photoUrl } from '../shared/photos'
import type { DerivedPhoto } from './derivePhoto'
import { neededFiles } from './files'
import type { Media } from './media'
import { DAY_MS, HOUR_MS } from '../shared/durations'

/** The maximum number of assets that one call removes. */
const MAX_REMOVED = 50

interface Parts {
  db: Db
  media: Media
}

/**
 * Stores an asset and its files, or nothing. Storing the same asset again restarts the period after which it is removed. `authorize` runs
 * in the transaction that writes the row. Throws its errors, and the store's.
 */
export async function storeAsset(
  { db, media }: Parts,
  { kind, name, width, height, files }: DerivedPhoto,
  authorize: (tx: Tx) => Promise<void>,
): Promise<void> {
  const unusedSince = new Date()
  const isNew = await db.$transaction(async (tx) => {
    await authorize(tx)
    const created = { kind, name, width, height, files: { set: [...files.keys()] }, unusedSince }
    const { count } = await tx.asset.createMany({ data: created, skipDuplicates: true })
    if (count === 1) return true
    // The removal locks the row while it removes files, so it does not remove the files stored below.
    const known = await tx.asset.update({ where: { name }, data: { width, height, unusedSince } })
    const all = new Set([...known.files, ...files.keys()])
    await tx.asset.update({ where: { name }, data: { files: [...all] } })
    return false
  })
  try {
    // Also runs for an existing row, because a crash may have lost some files.
    await media.keep(name, files)
  } catch (error) {
    // An earlier upload of the same photo stays, because a form may refer to it. If the store is unavailable, nothing can be removed now.
    // In that case, removeUnused removes the files later.
    if (isNew) await removeOne({ db, media }, name, { equals: unusedSince }).catch(() => {})
    throw error
  }
}

/** Finds an asset that is stored with all files that it needs, and restarts the period after which it is removed. */
export async function reuseAsset({ db, media }: Parts, name: string): Promise<Asset | null> {
  const known = await db.asset.findUnique({ where: { name } })
  if (!known || !(await media.isKept(name, neededFiles(known)))) return null
  const { count } = await db.asset.updateMany({
    where: { name },
    data: { unusedSince: known.unusedSince && new Date() },
  })
  // If there is no row, the asset has been removed in the meantime.
  return count > 0 ? known : null
}

/** Finds the uploaded photos among the URLs, keyed by URL. */
export async function findPhotos(
  db: DbOrTx,
  urls: string[],
  kind: DerivedPhoto['kind'] = 'PHOTO',
): Promise<Map<string, Asset>> {
  const names = urls.flatMap((url) => photoName(url) ?? [])
  const found = await db.asset.findMany({ where: { name: { in: names }, kind } })
  return new Map(found.map((photo) => [photoUrl(photo.name), photo]))
}

/** Like findPhotos, and protects the photos from removal. */
export async function usePhotos(
  tx: Tx,
  urls: string[],
  kind: DerivedPhoto['kind'] = 'PHOTO',
): Promise<Map<string, Asset>> {
  const names = urls.flatMap((url) => photoName(url) ?? [])
  // If a removal is waiting for the row, the update makes it see the change. Rows are locked in name order, so calls cannot deadlock.
  await tx.$queryRaw`SELECT name FROM asset WHERE name = ANY(${names}) ORDER BY name FOR NO KEY UPDATE`
  await tx.asset.updateMany({ where: { name: { in: names } }, data: { unusedSince: null } })
  return findPhotos(tx, urls, kind)
}

/**
 * True if a product (even a hidden one), a category or an order shows the photo, or if a review (even a hidden one) or a return shows the
 * buyer's. An order keeps the photos that its products had when it was placed. During an upgrade, the next release may already have stored assets of a kind of which this one does not know the uses.
 */
const isUsed = (): Prisma.Sql => {
  const { before, after } = PHOTO_ADDRESS
  const isIn = (table: string) =>
    Prisma.sql`EXISTS (SELECT FROM ${Prisma.raw(table)} WHERE image_url = ${before} || name || ${after})`
  const uses = ['product', 'product_image', 'category', 'order_line'].map(isIn)
  return Prisma.sql`CASE kind::text WHEN 'PHOTO' THEN (${Prisma.join(uses, ' OR ')})
    WHEN 'REVIEW_PHOTO' THEN (${isIn('review_photo')} OR ${isIn('return_photo')}) ELSE true END`
}

/**
 * Removes assets that have been unused for a day. It must read all products, so removeUnusedHourly limits it to once an hour. Several
 * servers can run it at the same time, and each removes different assets. If some cannot be removed, throws the first error at the end.
 */
export async function removeUnused({ db, media }: Parts, now = new Date()): Promise<number> {
  await db.$executeRaw`UPDATE asset SET unused_since = ${now} WHERE unused_since IS NULL AND NOT ${isUsed()}`
  await db.$executeRaw`UPDATE asset SET unused_since = NULL WHERE unused_since IS NOT NULL AND ${isUsed()}`
  const before = new Date(now.getTime() - DAY_MS)
  const unused = await db.asset.findMany({
    where: { unusedSince: { lt: before } },
    select: { name: true },
    orderBy: { unusedSince: 'asc' },
    take: MAX_REMOVED,
  })
  let removed = 0
  const errors: unknown[] = []
  for (const { name } of unused) {
    try {
      if (await removeOne({ db, media }, name, { lt: before })) removed += 1
    } catch (error) {
      // One file that cannot be removed must not keep all others.
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
  return removed
}

/** Removes an asset that nothing uses, if its `unusedSince` matches and no other call is using it. */
async function removeOne(
  { db, media }: Parts,
  name: string,
  unusedSince: { lt: Date } | { equals: Date },
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const [asset] = await tx.$queryRaw<Pick<Asset, 'files'>[]>`
      SELECT files FROM asset WHERE name = ${name} AND NOT ${isUsed()} FOR UPDATE SKIP LOCKED`
    if (!asset || (await tx.asset.count({ where: { name, unusedSince } })) === 0) return false
    await media.remove(name, asset.files)
    await tx.asset.delete({ where: { name } })
    return true
  })
}

const removedAt = new WeakMap<Db, number>()

/** Called by the maintenance task, whose rounds are seconds apart. */
export async function removeUnusedHourly({ db, media }: Parts): Promise<void> {
  if (Date.now() - (removedAt.get(db) ?? 0) < HOUR_MS) return
  removedAt.set(db, Date.now())
  await removeUnused({ db, media })
}
