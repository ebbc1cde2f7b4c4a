import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { DomainError } from '../../shared/errors'
import { ratingSourceOf, summaryOf } from '../../shared/reviews'
import { startTestApp, without } from '../../testing/app'
import { ask } from '../../testing/calls'
import {
  actorAs,
  checkOut,
  fillCart,
  newDelivered,
  newShopper,
  newStaff,
  type Shopper,
} from '../../testing/data/factories'
import { BOWL, CUP, PASSWORD } from '../../testing/data/fixtures'
import { hideReview, listOfficeReviews, replyToReview, showReview } from '../office/reviews'
import { acceptReturn } from '../office/orders/returnChanges'
import { saveProduct } from '../office/products/products'
import { deleteAccount } from '../own-account/deleteAccount'
import { orderNumber } from '../orders/order'
import { requestReturn } from '../orders/after-sale/ask'
import { moveOrder } from '../orders/state/orderState'
import { withOrder } from '../orders/state/withOrder'
import { authorName, listReviews } from './reviews'
import { findReviewsByLink } from './reviewLink'
import { withdrawReview, writeReview } from './writeReview'

const app = await startTestApp({ SIGN_INS_PER_MINUTE: '0' }, { limits: without('stock', 'coupons', 'holds') })
const { shop } = app
const { db } = shop
const actor = await actorAs(app, await newStaff(app), 'write_products')

/** Each test has its own product. */
async function newProduct(rating = 4): Promise<string> {
  const {
    searchText: _text,
    titleLower: _title,
    isAvailable: _is,
    ...bowl
  } = (await db.product.findUniqueOrThrow({
    where: { id: BOWL },
  })) as Record<string, unknown>
  const id = `bowl-${randomUUID()}`
  const data = { ...bowl, id, rating, studioRating: rating, starCounts: [0, 0, 0, 0, 0] }
  await db.product.create({ data: data as never })
  return id
}

async function newLine(productId: string, buyer?: Shopper) {
  const shopper = buyer ?? (await newShopper(app))
  const order = await newDelivered(app, shopper, { [productId]: 1 })
  return { shopper, order, orderLineId: order.lines[0]!.id }
}

const hostile = newProduct().then((id) => newLine(id))

const OK = { stars: 5, text: 'Lovely glaze.', photos: [] }
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  )
const productOf = (id: string) => db.product.findUniqueOrThrow({ where: { id } })

