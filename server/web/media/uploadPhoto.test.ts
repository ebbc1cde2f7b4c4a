import fs, { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { crc32 } from 'node:zlib'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { removeUnused } from '../../media/assets'
import { photoVersion } from '../../media/cataloguePhotos'
import { neededFiles } from '../../media/files'
import {
  furtherPhotoWidths,
  NO_PHOTO,
  photoName,
  photoPath,
  photoWidths,
  previewPath,
  WEBP_WIDTH,
} from '../../shared/photos'
import { startBeside, startTestApp } from '../../testing/app'
import { ask, call } from '../../testing/calls'
import { checkOut, newShopper, newStaff } from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-photos-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const app = await startTestApp({ DATA_DIR: folder, PHOTO_MAX_MB: '2' })
const { db } = app.shop
const staff = await newStaff(app)

const upload = (payload: Buffer, token: string | undefined = staff.token, type = 'image/jpeg') =>
  app.inject({
    method: 'POST',
    url: '/office/photos',
    headers: { 'content-type': type, ...(token && { authorization: `Bearer ${token}` }) },
    payload,
  })
const draw = (width: number, height: number, background = '#a52') =>
  sharp({ create: { width, height, channels: 3, background } })
const storedIn = () => (existsSync(join(folder, 'photos')) ? readdirSync(join(folder, 'photos')) : [])

describe('POST /office/photos', () => {
  it('refuses visitors, customers and blocked staff', async () => {
    const photo = await draw(900, 900).jpeg().toBuffer()
    const blocked = await newStaff(app)
    await db.user.update({ where: { id: blocked.id }, data: { blockedAt: new Date() } })
    const statuses = []
    for (const token of ['', (await newShopper(app)).token, blocked.token]) {
      const { statusCode, headers } = await upload(photo, token)
      statuses.push(statusCode)
      expect(headers['cache-control']).toBe('no-store')
    }
    expect(statuses).toEqual([401, 403, 401])
    expect(storedIn()).toEqual([])
  })

  it('returns an error to staff if the disk cannot store the photo', async () => {
    const full = mkdtempSync(join(tmpdir(), 'cerashop-full-'))
    // A file in the folder's place makes writes fail as on a full disk, even for root.
    writeFileSync(join(full, 'photos'), '')
    const shop = await startBeside(app, { DATA_DIR: full })
    const headers = { 'content-type': 'image/jpeg', authorization: `Bearer ${staff.token}` }
    const payload = await draw(900, 900).jpeg().toBuffer()
    const answer = await shop.inject({ method: 'POST', url: '/office/photos', headers, payload })
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      {
        errors: [expect.stringMatching(/^The photo was not stored because the disk cannot be written\. Ask/)],
        code: 'PHOTO_STORE_UNAVAILABLE',
        requestId: answer.headers['x-request-id'],
      },
    ])
    expect(answer.headers['x-request-id']).toBeTruthy()
    const ready = await shop.opsServer.inject('/health/ready')
    expect([ready.statusCode, ready.json().outside['photo-store']]).toEqual([200, expect.stringMatching(/^E\w+/)])
    rmSync(full, { recursive: true })
  })

  it('leaves no row and no file if the disk becomes full while it stores a photo', async () => {
    const counts = async () => [await db.asset.count(), await db.auditEntry.count(), storedIn()]
    const before = await counts()
    const { writeFile } = fs.promises
    let written = 0
    fs.promises.writeFile = async (...args) => {
      written += 1
      if (written > 2) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
      return writeFile(...args)
    }
    syncBuiltinESMExports()
    try {
      const answer = await upload(await draw(900, 900, '#123').jpeg().toBuffer())
      expect([answer.statusCode, answer.json()]).toEqual([
        507,
        {
          errors: [expect.stringMatching(/^The photo was not stored because the disk is full\. Ask/)],
          code: 'PHOTO_STORE_FULL',
          requestId: answer.headers['x-request-id'],
        },
      ])
    } finally {
      fs.promises.writeFile = writeFile
      syncBuiltinESMExports()
    }
    expect(written).toBeGreaterThan(2)
    expect(await counts()).toEqual(before)
  })

  it("makes every size that pages use, without the camera's metadata", async () => {
    const bytes = await draw(1600, 1200)
      .withExif({ IFD0: { Copyright: 'Asha' }, IFD3: { GPSLatitude: '13/1 5/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    const answer = await upload(bytes)
    expect(answer.statusCode).toBe(201)
    const { url, width, height } = answer.json<{ url: string; width: number; height: number }>()
    // Rotated upright, because the camera was held sideways.
    expect([width, height]).toEqual([1050, 1400])
    const name = photoName(url)!
    const version = photoVersion()
    const paths = [
      url,
      previewPath(version, name),
      photoPath(version, WEBP_WIDTH, name, 'webp'),
      ...photoWidths(width).map((each) => photoPath(version, each, name, 'avif')),
      ...furtherPhotoWidths(width).map((each) => photoPath(version, each, name, 'webp')),
    ]
    expect(paths).toHaveLength(neededFiles({ kind: 'PHOTO', width }).length)
    for (const path of paths) {
      const { statusCode, headers, rawPayload } = await call(app, 'GET', path)
      expect([path, statusCode, headers['cache-control']]).toEqual([path, 200, 'public, max-age=31536000, immutable'])
      const found = await sharp(rawPayload).metadata()
      expect(headers['content-type']).toBe(`image/${path.split('.').at(-1)!.replace('jpg', 'jpeg')}`)
      expect([found.exif, found.icc, found.xmp]).toEqual([undefined, undefined, undefined])
      expect(found.width).toBe(path === url ? width : Number(/\/(\d{3,4})\//.exec(path)?.[1] ?? 1200))
      const known = await call(app, 'GET', path, { headers: { 'if-none-match': String(headers['etag']) } })
      expect([known.statusCode, known.body]).toEqual([304, ''])
    }
    // The photo's URL in a page that an older version of the shop rendered.
    expect((await call(app, 'GET', photoPath('00000000', 240, name, 'avif'))).statusCode).toBe(200)
    expect((await call(app, 'GET', photoPath(version, 555, name, 'avif'))).statusCode).toBe(404)
    expect((await call(app, 'GET', `/photos/u-${'0'.repeat(24)}.webp`)).statusCode).toBe(404)
    // Uploading the same bytes again returns the same photo.
    expect((await upload(bytes)).json()).toEqual({ url, width, height })
    expect(storedIn()).toEqual([name])
    expect(readdirSync(join(folder, 'photos', name)).sort()).toEqual(neededFiles({ kind: 'PHOTO', width }).sort())
    const audited = await db.auditEntry.findFirst({ where: { action: 'uploadPhoto', subjectId: name } })
    expect(audited).toMatchObject({ actorId: staff.id, after: { width, height, bytes: bytes.length } })
  })

  it.each([
    ['a PNG that is transparent', async () => draw(800, 800).ensureAlpha(0.2).png().toBuffer(), 'image/png'],
    ['a WebP', async () => draw(900, 800).webp().toBuffer(), 'text/html'],
    ['an AVIF', async () => draw(800, 850).avif({ effort: 0 }).toBuffer(), 'application/octet-stream'],
    ['a JPEG for printers', async () => draw(820, 800).toColourspace('cmyk').jpeg().toBuffer(), 'image/png'],
  ])('accepts %s, regardless of the declared type', async (_, make, type) => {
    const answer = await upload(await make(), staff.token, type)
    expect(answer.statusCode).toBe(201)
    const { rawPayload } = await call(app, 'GET', answer.json<{ url: string }>().url)
    expect(await sharp(rawPayload).metadata()).toMatchObject({ space: 'srgb', hasAlpha: false })
  })

  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script>alert(1)</script></svg>'
  it.each([
    ['nothing', async () => Buffer.alloc(0), /cannot be read as a photo/],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), /cannot be read as a photo/],
    [
      'HTML that begins like a JPEG',
      async () => Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1'),
      /cannot be read as a photo|incomplete/,
    ],
    ['an SVG', async () => Buffer.from(SVG), /cannot be read as a photo/],
    ['a GIF', async () => draw(900, 900).gif().toBuffer(), /cannot be read as a photo/],
    ['a TIFF', async () => draw(900, 900).tiff({ compression: 'deflate' }).toBuffer(), /cannot be read as a photo/],
    [
      'a JPEG that ends early',
      async () =>
        (
          await sharp(await noise())
            .jpeg()
            .toBuffer()
        ).subarray(0, 60_000),
      /incomplete/,
    ],
    ['a small one', async () => draw(900, 640).jpeg().toBuffer(), /900 x 640 pixels\. Each side needs at least 800/],
    ['a strip', async () => draw(2500, 800).jpeg().toBuffer(), /3 times as long/],
    ['one that takes too much memory', async () => hugeInName(), /50 megapixels/],
    [
      'a progressive one that takes too much memory',
      async () => draw(6_000, 6_000).jpeg({ progressive: true }).toBuffer(),
      /progressive or interlaced/,
    ],
    ['one that moves', async () => moving(), /animated/],
  ])('refuses %s with an explanation, and stores nothing', async (_, make, sentence) => {
    const before = storedIn()
    const answer = await upload(await make())
    expect(answer.statusCode).toBe(422)
    expect(answer.json<{ errors: string[] }>().errors).toEqual([expect.stringMatching(sentence)])
    expect(storedIn()).toEqual(before)
  })

  it('rejects a photo that is too large before reading all of it', async () => {
    const answer = await upload(Buffer.alloc(2_000_001, 1))
    expect([answer.statusCode, answer.json()]).toEqual([
      413,
      { errors: ['The photo is larger than 2 MB. Please make it smaller.'] },
    ])
  })
})

/** A PNG with 9,000 x 6,000 pixels according to its header. The header is checked before decoding. */
async function hugeInName(): Promise<Buffer> {
  const png = await draw(900, 900).png().toBuffer()
  png.writeUInt32BE(9000, 16)
  png.writeUInt32BE(6000, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}

const noise = () =>
  sharp({
    create: {
      width: 900,
      height: 900,
      channels: 3,
      background: '#fff',
      noise: { type: 'gaussian', mean: 120, sigma: 30 },
    },
  })
    .png()
    .toBuffer()

const moving = async () =>
  sharp(Buffer.concat([await draw(900, 900).raw().toBuffer(), await draw(900, 900, '#25a').raw().toBuffer()]), {
    raw: { width: 900, height: 1800, channels: 3, pageHeight: 900 },
  })
    .webp({ loop: 0 })
    .toBuffer()

describe('POST /office/photos?for= and placePhotos', () => {
  const send = async (fileName: string, colour = '#385', token = staff.token) => {
    const { statusCode, body } = await app.inject({
      method: 'POST',
      url: `/office/photos?${new URLSearchParams({ for: fileName }).toString()}`,
      headers: { 'content-type': 'image/jpeg', authorization: `Bearer ${token}` },
      payload: await draw(900, 900, colour).jpeg().toBuffer(),
    })
    return { statusCode, answer: JSON.parse(body) as { url: string; errors?: string[] } }
  }
  const uploaded = async (fileName: string, colour?: string) => {
    const { answer } = await send(fileName, colour)
    return { fileName, url: answer.url }
  }
  const PLACE = `mutation ($photos: [NamedPhotoInput!]!) { placePhotos(photos: $photos) {
    placed { fileName outcome } refused { fileName reason } readyIds userErrors { code message }
  } }`
  const place = async (photos: { fileName: string; url: string }[]) =>
    (await ask(app, PLACE, { token: staff.token, variables: { photos } })).data.placePhotos
  const gallery = async () => {
    const further = { orderBy: { position: 'asc' as const } }
    const { imageUrl, furtherImages } = await db.product.findUniqueOrThrow({
      where: { id: 'named-bowl' },
      include: { furtherImages: further },
    })
    return [imageUrl, ...furtherImages.map((image) => image.imageUrl)]
  }
  const remove = () => db.product.deleteMany({ where: { id: 'named-bowl' } })
  afterAll(remove)
  beforeEach(async () => {
    await remove()
    const { version: _, ...bowl } = await db.product.findUniqueOrThrow({ where: { id: BOWL } })
    const without = { title: 'Named Bowl', imageUrl: NO_PHOTO.url, hiddenAt: new Date(), awaitsPhoto: true }
    await db.product.create({ data: { ...bowl, id: 'named-bowl', ...without } })
  })

  it('put photos where their file names say, and say what they did', async () => {
    const first = await uploaded('named-bowl.jpg')
    const second = await uploaded('Named Bowl 2.JPG', '#386')
    expect(await place([first])).toEqual({
      placed: [{ fileName: 'named-bowl.jpg', outcome: 'ADDED' }],
      ...{ refused: [], readyIds: ['named-bowl'], userErrors: [] },
    })
    expect((await place([second, first])).placed).toEqual([
      { fileName: 'Named Bowl 2.JPG', outcome: 'ADDED' },
      { fileName: 'named-bowl.jpg', outcome: 'SAME' },
    ])
    const third = await uploaded('named-bowl_1.jpg', '#387')
    expect((await place([third])).placed).toEqual([{ fileName: 'named-bowl_1.jpg', outcome: 'REPLACED' }])
    expect(await gallery()).toEqual([third.url, second.url])
    const entries = await db.auditEntry.findMany({ where: { subjectId: 'named-bowl' } })
    expect(new Set(entries.map(({ actorId }) => actorId))).toEqual(new Set([staff.id]))
  })

  it('lose no photo in any order of uploads, even if one of them is repeated later', async () => {
    const photos: { fileName: string; url: string }[] = []
    for (const position of [10, 2, 3, 9, 1, 4, 5, 6, 7, 8])
      photos.push(
        await uploaded(position === 1 ? 'named-bowl.jpg' : `named-bowl-${position}.jpg`, `#10${position - 1}`),
      )
    const urls = Array.from(
      { length: 10 },
      (_, i) =>
        photos.find(({ fileName }) => fileName === (i === 0 ? 'named-bowl.jpg' : `named-bowl-${i + 1}.jpg`))!.url,
    )
    // The upload of the second photo failed at first.
    await place(photos.filter(({ url }) => url !== urls[1]))
    expect((await gallery()).sort()).toEqual(urls.filter((url) => url !== urls[1]).sort())
    await place(photos)
    expect(await gallery()).toEqual(urls)
  })

  it('change nothing for a name that fits no product or position, and say why', async () => {
    const files = storedIn().length
    for (const [name, reason] of [
      ['other.jpg', 'no product has the id or title “other”'],
      ['../../named-bowl.txt', 'is not a JPEG, PNG, WebP or AVIF file'],
      ['named-bowl_21.jpg', 'a product has at most 20 photos'],
      ['', 'is not a JPEG, PNG, WebP or AVIF file'],
    ])
      expect(await send(name!)).toMatchObject({ statusCode: 422, answer: { errors: [reason] } })
    expect((await send('x'.repeat(256))).statusCode).toBe(422)
    expect(await gallery()).toEqual([NO_PHOTO.url])
    expect(storedIn()).toHaveLength(files)
    const { url } = await uploaded('named-bowl.jpg')
    expect(await place([{ fileName: 'other.jpg', url }])).toMatchObject({
      placed: [],
      refused: [{ fileName: 'other.jpg', reason: 'no product has the id or title “other”' }],
    })
    expect(await gallery()).toEqual([NO_PHOTO.url])
  })

  it('refuse a second file for the same position, and the same photo twice', async () => {
    const first = await uploaded('named-bowl.jpg', '#111')
    const other = await uploaded('named-bowl.png', '#222')
    const { placed, refused } = await place([other, first, { ...first, fileName: 'named-bowl_2.jpg' }])
    expect(placed).toEqual([{ fileName: 'named-bowl.jpg', outcome: 'ADDED' }])
    expect(refused).toEqual([
      { fileName: 'named-bowl.png', reason: 'has the same product and position as named-bowl.jpg' },
      { fileName: 'named-bowl_2.jpg', reason: 'is identical to named-bowl.jpg' },
    ])
    expect(await gallery()).toEqual([first.url])
  })

  it('refuse photos that were not uploaded, too many photos, and long names', async () => {
    const { url } = await uploaded('named-bowl.jpg')
    const photo = { fileName: 'named-bowl.jpg', url }
    for (const photos of [
      [photo, { fileName: 'named-bowl-2.jpg', url: '/photos/u-000000000000000000000000.webp' }],
      [{ ...photo, url: '/photos/grand-moon-jar.webp' }],
      [{ ...photo, url: "' OR 1=1 --" }],
      Array.from({ length: 101 }, () => photo),
      [{ ...photo, fileName: 'x'.repeat(256) }],
    ])
      expect(await place(photos)).toMatchObject({ placed: null, userErrors: [{ code: 'INVALID_INPUT' }] })
    expect(await gallery()).toEqual([NO_PHOTO.url])
    expect((await place([])).placed).toEqual([])
  })

  it('refuse customers', async () => {
    const { token } = await newShopper(app)
    expect((await send('named-bowl.jpg', '#385', token)).statusCode).toBe(403)
    const { errors } = await ask(app, PLACE, { token, variables: { photos: [] } })
    expect(errors![0]!.extensions.code).toBe('FORBIDDEN')
    expect(await gallery()).toEqual([NO_PHOTO.url])
  })
})

describe('a product with an uploaded photo', () => {
  it('has a working photo URL, and its photo is kept for past orders', async () => {
    const { url, width } = (await upload(await draw(1000, 1200, '#853').jpeg().toBuffer())).json<{
      url: string
      width: number
    }>()
    await db.product.update({ where: { id: BOWL }, data: { imageUrl: url, imageWidth: width, imageHeight: 1200 } })
    const query = `{ product(id: "${BOWL}") { image { url(width: 300) alt width } } }`
    const { data } = await ask(app, query)
    expect((await call(app, 'GET', data.product.image.url)).headers['content-type']).toBe('image/avif')
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const { order } = await checkOut(app, shopper)
    expect(order.lines[0]!.imageUrl).toBe(url)
    await db.product.update({ where: { id: BOWL }, data: { imageUrl: '/photos/grand-moon-jar.webp' } })
    for (const days of [2, 4]) await removeUnused(app.shop, new Date(Date.now() + days * 86_400_000))
    expect((await call(app, 'GET', url)).statusCode).toBe(200)
  })
})
