import { describe, expect, it } from 'vitest'
import { startTestApp } from '../testing/app'
import { call } from '../testing/calls'
import { newShopper } from '../testing/data/factories'
import { BOWL, CUP, TIMESTAMP } from '../testing/data/fixtures'

const app = await startTestApp()

interface Line {
  _id: string
  qty: number
  createdAt: string
  updatedAt: string
}

async function withCart() {
  const shopper = await newShopper(app)
  const { token } = shopper
  const to = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) =>
    call(app, method, `/api/user/cart${path}`, { token, body })
  return {
    ...shopper,
    add: (body: unknown) => to('POST', '', body),
    change: (id: string, type: unknown) => to('POST', `/${id}`, { action: { type } }),
    remove: (id: string) => to('DELETE', `/${id}`),
    send: to,
    /** Ids and quantities, read with a separate call. */
    async quantities() {
      const { cart } = (await to('GET', '')).json<{ cart: Line[] }>()
      return cart.map(({ _id, qty }) => [_id, qty])
    },
  }
}

const refused = (status: number, message: unknown = expect.any(String)) => [status, { errors: [message] }]
const statusAndBody = ({ statusCode, json }: { statusCode: number; json(): unknown }) => [statusCode, json()]

describe('GET /api/user/cart', () => {
  it('is empty at first', async () => {
    const { send } = await withCart()
    expect(statusAndBody(await send('GET', ''))).toEqual([200, { cart: [] }])
  })

  it('is separate for each shopper', async () => {
    const [mine, other] = [await withCart(), await withCart()]
    await mine.add({ product: { _id: BOWL } })
    expect(await other.quantities()).toEqual([])
    expect(statusAndBody(await other.remove(BOWL))).toEqual([200, { cart: [] }])
    expect((await other.change(BOWL, 'increment')).statusCode).toBe(404)
    expect(await mine.quantities()).toEqual([[BOWL, 1]])
  })
})

describe('POST /api/user/cart', () => {
  it('responds with 201 and the whole cart, each line with exactly the fields of the contract', async () => {
    const { add, send } = await withCart()
    const answer = await add({ product: { _id: BOWL }, quantity: 2 })
    const { product } = (await call(app, 'GET', `/api/products/${BOWL}`)).json()
    const line = {
      ...product,
      qty: 2,
      createdAt: expect.stringMatching(TIMESTAMP),
      updatedAt: expect.stringMatching(TIMESTAMP),
    }
    expect(statusAndBody(answer)).toEqual([201, { cart: [line] }])
    expect((await send('GET', '')).json()).toEqual(answer.json())
  })

  it('adds one piece if no quantity is given', async () => {
    for (const quantity of [undefined, null]) {
      const { add, quantities } = await withCart()
      expect((await add({ product: { _id: BOWL }, quantity })).statusCode).toBe(201)
      expect(await quantities()).toEqual([[BOWL, 1]])
    }
  })

  it('increases the quantity of an existing line, and keeps the order of the lines', async () => {
    const { add, quantities } = await withCart()
    await add({ product: { _id: CUP }, quantity: 3 })
    await add({ product: { _id: BOWL } })
    const { cart } = (await add({ product: { _id: CUP }, quantity: 4 })).json<{ cart: Line[] }>()
    expect(cart.map(({ _id, qty }) => [_id, qty])).toEqual([
      [CUP, 7],
      [BOWL, 1],
    ])
    expect(await quantities()).toEqual([
      [CUP, 7],
      [BOWL, 1],
    ])
  })

  it("uses only the product's id from the body", async () => {
    const { add } = await withCart()
    const lie = {
      _id: BOWL,
      title: 'Free bowl',
      price: { discounted: 0, original: 1 },
      rating: 1,
      qty: 50,
      isBestseller: false,
    }
    const [line] = (await add({ product: lie, quantity: 1, qty: 9, cart: [] })).json().cart
    const { product } = (await call(app, 'GET', `/api/products/${BOWL}`)).json()
    expect(line).toMatchObject({ ...product, qty: 1 })
  })

  it('accepts a whole cart line as the product', async () => {
    const { add, quantities } = await withCart()
    const [line] = (await add({ product: { _id: BOWL } })).json().cart
    await add({ product: line })
    expect(await quantities()).toEqual([[BOWL, 2]])
  })

  it.each([0, -1, 100, 1.5, 1e9, 1e300, '2', 'x', '', true, [], [2], {}])(
    'rejects the quantity %j',
    async (quantity) => {
      const { add, quantities } = await withCart()
      const answer = await add({ product: { _id: BOWL }, quantity })
      expect(statusAndBody(answer)).toEqual(refused(422, expect.stringContaining('Please enter valid Quantity')))
      expect(await quantities()).toEqual([])
    },
  )

  it('allows at most 99 pieces of a product', async () => {
    const { add, quantities } = await withCart()
    expect((await add({ product: { _id: BOWL }, quantity: 99 })).statusCode).toBe(201)
    expect(statusAndBody(await add({ product: { _id: BOWL } }))).toEqual(refused(422))
    expect((await add({ product: { _id: CUP }, quantity: 60 })).statusCode).toBe(201)
    expect((await add({ product: { _id: CUP }, quantity: 40 })).statusCode).toBe(422)
    expect((await add({ product: { _id: CUP }, quantity: 39 })).statusCode).toBe(201)
    expect(await quantities()).toEqual([
      [BOWL, 99],
      [CUP, 99],
    ])
  })

  it('allows a quantity above the stock', async () => {
    const { add } = await withCart()
    expect((await add({ product: { _id: 'grand-moon-jar' }, quantity: 50 })).statusCode).toBe(201)
  })

  it.each(['nope', BOWL.toUpperCase(), '1', "' OR 1=1 --", 'कटोरा'])(
    'responds with 404 for the product %j',
    async (_id) => {
      const { add } = await withCart()
      expect(statusAndBody(await add({ product: { _id } }))).toEqual(refused(404, 'There is no such product.'))
    },
  )

  it.each([
    ...[undefined, null, '', BOWL, 7, true, [], [{ _id: BOWL }], {}, { id: BOWL }],
    ...[null, '', '  ', 7, true, [], [BOWL], { _id: BOWL }, `${BOWL}\0`, '\0', 'x'.repeat(201)].map((_id) => ({ _id })),
  ])('refuses the product %j', async (product) => {
    const { add, quantities } = await withCart()
    expect(statusAndBody(await add({ product, quantity: 1 }))).toEqual(refused(422, 'Please enter valid Product'))
    expect(await quantities()).toEqual([])
  })

  it('adds exactly thirty pieces for thirty simultaneous calls', async () => {
    const { add, quantities } = await withCart()
    const answers = await Promise.all(Array.from({ length: 30 }, () => add({ product: { _id: BOWL } })))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(201))
    expect(await quantities()).toEqual([[BOWL, 30]])
  })

  it('never exceeds 99 with simultaneous calls', async () => {
    const { add, quantities } = await withCart()
    const answers = await Promise.all(Array.from({ length: 15 }, () => add({ product: { _id: BOWL }, quantity: 10 })))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(9)
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(6)
    expect(await quantities()).toEqual([[BOWL, 90]])
  })
})