describe('writeReview', () => {
  it('accepts one review of each delivered line, also of a line that was returned later', async () => {
    const productId = await newProduct()
    const { shopper, order, orderLineId } = await newLine(productId)
    await db.$transaction(async (tx) => {
      const note = { source: 'SHOP', note: 'x' } as const
      await withOrder(tx, order.id, (locked) => moveOrder(shop, tx, locked, 'RETURN_REQUESTED', note))
      await withOrder(tx, order.id, (locked) => moveOrder(shop, tx, locked, 'RETURNED', note))
    })
    const review = await writeReview(shop, shopper, { ...OK, orderLineId })
    expect(review).toMatchObject({ stars: 5, text: 'Lovely glaze.', productId, editedAt: null })
    const again = await writeReview(shop, shopper, { ...OK, stars: 2, text: '', orderLineId })
    expect(again).toMatchObject({ id: review.id, stars: 2, text: '', editedAt: expect.any(Date) })
    expect((await productOf(productId)).starCounts).toEqual([0, 1, 0, 0, 0])
  })

  it('counts one buyer once, with the last of several reviews', async () => {
    const productId = await newProduct()
    const shopper = await newShopper(app)
    const lines: string[] = []
    for (let i = 0; i < 3; i += 1) lines.push((await newLine(productId, shopper)).orderLineId)
    for (const [i, orderLineId] of lines.entries())
      await writeReview(shop, shopper, { ...OK, stars: 1 + i, orderLineId })
    expect(await productOf(productId)).toMatchObject({ starCounts: [0, 0, 1, 0, 0], rating: 4 })
    await writeReview(shop, shopper, { ...OK, stars: 5, orderLineId: lines[0]! })
    expect((await productOf(productId)).starCounts).toEqual([0, 0, 0, 0, 1])
    await withdrawReview(shop, shopper, lines[0]!)
    expect((await productOf(productId)).starCounts).toEqual([0, 0, 1, 0, 0])
    const page = await listReviews(shop, await productOf(productId), { first: 10, sort: 'NEWEST' })
    expect([page.totalCount, page.edges.length]).toEqual([2, 2])
    for (let i = 0; i < 2; i += 1) {
      const other = await newLine(productId)
      await writeReview(shop, other.shopper, { ...OK, stars: 5, orderLineId: other.orderLineId })
    }
    expect(await productOf(productId)).toMatchObject({ starCounts: [0, 0, 1, 0, 2], rating: 4 })
    expect(ratingSourceOf(await productOf(productId))).toBe('BUYERS')
  })

  it.each([
    ['CHANGED_MIND', 1, false],
    ['CHANGED_MIND', 2, false],
    ['NOT_AS_DESCRIBED', 1, true],
    ['WRONG_ITEM', 2, true],
    ['OTHER', 1, true],
  ] as const)('a line returned whole for %s, of %i pieces, counts: %s', async (reason, pieces, counts) => {
    const productId = await newProduct()
    const shopper = await newShopper(app)
    const order = await newDelivered(app, shopper, { [productId]: pieces })
    const orderLineId = order.lines[0]!.id
    await writeReview(shop, shopper, { ...OK, stars: 1, orderLineId })
    await requestReturn(shop, shopper, orderNumber(order), { reason, note: 'A note' })
    expect((await productOf(productId)).starCounts).toEqual([1, 0, 0, 0, 0])
    const { version } = await db.order.findUniqueOrThrow({ where: { id: order.id } })
    await acceptReturn(shop, await actorAs(app, await newStaff(app), 'write_orders'), {
      number: orderNumber(order),
      version,
      restock: true,
    })
    expect((await productOf(productId)).starCounts).toEqual([counts ? 1 : 0, 0, 0, 0, 0])
    // The review itself stays, and its author may change it.
    await writeReview(shop, shopper, { ...OK, stars: 2, orderLineId })
    expect((await productOf(productId)).starCounts).toEqual([0, counts ? 1 : 0, 0, 0, 0])
    expect((await listReviews(shop, await productOf(productId), { first: 10, sort: 'NEWEST' })).totalCount).toBe(1)
  })

  it('refuses a review of the new piece that replaces a broken one', async () => {
    const productId = await newProduct()
    const { shopper, orderLineId } = await newLine(productId)
    const { orderLineId: newLineId } = await newLine(productId, shopper)
    await db.orderLine.update({ where: { id: newLineId }, data: { replacesLineId: orderLineId } })
    expect(await codeOf(writeReview(shop, shopper, { ...OK, orderLineId: newLineId }))).toBe('ORDER_NOT_DELIVERED')
    expect(await codeOf(writeReview(shop, shopper, { ...OK, orderLineId }))).toBe('none')
  })

  it('writes one review in 20 concurrent calls', async () => {
    const productId = await newProduct()
    const { shopper, orderLineId } = await newLine(productId)
    const calls = Array.from({ length: 20 }, (_, i) =>
      writeReview(shop, shopper, { ...OK, stars: 1 + (i % 5), orderLineId }),
    )
    const ids = (await Promise.all(calls)).map(({ id }) => id)
    expect(new Set(ids).size).toBe(1)
    const { stars } = await db.review.findUniqueOrThrow({ where: { orderLineId } })
    const counts = [1, 2, 3, 4, 5].map((each) => (each === stars ? 1 : 0))
    expect((await productOf(productId)).starCounts).toEqual(counts)
  })

  it('counts every review of 50 buyers who write at the same time', async () => {
    const productId = await newProduct(1)
    const lines = []
    for (let i = 0; i < 50; i += 1) lines.push(await newLine(productId))
    await Promise.all(
      lines.map(({ shopper, orderLineId }, i) =>
        writeReview(shop, shopper, { ...OK, stars: 4 + (i % 2), orderLineId }),
      ),
    )
    expect(await productOf(productId)).toMatchObject({ starCounts: [0, 0, 0, 25, 25], rating: 5 })
  })

  it('answers for a line of another account as for a missing one, and refuses undelivered ones', async () => {
    const { shopper, orderLineId } = await newLine(await newProduct())
    const stranger = await newShopper(app)
    const answers = []
    for (const id of [orderLineId, randomUUID(), 'no id', ''])
      answers.push(await writeReview(shop, stranger, { ...OK, orderLineId: id }).catch((error: unknown) => error))
    expect(answers.map((error) => (error as DomainError).code)).toEqual(Array(4).fill('ORDER_ITEM_NOT_FOUND'))
    expect(new Set(answers.map((error) => JSON.stringify((error as DomainError).inputErrors))).size).toBe(1)
    expect(await codeOf(withdrawReview(shop, stranger, orderLineId))).toBe('ORDER_ITEM_NOT_FOUND')
    await fillCart(app, shopper, { [CUP]: 1 })
    const { order } = await checkOut(app, shopper)
    const open = order.lines[0]!.id
    expect(await codeOf(writeReview(shop, shopper, { ...OK, orderLineId: open }))).toBe('ORDER_NOT_DELIVERED')
    expect(await db.review.count({ where: { orderLineId: { in: [orderLineId, open] } } })).toBe(0)
  })

  it.each([
    ['stars', { stars: 0 }],
    ['stars', { stars: 6 }],
    ['stars', { stars: 4.5 }],
    ['text', { text: 'x'.repeat(2_001) }],
    ['text', { text: 'bell\u0007' }],
    ['text', { text: 'null\u0000' }],
    ['photos', { photos: Array.from({ length: 5 }, (_, i) => `/photos/u-${i}.webp`) }],
    ['photos', { photos: ['/photos/moon-jar.webp'] }],
    ['photos', { photos: ['https://evil.example/a.webp'] }],
    ['photos', { photos: ['x'.repeat(201)] }],
    ['photos', { photos: ['\u0000'] }],
  ])('rejects hostile %s: %j', async (field, change) => {
    const { shopper, orderLineId } = await hostile
    const error = await writeReview(shop, shopper, { ...OK, ...change, orderLineId }).catch((each: unknown) => each)
    expect(error).toMatchObject({ code: 'INVALID_INPUT', inputErrors: [{ field }] })
    expect(await db.review.count({ where: { orderLineId } })).toBe(0)
  })

  it('stores text without invisible characters, and at most one empty line in a row', async () => {
    const { shopper, orderLineId } = await newLine(await newProduct())
    const text = '  Good\u202e\u200b bowl. \r\n\r\n\r\n\r\n<script>alert(1)</script>  '
    const review = await writeReview(shop, shopper, { ...OK, text, orderLineId })
    expect(review.text).toBe('Good bowl.\n\n<script>alert(1)</script>')
  })

  it('allows 10 new reviews within 24 hours, and changes without limit', async () => {
    const shopper = await newShopper(app)
    const lines: string[] = []
    for (let i = 0; i < 11; i += 1) lines.push((await newLine(await newProduct(), shopper)).orderLineId)
    const write = (i: number, now?: Date) => writeReview(shop, shopper, { ...OK, orderLineId: lines[i]! }, now)
    // Concurrent calls cannot pass the limit together.
    const codes = await Promise.all(lines.map((_, i) => codeOf(write(i))))
    expect(codes.filter((code) => code === 'none')).toHaveLength(10)
    expect(codes.filter((code) => code === 'LIMIT_REACHED')).toHaveLength(1)
    const refused = codes.indexOf('LIMIT_REACHED')
    for (let i = 0; i < 11; i += 1) if (i !== refused) await write(i)
    expect(await codeOf(write(refused))).toBe('LIMIT_REACHED')
    expect(await codeOf(write(refused, new Date(Date.now() + 25 * 3_600_000)))).toBe('none')
  })

  it('does not review a product that the shop no longer has', async () => {
    const { shopper, orderLineId } = await newLine(await newProduct())
    await db.orderLine.update({ where: { id: orderLineId }, data: { productId: null } })
    expect(await codeOf(writeReview(shop, shopper, { ...OK, orderLineId }))).toBe('PRODUCT_NOT_FOUND')
  })
})

