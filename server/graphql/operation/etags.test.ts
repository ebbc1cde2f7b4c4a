import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { orderNumber } from '../../domain/orders/order'
import { startTestApp } from '../../testing/app'
import { ask, call } from '../../testing/calls'
import { checkOut, fillCart, newShopper, payFor, type Shopper } from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'

const app = await startTestApp()
const FOLLOW = `query ($number: String!) { me { order(number: $number) { ...Parts } } }
  fragment Parts on Order { number version status timeline { status at } items { title image { url } lineTotal } priceDetails { totalAmount } }`

interface Get {
  query?: string
  token?: string
  tag?: string
  headers?: Record<string, string>
  extensions?: string
}

function get(number: string, { query, token, tag, headers, extensions }: Get) {
  const params = new URLSearchParams({ variables: JSON.stringify({ number }) })
  if (extensions) params.set('extensions', extensions)
  if (query) params.set('query', query)
  return call(app, 'GET', `/graphql?${params.toString()}`, {
    token,
    headers: { ...headers, ...(tag && { 'if-none-match': tag }) },
  })
}

async function newOrder(shopper: Shopper) {
  await fillCart(app, shopper, { [BOWL]: 1 })
  const checkout = await checkOut(app, shopper)
  return { checkout, number: orderNumber(checkout.order) }
}

const asha = await newShopper(app)
const { token } = asha
const { checkout, number } = await newOrder(asha)

const tagOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['etag'])

describe('an order that a client polls', () => {
  it('returns 304 while it is unchanged, and 200 with a higher version after a change', async () => {
    const first = await get(number, { query: FOLLOW, token })
    expect(first.json().data.me.order).toMatchObject({ number, status: 'AWAITING_PAYMENT' })
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[\w-]{22}"$/),
      'cache-control': 'no-store',
    })
    const unchanged = () => get(number, { query: FOLLOW, token, tag: tagOf(first) })
    const { statusCode, body, headers } = await unchanged()
    expect([statusCode, body, headers['etag'], headers['content-type']]).toEqual([304, '', tagOf(first), undefined])
    const input = await payFor(app, checkout)
    const paid = await ask(
      app,
      'mutation ($input: ConfirmPaymentInput!) { confirmPayment(input: $input) { order { version } } }',
      {
        token,
        variables: { input },
      },
    )
    const second = await unchanged()
    expect(second.statusCode).toBe(200)
    expect(second.json().data.me.order).toMatchObject({
      status: 'PAID',
      version: paid.data.confirmPayment.order.version,
    })
    expect(second.json().data.me.order.version).toBeGreaterThan(first.json().data.me.order.version)
    expect((await get(number, { query: FOLLOW, token, tag: tagOf(second) })).statusCode).toBe(304)
  })

  it('gets a new ETag when its row or timeline changes, even if the change is made directly in the database', async () => {
    const { number, checkout } = await newOrder(asha)
    const { id } = checkout.order
    const changes = [
      () => app.shop.db.$executeRaw`UPDATE shop_order SET delivery_city = 'Pune' WHERE id = ${id}::uuid`,
      () =>
        app.shop.db.orderEvent.create({
          data: { orderId: id, status: 'AWAITING_PAYMENT', source: 'SHOP', note: 'Packed.' },
        }),
    ]
    for (const change of changes) {
      const tag = tagOf(await get(number, { query: FOLLOW, token }))
      await change()
      expect((await get(number, { query: FOLLOW, token, tag })).statusCode).toBe(200)
    }
  })

  it('supports ETags with persisted queries and with several tags', async () => {
    const sha256Hash = createHash('sha256').update(FOLLOW).digest('hex')
    const extensions = JSON.stringify({ persistedQuery: { version: 1, sha256Hash } })
    const tag = tagOf(await get(number, { query: FOLLOW, extensions, token }))
    expect((await get(number, { extensions, token, tag })).statusCode).toBe(304)
    expect((await get(number, { extensions, token, tag: `"other", ${tag}` })).statusCode).toBe(304)
  })

  it('returns 304 only to its owner', async () => {
    const tag = tagOf(await get(number, { query: FOLLOW, token }))
    const other = await newShopper(app)
    for (const headers of [{ token: other.token }, {}]) {
      const answer = await get(number, { query: FOLLOW, tag, ...headers })
      expect(answer.statusCode).toBe(200)
      expect(answer.json().data.me?.order ?? null).toBeNull()
      expect(tagOf(answer)).not.toBe(tag)
    }
    const bad = await get(number, { query: FOLLOW, tag, token: 'bad' })
    expect(bad.json().errors[0].extensions.code).toBe('UNAUTHENTICATED')
    expect(bad.headers['etag']).toBeUndefined()
  })
})

describe('a personal response to GET', () => {
  const parts = [
    'actions',
    'returnableUntil',
    'invoice { kind }',
    'items { product { quantityAvailable } }',
    'items { image { url(absolute: true) } }',
    'items { image { url(width: 240) } }',
  ]
  const order = (inner: string) => `query ($number: String!) { me { order(number: $number) { version ${inner} } } }`

  it.each([
    ...parts.map(order),
    'query ($number: String!) { me { firstName order(number: $number) { version } } }',
    'query ($number: String!) { me { order(number: $number) { version } } shop { name } }',
    'query ($number: String!) { me { a: order(number: $number) { version } b: order(number: "CER-000001") { version } } }',
    'query ($number: String!, $more: Boolean = true) { me { order(number: $number) { version status @include(if: $more) } } }',
    'query ($number: String!) { me { cart { version } orders { totalCount } order(number: $number) { version } } }',
  ])('is 304 if its bytes are unchanged: %s', async (query) => {
    const headers = { host: 'localhost' }
    const first = await get(number, { query, token, headers })
    expect(first.json().errors).toBeUndefined()
    const again = await get(number, { query, token, tag: tagOf(first), headers })
    expect([again.statusCode, again.body, again.headers['content-length']]).toEqual([304, '', undefined])
  })

  it('changes with the catalogue if it contains catalogue fields', async () => {
    const query = order('items { product { quantityAvailable } }')
    const tag = tagOf(await get(number, { query, token }))
    await app.shop.db.product.update({ where: { id: BOWL }, data: { stock: { decrement: 1 } } })
    expect((await get(number, { query, token, tag })).statusCode).toBe(200)
  })

  it('has no ETag if it failed or was sent by POST, but has one if it contains its cost', async () => {
    const failed = await get(number, { query: '{ me { orders(first: 0) { totalCount } } }', token })
    const posted = await call(app, 'POST', '/graphql', { token, body: { query: FOLLOW, variables: { number } } })
    for (const answer of [failed, posted]) expect(answer.headers['etag']).toBeUndefined()
    const costly = { query: FOLLOW, token, headers: { 'x-cost': '1' } }
    const first = await get(number, costly)
    expect((await get(number, { ...costly, tag: tagOf(first) })).statusCode).toBe(304)
    expect(first.json().extensions.cost.requested).toBeGreaterThan(0)
  })
})
