import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { NO_PHOTO } from '../../shared/photos'
import { startBeside, startTestApp } from '../../testing/app'
import { newShopper, newStaff } from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'
import { zipOf } from '../../testing/data/zip'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-zips-'))
const temporary = process.env['TMPDIR']
afterAll(() => {
  if (temporary === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = temporary
  rmSync(folder, { recursive: true, force: true })
})
const app = await startTestApp({ DATA_DIR: folder, PHOTO_MAX_MB: '1', PHOTO_ZIP_MAX_MB: '2' })
const { db } = app.shop
const staff = await newStaff(app)
// A temporary folder for the uploads only: the database that test files share is elsewhere.
process.env['TMPDIR'] = mkdtempSync(join(folder, 'tmp-'))
beforeAll(() => app.listen({ host: '127.0.0.1', port: 0 }))

beforeEach(async () => {
  await db.product.deleteMany({ where: { id: 'new-bowl' } })
  const { version: _, ...bowl } = await db.product.findUniqueOrThrow({ where: { id: BOWL } })
  const without = { imageUrl: NO_PHOTO.url, hiddenAt: new Date() }
  await db.product.create({ data: { ...bowl, id: 'new-bowl', title: 'New Bowl', ...without } })
})

const upload = (payload: Buffer, token: string | undefined = staff.token) =>
  app.inject({
    method: 'POST',
    url: '/office/photos/zip',
    headers: { 'content-type': 'application/zip', ...(token && { authorization: `Bearer ${token}` }) },
    payload,
  })
const linesOf = (body: string) =>
  body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
const draw = (background: string) =>
  sharp({ create: { width: 800, height: 800, channels: 3, background } })
    .jpeg()
    .toBuffer()
const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('cerashop-zip-'))
const storedIn = () => (existsSync(join(folder, 'photos')) ? readdirSync(join(folder, 'photos')) : [])

/** Overwrites part of the archive's list of files. */
/** The locator of a ZIP64 directory at 2^62, and the end of a directory that refers to it. */
const FAR_OUTSIDE = Buffer.from(
  '504b0607000000000000000000000040' + '01000000' + '504b050600000000ffffffffffffffffffffffff0000',
  'hex',
)

const damaged = (zip: Buffer) => zip.fill(0, zip.length - 70, zip.length - 60)