it('a review of a line that was cancelled before the shipment is refused', async () => {
  const shopper = await newShopper(app)
  const order = await newDelivered(app, shopper, { [BOWL]: 1, [CUP]: 1 })
  const line = order.lines[0]!
  await db.orderLine.update({ where: { id: line.id }, data: { cancelled: 1 } })
  expect(await codeOf(writeReview(shop, shopper, { ...OK, orderLineId: line.id }))).toBe('ORDER_NOT_DELIVERED')
  await writeReview(shop, shopper, { ...OK, orderLineId: order.lines[1]!.id })
})

describe('a withdrawn review', () => {
  it('loses its text, reply and stars, and can be written again', async () => {
    const productId = await newProduct()
    const { shopper, orderLineId } = await newLine(productId)
    const { id } = await writeReview(shop, shopper, { ...OK, orderLineId })
    await replyToReview(shop, actor, { id, text: 'Thank you!' })
    const withdrawn = await withdrawReview(shop, shopper, orderLineId)
    expect(withdrawn).toMatchObject({
      text: '',
      reply: null,
      repliedAt: null,
      photos: [],
      withdrawnAt: expect.any(Date),
    })
    expect(await withdrawReview(shop, shopper, orderLineId)).toEqual(withdrawn)
    expect((await productOf(productId)).starCounts).toEqual([0, 0, 0, 0, 0])
    expect(await codeOf(hideReview(shop, actor, { id, reason: 'x' }))).toBe('REVIEW_NOT_FOUND')
    expect(await codeOf(replyToReview(shop, actor, { id, text: 'x' }))).toBe('REVIEW_NOT_FOUND')
    expect(await writeReview(shop, shopper, { ...OK, orderLineId })).toMatchObject({ id, withdrawnAt: null })
    expect((await productOf(productId)).starCounts).toEqual([0, 0, 0, 0, 1])
  })

  it('fails without a review', async () => {
    const { shopper, orderLineId } = await newLine(await newProduct())
    expect(await codeOf(withdrawReview(shop, shopper, orderLineId))).toBe('REVIEW_NOT_FOUND')
  })
})

