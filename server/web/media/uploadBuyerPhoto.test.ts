import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { forgetUploads } from '../../domain/buyer-photos/uploads'
import { withdrawReview, writeReview } from '../../domain/reviews/writeReview'
import { removeUnused } from '../../media/assets'
import { photoName, splitPhotoKey } from '../../shared/photos'
import { RULES } from '../../guards/rules'
import { startBeside, startTestApp } from '../../testing/app'
import { call } from '../../testing/calls'
import { newDelivered, newShopper, newStaff } from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-buyer-photos-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const app = await startTestApp({ DATA_DIR: folder, PHOTO_MAX_MB: '2' })
const { shop } = app
const { db } = shop

const upload = (payload: Buffer, headers: Record<string, string>, at = app) =>
  at.inject({ method: 'POST', url: '/buyer-photos', headers: { 'content-type': 'image/jpeg', ...headers }, payload })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const draw = (background = '#a52', size = 900) =>
  sharp({ create: { width: size, height: size, channels: 3, background } })
    .withExif({ IFD0: { Artist: 'Asha' } })
    .jpeg()
    .toBuffer()

async function newBuyer() {
  const shopper = await newShopper(app)
  const { id, lines } = await newDelivered(app, shopper, { [BOWL]: 1 })
  const linkKey = shop.reviewLinks.sign({ orderId: id, generation: 0, issuedAt: new Date() })
  return { ...shopper, orderLineId: lines[0]!.id, linkKey }
}

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000)
const REVIEW = { stars: 5, text: '' }

