import { describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'
import { call } from '../testing/calls'
import { newShopper } from '../testing/data/factories'
import { BOWL, CUP, TIMESTAMP } from '../testing/data/fixtures'

const app = await startTestApp()

async function withWishlist() {
  const { token } = await newShopper(app)
  const to = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    call(app, method, `/api/user/wishlist${path}`, { token, body })
  return {
    add: (body: unknown) => to('POST', '', body),
    remove: (id: string) => to('DELETE', `/${id}`),
    get: () => to('GET', ''),
    ids: async () => idsOf(await to('GET', '')),
  }
}

const idsOf = (answer: { json<T>(): T }) =>
  answer.json<{ wishlist: { _id: string }[] }>().wishlist.map(({ _id }) => _id)
const statusAndBody = ({ statusCode, json }: { statusCode: number; json(): unknown }) => [statusCode, json()]

describe('GET /api/user/wishlist', () => {
  it('is empty at first, and separate for each shopper', async () => {
    const [mine, other] = [await withWishlist(), await withWishlist()]
    expect(statusAndBody(await mine.get())).toEqual([200, { wishlist: [] }])
    await mine.add({ product: { _id: BOWL } })
    await other.remove(BOWL)
    expect([await mine.ids(), await other.ids()]).toEqual([[BOWL], []])
  })
})

describe('POST /api/user/wishlist', () => {
  it('responds with 201 and the list, each item with exactly the fields of the contract', async () => {
    const { add, get } = await withWishlist()
    const answer = await add({ product: { _id: BOWL, title: 'a lie', price: { discounted: 1 } } })
    const { product } = (await call(app, 'GET', `/api/products/${BOWL}`)).json()
    const item = {
      ...product,
      createdAt: expect.stringMatching(TIMESTAMP),
      updatedAt: expect.stringMatching(TIMESTAMP),
    }
    expect(statusAndBody(answer)).toEqual([201, { wishlist: [item] }])
    expect((await get()).json()).toEqual(answer.json())
  })

  it('lists each product once, in the order in which the products were first added', async () => {
    const { add, ids } = await withWishlist()
    await add({ product: { _id: CUP } })
    await add({ product: { _id: BOWL } })
    const again = await add({ product: { _id: CUP } })
    expect([again.statusCode, idsOf(again)]).toEqual([201, [CUP, BOWL]])
    const answers = await Promise.all(Array.from({ length: 20 }, () => add({ product: { _id: 'grand-moon-jar' } })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(201))
    expect(await ids()).toEqual([CUP, BOWL, 'grand-moon-jar'])
  })

  it('responds with 404 for an unknown product', async () => {
    const { add } = await withWishlist()
    const answer = await add({ product: { _id: 'nope' } })
    expect(statusAndBody(answer)).toEqual([404, { errors: ['There is no such product.'] }])
  })

  it.each([...[undefined, null, BOWL, 7, [], {}], ...[null, '', '  ', 7, [BOWL], `${BOWL}\0`].map((_id) => ({ _id }))])(
    'refuses the product %j',
    async (product) => {
      const { add, ids } = await withWishlist()
      expect(statusAndBody(await add({ product }))).toEqual([422, { errors: ['Please enter valid Product'] }])
      expect(await ids()).toEqual([])
    },
  )
})

describe('DELETE /api/user/wishlist/:productId', () => {
  it('responds with 200 and the remaining products', async () => {
    const { add, remove, ids } = await withWishlist()
    await add({ product: { _id: BOWL } })
    await add({ product: { _id: CUP } })
    const answer = await remove(BOWL)
    expect([answer.statusCode, idsOf(answer)]).toEqual([200, [CUP]])
    expect(await ids()).toEqual([CUP])
  })

  it.each(['nope', CUP, '%00', `${BOWL}%00`])('changes nothing for %j', async (id) => {
    const { add, remove } = await withWishlist()
    await add({ product: { _id: BOWL } })
    const answer = await remove(id)
    expect([answer.statusCode, idsOf(answer)]).toEqual([200, [BOWL]])
  })
})