describe('a hidden review', () => {
  it('does not count, stays hidden when its author changes or rewrites it, and its author reads the reason', async () => {
    const productId = await newProduct()
    const { shopper, order, orderLineId } = await newLine(productId)
    const { id } = await writeReview(shop, shopper, { ...OK, orderLineId })
    await hideReview(shop, actor, { id, reason: 'It insults a person.' })
    await writeReview(shop, shopper, { ...OK, stars: 1, orderLineId })
    await withdrawReview(shop, shopper, orderLineId)
    await writeReview(shop, shopper, { ...OK, stars: 1, orderLineId })
    expect((await productOf(productId)).starCounts).toEqual([0, 0, 0, 0, 0])
    expect((await listReviews(shop, await productOf(productId), { first: 10, sort: 'NEWEST' })).edges).toEqual([])
    const query = `{ me { orders { nodes { id reviews { orderLineId stars hiddenReason } } } } }`
    const { data } = await ask(app, query, shopper)
    const own = data.me.orders.nodes.find((each: { id: string }) => each.id === order.id)
    expect(own.reviews).toEqual([{ orderLineId, stars: 1, hiddenReason: 'It insults a person.' }])
    await showReview(shop, actor, id)
    expect((await productOf(productId)).starCounts).toEqual([1, 0, 0, 0, 0])
    const actions = await db.auditEntry.findMany({ where: { subjectId: id }, orderBy: { id: 'asc' } })
    expect(actions.map(({ action, after }) => [action, after])).toEqual([
      ['hideReview', { reason: 'It insults a person.' }],
      ['showReview', { reason: null }],
    ])
  })

  it('needs a reason', async () => {
    for (const reason of ['', ' ', 'x'.repeat(501)])
      expect(await codeOf(hideReview(shop, actor, { id: randomUUID(), reason }))).toBe('INVALID_INPUT')
    for (const id of [randomUUID(), 'x'])
      expect(await codeOf(hideReview(shop, actor, { id, reason: 'x' }))).toBe('REVIEW_NOT_FOUND')
  })
})

describe('replyToReview', () => {
  it('replies once, also in two concurrent calls', async () => {
    const { shopper, orderLineId } = await newLine(await newProduct())
    const { id } = await writeReview(shop, shopper, { ...OK, orderLineId })
    const codes = await Promise.all(['One', 'Two'].map((text) => codeOf(replyToReview(shop, actor, { id, text }))))
    expect(codes.sort()).toEqual(['ALREADY_REPLIED', 'none'])
  })
})

