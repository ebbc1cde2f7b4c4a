import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { buildApp } from '../../app'
import { NO_PHOTO } from '../../shared/photos'
import { openTestDatabase, testSettings } from '../../testing/app'
import { call as request } from '../../testing/calls'
import { BOWL, CUP } from '../../testing/data/fixtures'
import { startS3 } from '../../testing/stand-ins/s3StandIn'
import { callCommand } from '../../testing/terminal'

const root = mkdtempSync(join(tmpdir(), 'cerashop-bulk-'))
const database = await openTestDatabase()
const { db } = database
const settings = testSettings({ ...database.env, DATA_DIR: join(root, 'data'), PHOTO_MAX_MB: '1' })
const app = await buildApp({ ...database, settings })
const s3 = await startS3()
afterAll(async () => {
  await s3.close()
  await app.close()
  await database.close()
  rmSync(root, { recursive: true, force: true })
})

const FACTS = { description: 'Thrown.', categoryId: 'bowls', categoryName: 'Bowls', discounted: 300, original: 400 }
const MORE = { rating: 5, offer: '25%', isBestseller: false, stock: 1, position: 90 }
const WITHOUT = { imageUrl: NO_PHOTO.url, imageAlt: 'A bowl', imageWidth: NO_PHOTO.width, imageHeight: NO_PHOTO.height }
const create = (id: string, title: string) =>
  db.product.create({ data: { id, title, ...FACTS, ...MORE, ...WITHOUT, hiddenAt: new Date(), awaitsPhoto: true } })

beforeEach(async () => {
  rmSync(join(root, 'in'), { recursive: true, force: true })
  mkdirSync(join(root, 'in'))
  await db.product.deleteMany({ where: { id: { startsWith: 'new-' } } })
  await create('new-bowl', 'Blue Bowl')
  await create('new-bowl-2', 'Red Bowl')
})

