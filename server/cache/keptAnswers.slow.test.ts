/**
 * Two servers keep pages and answers while sales, staff and reviews change the catalogue at random. What they send after each change is
 * compared with what a third server makes, which keeps nothing. Sometimes the second server loses its notifications.
 */
import type { FastifyInstance } from 'fastify'
import { afterAll, expect, it, vi } from 'vitest'
import { CatalogueWatch } from '../database/catalogue-changes/catalogueWatch'
import { writeReview } from '../domain/reviews/writeReview'
import { SHOP } from '../shared/shop'
import { openTestDatabase, startOn } from '../testing/app'
import { call } from '../testing/calls'
import { newDelivered, newShopper } from '../testing/data/factories'
import { CUP } from '../testing/data/fixtures'

/** A run of thousands takes minutes: CHANGES=5000. */
const CHANGES = Number(process.env.CHANGES ?? 60)

vi.setConfig({ testTimeout: 3_600_000 })

const database = await openTestDatabase()
afterAll(() => database.close())
const { db, catalogue } = database
/** Hears what the database announces, until it loses its connection. */
const watch = new CatalogueWatch()
watch.isWatching = true
let isLost = false
catalogue.on('changed', () => isLost || watch.emit('changed'))
catalogue.on('countsChanged', (category) => isLost || watch.emit('countsChanged', category))
catalogue.on('stockChanged', (productId, isFew) => isLost || watch.emit('stockChanged', productId, isFew))

const LIMITS = { LIMITS: 'off' }
const first = await startOn(database, LIMITS, {})
const second = await startOn({ ...database, catalogue: watch }, LIMITS, {})
const fresh = await startOn({ ...database, catalogue: new CatalogueWatch() }, LIMITS, {})

/** A pseudorandom sequence that is the same in every run. */
let state = Number(process.env.SEED ?? 11)
const random = (below: number): number => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
  return (state >> 8) % below
}
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!

const author = await newShopper(first)
const { lines } = await newDelivered(first, author, { [CUP]: 1 })
await writeReview(first.shop, author, { orderLineId: lines[0]!.id, stars: 5, text: 'Lovely.', photos: [] })

const products = await db.product.findMany({ orderBy: { id: 'asc' }, select: { id: true, variantOf: true } })
const whole = products.filter(({ variantOf }) => variantOf === null)
const QUERY = encodeURIComponent(
  '{ products(first: 24) { totalCount nodes { id title updatedAt quantityAvailable availableForSale price { discounted } ratingSource rating variants { id stock } } } }',
)
const addresses = [
  '/',
  '/products',
  '/products?page=2',
  '/products?category=cups',
  '/products?search=bowl',
  '/products?stock=in&sort=price-low',
  '/api/products',
  `/graphql?query=${QUERY}`,
  ...whole.map(({ id }) => `/product/${id}`),
  // The one with a review.
  ...Array.from({ length: 5 }, () => `/product/${CUP}`),
]

/** Waits until all notifications so far have arrived, which is in the order of their transactions. */
async function heardAll(): Promise<void> {
  const marker = `marker ${random(1_000_000)}`
  const arrived = new Promise<void>((resolve) => {
    const listen = (productId: string) => {
      if (productId !== marker) return
      catalogue.off('stockChanged', listen)
      resolve()
    }
    catalogue.on('stockChanged', listen)
  })
  await db.$queryRaw`SELECT pg_notify('catalogue', ${`many ${marker}`})::text`
  await arrived
}

/** Texts, replies, hidden reviews and the author's name do not change a product's stars. */
async function changeReview(): Promise<void> {
  const what = random(5)
  if (what === 0) await db.user.update({ where: { id: author.id }, data: { firstName: `Asha ${random(100)}` } })
  else
    await db.review.updateMany({
      data: [
        { text: `Text ${random(100)}` },
        { reply: `Reply ${random(100)}`, repliedAt: new Date() },
        { hiddenAt: new Date(), hiddenReason: 'Spam' },
        { hiddenAt: null, hiddenReason: null },
      ][what - 1]!,
    })
}

async function change(): Promise<string> {
  const { id } = pick(products)
  const data = (what: Parameters<typeof db.product.update>[0]['data']) =>
    db.product.update({ where: { id }, data: what })
  const kind = random(32)
  if (kind < 22) {
    // A sale, or pieces that return from an order. Most stocks are small.
    const pieces = random(4) - 2
    await db.$executeRaw`UPDATE product SET stock = greatest(0, stock + ${pieces}), updated_at = now() WHERE id = ${id}`
    return `stock of ${id} by ${pieces}`
  }
  if (kind < 24) await data({ stock: pick([0, 1, SHOP.fewLeft, SHOP.fewLeft + 1, 40]) })
  else if (kind === 24) await data({ discounted: 100 + random(50) })
  else if (kind === 25) await data({ hiddenAt: random(3) === 0 ? new Date() : null })
  else if (kind === 26) await data({ title: `Cup ${random(100)}` })
  else if (kind === 27 || kind > 29) await changeReview()
  else if (kind === 28) await data({ isBestseller: random(2) === 0 })
  else await db.product.updateMany({ data: { stock: { increment: random(2) } } })
  return `kind ${kind} of ${id}`
}

const isPage = (address: string): boolean => !/^\/(api|graphql)/.test(address)

/** A page shows a stock only if few pieces are left. The answers of the APIs are exact. */
const shown = (address: string, body: string): string =>
  isPage(address)
    ? body.replace(/"(quantityAvailable|stock)":(\d+)/g, (text, name: string, amount) =>
        Number(amount) > SHOP.fewLeft ? `"${name}":"many"` : text,
      )
    : body

async function read(app: FastifyInstance, address: string): Promise<string> {
  const { statusCode, body } = await call(app, 'GET', address, { headers: { accept: 'text/html, application/json' } })
  // All missing products share one page, which a server keeps for ten seconds.
  return statusCode === 404 ? '404' : `${statusCode} ${shown(address, body)}`
}

it('the answers that the shop keeps are those that it would make', async () => {
  for (const { id } of products) await db.product.update({ where: { id }, data: { stock: random(12) } })
  await heardAll()
  for (let i = 0; i < CHANGES; i += 1) {
    if (random(40) === 0) isLost = true
    const done = await change()
    await heardAll()
    if (isLost && random(3) === 0) {
      watch.reportWatching(false)
      watch.reportWatching(true)
      isLost = false
    }
    for (const address of [pick(addresses), pick(addresses), pick(addresses)]) {
      const wanted = await read(fresh, address)
      expect(await read(first, address), `${address} after ${done}, change ${i}`).toBe(wanted)
      if (!isLost) expect(await read(second, address), `${address} of the second server after ${done}`).toBe(wanted)
    }
  }
  expect(first.cacheCounts.hits).toBeGreaterThan(0)
  expect(fresh.cacheCounts.hits).toBe(0)
})