describe('POST /buyer-photos', () => {
  it('refuses visitors, shoppers without a delivered order and bad links before it reads the photo', async () => {
    const tooLarge = Buffer.alloc(3_000_000)
    const answers = []
    for (const headers of [
      {},
      bearer((await newShopper(app)).token),
      bearer((await newStaff(app)).token),
      bearer('no token'),
      { 'review-link': 'no key' },
    ]) {
      const { statusCode, headers: answer } = await upload(tooLarge, headers as Record<string, string>)
      answers.push(statusCode)
      expect(answer['cache-control']).toBe('no-store')
    }
    expect(answers).toEqual([401, 403, 403, 401, 403])
    expect((await upload(tooLarge, bearer((await newBuyer()).token))).statusCode).toBe(413)
    expect(await db.asset.count()).toBe(0)
  })

  it('encodes the photo again, without the data of the camera, and a review shows it', async () => {
    const buyer = await newBuyer()
    const answer = await upload(await draw(), bearer(buyer.token))
    expect(answer.statusCode).toBe(201)
    const { url } = answer.json<{ url: string }>()
    const review = await writeReview(shop, buyer, { ...REVIEW, orderLineId: buyer.orderLineId, photos: [url] })
    expect(review.photos).toMatchObject([{ imageUrl: splitPhotoKey(url).url, imageWidth: 900, imageHeight: 900 }])
    const served = await call(app, 'GET', url)
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp'])
    expect((await sharp(served.rawPayload).metadata()).exif).toBeUndefined()
    // The review keeps the photo when it is changed later, and it stays in the store.
    await db.reviewUpload.deleteMany()
    await writeReview(shop, buyer, { stars: 1, text: 'x', orderLineId: buyer.orderLineId, photos: [url] })
    for (const hours of [1, 30, 60]) await removeUnused(shop, inHours(hours))
    expect((await call(app, 'GET', url)).statusCode).toBe(200)
    await withdrawReview(shop, buyer, buyer.orderLineId)
    for (const hours of [61, 90]) await removeUnused(shop, inHours(hours))
    expect((await call(app, 'GET', url)).statusCode).toBe(404)
  })

  it('takes the key of a link in place of the token', async () => {
    const buyer = await newBuyer()
    const answer = await upload(await draw('#123'), { 'review-link': buyer.linkKey })
    const { url } = answer.json<{ url: string }>()
    const call = { ...REVIEW, orderLineId: buyer.orderLineId, photos: [url] }
    expect((await writeReview(shop, { linkKey: buyer.linkKey }, call)).photos).toHaveLength(1)
  })

  it('gives each buyer another address for the same photo, which only that buyer can use', async () => {
    const [one, other] = [await newBuyer(), await newBuyer()]
    const photo = await draw('#456')
    const urls = []
    for (const { token } of [one, other, one])
      urls.push((await upload(photo, bearer(token))).json<{ url: string }>().url)
    expect(new Set(urls).size).toBe(2)
    expect(urls[2]).toBe(urls[0])
    const foreign = writeReview(shop, other, { ...REVIEW, orderLineId: other.orderLineId, photos: [urls[0]!] })
    await expect(foreign).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    const twice = writeReview(shop, one, { ...REVIEW, orderLineId: one.orderLineId, photos: [urls[0]!, urls[0]!] })
    await expect(twice).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it.each([
    ['text', Buffer.from('GIF89a<script>alert(1)</script>')],
    ['nothing', Buffer.alloc(0)],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><script/></svg>')],
  ])('refuses a file that is not a photo: %s', async (_, payload) => {
    const { statusCode, body } = await upload(payload, bearer((await newBuyer()).token))
    expect([statusCode, body]).toEqual([422, expect.stringContaining('cannot be read as a photo')])
  })

  it('refuses a broken and a small photo', async () => {
    const { token } = await newBuyer()
    const photo = await draw()
    expect((await upload(photo.subarray(0, photo.length / 2), bearer(token))).body).toContain('incomplete')
    expect((await upload(await draw('#a52', 300), bearer(token))).body).toContain('at least 800')
  })

  it('stores 40 photos of an account within 24 hours', async () => {
    const { id, token } = await newBuyer()
    const data = Array.from({ length: RULES['uploads.perAccountAndDay'].most }, (_, i) => ({
      userId: id,
      name: `u-${i}`,
    }))
    await db.reviewUpload.createMany({ data: data.slice(1) })
    expect((await upload(await draw('#789'), bearer(token))).statusCode).toBe(201)
    const refused = await upload(await draw('#790'), bearer(token))
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: 'LIMIT_REACHED' }])
    await db.reviewUpload.updateMany({ where: { userId: id }, data: { at: inHours(-25) } })
    await forgetUploads(shop)
    expect(await db.reviewUpload.count({ where: { userId: id } })).toBe(0)
    expect((await upload(await draw('#791'), bearer(token))).statusCode).toBe(201)
  })

  it('decodes the same photo once', async () => {
    const { token } = await newBuyer()
    const photo = await draw('#192')
    const derive = vi.spyOn(shop.media, 'derive')
    onTestFinished(() => derive.mockRestore())
    for (let i = 0; i < 5; i += 1) expect((await upload(photo, bearer(token))).statusCode).toBe(201)
    expect(derive).toHaveBeenCalledTimes(1)
  })

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['text', () => Buffer.from('no photo')],
    ['nothing', () => Buffer.alloc(0)],
    ['zeros', () => Buffer.alloc(1_900_000)],
    ['a small photo', () => draw('#195', 300)],
    ['a photo of before', () => draw('#196')],
  ])('counts each attempt, with %s too', async (_, bytes) => {
    const { token } = await newBuyer()
    const payload = await bytes()
    const codes = []
    for (let i = 0; i < RULES['uploads.perAccountAndDay'].most + 2; i += 1)
      codes.push((await upload(payload, bearer(token))).json<{ code?: string }>().code)
    expect(codes.filter((code) => code === 'LIMIT_REACHED')).toHaveLength(2)
  })

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['no photo', () => Buffer.alloc(2_000_000)],
    ['a photo of before', () => draw('#197').then((photo) => Buffer.concat([photo, Buffer.alloc(1_900_000)]))],
  ])('charges for the bytes before it reads them: %s', async (_, bytes) => {
    const payload = await bytes()
    const { token } = await newBuyer()
    await upload(payload, bearer(token))
    const poor = await startBeside(app, { COST_PER_MINUTE: '20000' })
    const statuses = []
    for (let i = 0; i < 3; i += 1) statuses.push((await upload(payload, bearer(token), poor)).statusCode)
    expect(statuses.slice(-1)).toEqual([429])
  })

  it('reads one body of a buyer and four of all buyers at a time, and lets the next one in when a caller hangs up', async () => {
    const beside = await startBeside(app, {})
    await beside.listen({ host: '127.0.0.1', port: 0 })
    const { port } = beside.server.address() as AddressInfo
    const open = (token: string) => {
      const headers = { ...bearer(token), 'content-length': '1000' }
      const sent = request({ port, method: 'POST', path: '/buyer-photos', headers })
      const answered = new Promise<number>((resolve) => {
        sent.on('response', (answer) => resolve(answer.statusCode!)).on('error', () => resolve(0))
      })
      sent.write('x')
      return { sent, answered }
    }
    const buyers: Awaited<ReturnType<typeof newBuyer>>[] = []
    const most = RULES['uploads.ofBuyers'].most
    for (let i = 0; i < most + 1; i += 1) buyers.push(await newBuyer())
    const first = open(buyers[0]!.token)
    await sleep(300)
    expect(await open(buyers[0]!.token).answered).toBe(429)
    const others = buyers.slice(1, most).map(({ token }) => open(token))
    await sleep(500)
    expect(await open(buyers[most]!.token).answered).toBe(429)
    for (const { sent } of [first, ...others]) sent.destroy()
    await vi.waitFor(async () =>
      expect((await upload(Buffer.from('x'), bearer(buyers[0]!.token), beside)).statusCode).toBe(422),
    )
  })

  it('counts each attempt with a broken photo, and refuses the next photos', async () => {
    const { id, token } = await newBuyer()
    const broken = (await draw('#193')).subarray(0, 2_000)
    const codes = []
    for (let i = 0; i < RULES['uploads.perAccountAndDay'].most + 4; i += 1)
      codes.push((await upload(broken, bearer(token))).json<{ code: string }>().code)
    expect(codes.filter((code) => code === 'INVALID_INPUT')).toHaveLength(RULES['uploads.perAccountAndDay'].most)
    expect(codes.at(-1)).toBe('LIMIT_REACHED')
    expect((await upload(await draw('#194'), bearer(token))).json()).toMatchObject({ code: 'LIMIT_REACHED' })
    expect(await db.reviewUpload.findMany({ where: { userId: id } })).toMatchObject([
      { attempts: RULES['uploads.perAccountAndDay'].most },
    ])
  })

  it('processes one photo of a buyer at a time, and those of staff first', async () => {
    const buyers = [await newBuyer(), await newBuyer(), await newBuyer()]
    const { token } = await newStaff(app)
    const done: string[] = []
    const large = (background: string) => draw(background, 3000)
    const photos = await Promise.all(['#201', '#202', '#203', '#204', '#205'].map(large))
    const ofBuyers = buyers.map(async (buyer, i) => {
      const { statusCode } = await upload(photos[i]!, bearer(buyer.token))
      done.push(`buyer ${statusCode}`)
    })
    await vi.waitFor(async () =>
      expect(await db.reviewUpload.count({ where: { userId: { in: buyers.map(({ id }) => id) } } })).toBe(3),
    )
    const second = upload(photos[3]!, bearer(buyers[2]!.token))
    const ofStaff = app
      .inject({ method: 'POST', url: '/office/photos', headers: bearer(token), payload: photos[4]! })
      .then(({ statusCode }) => done.push(`staff ${statusCode}`))
    expect((await second).statusCode).toBe(429)
    await Promise.all([...ofBuyers, ofStaff])
    expect(done).toHaveLength(4)
    expect(done.indexOf('staff 201')).toBeLessThan(3)
    expect(done.filter((each) => each === 'buyer 201')).toHaveLength(3)
  })

  it('charges for the pixels, before it decodes them', async () => {
    const poor = await startBeside(app, { COST_PER_MINUTE: '20000' })
    const { id, token } = await newBuyer()
    const { statusCode, headers } = await upload(await draw('#206', 2000), bearer(token), poor)
    expect([statusCode, Number(headers['retry-after']) > 0]).toEqual([429, true])
    expect(await db.reviewUpload.findMany({ where: { userId: id } })).toMatchObject([{ attempts: 1 }])
  })

  it('removes a photo that no review uses a day after the upload', async () => {
    const { url } = (await upload(await draw('#abc'), bearer((await newBuyer()).token))).json<{ url: string }>()
    expect(photoName(splitPhotoKey(url).url)).not.toBeNull()
    await removeUnused(shop, inHours(23))
    expect((await call(app, 'GET', url)).statusCode).toBe(200)
    await removeUnused(shop, inHours(25))
    expect((await call(app, 'GET', url)).statusCode).toBe(404)
  })

  it('shows buyers no sentence for staff if the disk cannot store the photo', async () => {
    const full = mkdtempSync(join(tmpdir(), 'cerashop-full-'))
    // A file in the folder's place makes writes fail as on a full disk, even for root.
    writeFileSync(join(full, 'photos'), '')
    const beside = await startBeside(app, { DATA_DIR: full })
    const { statusCode, body } = await upload(await draw('#def'), bearer((await newBuyer()).token), beside)
    expect(statusCode).toBe(503)
    expect(body).not.toContain('operator')
    rmSync(full, { recursive: true })
  })
})