const draw = (background: string, width = 800) =>
  sharp({ create: { width, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer()
async function files(all: Record<string, string | Buffer>): Promise<void> {
  for (const [name, content] of Object.entries(all))
    writeFileSync(join(root, 'in', name), typeof content === 'string' ? await draw(content) : content)
}
const call = (...args: string[]) => callCommand('photos', args, { folder: root, settings, database })
const galleryOf = async (id: string) => {
  const product = await db.product.findUniqueOrThrow({
    where: { id },
    include: { furtherImages: { orderBy: { position: 'asc' } } },
  })
  return { ...product, urls: [product, ...product.furtherImages].map(({ imageUrl }) => imageUrl) }
}

describe('npm run photos -- add', () => {
  it('gives the first photo of a product to its variants without one, and shows them with it', async () => {
    const hiddenAt = new Date('2026-01-01T00:00:00Z')
    await db.product.update({ where: { id: 'new-bowl' }, data: { variant: 'Size: Small', hiddenAt } })
    const alone = { 'new-bowl-alone': new Date(), 'new-bowl-draft': hiddenAt }
    const variants = { 'new-bowl-large': hiddenAt, 'new-bowl-own': hiddenAt, ...alone }
    for (const [id, hidden] of Object.entries(variants)) {
      await create(id, 'Blue Bowl')
      await db.product.update({
        where: { id },
        data: {
          variantOf: 'new-bowl',
          variant: `Size: ${id}`,
          imageAlt: id,
          hiddenAt: hidden,
          awaitsPhoto: id !== 'new-bowl-draft',
        },
      })
    }
    await files({ 'new-bowl.jpg': '#123', 'new-bowl-own.jpg': '#456' })
    const { code } = await call('add', 'in', '--show')
    expect(code).toBe(0)
    const [whole, large, own, shownLater, draft] = await Promise.all(
      ['new-bowl', ...Object.keys(variants)].map(galleryOf),
    )
    expect(large).toMatchObject({ urls: whole!.urls, imageAlt: 'new-bowl-large', imageWidth: 800, hiddenAt: null })
    expect(own!.urls).not.toEqual(whole!.urls)
    expect([whole!.hiddenAt, own!.hiddenAt]).toEqual([null, null])
    for (const each of [shownLater, draft])
      expect(each).toMatchObject({ urls: whole!.urls, hiddenAt: expect.any(Date) })
    const entries = await db.auditEntry.findMany({ where: { subjectId: 'new-bowl' } })
    expect(entries).toContainEqual(expect.objectContaining({ before: { variantsWithoutPhoto: 3 } }))
    expect((await call('add', 'in', '--show')).lines[0]).toMatch(/^0 photos added, 0 replaced, 2 unchanged/)
  })

  it('shows only the products that were hidden for want of a photo, also in a later run, and lists the others', async () => {
    await db.product.update({ where: { id: 'new-bowl-2' }, data: { awaitsPhoto: false } })
    await files({ 'new-bowl.jpg': '#123', 'new-bowl-2_1.jpg': '#456' })
    const kept = '1 product stays hidden, because staff or a file hid it: new-bowl-2. Show each in the office.'
    expect((await call('add', 'in')).lines).toContain(kept)
    const { lines } = await call('add', 'in', '--show')
    expect(lines).toEqual([
      '0 photos added, 0 replaced, 2 unchanged (0 products); 0 files not used.',
      '1 product with a first photo is shown now: new-bowl.',
      kept,
    ])
    expect(await galleryOf('new-bowl')).toMatchObject({ hiddenAt: null, awaitsPhoto: false })
    expect(await galleryOf('new-bowl-2')).toMatchObject({ hiddenAt: expect.any(Date) })
    expect((await request(app, 'GET', '/api/products/new-bowl-2')).statusCode).toBe(404)
  })

  it('adds photos to galleries by id, number and title, and changes nothing on a second run', async () => {
    await files({ 'new-bowl.jpg': '#111', 'new-bowl_2.jpg': '#222', 'Red Bowl.PNG': '#333', 'Red Bowl 3.jpeg': '#444' })
    const before = await db.auditEntry.count()
    const { code, lines } = await call('add', 'in')
    expect([code, lines]).toEqual([
      0,
      [
        '4 photos added, 0 replaced, 0 unchanged (2 products); 0 files not used.',
        '2 products with a first photo can be shown now: new-bowl, new-bowl-2.',
      ],
    ])
    const bowl = await galleryOf('new-bowl')
    expect(bowl).toMatchObject({ imageAlt: 'A bowl', imageWidth: 800, hiddenAt: expect.any(Date) })
    expect(bowl.furtherImages).toMatchObject([{ position: 1, imageAlt: 'Blue Bowl, photo 2' }])
    expect((await galleryOf('new-bowl-2')).urls).toHaveLength(2)
    for (const url of bowl.urls) expect((await request(app, 'GET', url)).statusCode).toBe(200)
    const audited = await db.auditEntry.findMany({ orderBy: { id: 'asc' }, skip: before })
    expect(audited.map(({ action, actorId }) => [action, actorId])).toEqual([
      ...Array.from({ length: 4 }, () => ['uploadPhoto', null]),
      ...Array.from({ length: 2 }, () => ['saveProduct', null]),
    ])
    expect((await call('add', 'in')).lines).toEqual([
      '0 photos added, 0 replaced, 4 unchanged (0 products); 0 files not used.',
      '2 products with a first photo can be shown now: new-bowl, new-bowl-2.',
    ])
    expect(await galleryOf('new-bowl')).toEqual(bowl)
    expect(await db.auditEntry.count()).toBe(before + 6)
  })

  it('replaces the photo at the same position and, with --show, unhides products', async () => {
    await files({ 'new-bowl.jpg': '#111', 'new-bowl_2.jpg': '#222' })
    expect((await call('add', 'in', '--show')).lines[1]).toBe('1 product with a first photo is shown now: new-bowl.')
    const { urls } = await galleryOf('new-bowl')
    await files({ 'new-bowl.jpg': '#555' })
    expect((await call('add', 'in')).lines).toEqual([
      '0 photos added, 1 replaced, 1 unchanged (1 product); 0 files not used.',
    ])
    const after = await galleryOf('new-bowl')
    expect([after.hiddenAt, after.urls]).toEqual([null, [expect.not.stringMatching(urls[0]!), urls[1]]])
  })

  it('lists each skipped file with the reason', async () => {
    await db.product.update({ where: { id: 'new-bowl-2' }, data: { title: 'Blue Bowl' } })
    await files({
      'new-bowl.jpg': '#111',
      'new-bowl_2.jpg': '#111',
      'new-bowl.png': '#222',
      'new-bowl-2.jpg': '#333',
      'Blue Bowl.jpg': '#444',
      'unknown.jpg': '#555',
      '..%2f..%2fnew-bowl_3.jpg': '#666',
      'new-bowl_21.jpg': '#777',
      'new-bowl_4.jpg': await draw('#888', 400),
      'new-bowl_5.jpg': Buffer.from('<svg/>'),
      'new-bowl_6.jpg': Buffer.alloc(1_000_001),
      'new-bowl.txt': Buffer.from('x'),
      '.DS_Store': Buffer.from('x'),
    })
    mkdirSync(join(root, 'in', 'new-bowl_7.jpg'))
    symlinkSync('nowhere', join(root, 'in', 'new-bowl_8.jpg'))
    const { code, lines } = await call('add', 'in')
    expect([code, lines]).toEqual([
      0,
      [
        '..%2f..%2fnew-bowl_3.jpg: is not a JPEG, PNG, WebP or AVIF file',
        '.DS_Store: is not a JPEG, PNG, WebP or AVIF file',
        'Blue Bowl.jpg: matches several photos. Rename it to new-bowl_1 or new-bowl-2_1',
        'new-bowl-2.jpg: matches several photos. Rename it to new-bowl-2_1 or new-bowl_2',
        'new-bowl.png: has the same product and position as new-bowl.jpg',
        'new-bowl.txt: is not a JPEG, PNG, WebP or AVIF file',
        'new-bowl_2.jpg: is identical to new-bowl.jpg',
        'new-bowl_21.jpg: a product has at most 20 photos',
        expect.stringMatching(/^new-bowl_4\.jpg: The photo has 400 x 800 pixels/),
        expect.stringMatching(/^new-bowl_5\.jpg: This file cannot be read as a photo/),
        'new-bowl_6.jpg: is larger than 1 MB',
        'new-bowl_7.jpg: is not a file',
        'new-bowl_8.jpg: cannot be read (ENOENT)',
        'unknown.jpg: no product has the id or title “unknown”',
        '1 photo added, 0 replaced, 0 unchanged (1 product); 14 files not used.',
        '1 product with a first photo can be shown now: new-bowl.',
      ],
    ])
  })

  it('with --dry-run, shows the plan without storing anything', async () => {
    const stored = () => readdirSync(join(root, 'data', 'photos')).sort()
    const before = [await db.asset.count(), await db.auditEntry.count(), stored()]
    await files({ 'new-bowl.jpg': '#777', [`${CUP}.jpg`]: '#787', [`${CUP}_9.jpg`]: '#797' })
    expect((await call('add', 'in', '--dry-run')).lines).toEqual([
      `~ ${CUP}.jpg  ${CUP}, photo 1`,
      `+ ${CUP}_9.jpg  ${CUP}, photo 9`,
      '+ new-bowl.jpg  new-bowl, photo 1',
      '2 photos would be added, 1 replaced, 0 unchanged (2 products); 0 files not used.',
      '1 product with a first photo could be shown: new-bowl.',
      'Nothing was changed.',
    ])
    expect([await db.asset.count(), await db.auditEntry.count(), stored()]).toEqual(before)
  })

  it('refuses an incomplete photo in the plan and in the run with the same reason', async () => {
    const whole = await sharp({ create: { width: 800, height: 800, channels: 3, background: '#321' } })
      .jpeg()
      .toBuffer()
    await files({ 'new-bowl.jpg': whole.subarray(0, Math.floor(whole.length / 2)) })
    const reason = 'new-bowl.jpg: The photo file is incomplete. Please save it again.'
    expect((await call('add', 'in', '--dry-run')).lines[0]).toBe(reason)
    expect((await call('add', 'in')).lines[0]).toBe(reason)
  })

  it.each(['new-bowl.jfif', 'new-bowl.jpe', 'NEW-BOWL.JFIF', 'Blue Bowl.Jpe'])('adds %s', async (name) => {
    await files({ [name]: '#975' })
    expect((await call('add', 'in', '--dry-run')).lines).toContain(`+ ${name}  new-bowl, photo 1`)
  })

  it('finds a product by a title in any script, composed or not', async () => {
    await create('new-katora', 'नीला कटोरा')
    await create('new-cafe', 'Café cup')
    await files({
      'नीला कटोरा.jpg': '#531',
      'नीला कटोरा 2.jfif': '#532',
      [`${'Café cup'.normalize('NFD')}.jpg`]: '#533',
    })
    const { lines } = await call('add', 'in', '--dry-run')
    expect(lines.filter((line) => line.startsWith('+')).map((line) => line.split('  ')[1])).toEqual([
      'new-cafe, photo 1',
      'new-katora, photo 2',
      'new-katora, photo 1',
    ])
  })

  it('changes no product if it is interrupted, and the next run reuses the photos already stored', async () => {
    await files({ 'new-bowl.jpg': '#a11', 'new-bowl_2.jpg': '#a22', 'new-bowl_3.jpg': '#a33' })
    const stop = new AbortController()
    const progress = (done: number) => void (done === 2 && stop.abort())
    const on = { folder: root, settings, database, progress, signal: stop.signal }
    expect(await callCommand('photos', ['add', 'in'], on)).toMatchObject({ code: 130, lines: ['Stopped.'] })
    expect((await galleryOf('new-bowl')).urls).toEqual([NO_PHOTO.url])
    const uploads = () => db.auditEntry.count({ where: { action: 'uploadPhoto' } })
    const before = await uploads()
    expect((await call('add', 'in')).lines[0]).toMatch(/^3 photos added/)
    expect(await uploads()).toBe(before + 1)
  })

  it('stores photos in an S3-compatible store, and changes nothing while the store is unavailable', async () => {
    await files({ 'new-bowl.jpg': '#b11' })
    const remote = testSettings({ ...database.env, DATA_DIR: join(root, 'data'), PHOTOS_S3_URL: s3.url })
    const addThere = () => callCommand('photos', ['add', 'in'], { folder: root, settings: remote, database })
    s3.trouble(() => 403)
    expect(await addThere()).toMatchObject({
      code: 1,
      lines: [expect.stringMatching(/^The photo store does not respond\. No product was changed\./)],
    })
    expect((await galleryOf('new-bowl')).urls).toEqual([NO_PHOTO.url])
    s3.trouble(() => null)
    expect((await addThere()).lines[0]).toMatch(/^1 photo added/)
    expect(s3.objects.size).toBeGreaterThan(5)
  })

  it('prints its usage, and rejects a path that is not a folder', async () => {
    for (const args of [[], ['sing'], ['add'], ['add', 'a', 'b'], ['add', 'in', '--fast']])
      expect(await call(...args)).toMatchObject({ code: 2, lines: [expect.stringContaining('npm run photos -- add')] })
    expect(await call('add', 'none')).toMatchObject({ code: 1, lines: ['none cannot be read (ENOENT).'] })
  })
})

it('npm run photos -- add leaves the galleries of other products unchanged', async () => {
  expect((await galleryOf(BOWL)).urls).toHaveLength(3)
})