describe('rating', () => {
  it('equals plain arithmetic over random changes', async () => {
    let seed = 7
    const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
    const productId = await newProduct(3)
    const lines: Awaited<ReturnType<typeof newLine>>[] = []
    for (let i = 0; i < 6; i += 1) lines.push(await newLine(productId))
    const kept = new Map<string, { stars: number; isHidden: boolean; isWithdrawn: boolean }>()
    let grade = 3
    const input = await productInputOf(productId)
    for (let step = 0; step < 150; step += 1) {
      const { shopper, orderLineId } = lines[random(6)]!
      const state = kept.get(orderLineId)
      const id = (await db.review.findUnique({ where: { orderLineId } }))?.id ?? ''
      const stars = 1 + random(5)
      const later = new Date(Date.now() + step * 25 * 3_600_000)
      switch (random(6)) {
        case 0:
        case 1:
          await writeReview(shop, shopper, { ...OK, stars, orderLineId }, later)
          kept.set(orderLineId, { isHidden: false, ...state, stars, isWithdrawn: false })
          break
        case 2:
          if (!state) break
          await withdrawReview(shop, shopper, orderLineId)
          state.isWithdrawn = true
          break
        case 3:
          if (!state || state.isWithdrawn) break
          await hideReview(shop, actor, { id, reason: 'A reason' })
          state.isHidden = true
          break
        case 4:
          if (!state || state.isWithdrawn) break
          await showReview(shop, actor, id)
          state.isHidden = false
          break
        default:
          grade = stars
          // Also as a statement that writes the column that shoppers see.
          if (random(2) === 0) await saveProduct(shop, actor, { id: productId, input: { ...input, rating: grade } })
          else if ((await productOf(productId)).rating === grade) grade = (await productOf(productId)).studioRating
          else await db.$executeRaw`UPDATE product SET rating = ${grade} WHERE id = ${productId}`
      }
      const shown = [...kept.values()].filter(({ isHidden, isWithdrawn }) => !isHidden && !isWithdrawn)
      const sum = shown.reduce((all, each) => all + each.stars, 0)
      const product = await productOf(productId)
      expect(product.starCounts).toEqual([1, 2, 3, 4, 5].map((n) => shown.filter((each) => each.stars === n).length))
      expect(product.studioRating).toBe(grade)
      expect(product.rating).toBe(shown.length < 3 ? grade : Math.floor((2 * sum + shown.length) / (2 * shown.length)))
      const average = shown.length === 0 ? null : Math.round((10 * sum) / shown.length) / 10
      expect(summaryOf(product.starCounts)).toEqual({ count: shown.length, average })
      expect(ratingSourceOf(product)).toBe(shown.length < 3 ? 'STUDIO' : 'BUYERS')
    }
  }, 120_000)

  it('does not change the version that staff compare', async () => {
    const productId = await newProduct(1)
    const lines = [await newLine(productId), await newLine(productId), await newLine(productId)]
    const { version } = await productOf(productId)
    for (const { shopper, orderLineId } of lines) await writeReview(shop, shopper, { ...OK, orderLineId })
    const summary = async () => (await ask(app, SUMMARY, { variables: { id: productId } })).data.product
    // A cached response is replaced as soon as the server hears of the change.
    await expect.poll(summary).toEqual({
      ratingSource: 'BUYERS',
      reviewSummary: { count: 3, average: 5, histogram: [0, 0, 0, 0, 3] },
    })
    const product = await productOf(productId)
    expect(product).toMatchObject({ version, rating: 5, studioRating: 1 })
    const input = await productInputOf(productId)
    // Staff set the grade to the number that shoppers see already.
    const saved = await saveProduct(shop, actor, { id: productId, version, input: { ...input, rating: 5 } })
    expect(saved).toMatchObject({ version: version + 1, rating: 5, studioRating: 5 })
  })

  it('is shown as the buyers’, the studio’s, or not at all', () => {
    const counts = (count: number) => [0, 0, 0, 0, count]
    const of = (count: number, isGraded: boolean) => ratingSourceOf({ starCounts: counts(count), isGraded })
    expect([0, 2, 3].map((count) => of(count, true))).toEqual(['STUDIO', 'STUDIO', 'BUYERS'])
    expect([0, 1, 3].map((count) => of(count, false))).toEqual(['NONE', 'BUYERS', 'BUYERS'])
    expect(summaryOf([1, 0, 0, 0, 3])).toEqual({ count: 4, average: 4 })
    expect(summaryOf([0, 0, 3, 0, 5])).toEqual({ count: 8, average: 4.3 })
  })
})

