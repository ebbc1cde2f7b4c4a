/** Who sees the photos of buyers, and how long browsers keep them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { hideReview, showReview } from '../../domain/office/reviews'
import { orderNumber } from '../../domain/orders/order'
import { deleteAccount } from '../../domain/own-account/deleteAccount'
import { withdrawReview, writeReview } from '../../domain/reviews/writeReview'
import { photoLinks } from '../../media/photoLinks'
import { photoName, photoPath, previewPath, splitPhotoKey } from '../../shared/photos'
import { startTestApp } from '../../testing/app'
import { ask, call } from '../../testing/calls'
import { actorAs, newDelivered, newShopper, newStaff } from '../../testing/data/factories'
import { BOWL, PASSWORD } from '../../testing/data/fixtures'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-buyers-photos-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const app = await startTestApp({ DATA_DIR: folder })
const { shop } = app
const { db } = shop
const staff = await newStaff(app)
const actor = await actorAs(app, staff, 'write_products')

let drawn = 0
const draw = () => {
  drawn += 1
  return sharp({ create: { width: 800, height: 800, channels: 3, background: { r: drawn, g: 90, b: 200 } } })
    .jpeg()
    .toBuffer()
}
const send = async (path: string, token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' }
  const answer = await app.inject({ method: 'POST', url: path, headers, payload: await draw() })
  expect(answer.statusCode).toBe(201)
  return answer.json<{ url: string }>().url
}

async function newPhoto() {
  const buyer = await newShopper(app)
  const order = await newDelivered(app, buyer, { [BOWL]: 1 })
  const signed = await send('/buyer-photos', buyer.token)
  const { url } = splitPhotoKey(signed)
  return { buyer, order, orderLineId: order.lines[0]!.id, signed, url, name: photoName(url)! }
}
type Photo = Awaited<ReturnType<typeof newPhoto>>
const review = ({ buyer, orderLineId }: Photo, photo: string) =>
  writeReview(shop, buyer, { orderLineId, stars: 4, text: '', photos: [photo] })

const get = async (url: string, headers = {}) => {
  const { statusCode, headers: answer } = await call(app, 'GET', url, { headers })
  return [statusCode, answer['cache-control']]
}
const NO = [404, 'no-store']
const HOUR = [200, 'public, max-age=3600']
const OWN = [200, 'private, no-store']
/** All sizes, and a version that does not exist. */
const sizesOf = ({ url, name }: Photo) => [
  url,
  photoPath('0', 240, name, 'avif'),
  photoPath('x', 480, name, 'webp'),
  previewPath('0', name),
]

async function expectSeen(photo: Photo, seen: typeof NO) {
  for (const path of sizesOf(photo)) {
    expect([path, await get(path)]).toEqual([path, seen])
    // A known tag shows no more.
    expect([path, (await get(path, { 'if-none-match': `"${photo.name}/photo.webp"` }))[0] === 404]).toEqual([
      path,
      seen === NO,
    ])
    expect(await get(path + splitPhotoKey(photo.signed).query)).toEqual(OWN)
  }
}