describe('POST /api/user/cart/:productId', () => {
  it('responds with 200 and the cart after adding or removing one piece', async () => {
    const { add, change, send } = await withCart()
    await add({ product: { _id: BOWL }, quantity: 2 })
    const up = await change(BOWL, 'increment')
    expect([up.statusCode, up.json().cart[0].qty]).toEqual([200, 3])
    expect(Object.keys(up.json())).toEqual(['cart'])
    const down = await change(BOWL, 'decrement')
    expect([down.statusCode, down.json().cart[0].qty]).toEqual([200, 2])
    expect((await send('GET', '')).json()).toEqual(down.json())
  })

  it('keeps a quantity of 1 on a decrement', async () => {
    const { add, change, quantities } = await withCart()
    await add({ product: { _id: BOWL } })
    for (let i = 0; i < 3; i++) expect((await change(BOWL, 'decrement')).statusCode).toBe(200)
    expect(await quantities()).toEqual([[BOWL, 1]])
  })

  it('never exceeds a quantity of 99', async () => {
    const { add, change, quantities } = await withCart()
    await add({ product: { _id: BOWL }, quantity: 99 })
    expect(statusAndBody(await change(BOWL, 'increment'))).toEqual(refused(422))
    expect(await quantities()).toEqual([[BOWL, 99]])
  })

  it('responds with 404 for a product that is not in the cart', async () => {
    const { change, add } = await withCart()
    await add({ product: { _id: BOWL } })
    for (const id of [CUP, 'nope', '%00', `${BOWL}%00`, 'x'.repeat(500)]) {
      expect(statusAndBody(await change(id, 'increment'))).toEqual(refused(404))
    }
  })

  it.each([undefined, null, '', 'INCREMENT', ' increment', 'delete', 1, true, ['increment'], {}, '__proto__'])(
    'rejects the action type %j',
    async (type) => {
      const { add, change, quantities } = await withCart()
      await add({ product: { _id: BOWL } })
      expect(statusAndBody(await change(BOWL, type))).toEqual(refused(422, 'Please enter valid Action'))
      expect(await quantities()).toEqual([[BOWL, 1]])
    },
  )

  it.each([undefined, null, 'increment', 7, [], [{ type: 'increment' }]])('rejects the action %j', async (action) => {
    const { add, send } = await withCart()
    await add({ product: { _id: BOWL } })
    expect(statusAndBody(await send('POST', `/${BOWL}`, { action }))).toEqual(refused(422, 'Please enter valid Action'))
  })

  it('applies each of thirty simultaneous changes exactly once', async () => {
    const { add, change, quantities } = await withCart()
    await add({ product: { _id: BOWL }, quantity: 20 })
    const types = Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? 'decrement' : 'increment'))
    await Promise.all(types.map((type) => change(BOWL, type)))
    expect(await quantities()).toEqual([[BOWL, 30]])
  })

  it('changes updatedAt, and keeps createdAt', async () => {
    const { id, add, change } = await withCart()
    await add({ product: { _id: BOWL } })
    const longAgo = new Date('2026-01-01T00:00:00.500Z')
    const line = { cart: { userId: id } }
    await app.shop.db.cartLine.updateMany({ where: line, data: { createdAt: longAgo, updatedAt: longAgo } })
    const [changed] = (await change(BOWL, 'increment')).json<{ cart: Line[] }>().cart
    expect(changed!.createdAt).toBe('2026-01-01T00:00:00Z')
    expect(changed!.updatedAt > '2026-01-01T00:00:00Z').toBe(true)
  })
})