const SUMMARY = `query ($id: ID!) { product(id: $id) { ratingSource reviewSummary { count average histogram } } }`

async function productInputOf(id: string) {
  const { title, description, categoryId, discounted, original, rating, offer, imageUrl, imageAlt } =
    await productOf(id)
  const images = [{ url: imageUrl, alt: imageAlt }]
  return { title, description, categoryId, discounted, original, rating, offer, images }
}

describe('listReviews', () => {
  it('pages through each order without gaps', async () => {
    const productId = await newProduct()
    const stars = [3, 5, 3, 1, 5]
    for (const each of stars) {
      const { shopper, orderLineId } = await newLine(productId)
      await writeReview(shop, shopper, { ...OK, stars: each, text: `${each}`, orderLineId })
    }
    const pages = async (sort: string) => {
      const found: number[] = []
      let after: string | null = null
      do {
        const query = `query ($id: ID!, $after: String) { product(id: $id) { reviews(first: 2, after: $after, sort: ${sort}) {
          totalCount nodes { stars authorName createdAt photos { url } } pageInfo { hasNextPage endCursor } } } }`
        const { data } = await ask(app, query, { variables: { id: productId, after } })
        const { nodes, pageInfo, totalCount } = data.product.reviews
        expect(totalCount).toBe(5)
        found.push(...nodes.map((each: { stars: number }) => each.stars))
        after = pageInfo.hasNextPage ? pageInfo.endCursor : null
      } while (after)
      return found
    }
    expect(await pages('NEWEST')).toEqual([...stars].reverse())
    expect(await pages('HIGHEST')).toEqual([5, 5, 3, 3, 1])
    expect(await pages('LOWEST')).toEqual([1, 3, 3, 5, 5])
    const product = await productOf(productId)
    for (const [first, after] of [
      [0, null],
      [101, null],
      [1, 'x'],
    ] as const)
      expect(await codeOf(listReviews(shop, product, { first, after, sort: 'NEWEST' }))).toBe('INVALID_INPUT')
  })

  it('names the author by first name and initial, and nobody who left', async () => {
    const user = (firstName: string, lastName: string, deletedAt: Date | null = null) =>
      authorName({ user: { firstName, lastName, deletedAt } })
    expect(user('Asha', 'Rao')).toBe('Asha R.')
    expect(user('आशा', 'किरण')).toBe('आशा कि.')
    expect(user('Asha', '')).toBe('Asha')
    expect(user('Visit www.evil.example', 'Rao')).toBe('A buyer')
    expect(user('', '', new Date())).toBe('A buyer')
  })

  it('keeps a shown review of a deleted account without its name, and deletes the text of a hidden one', async () => {
    const productId = await newProduct()
    const shopper = await newShopper(app)
    const [shown, hidden] = [await newLine(productId, shopper), await newLine(productId, shopper)]
    for (const { orderLineId } of [shown, hidden]) await writeReview(shop, shopper, { ...OK, orderLineId })
    const { id } = await db.review.findUniqueOrThrow({ where: { orderLineId: hidden.orderLineId } })
    await hideReview(shop, actor, { id, reason: 'x' })
    const viewer = await db.user.findUniqueOrThrow({ where: { id: shopper.id } })
    await deleteAccount(shop, viewer, '192.0.2.7', { password: PASSWORD })
    const { edges } = await listReviews(shop, await productOf(productId), { first: 10, sort: 'NEWEST' })
    expect(edges.map(({ node }) => [authorName(node), node.text])).toEqual([['A buyer', 'Lovely glaze.']])
    expect(await db.review.findUniqueOrThrow({ where: { id } })).toMatchObject({
      text: '',
      withdrawnAt: expect.any(Date),
    })
  })
})