describe('a photo of a buyer', () => {
  it('is seen by others only while a shown review has it', async () => {
    const photo = await newPhoto()
    await expectSeen(photo, NO)
    const { id } = await review(photo, photo.signed)
    await expectSeen(photo, HOUR)
    await hideReview(shop, actor, { id, reason: 'A face is seen.' })
    await expectSeen(photo, NO)
    await showReview(shop, actor, id)
    await expectSeen(photo, HOUR)
    await withdrawReview(shop, photo.buyer, photo.orderLineId)
    await expectSeen(photo, NO)
    // Written again, with the address that has no signature.
    await review(photo, photo.url)
    await expectSeen(photo, HOUR)
    await expect(
      writeReview(shop, photo.buyer, {
        orderLineId: photo.orderLineId,
        stars: 4,
        text: '',
        photos: [photo.url, photo.signed],
      }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await writeReview(shop, photo.buyer, { orderLineId: photo.orderLineId, stars: 4, text: '', photos: [] })
    await expectSeen(photo, NO)
  })

  it('is seen after the account was deleted only in a shown review', async () => {
    const [shown, hidden] = [await newPhoto(), await newPhoto()]
    await review(shown, shown.signed)
    const { id } = await review(hidden, hidden.signed)
    await hideReview(shop, actor, { id, reason: 'No.' })
    for (const { buyer } of [shown, hidden])
      await deleteAccount(shop, await db.user.findUniqueOrThrow({ where: { id: buyer.id } }), '192.0.2.7', {
        password: PASSWORD,
      })
    await expectSeen(shown, HOUR)
    await expectSeen(hidden, NO)
  })

  it('is not seen without a valid signature of its own', async () => {
    const [photo, other] = [await newPhoto(), await newPhoto()]
    const now = Date.now()
    const HOUR_MS = 3_600_000
    const queryOf = (signed: string) => splitPhotoKey(signed).query
    const forged = photoLinks('another secret', null).sign(photo.url, photo.name)
    const key = queryOf(photo.signed).slice('?key='.length)
    const [hour, signature] = [key.slice(0, key.indexOf('-')), key.slice(key.indexOf('-') + 1)]
    for (const query of [
      queryOf(other.signed),
      queryOf(forged),
      queryOf(shop.photoLinks.sign(photo.url, photo.name, now - 2 * HOUR_MS)),
      queryOf(shop.orderLinks.sign({ orderId: photo.order.id, generation: 0, issuedAt: new Date() })),
      `?key=${Number(hour) + 1}-${signature}`,
      `?key=0${key}`,
      `?key=${hour}-`,
      `?key=${key}A`,
      `?key=${key.slice(0, -1)}`,
      `?key=${key}&key=${key}`,
      `?key[]=${key}`,
      `?KEY=${key}`,
      `?key=-1-${signature}`,
      `?key=1e9-${signature}`,
      `?key=NaN-${signature}`,
      `?key=${'9'.repeat(5000)}-${signature}`,
      `?key=${hour}-%00`,
      '?key=',
      '?key',
    ])
      expect([query, await get(photo.url + query)]).toEqual([query, NO])
    // A bad signature takes nothing away from a photo that everybody sees.
    await review(photo, photo.signed)
    expect(await get(photo.url + queryOf(other.signed))).toEqual(HOUR)
  })

  it('has an address that lasts one to two hours, also after a change of the secret', () => {
    const HOUR_MS = 3_600_000
    const links = photoLinks('old', null)
    const at = 500_000 * HOUR_MS
    for (const part of [0, 1, HOUR_MS / 2, HOUR_MS - 1]) {
      const key = splitPhotoKey(links.sign('/photos/u-1.webp', 'u-1', at + part)).query.slice('?key='.length)
      expect(links.allows(key, 'u-1', at + part + HOUR_MS)).toBe(true)
      expect(links.allows(key, 'u-1', at + part + 2 * HOUR_MS)).toBe(false)
      expect(photoLinks('new', 'old').allows(key, 'u-1', at)).toBe(true)
      expect(photoLinks('new', null).allows(key, 'u-1', at)).toBe(false)
    }
  })
})

describe('GraphQL', () => {
  const photosIn = (value: unknown) => JSON.stringify(value).match(/[/]photos[/][^"\\]+/g) ?? []
  const RETURN = `mutation ($number: String!, $photos: [String!]!) {
    requestReturn(number: $number, reason: OTHER, note: "Broken", photos: $photos) {
      order { returns { photos { url small: url(width: 240) } } } userErrors { message } } }`

  it('signs the photos of a return for the buyer, for staff and in the export, and nobody else sees them', async () => {
    const photo = await newPhoto()
    const number = orderNumber(photo.order)
    const { token } = photo.buyer
    const { data } = await ask(app, RETURN, { token, variables: { number, photos: [photo.signed] } })
    const office = await ask(
      app,
      `{ office { order(number: "${number}") { order { returns { photos { url } } } } } }`,
      { token: staff.token },
    )
    const exported = await ask(app, '{ me { export } }', { token })
    for (const answer of [data, office, exported]) {
      const urls = photosIn(answer).filter((url) => url.includes(photo.name))
      expect(urls.length).toBeGreaterThan(0)
      for (const url of urls) expect(await get(url)).toEqual(OWN)
    }
    await expectSeen(photo, NO)
  })

  it('signs the photos of a hidden review for its author and staff, and none in a public answer', async () => {
    const photo = await newPhoto()
    const { id } = await review(photo, photo.signed)
    const { token } = photo.buyer
    const number = orderNumber(photo.order)
    const OFFICE = '{ office { reviews(first: 50) { nodes { review { id photos { url } } } } } }'
    const PUBLIC = `{ product(id: "${BOWL}") { reviews(first: 50) { nodes { photos { url(width: 240) } } } } }`
    const MINE = `{ me { order(number: "${number}") { reviews { photos { url } } } } }`
    const LINKED = `{ reviewsByLink(key: "${shop.reviewLinks.sign({ orderId: photo.order.id, generation: 0, issuedAt: new Date() })}") { reviews { photos { url } } } }`
    const urlsOf = async (query: string, by?: string) =>
      photosIn(await ask(app, query, by === undefined ? {} : { token: by })).filter((url) => url.includes(photo.name))
    // The public answer is kept after the first request.
    for (const by of [undefined, undefined, token, staff.token]) {
      const [url] = await urlsOf(PUBLIC, by)
      expect(url).not.toContain('key=')
      expect(await get(url!)).toEqual(HOUR)
    }
    await hideReview(shop, actor, { id, reason: 'No.' })
    for (const [query, by] of [[OFFICE, staff.token], [MINE, token], [LINKED]] as const) {
      const urls = await urlsOf(query, by)
      expect(urls).toHaveLength(1)
      expect(await get(urls[0]!)).toEqual(OWN)
    }
    for (const by of [undefined, token, staff.token]) expect((await urlsOf(PUBLIC, by)).join()).not.toContain('key=')
  })
})

it('a photo that staff upload stays public for ever', async () => {
  const url = await send('/office/photos', staff.token)
  for (const path of [url, `${url}?key=1-x`, photoPath('0', 240, photoName(url)!, 'avif')])
    expect(await get(path)).toEqual([200, 'public, max-age=31536000, immutable'])
})
