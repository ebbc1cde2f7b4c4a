import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { photoName, photoUrl } from '../shared/photos'
import { startTestApp } from '../testing/app'
import { call } from '../testing/calls'
import { BOWL } from '../testing/data/fixtures'
import { startS3 } from '../testing/stand-ins/s3StandIn'
import { removeUnused, reuseAsset, storeAsset, usePhotos } from './assets'
import { derivePhoto, type DerivedPhoto } from './derivePhoto'
import { neededFiles } from './files'

// A bucket: a folder is removed as a whole, whatever a row lists.
const s3 = await startS3()
afterAll(() => s3.close())
const app = await startTestApp({ PHOTOS_S3_URL: s3.url })
const { db, media } = app.shop

const photo = await derivePhoto(
  await sharp({ create: { width: 1000, height: 900, channels: 3, background: '#385' } })
    .jpeg()
    .toBuffer(),
)
const { name, width, height } = photo
/** A size that the shop does not make. */
const OLD_SIZE = '777.avif'

const store = (each: DerivedPhoto = photo) => storeAsset(app.shop, each, async () => {})
const rowOf = () => db.asset.findUniqueOrThrow({ where: { name } })
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const filesInStore = () => [...s3.objects.keys()].map((path) => path.split('/').at(-1)!).sort()
/** Writes a row without files. */
const insertAlone = (each: string, unusedSince: Date | null = new Date()) =>
  db.$executeRaw`INSERT INTO asset (name, files, width, height, unused_since) VALUES (${each}, '{}', ${width}, ${height}, ${unusedSince})`

beforeEach(async () => {
  await db.asset.deleteMany()
  s3.objects.clear()
})

describe('storeAsset', () => {
  it('lists the files in the row', async () => {
    await store()
    const { kind, files } = await rowOf()
    expect([kind, files.sort()]).toEqual(['PHOTO', filesInStore()])
    expect(filesInStore()).toEqual(neededFiles({ kind: 'PHOTO', width }).sort())
  })

  it('lists nothing without permission, and leaves no row and no file if the store is unavailable', async () => {
    await expect(storeAsset(app.shop, photo, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await db.asset.count()).toBe(0)
    s3.trouble((each) => (each.startsWith('PUT') && each.includes(OLD_SIZE) ? 403 : null))
    const files = new Map([...photo.files, [OLD_SIZE, Buffer.from('x')]])
    await expect(store({ ...photo, files })).rejects.toThrow()
    s3.trouble(() => null)
    expect([await db.asset.count(), filesInStore()]).toEqual([0, []])
  })

  it('keeps sizes that the shop no longer makes in the list', async () => {
    await store({ ...photo, files: new Map([[OLD_SIZE, Buffer.from('x')]]) })
    // The photo lacks the sizes that pages ask for today.
    expect(await reuseAsset(app.shop, name)).toBeNull()
    await store()
    expect((await rowOf()).files.sort()).toEqual(filesInStore())
    expect(filesInStore()).toContain(OLD_SIZE)
    expect(await reuseAsset(app.shop, name)).toMatchObject({ name })
  })
})

it('a failed upload leaves the files of an earlier upload of the same photo', async () => {
  await store()
  const before = filesInStore()
  s3.trouble((each) => (each.startsWith('PUT') ? 403 : null))
  await expect(store()).rejects.toThrow()
  s3.trouble(() => null)
  expect(filesInStore()).toEqual(before)
  expect(await reuseAsset(app.shop, name)).toMatchObject({ name })
})

describe('removeUnused', () => {
  it('removes a photo a day after its last use', async () => {
    await store()
    const url = photoUrl(name)
    const { imageUrl } = await db.product.findUniqueOrThrow({ where: { id: BOWL } })
    await db.product.update({ where: { id: BOWL }, data: { imageUrl: url } })
    expect(await removeUnused(app.shop, inHours(48))).toBe(0)
    await db.product.update({ where: { id: BOWL }, data: { imageUrl } })
    expect(await removeUnused(app.shop, inHours(49))).toBe(0)
    expect(await removeUnused(app.shop, inHours(72))).toBe(0)
    expect((await call(app, 'GET', url)).statusCode).toBe(200)
    expect(await removeUnused(app.shop, inHours(74))).toBe(1)
    expect((await call(app, 'GET', url)).statusCode).toBe(404)
    expect(await db.asset.count()).toBe(0)
  })

  it('removes the files that the row lists, also those of sizes that the shop no longer makes', async () => {
    await store({ ...photo, files: new Map([...photo.files, [OLD_SIZE, Buffer.from('x')]]) })
    expect(filesInStore()).toContain(OLD_SIZE)
    expect(await removeUnused(app.shop, inHours(25))).toBe(1)
    expect(filesInStore()).toEqual([])
  })

  it('keeps the row while the store is unavailable', async () => {
    await store()
    s3.trouble(() => 403)
    await expect(removeUnused(app.shop, inHours(25))).rejects.toThrow()
    s3.trouble(() => null)
    expect((await rowOf()).files.sort()).toEqual(filesInStore())
    expect(await removeUnused(app.shop, inHours(25))).toBe(1)
    expect(filesInStore()).toEqual([])
  })

  it('removes the others if one cannot be removed, and throws its error', async () => {
    await insertAlone('u-0')
    await store()
    const remove = (asset: string, files: string[]) =>
      asset === 'u-0' ? Promise.reject(new Error('stuck')) : media.remove(asset, files)
    await expect(removeUnused({ db, media: { ...media, remove } }, inHours(25))).rejects.toThrow('stuck')
    expect((await db.asset.findMany()).map((asset) => asset.name)).toEqual(['u-0'])
  })
})

describe('an asset of a kind that only a later release knows', () => {
  it('is not removed, and not used as a photo', async () => {
    await db.$executeRawUnsafe(`ALTER TYPE "AssetKind" ADD VALUE 'VIDEO'`)
    await insertAlone('u-video')
    await db.$executeRaw`UPDATE asset SET kind = 'VIDEO', files = '{video.mp4}' WHERE name = 'u-video'`
    expect(await removeUnused(app.shop, inHours(25))).toBe(0)
    expect(await db.asset.count()).toBe(1)
    const used = await db.$transaction((tx) => usePhotos(tx, [photoUrl('u-video')]))
    expect([photoName(photoUrl('u-video')), used.size]).toEqual(['u-video', 0])
  })
})