describe('listOfficeReviews', () => {
  it('filters by hidden and unanswered', async () => {
    const [hidden, answered, plain] = [
      await newLine(await newProduct()),
      await newLine(await newProduct()),
      await newLine(await newProduct()),
    ]
    const ids: string[] = []
    for (const { shopper, orderLineId } of [hidden, answered, plain])
      ids.push((await writeReview(shop, shopper, { ...OK, orderLineId })).id)
    await hideReview(shop, actor, { id: ids[0]!, reason: 'x' })
    await replyToReview(shop, actor, { id: ids[1]!, text: 'x' })
    const list = async (filter?: object) => {
      const { edges } = await listOfficeReviews(shop, { first: 100, filter })
      return edges.map(({ node }) => ids.indexOf(node.id)).filter((i) => i >= 0)
    }
    expect(await list()).toEqual([2, 1, 0])
    expect(await list({ hidden: true })).toEqual([0])
    expect(await list({ hidden: false })).toEqual([2, 1])
    expect(await list({ unanswered: true })).toEqual([2, 0])
    expect(await list({ unanswered: false, hidden: false })).toEqual([1])
  })
})

describe('a review link', () => {
  const keyFor = (orderId: string, issuedAt = new Date(), generation = 0) =>
    shop.reviewLinks.sign({ orderId, generation, issuedAt })

  it('reviews only the lines of its order', async () => {
    const shopper = await newShopper(app)
    const mine = await newLine(await newProduct(), shopper)
    const other = await newLine(await newProduct(), shopper)
    const linkKey = keyFor(mine.order.id)
    const found = await findReviewsByLink(shop, linkKey)
    expect(found!.lines.map(({ id }) => id)).toEqual([mine.orderLineId])
    await writeReview(shop, { linkKey }, { ...OK, orderLineId: mine.orderLineId })
    const { orderLineId } = other
    expect(await codeOf(writeReview(shop, { linkKey }, { ...OK, orderLineId }))).toBe('ORDER_ITEM_NOT_FOUND')
    expect(await codeOf(withdrawReview(shop, { linkKey }, orderLineId))).toBe('ORDER_ITEM_NOT_FOUND')
    const call = `mutation ($id: ID!, $key: String) { withdrawReview(orderLineId: $id, linkKey: $key) {
      review { withdrawnAt } userErrors { code } } }`
    const { data } = await ask(app, call, { variables: { id: mine.orderLineId, key: linkKey } })
    expect(data.withdrawReview.userErrors).toEqual([])
    expect((await findReviewsByLink(shop, linkKey))!.reviews[0]!.withdrawnAt).not.toBeNull()
  })

  it('gives no other right, and no other key works as one', async () => {
    const { shopper, order, orderLineId } = await newLine(await newProduct())
    const linkKey = keyFor(order.id)
    const orderKey = shop.orderLinks.sign({ orderId: order.id, generation: 0, issuedAt: new Date() })
    const query = `query ($key: String!) { orderByLink(key: $key) { number } reviewsByLink(key: $key) { number } }`
    const read = async (key: string) => (await ask(app, query, { variables: { key } })).data
    expect(await read(linkKey)).toMatchObject({ orderByLink: null, reviewsByLink: { number: expect.any(String) } })
    expect(await read(orderKey)).toMatchObject({ orderByLink: { number: expect.any(String) }, reviewsByLink: null })
    expect((await ask(app, '{ me { id } }', { token: linkKey })).errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED')
    const days = (n: number) => new Date(Date.now() - n * 24 * 3_600_000)
    expect(await read(keyFor(order.id, days(59)))).not.toMatchObject({ reviewsByLink: null })
    const bad = [keyFor(order.id, days(61)), keyFor(order.id, new Date(), 1), keyFor(randomUUID()), orderKey, '', 'x']
    bad.push(linkKey.slice(0, -1) + (linkKey.endsWith('A') ? 'B' : 'A'))
    for (const key of bad) {
      expect((await read(key)).reviewsByLink).toBeNull()
      expect(await codeOf(writeReview(shop, { linkKey: key }, { ...OK, orderLineId }))).toBe('ORDER_ITEM_NOT_FOUND')
    }
    await db.user.update({ where: { id: shopper.id }, data: { blockedAt: new Date() } })
    expect((await read(linkKey)).reviewsByLink).toBeNull()
    expect(await db.review.count({ where: { orderLineId } })).toBe(0)
  })
})