describe('DELETE /api/user/cart/:productId', () => {
  it('responds with 200 and the remaining lines', async () => {
    const { add, remove, quantities } = await withCart()
    await add({ product: { _id: BOWL }, quantity: 5 })
    await add({ product: { _id: CUP } })
    const answer = await remove(BOWL)
    expect([answer.statusCode, answer.json().cart.map(({ _id }: Line) => _id)]).toEqual([200, [CUP]])
    expect(await quantities()).toEqual([[CUP, 1]])
  })

  it.each(['nope', CUP, '%00', `${BOWL}%00`, 'a%20b', "'%20OR%201=1"])('changes nothing for %j', async (id) => {
    const { add, remove } = await withCart()
    await add({ product: { _id: BOWL } })
    const answer = await remove(id)
    expect([answer.statusCode, answer.json().cart.map(({ _id }: Line) => _id)]).toEqual([200, [BOWL]])
  })

  it('needs no body, and accepts an empty one', async () => {
    const { token, add, quantities } = await withCart()
    await add({ product: { _id: BOWL } })
    const headers = { authorization: token, 'content-type': 'application/json' }
    const answer = await app.inject({ method: 'DELETE', url: `/api/user/cart/${BOWL}`, headers })
    expect(answer.statusCode).toBe(200)
    expect(await quantities()).toEqual([])
  })
})

describe('POST /api/user/cart/choices', () => {
  const NONE = { couponCode: null, giftWrap: false, giftMessage: null, hidePrices: false }

  it('changes the given choices, and null resets one', async () => {
    const { add, send } = await withCart()
    await add({ product: { _id: BOWL } })
    const choose = async (choices: unknown) => statusAndBody(await send('POST', '/choices', { choices }))
    expect(await choose({})).toEqual([200, { choices: NONE }])
    const chosen = { ...NONE, couponCode: 'BOHO', giftMessage: 'For Asha' }
    expect(await choose({ couponCode: 'boho', giftMessage: ' For Asha ' })).toEqual([200, { choices: chosen }])
    expect(await choose({ hidePrices: true, giftWrap: true, couponCode: null })).toEqual([
      200,
      { choices: { ...chosen, hidePrices: true, giftWrap: true, couponCode: null } },
    ])
    expect(await choose({ giftMessage: null })).toMatchObject([200, { choices: { giftMessage: null } }])
  })

  it.each<[object, string]>([
    [{ giftMessage: 'x'.repeat(301) }, 'The gift message can have at most 300 characters. It has 301.'],
    [{ giftMessage: 'x\n'.repeat(60) }, 'The gift message can have at most 12 lines. It has 60.'],
    [{ giftMessage: 5 }, 'Please enter valid Gift Message'],
    [{ giftWrap: 'yes' }, 'Please enter valid Gift Wrap'],
    [{ hidePrices: 1 }, 'Please enter valid Hide Prices'],
  ])('refuses %j and changes nothing', async (choices, message) => {
    const { send } = await withCart()
    const body = { choices: { ...choices, couponCode: null } }
    expect(statusAndBody(await send('POST', '/choices', body))).toEqual(refused(422, message))
    expect(statusAndBody(await send('POST', '/choices', { choices: {} }))).toEqual([200, { choices: NONE }])
  })

  it('refuses unknown coupons and bodies without choices', async () => {
    const { send } = await withCart()
    expect(statusAndBody(await send('POST', '/choices', { choices: { couponCode: 'NOPE' } }))).toEqual(refused(404))
    for (const body of [{}, { choices: null }, { choices: 'x' }, []])
      expect((await send('POST', '/choices', body)).statusCode).toBe(422)
  })
})