describe('POST /office/photos/zip', () => {
  it('refuses visitors and customers', async () => {
    const statuses = []
    for (const token of ['', (await newShopper(app)).token]) statuses.push((await upload(zipOf([]), token)).statusCode)
    expect(statuses).toEqual([401, 403])
  })

  it('adds photos as the command does, reports progress, and lists the entries that it refused', async () => {
    const data = await draw('#157')
    const zip = zipOf([
      { name: 'shoot/', data: Buffer.alloc(0) },
      { name: '__MACOSX/._new-bowl.jpg', data: Buffer.from('x') },
      { name: 'shoot/new-bowl.jpg', data },
      { name: 'New Bowl 2.jpg', data: await draw('#268') },
      { name: 'shoot/list.txt', data: Buffer.from('x') },
      { name: 'new-bowl_3.jpg', data, isEncrypted: true },
      { name: 'new-bowl_4.jpg', data, claimed: data.length - 1 },
      { name: 'new-bowl_5.jpg', data: Buffer.alloc(1_000_001) },
    ])
    const answer = await upload(zip)
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/x-ndjson'])
    expect(linesOf(answer.body)).toEqual([
      ...[1, 2, 3, 4].map((done) => ({ done, total: 4 })),
      {
        summary: [
          '2 photos added, 0 replaced, 0 unchanged (1 product); 4 files not used.',
          '1 product with a first photo can be shown now: new-bowl.',
        ],
        refused: [
          { name: 'list.txt', reason: 'is not a JPEG, PNG, WebP or AVIF file' },
          { name: 'new-bowl_3.jpg', reason: 'is encrypted or has an unsupported compression' },
          { name: 'new-bowl_4.jpg', reason: 'is damaged in the ZIP' },
          { name: 'new-bowl_5.jpg', reason: 'is larger than 1 MB' },
        ],
        ready: ['new-bowl'],
      },
    ])
    const product = await db.product.findUniqueOrThrow({ where: { id: 'new-bowl' }, include: { furtherImages: true } })
    expect([product.imageUrl === NO_PHOTO.url, product.furtherImages.length, product.hiddenAt]).toEqual([
      false,
      1,
      expect.any(Date),
    ])
    const audited = await db.auditEntry.findMany({ where: { subjectId: 'new-bowl' } })
    expect(audited).toMatchObject([{ action: 'saveProduct', actorId: staff.id }])
    expect(leftovers()).toEqual([])
  })

  it.each([
    ['what is no ZIP', async () => Buffer.from('no zip'), 422, /not a ZIP file/],
    ['a ZIP that refers to a place far outside of the file', async () => FAR_OUTSIDE, 422, /damaged/],
    ['a damaged ZIP', async () => damaged(zipOf([{ name: 'a.jpg', data: Buffer.alloc(99) }])), 422, /damaged/],
    [
      'a name that leads out of a folder',
      async () => zipOf([{ name: '../a.jpg', data: Buffer.alloc(9) }]),
      422,
      /damaged/,
    ],
    ['nothing', async () => Buffer.alloc(0), 422, /not a ZIP/],
    [
      'too many entries',
      async () => zipOf(Array.from({ length: 2_001 }, (_, i) => ({ name: `${i}`, data: Buffer.alloc(0) }))),
      422,
      /more than 2000 files/,
    ],
    ['a bomb', async () => zipOf([{ name: 'new-bowl.jpg', data: Buffer.alloc(6_000_001) }]), 422, /more than 6 MB/],
    ['too many bytes', async () => Buffer.alloc(2_000_001), 413, /larger than 2 MB/],
  ])('refuses %s, and stores nothing', async (_, make, status, sentence) => {
    const before = storedIn()
    const answer = await upload(await make())
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { errors: [expect.stringMatching(sentence)] }])
    expect([storedIn(), leftovers()]).toEqual([before, []])
  })

  it('rejects an entry whose claimed size hides a ZIP bomb', async () => {
    const bomb = { name: 'new-bowl.jpg', data: Buffer.alloc(50_000_000), claimed: 500_000 }
    const answer = await upload(zipOf([bomb]))
    expect(linesOf(answer.body).at(-1)).toMatchObject({
      refused: [{ name: 'new-bowl.jpg', reason: 'is damaged in the ZIP' }],
    })
  })

  it('receives the ZIPs of others while one is sent slowly, one per sender and four in all', async () => {
    const { port } = app.server.address() as AddressInfo
    const open = new Set<ReturnType<typeof httpRequest>>()
    const sendSlowly = async ({ token }: { token: string }) => {
      const call = httpRequest({
        ...{ host: '127.0.0.1', port, path: '/office/photos/zip', method: 'POST' },
        headers: { 'content-type': 'application/zip', 'content-length': 1000, authorization: `Bearer ${token}` },
      })
      call.on('error', () => {})
      call.write('PK')
      open.add(call)
      const folders = leftovers().length
      await expect.poll(() => leftovers().length, { timeout: 10_000 }).toBe(folders + 1)
    }
    const others = [await newStaff(app), await newStaff(app), await newStaff(app)]
    const zip = zipOf([{ name: 'new-bowl.jpg', data: await draw('#753') }])
    await sendSlowly(staff)
    expect((await upload(zip)).statusCode).toBe(429)
    expect((await upload(zip, others[0]!.token)).statusCode).toBe(200)
    for (const other of others) await sendSlowly(other)
    expect((await upload(zip, (await newStaff(app)).token)).statusCode).toBe(429)
    for (const call of open) call.destroy()
    await expect.poll(leftovers, { timeout: 10_000 }).toEqual([])
    expect((await upload(zip)).statusCode).toBe(200)
  })

  it('processes the ZIPs of several senders one after another', async () => {
    const senders = [await newStaff(app), await newStaff(app), await newStaff(app)]
    const zips = await Promise.all(
      [...'159'].map(async (first) => {
        const photos = await Promise.all([...'26a'].map((second) => draw(`#${first}${second}${first}`)))
        return zipOf(photos.map((data, i) => ({ name: `new-bowl_${i + 1}.jpg`, data })))
      }),
    )
    const answers = await Promise.all(senders.map(({ token }, i) => upload(zips[i]!, token)))
    const summaries = answers.map(({ body }) => String((linesOf(body).at(-1) as { summary: string[] }).summary[0]))
    expect(summaries.filter((text) => text.startsWith('3 photos added'))).toHaveLength(1)
    expect(summaries.filter((text) => text.startsWith('0 photos added, 3 replaced'))).toHaveLength(2)
    const ofSenders = { action: 'uploadPhoto', actorId: { in: senders.map(({ id }) => id) } }
    const stored = await db.auditEntry.findMany({ where: ofSenders, orderBy: { id: 'asc' } })
    const turns = stored.map(({ actorId }) => actorId).filter((id, i, ids) => id !== ids[i - 1])
    expect([stored.length, turns.length]).toEqual([9, 3])
  })

  it('processes one ZIP of a sender at a time, and changes no product if staff cancel midway', async () => {
    const photos = await Promise.all(['#111', '#222', '#333', '#444', '#555', '#666'].map(draw))
    const zip = zipOf(photos.map((data, i) => ({ name: `new-bowl_${i + 1}.jpg`, data })))
    const { port } = app.server.address() as AddressInfo
    const call = httpRequest({
      ...{ host: '127.0.0.1', port, path: '/office/photos/zip', method: 'POST' },
      headers: { 'content-type': 'application/zip', authorization: `Bearer ${staff.token}` },
    })
    call.on('error', () => {})
    call.end(zip)
    const [response] = (await once(call, 'response')) as [NodeJS.ReadableStream]
    await once(response, 'data')
    expect((await upload(zip)).statusCode).toBe(429)
    call.destroy()
    const galleryOf = async () => (await db.product.findUniqueOrThrow({ where: { id: 'new-bowl' } })).imageUrl
    let before = await galleryOf()
    const uploadAgain = async () => {
      before = await galleryOf()
      return (await upload(zip)).statusCode
    }
    await expect.poll(uploadAgain, { timeout: 30_000 }).toBe(200)
    expect(before).toBe(NO_PHOTO.url)
    expect(leftovers()).toEqual([])
  })

  it('removes, at startup, files that a killed server left behind an hour ago', async () => {
    const [old, recent] = ['old', 'recent'].map((name) => join(tmpdir(), `cerashop-zip-${name}`))
    for (const path of [old!, recent!]) mkdirSync(path)
    const hoursAgo = new Date(Date.now() - 2 * 3600_000)
    utimesSync(old!, hoursAgo, hoursAgo)
    await startBeside(app, {})
    expect([existsSync(old!), existsSync(recent!)]).toEqual([false, true])
    rmSync(recent!, { recursive: true })
  })
})
