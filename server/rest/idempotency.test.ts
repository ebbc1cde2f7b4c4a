import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'
import { ask, call } from '../testing/calls'
import { fillCart, newShopper } from '../testing/data/factories'
import { ADDRESS, BOWL, CUP, PASSWORD } from '../testing/data/fixtures'

const app = await startTestApp()
const { shop } = app

async function shopperWithCart() {
  const shopper = await newShopper(app, { [BOWL]: 5 })
  const post = (url: string, body: unknown, key?: string) =>
    call(app, 'POST', url, {
      token: shopper.token,
      body,
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  const quantityOf = async (productId: string) => {
    const { cart } = (await call(app, 'GET', '/api/user/cart', shopper)).json()
    return cart.find(({ _id }: { _id: string }) => _id === productId)?.qty ?? 0
  }
  return { ...shopper, post, quantityOf }
}

type Prepared = Awaited<ReturnType<typeof shopperWithCart>>

/** All personal POSTs: the body, another body for the same path, and a count of its effects. */
const POSTS = [
  {
    name: 'POST /api/user/cart',
    url: () => '/api/user/cart',
    status: 201,
    body: { product: { _id: CUP }, quantity: 2 },
    other: { product: { _id: CUP }, quantity: 3 },
    effect: ({ quantityOf }: Prepared) => quantityOf(CUP),
    once: 2,
  },
  {
    name: 'POST /api/user/cart/:productId',
    url: () => `/api/user/cart/${BOWL}`,
    status: 200,
    body: { action: { type: 'increment' } },
    other: { action: { type: 'decrement' } },
    effect: ({ quantityOf }: Prepared) => quantityOf(BOWL),
    once: 6,
  },
  {
    name: 'POST /api/user/wishlist',
    url: () => '/api/user/wishlist',
    status: 201,
    body: { product: { _id: CUP } },
    other: { product: { _id: BOWL } },
    effect: ({ id }: Prepared) => shop.db.wishlistItem.count({ where: { userId: id } }),
    once: 1,
  },
  {
    name: 'POST /api/user/address',
    url: () => '/api/user/address',
    status: 201,
    body: { address: ADDRESS },
    other: { address: { ...ADDRESS, city: 'Madurai' } },
    effect: ({ id }: Prepared) => shop.db.address.count({ where: { userId: id } }),
    once: 2,
  },
  {
    name: 'POST /api/user/address/:addressId',
    url: ({ addressId }: Prepared) => `/api/user/address/${addressId}`,
    status: 200,
    body: { address: { ...ADDRESS, city: 'Madurai' } },
    other: { address: { ...ADDRESS, city: 'Salem' } },
    effect: ({ id }: Prepared) => shop.db.address.count({ where: { userId: id, city: 'Madurai' } }),
    once: 1,
  },
]

const REUSED = [422, { errors: ['This idempotency key was already used for a different request.'] }]
const statusAndBody = ({ statusCode, json }: { statusCode: number; json(): unknown }) => [statusCode, json()]
const marked = (answer: { headers: object }) =>
  (answer.headers as Record<string, unknown>)['idempotent-replayed'] === 'true'

describe.each(POSTS)('Idempotency-Key of $name', ({ url, status, body, other, effect, once }) => {
  it('returns the stored response, marked as replayed', async () => {
    const shopper = await shopperWithCart()
    const first = await shopper.post(url(shopper), body, 'key')
    expect([first.statusCode, marked(first)]).toEqual([status, false])
    const again = await shopper.post(url(shopper), body, 'key')
    expect([again.statusCode, again.json(), marked(again)]).toEqual([status, first.json(), true])
    expect(await effect(shopper)).toBe(once)
  })

  it('applies ten simultaneous calls only once', async () => {
    const shopper = await shopperWithCart()
    const answers = await Promise.all(Array.from({ length: 10 }, () => shopper.post(url(shopper), body, 'key')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(status))
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1)
    expect(answers.filter((answer) => !marked(answer))).toHaveLength(1)
    expect(await effect(shopper)).toBe(once)
  })

  it.each([
    ['as bytes, by an earlier version of the shop', 'NULL'],
    ['before a field of it existed', `jsonb_build_object('id', '1')`],
  ])('returns the shape of the contract even if the result was stored %s', async (_, result) => {
    const shopper = await shopperWithCart()
    const first = await shopper.post(url(shopper), body, 'key')
    await shop.db.$executeRawUnsafe(`UPDATE idempotency_key SET result = ${result} WHERE user_id = '${shopper.id}'`)
    const again = await shopper.post(url(shopper), body, 'key')
    expect([again.statusCode, again.json(), marked(again)]).toEqual([status, first.json(), true])
    expect(await effect(shopper)).toBe(once)
  })

  it('is rejected for different input', async () => {
    const shopper = await shopperWithCart()
    await shopper.post(url(shopper), body, 'key')
    const answer = await shopper.post(url(shopper), other, 'key')
    expect([...statusAndBody(answer), marked(answer)]).toEqual([...REUSED, false])
    expect(await effect(shopper)).toBe(once)
  })

  it('can be reused after 24 hours, but not before', async () => {
    const shopper = await shopperWithCart()
    await shopper.post(url(shopper), body, 'key')
    const age = (hours: number) =>
      shop.db.idempotencyKey.updateMany({
        where: { userId: shopper.id },
        data: { createdAt: new Date(Date.now() - hours * 3600_000) },
      })
    await age(23.9)
    expect(marked(await shopper.post(url(shopper), body, 'key'))).toBe(true)
    await age(24.1)
    const answer = await shopper.post(url(shopper), other, 'key')
    expect([answer.statusCode, marked(answer)]).toEqual([status, false])
  })
})

describe('Idempotency-Key', () => {
  it.each(['', '   ', 'x'.repeat(201)])('refuses %j', async (key) => {
    const shopper = await shopperWithCart()
    const answer = await shopper.post('/api/user/cart', { product: { _id: CUP } }, key)
    expect(statusAndBody(answer)).toEqual([422, { errors: ['Please enter valid Idempotency Key'] }])
    expect(await shopper.quantityOf(CUP)).toBe(0)
  })

  it('is separate for each shopper', async () => {
    const [shopper, other] = [await shopperWithCart(), await shopperWithCart()]
    await shopper.post('/api/user/cart', { product: { _id: CUP }, quantity: 2 }, 'shared')
    const answer = await other.post('/api/user/cart', { product: { _id: CUP }, quantity: 3 }, 'shared')
    expect([answer.statusCode, marked(answer)]).toEqual([201, false])
    expect([await shopper.quantityOf(CUP), await other.quantityOf(CUP)]).toEqual([2, 3])
  })

  it('is separate for each operation', async () => {
    const shopper = await shopperWithCart()
    for (const { url, body, status } of POSTS) {
      const answer = await shopper.post(url(shopper), body, 'one for all')
      expect([answer.statusCode, marked(answer)]).toEqual([status, false])
    }
  })

  it('is rejected for another path of the same operation', async () => {
    const shopper = await shopperWithCart()
    await fillCart(app, shopper, { [CUP]: 1 })
    const body = { action: { type: 'increment' } }
    await shopper.post(`/api/user/cart/${BOWL}`, body, 'key')
    expect(statusAndBody(await shopper.post(`/api/user/cart/${CUP}`, body, 'key'))).toEqual(REUSED)
    await shopper.post(`/api/user/address/${shopper.addressId}`, { address: ADDRESS }, 'key')
    expect(statusAndBody(await shopper.post(`/api/user/address/${randomUUID()}`, { address: ADDRESS }, 'key'))).toEqual(
      REUSED,
    )
  })

  it('can be reused with any input after a failed call', async () => {
    const shopper = await shopperWithCart()
    const post = (_id: string, quantity = 1) => shopper.post('/api/user/cart', { product: { _id }, quantity }, 'key')
    expect((await post('nope')).statusCode).toBe(404)
    expect((await post(BOWL, 95)).statusCode).toBe(422)
    expect((await post(CUP, 0)).statusCode).toBe(422)
    expect((await shopper.post(`/api/user/cart/${CUP}`, { action: { type: 'increment' } }, 'key')).statusCode).toBe(404)
    expect((await shopper.post(`/api/user/address/${randomUUID()}`, { address: ADDRESS }, 'key')).statusCode).toBe(404)
    expect((await post(CUP, 3)).statusCode).toBe(201)
    expect(await shopper.quantityOf(CUP)).toBe(3)
  })

  it('replays the original response, regardless of later changes', async () => {
    const shopper = await shopperWithCart()
    const first = await shopper.post('/api/user/cart', { product: { _id: CUP } }, 'key')
    await call(app, 'DELETE', `/api/user/cart/${CUP}`, shopper)
    const again = await shopper.post('/api/user/cart', { product: { _id: CUP } }, 'key')
    expect(again.body).toBe(first.body)
    expect(await shopper.quantityOf(CUP)).toBe(0)
  })

  it('treats equivalent bodies as the same input', async () => {
    const shopper = await shopperWithCart()
    const first = await shopper.post('/api/user/cart', { product: { _id: CUP } }, 'key')
    const again = await shopper.post('/api/user/cart', { quantity: 1, product: { title: 'x', _id: ` ${CUP} ` } }, 'key')
    expect([again.body, marked(again)]).toEqual([first.body, true])
  })

  it("is shared with addToCart's idempotencyKey", async () => {
    const shopper = await shopperWithCart()
    await shopper.post('/api/user/cart', { product: { _id: CUP }, quantity: 2 }, 'key')
    const query = `mutation ($quantity: Int!) {
      addToCart(productId: "${CUP}", quantity: $quantity, idempotencyKey: "key") { cart { totalQuantity } userErrors { code field } }
    }`
    const { token } = shopper
    expect((await ask(app, query, { token, variables: { quantity: 2 } })).data.addToCart).toEqual({
      cart: { totalQuantity: 7 },
      userErrors: [],
    })
    expect((await ask(app, query, { token, variables: { quantity: 3 } })).data.addToCart).toEqual({
      cart: null,
      userErrors: [{ code: 'IDEMPOTENCY_KEY_REUSED', field: ['idempotencyKey'] }],
    })
    expect(await shopper.quantityOf(CUP)).toBe(2)
  })

  it('has no effect on GET, DELETE, signup and login', async () => {
    const shopper = await shopperWithCart()
    const headers = { 'idempotency-key': 'key' }
    for (let i = 0; i < 2; i++) {
      const { token } = shopper
      expect(marked(await call(app, 'GET', '/api/user/cart', { token, headers }))).toBe(false)
      expect(marked(await call(app, 'DELETE', `/api/user/cart/${BOWL}`, { token, headers }))).toBe(false)
      const body = { email: shopper.email, password: PASSWORD }
      expect(marked(await call(app, 'POST', '/api/auth/login', { body, headers }))).toBe(false)
    }
    const body = { email: `${randomUUID()}@x.example`, password: 'a long password', firstName: 'A', lastName: 'B' }
    expect((await call(app, 'POST', '/api/auth/signup', { body, headers })).statusCode).toBe(201)
    expect((await call(app, 'POST', '/api/auth/signup', { body, headers })).statusCode).toBe(422)
  })
})
