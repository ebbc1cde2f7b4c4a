import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { openMedia } from '../../media/media'
import { NO_PHOTO } from '../../shared/photos'
import { openTestDatabase, testSettings } from '../../testing/app'
import { CUP } from '../../testing/data/fixtures'
import { startPhotoServer } from '../../testing/stand-ins/photoServer'
import { DOWNLOAD_LIMITS, downloadPhotos } from './downloadPhotos'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-downloads-'))
const database = await openTestDatabase()
const { db } = database
const settings = testSettings({ ...database.env, DATA_DIR: folder, PHOTO_MAX_MB: '1' })
const shop = { db, settings, media: openMedia(settings) }
const missing = new Set<string>()
const server = await startPhotoServer((request, response) => {
  const [, name = ''] = /^\/(\w+)\.jpg$/.exec(request.url!) ?? []
  if (name === '' || missing.has(name)) return response.writeHead(404).end()
  if (name === 'text') return response.end('<html>')
  const background = `#${name.slice(0, 3)}`
  void sharp({ create: { width: 800, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer()
    .then((bytes) => response.end(bytes))
})
afterAll(async () => {
  await server.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const WITHOUT = { imageUrl: NO_PHOTO.url, imageAlt: 'A bowl', imageWidth: NO_PHOTO.width, imageHeight: NO_PHOTO.height }
beforeEach(async () => {
  missing.clear()
  server.requests.splice(0)
  await db.downloadedPhoto.deleteMany()
  await db.product.deleteMany({ where: { id: { startsWith: 'new-' } } })
  const model = await db.product.findUniqueOrThrow({ where: { id: CUP } })
  for (const id of ['new-bowl', 'new-jar'])
    await db.product.create({ data: { ...model, id, title: id, ...WITHOUT, hiddenAt: new Date(), awaitsPhoto: true } })
})

const HOSTS = new Set(['photos.example'])
const at = (productId: string, ...names: string[]) =>
  names.map((name, i) => ({ productId, url: `https://photos.example/${name}.jpg`, line: i + 2 }))
const run = (photos: ReturnType<typeof at>, change: Partial<Parameters<typeof downloadPhotos>[2]> = {}) =>
  downloadPhotos(shop, photos, {
    ...{ hosts: HOSTS, signal: new AbortController().signal, network: server.network, onProgress: () => {} },
    ...change,
  })
const galleryOf = async (id: string) => {
  const { furtherImages, ...product } = await db.product.findUniqueOrThrow({
    where: { id },
    include: { furtherImages: { orderBy: { position: 'asc' } } },
  })
  return [product, ...furtherImages].map(({ imageUrl }) => imageUrl)
}
/** The names in the order of the requests of the server. */
const requested = () => server.requests.map((request) => /(\w+)\.jpg$/.exec(request)![1])

describe('downloading the photos of a file', () => {
  it('fills the galleries in the order of the file, once, and leaves products hidden', async () => {
    const photos = [...at('new-bowl', 'a11', 'a22', 'a33', 'a44', 'a55'), ...at('new-jar', 'b11')]
    const first = await run(photos)
    expect(first).toMatchObject({ downloaded: 6, known: 0, failed: [], ready: ['new-bowl', 'new-jar'] })
    const gallery = await galleryOf('new-bowl')
    expect(new Set(gallery).size).toBe(5)
    expect((await db.product.findUniqueOrThrow({ where: { id: 'new-bowl' } })).hiddenAt).not.toBe(null)
    const rows = await db.downloadedPhoto.findMany()
    expect(rows).toHaveLength(6)
    server.requests.splice(0)
    expect(await run(photos)).toMatchObject({ downloaded: 0, known: 6, failed: [], ready: [] })
    expect([server.requests, await galleryOf('new-bowl')]).toEqual([[], gallery])
  })

  it('lists photos that fail with the reason, adds the others, and puts them in order later', async () => {
    missing.add('c11')
    const photos = [...at('new-bowl', 'c11', 'c22', 'text'), ...at('new-jar', 'd11')]
    const { failed, ...result } = await run(photos)
    expect(result).toMatchObject({ downloaded: 2, ready: ['new-bowl', 'new-jar'] })
    expect(failed.map(({ url, line, reason }) => [line, url.split('/').at(-1), reason])).toEqual([
      [2, 'c11.jpg', 'was answered with 404'],
      [4, 'text.jpg', expect.stringMatching(/^This file cannot be read as a photo/)],
    ])
    const [only] = await galleryOf('new-bowl')
    missing.clear()
    server.requests.splice(0)
    expect(await run(photos)).toMatchObject({ downloaded: 1, known: 2 })
    expect(requested().sort()).toEqual(['c11', 'text'])
    expect(await galleryOf('new-bowl')).toEqual([expect.not.stringMatching(only!), only])
  })

  it('keeps what is done when it is stopped, and continues there', async () => {
    const stop = new AbortController()
    const photos = [...at('new-bowl', 'e11', 'e22'), ...at('new-jar', 'f11', 'f22')]
    const onProgress = (done: number) => void (done === 2 && stop.abort(new Error('stopped')))
    await expect(run(photos, { signal: stop.signal, onProgress })).rejects.toThrow('stopped')
    expect(await galleryOf('new-jar')).toEqual([NO_PHOTO.url])
    server.requests.splice(0)
    const { downloaded, known } = await run(photos)
    expect(downloaded + known).toBe(4)
    expect(requested().sort()).toEqual(['f11', 'f22'])
    expect([await galleryOf('new-bowl'), await galleryOf('new-jar')].map((urls) => urls.length)).toEqual([2, 2])
  })

  it('asks only confirmed hosts, and leaves products alone that have other photos', async () => {
    const photos = [
      ...at('new-bowl', 'a01'),
      ...at(CUP, 'a02'),
      { productId: 'new-jar', url: 'https://cdn.example/a03.jpg', line: 9 },
    ]
    const before = await galleryOf(CUP)
    expect(await run(photos)).toMatchObject({ downloaded: 1, elsewhere: 1, keeping: 1 })
    expect([server.requests, await galleryOf(CUP)]).toEqual([['photos.example/a01.jpg'], before])
  })

  it('stops at the limits of a run, and the next run does the rest', async () => {
    const photos = [...at('new-bowl', 'aa1', 'aa2', 'aa3'), ...at('new-jar', 'aa4')]
    const limits = { ...DOWNLOAD_LIMITS, photos: 2, together: 2 }
    expect(await run(photos, { limits })).toMatchObject({ downloaded: 2, left: 2 })
    expect(server.requests).toHaveLength(2)
    expect(await run(photos, { limits })).toMatchObject({ downloaded: 2, left: 0 })
    expect(await run(photos, { limits: { ...limits, ms: -1 } })).toMatchObject({ downloaded: 0, known: 4, left: 0 })
  })

  it('downloads a photo again that the shop has removed', async () => {
    await run(at('new-bowl', 'abc'))
    await db.product.update({ where: { id: 'new-bowl' }, data: WITHOUT })
    const [row] = await db.downloadedPhoto.findMany()
    await db.asset.delete({ where: { name: row!.assetName } })
    expect(await run(at('new-bowl', 'abc'))).toMatchObject({ downloaded: 1, known: 0, ready: ['new-bowl'] })
  })

  it('shows a photo once that has two URLs, and ignores products that are not there', async () => {
    const photos = [...at('new-bowl', 'abc', 'abcd'), ...at('new-none', 'a77')]
    expect(await run(photos)).toMatchObject({ downloaded: 2, failed: [] })
    expect(await galleryOf('new-bowl')).toHaveLength(1)
    expect(await run(photos)).toMatchObject({ downloaded: 0, known: 2 })
  })
})
