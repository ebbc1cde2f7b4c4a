import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { INITIAL_CHOICES, type CartChoices } from '../shared/validation'
import { startTestApp } from '../testing/app'
import { ask } from '../testing/calls'
import { newShopper, setStock } from '../testing/data/factories'
import { BOWL, CUP, PASSWORD, TIMESTAMP } from '../testing/data/fixtures'

const app = await startTestApp()
const { db } = app.shop

const JAR = 'grand-moon-jar'

const CART = `cart {
  id version totalQuantity giftWrap giftMessage hidePrices coupon { code value description }
  items { id quantity lineTotal estimatedDelivery createdAt updatedAt product { id } }
  couponOffers { savings best coupon { code value } }
  priceDetails {
    cartTotal offerDiscount couponDiscount giftWrap convenienceFee totalDiscount totalAmount trace { code label amount }
  }
  warnings { code message productId }
}`
const ERRORS = 'userErrors { code message field }'

/** The cart mutations with their arguments as the contract declares them. */
const MUTATIONS = {
  addToCart: '$productId: ID!, $quantity: Int!, $idempotencyKey: String',
  setCartQuantity: '$productId: ID!, $quantity: Int!',
  changeCartQuantity: '$productId: ID!, $action: QuantityAction!, $idempotencyKey: String',
  removeFromCart: '$productId: ID!',
  clearCart: '',
  moveToWishlist: '$productId: ID!',
  applyCoupon: '$code: String!',
  removeCoupon: '',
  setGiftWrap: '$giftWrap: Boolean!',
  setCartChoices: '$input: CartChoicesInput!',
}
type Name = keyof typeof MUTATIONS

function documentOf(name: Name): string {
  const declared = MUTATIONS[name]
  const passed = [...declared.matchAll(/\$(\w+)/g)].map(([, argument]) => `${argument}: $${argument}`).join(', ')
  const wishlist = name === 'moveToWishlist' ? 'wishlist { product { id } }' : ''
  return `mutation ${declared && `(${declared})`} { ${name}${passed && `(${passed})`} { ${CART} ${wishlist} ${ERRORS} } }`
}

async function newCart() {
  const shopper = await newShopper(app)
  const run = async (name: Name, variables?: Record<string, unknown>) => {
    const { data, errors } = await ask(app, documentOf(name), { token: shopper.token, variables })
    expect(errors).toBeUndefined()
    return data[name]
  }
  return {
    ...shopper,
    run,
    add: (productId: string, quantity = 1) => run('addToCart', { productId, quantity }),
    read: async () => (await ask(app, `{ me { ${CART} } }`, { token: shopper.token })).data.me.cart,
    wishlist: async (): Promise<string[]> => {
      const { data } = await ask(app, '{ me { wishlist { product { id } } } }', { token: shopper.token })
      return data.me.wishlist.map((item: { product: { id: string } }) => item.product.id)
    },
  }
}

const quantities = (cart: { items: { product: { id: string }; quantity: number }[] }) =>
  cart.items.map(({ product, quantity }) => [product.id, quantity])

const failed = (code: string, field: string[] | null, message: unknown = expect.any(String)) =>
  expect.objectContaining({ cart: null, userErrors: [{ code, field, message }] })

describe('cart', () => {
  it('starts empty, at version 0', async () => {
    const { read } = await newCart()
    expect(await read()).toEqual({
      id: expect.any(String),
      version: 0,
      totalQuantity: 0,
      giftWrap: false,
      giftMessage: null,
      hidePrices: false,
      coupon: null,
      items: [],
      couponOffers: [
        { savings: 0, best: false, coupon: { code: 'SUMMER', value: 50 } },
        { savings: 0, best: false, coupon: { code: 'BOHO', value: 15 } },
      ],
      priceDetails: {
        ...{
          cartTotal: 0,
          offerDiscount: 0,
          couponDiscount: 0,
          giftWrap: 0,
          convenienceFee: 0,
          totalDiscount: 0,
          totalAmount: 0,
        },
        trace: expect.any(Array),
      },
      warnings: [],
    })
  })

  it('adds up prices, coupon and gift wrap, and shows each part', async () => {
    const { add, run, read } = await newCart()
    await add(BOWL, 2)
    await add(CUP, 3)
    await run('applyCoupon', { code: 'boho' })
    const { cart, userErrors } = await run('setGiftWrap', { giftWrap: true })
    expect(userErrors).toEqual([])
    // 2 x 1199 + 3 x 270 = 3208, reduced from 2 x 2398 + 3 x 900 = 7496; 15 percent of 3208 is 481.2.
    expect(cart.priceDetails).toEqual({
      cartTotal: 7496,
      offerDiscount: 4288,
      couponDiscount: 481,
      giftWrap: 30,
      convenienceFee: 0,
      totalDiscount: 4769,
      totalAmount: 2757,
      trace: [
        { code: 'CART_TOTAL', label: expect.any(String), amount: 7496 },
        { code: 'OFFER_DISCOUNT', label: expect.any(String), amount: -4288 },
        { code: 'COUPON', label: expect.stringContaining('BOHO'), amount: -481 },
        { code: 'GIFT_WRAP', label: expect.any(String), amount: 30 },
        { code: 'CONVENIENCE_FEE', label: expect.any(String), amount: 0 },
        { code: 'SHIPPING', label: expect.stringContaining('FREEDEL'), amount: 0 },
      ],
    })
    expect(cart.totalQuantity).toBe(5)
    expect(cart.items.map(({ lineTotal }: { lineTotal: number }) => lineTotal)).toEqual([2398, 810])
    expect(cart.couponOffers).toEqual([
      { savings: 1604, best: true, coupon: { code: 'SUMMER', value: 50 } },
      { savings: 481, best: false, coupon: { code: 'BOHO', value: 15 } },
    ])
    expect(cart).toEqual(await read())
  })

  it('gives each line a fixed delivery day, three to ten days from today', async () => {
    const { add, read } = await newCart()
    const day = () => Date.parse(new Date(Date.now() + 5.5 * 3600_000).toISOString().slice(0, 10))
    const before = day()
    for (const id of [BOWL, CUP, JAR]) await add(id)
    const { items } = await read()
    const after = day()
    for (const { estimatedDelivery, createdAt, updatedAt } of items) {
      expect(estimatedDelivery).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect((Date.parse(estimatedDelivery) - before) / (24 * 3600_000)).toBeGreaterThanOrEqual(3)
      expect((Date.parse(estimatedDelivery) - after) / (24 * 3600_000)).toBeLessThanOrEqual(10)
      expect([createdAt, updatedAt]).toEqual([expect.stringMatching(TIMESTAMP), expect.stringMatching(TIMESTAMP)])
    }
    await add(BOWL)
    const days = (cart: { items: { estimatedDelivery: string }[] }) => cart.items.map((item) => item.estimatedDelivery)
    expect(days(await read())).toEqual(days({ items }))
  })

  it('warns about stock and price changes, and stays usable', async () => {
    const { add, run, read } = await newCart()
    await add(JAR, 4)
    await add(CUP)
    expect((await read()).warnings).toEqual([
      { code: 'NOT_ENOUGH_STOCK', productId: JAR, message: 'Only 3 left of Grand Moon Jar, Milk white.' },
    ])
    const { discounted } = await db.product.findUniqueOrThrow({ where: { id: CUP } })
    await db.product.update({ where: { id: CUP }, data: { discounted: discounted + 11 } })
    await setStock(app, { [CUP]: 0 })
    expect((await read()).warnings).toEqual([
      expect.objectContaining({ productId: JAR }),
      { code: 'NOT_ENOUGH_STOCK', productId: CUP, message: 'Celadon Chai Cup is sold out.' },
      {
        code: 'PRICE_CHANGED',
        productId: CUP,
        message: 'The price of Celadon Chai Cup changed from Rs. 270 to Rs. 281.',
      },
    ])
    expect((await run('setGiftWrap', { giftWrap: true })).userErrors).toEqual([])
    await db.product.update({ where: { id: CUP }, data: { discounted: discounted - 70 } })
    expect((await read()).warnings[2].message).toBe('The price of Celadon Chai Cup changed from Rs. 270 to Rs. 200.')
    await db.product.update({ where: { id: CUP }, data: { discounted } })
    await setStock(app, { [CUP]: 40 })
    expect((await read()).warnings).toHaveLength(1)
    expect((await run('setCartQuantity', { productId: JAR, quantity: 3 })).cart.warnings).toEqual([])
  })
})

describe('every mutation of a cart', () => {
  const variables: Record<Name, Record<string, unknown>> = {
    addToCart: { productId: BOWL, quantity: 1 },
    setCartQuantity: { productId: BOWL, quantity: 2 },
    changeCartQuantity: { productId: BOWL, action: 'INCREMENT' },
    removeFromCart: { productId: BOWL },
    clearCart: {},
    moveToWishlist: { productId: BOWL },
    applyCoupon: { code: 'SUMMER' },
    removeCoupon: {},
    setGiftWrap: { giftWrap: true },
    setCartChoices: { input: { couponCode: 'SUMMER', giftWrap: true } },
  }

  it.each(Object.keys(MUTATIONS) as Name[])('%s needs a valid token', async (name) => {
    for (const headers of [{}, { authorization: 'Bearer garbage' }] as Record<string, string>[]) {
      const { data, errors } = await ask(app, documentOf(name), { headers, variables: variables[name] })
      expect([data, errors!.map(({ extensions }) => extensions)]).toEqual([null, [{ code: 'UNAUTHENTICATED' }]])
      expect(errors![0]!.message).toMatch(headers['authorization'] ? /token is invalid/ : /needs a token/)
    }
  })

  it.each(Object.keys(MUTATIONS) as Name[])('%s increments the version', async (name) => {
    const { add, run, read } = await newCart()
    await add(BOWL)
    if (name === 'removeCoupon') await run('applyCoupon', { code: 'BOHO' })
    const before = await read()
    const { cart, userErrors } = await run(name, variables[name])
    expect([userErrors, cart.version]).toEqual([[], before.version + 1])
    expect(await read()).toEqual(cart)
  })
})

describe('a mutation', () => {
  it('keeps the version if it changes nothing', async () => {
    const { add, run, read } = await newCart()
    await add(BOWL)
    await run('applyCoupon', { code: 'BOHO' })
    const before = await read()
    for (const [name, variables] of [
      ['setCartQuantity', { productId: BOWL, quantity: 1 }],
      ['changeCartQuantity', { productId: BOWL, action: 'DECREMENT' }],
      ['removeFromCart', { productId: CUP }],
      ['removeFromCart', { productId: `${BOWL}\0` }],
      ['applyCoupon', { code: ' boho ' }],
      ['setGiftWrap', { giftWrap: false }],
      ['setCartChoices', { input: { couponCode: 'boho', giftWrap: false } }],
      ['setCartChoices', { input: { giftWrap: null } }],
      ['setCartChoices', { input: {} }],
    ] as const) {
      expect([name, await run(name, variables)]).toEqual([name, { cart: before, userErrors: [] }])
    }
    await run('removeCoupon')
    await run('clearCart')
    const empty = await read()
    expect((await run('removeCoupon')).cart).toEqual(empty)
    expect((await run('clearCart')).cart).toEqual(empty)
  })

  it('keeps the version if it fails', async () => {
    const { add, run, read } = await newCart()
    await add(BOWL, 99)
    const before = await read()
    await run('addToCart', { productId: BOWL, quantity: 1 })
    await run('addToCart', { productId: 'nope', quantity: 1 })
    await run('moveToWishlist', { productId: CUP })
    await run('applyCoupon', { code: 'FREEDEL' })
    expect(await read()).toEqual(before)
  })

  it('keeps the version if it is replayed, and returns the cart as it was after the first call', async () => {
    const { run, read } = await newCart()
    const variables = { productId: BOWL, quantity: 2, idempotencyKey: randomUUID() }
    const first = await run('addToCart', variables)
    await run('setGiftWrap', { giftWrap: true })
    expect(await run('addToCart', variables)).toEqual(first)
    expect((await read()).version).toBe(2)
  })

  it('is applied only once if it is replayed, even if it is an increment', async () => {
    const { add, run, read } = await newCart()
    await add(BOWL, 1)
    const step = { productId: BOWL, action: 'INCREMENT', idempotencyKey: randomUUID() }
    for (let times = 0; times < 3; times += 1) await run('changeCartQuantity', step)
    expect(quantities(await read())).toEqual([[BOWL, 2]])
  })
})

describe('addToCart', () => {
  it('adds one if no quantity is given, and adds to the existing line', async () => {
    const { token, add, read } = await newCart()
    await ask(app, `mutation { addToCart(productId: "${BOWL}") { userErrors { code } } }`, { token })
    await add(BOWL, 4)
    expect(quantities(await read())).toEqual([[BOWL, 5]])
  })

  it.each([0, -1, 100, 2_147_483_647])('rejects the quantity %d', async (quantity) => {
    const { add } = await newCart()
    expect(await add(BOWL, quantity)).toEqual(failed('INVALID_INPUT', ['quantity'], 'Please enter valid Quantity'))
  })

  it('rejects a quantity that would exceed 99', async () => {
    const { add } = await newCart()
    await add(BOWL, 90)
    expect(await add(BOWL, 10)).toEqual(failed('INVALID_INPUT', ['quantity']))
  })

  it('rejects an unknown product', async () => {
    const { add } = await newCart()
    expect(await add('nope')).toEqual(failed('PRODUCT_NOT_FOUND', ['productId']))
    for (const id of ['', '  ', '\0']) expect(await add(id)).toEqual(failed('INVALID_INPUT', ['productId']))
  })

  it('rejects an idempotency key that is invalid or was used for another call', async () => {
    const { run } = await newCart()
    for (const idempotencyKey of ['', ' ', 'x'.repeat(201), '\0']) {
      const answer = await run('addToCart', { productId: BOWL, quantity: 1, idempotencyKey })
      expect(answer).toEqual(failed('INVALID_INPUT', ['idempotencyKey']))
    }
    await run('addToCart', { productId: BOWL, quantity: 1, idempotencyKey: 'key' })
    const reused = await run('addToCart', { productId: CUP, quantity: 1, idempotencyKey: 'key' })
    expect(reused).toEqual(failed('IDEMPOTENCY_KEY_REUSED', ['idempotencyKey']))
  })

  it('counts each of thirty simultaneous calls once, with a separate version for each', async () => {
    const { add, read } = await newCart()
    const answers = await Promise.all(Array.from({ length: 30 }, () => add(BOWL)))
    expect(answers.map(({ cart }) => cart.version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, i) => i + 1),
    )
    for (const { cart } of answers) expect(cart.totalQuantity).toBe(cart.version)
    expect(await read()).toMatchObject({ version: 30, totalQuantity: 30 })
  })
})

describe('setCartQuantity', () => {
  it('sets quantities from 1 to 99', async () => {
    const { add, run } = await newCart()
    await add(BOWL)
    for (const quantity of [99, 1]) {
      expect(quantities((await run('setCartQuantity', { productId: BOWL, quantity })).cart)).toEqual([[BOWL, quantity]])
    }
  })

  it.each([0, -1, 100])('refuses %d', async (quantity) => {
    const { add, run } = await newCart()
    await add(BOWL)
    expect(await run('setCartQuantity', { productId: BOWL, quantity })).toEqual(failed('INVALID_INPUT', ['quantity']))
  })
})

describe('changeCartQuantity', () => {
  it('stops at 99 and at 1', async () => {
    const { add, run } = await newCart()
    await add(BOWL, 98)
    expect((await run('changeCartQuantity', { productId: BOWL, action: 'INCREMENT' })).cart.totalQuantity).toBe(99)
    const above = await run('changeCartQuantity', { productId: BOWL, action: 'INCREMENT' })
    expect(above).toEqual(failed('INVALID_INPUT', ['quantity']))
    await run('setCartQuantity', { productId: BOWL, quantity: 2 })
    for (let i = 0; i < 3; i++) {
      const { cart, userErrors } = await run('changeCartQuantity', { productId: BOWL, action: 'DECREMENT' })
      expect([cart.totalQuantity, userErrors]).toEqual([1, []])
    }
  })
})

describe('removeFromCart and clearCart', () => {
  it('remove one product or all products, but keep the coupon and gift wrap', async () => {
    const { add, run } = await newCart()
    await add(BOWL, 2)
    await add(CUP)
    await run('applyCoupon', { code: 'SUMMER' })
    await run('setGiftWrap', { giftWrap: true })
    expect(quantities((await run('removeFromCart', { productId: BOWL })).cart)).toEqual([[CUP, 1]])
    const { cart } = await run('clearCart')
    expect(cart).toMatchObject({ items: [], giftWrap: true, coupon: { code: 'SUMMER' }, totalQuantity: 0 })
  })
})

describe('moveToWishlist', () => {
  it('moves a product from the cart to the wishlist', async () => {
    const { add, run, read, wishlist } = await newCart()
    await add(BOWL, 3)
    await add(CUP)
    const answer = await run('moveToWishlist', { productId: BOWL })
    expect([quantities(answer.cart), answer.wishlist, answer.userErrors]).toEqual([
      [[CUP, 1]],
      [{ product: { id: BOWL } }],
      [],
    ])
    expect([quantities(await read()), await wishlist()]).toEqual([[[CUP, 1]], [BOWL]])
  })

  it('does not change a wishlist that already has the product', async () => {
    const { token, add, run, wishlist } = await newCart()
    await ask(app, `mutation { addToWishlist(productId: "${BOWL}") { userErrors { code } } }`, { token })
    await add(BOWL)
    expect((await run('moveToWishlist', { productId: BOWL })).userErrors).toEqual([])
    expect(await wishlist()).toEqual([BOWL])
  })
})

describe('a product that is not in the cart', () => {
  it.each<[Name, object]>([
    ['setCartQuantity', { quantity: 1 }],
    ['changeCartQuantity', { action: 'INCREMENT' }],
    ['changeCartQuantity', { action: 'DECREMENT' }],
    ['moveToWishlist', {}],
  ])('is rejected by %s with %j', async (name, input) => {
    const { run, wishlist } = await newCart()
    for (const productId of [BOWL, 'nope', '', '\0'])
      expect(await run(name, { productId, ...input })).toEqual(failed('NOT_IN_CART', ['productId']))
    expect(await wishlist()).toEqual([])
  })
})

describe('applyCoupon and removeCoupon', () => {
  it.each(['SUMMER', 'summer', ' Summer '])('accept the code %j', async (code) => {
    const { add, run } = await newCart()
    await add(CUP)
    const { cart } = await run('applyCoupon', { code })
    expect(cart.coupon).toEqual({ code: 'SUMMER', value: 50, description: expect.any(String) })
    expect(cart.priceDetails).toMatchObject({ couponDiscount: 135, totalAmount: 135 })
  })

  it('keep only the most recent coupon', async () => {
    const { add, run, read } = await newCart()
    await add(CUP)
    await run('applyCoupon', { code: 'SUMMER' })
    expect((await run('applyCoupon', { code: 'BOHO' })).cart.priceDetails.couponDiscount).toBe(40)
    expect((await run('removeCoupon')).cart).toMatchObject({ coupon: null, priceDetails: { couponDiscount: 0 } })
    expect((await read()).coupon).toBeNull()
  })

  it.each(['FREEDEL', 'NOPE', '', ' ', '\0', 'SUM\0MER', 'x'.repeat(5000), "' OR 1=1"])(
    'refuse the code %j',
    async (code) => {
      const { run } = await newCart()
      await run('applyCoupon', { code: 'BOHO' })
      expect(await run('applyCoupon', { code })).toEqual(failed('COUPON_UNKNOWN', ['code']))
    },
  )

  it('store the coupon on the server: the same shopper sees it in another session', async () => {
    const { email, run } = await newCart()
    await run('applyCoupon', { code: 'SUMMER' })
    await run('setGiftWrap', { giftWrap: true })
    const login = `mutation ($input: LoginInput!) { login(input: $input) { user { cart { giftWrap coupon { code } } } } }`
    const { data } = await ask(app, login, { variables: { input: { email, password: PASSWORD } } })
    expect(data.login.user.cart).toEqual({ giftWrap: true, coupon: { code: 'SUMMER' } })
  })
})

describe('setCartChoices', () => {
  type Chosen = Omit<CartChoices, 'couponCode'> & { coupon: { code: string } | null }
  const chosen = ({ giftWrap, giftMessage, hidePrices, coupon }: Chosen): CartChoices => ({
    ...{ giftWrap, giftMessage, hidePrices },
    couponCode: coupon && coupon.code,
  })
  /** Another value than the initial one, for each choice. */
  const OTHER: CartChoices = {
    couponCode: 'SUMMER',
    giftWrap: true,
    giftMessage: 'For Asha',
    hidePrices: true,
  }
  const NAMES = Object.keys(OTHER) as (keyof CartChoices)[]

  it.each(NAMES)('sets only %s, and null resets it', async (name) => {
    const { add, run, read } = await newCart()
    await add(CUP)
    const { cart, userErrors } = await run('setCartChoices', { input: { [name]: OTHER[name] } })
    expect(userErrors).toEqual([])
    expect(chosen(cart)).toEqual({ ...INITIAL_CHOICES, [name]: OTHER[name] })
    expect(cart).toEqual(await read())
    await run('setCartChoices', { input: OTHER })
    const reset = await run('setCartChoices', { input: { [name]: null } })
    expect(chosen(reset.cart)).toEqual({ ...OTHER, [name]: INITIAL_CHOICES[name] })
  })

  it('sets all choices in one change, and returns the new price', async () => {
    const { add, run, read } = await newCart()
    await add(CUP)
    const { version } = await read()
    const { cart } = await run('setCartChoices', { input: { ...OTHER, couponCode: ' summer ' } })
    expect(chosen(cart)).toEqual(OTHER)
    expect(cart).toMatchObject({ version: version + 1, priceDetails: { couponDiscount: 135, giftWrap: 30 } })
  })

  it.each([
    ['  Happy birthday!  ', 'Happy birthday!'],
    ['One\r\n\r\n\r\n\r\ntwo', 'One\n\ntwo'],
    ['\u202eabc\u202c', 'abc'],
    ['जन्मदिन मुबारक', 'जन्मदिन मुबारक'],
    ['🎂', '🎂'],
    ['<b>Hi</b>', '<b>Hi</b>'],
    ['x'.repeat(300), 'x'.repeat(300)],
    ['', null],
    [' \n\u200b ', null],
  ])('keeps the gift message %j as %j', async (giftMessage, kept) => {
    const { run } = await newCart()
    const { cart, userErrors } = await run('setCartChoices', { input: { giftMessage } })
    expect([cart.giftMessage, userErrors]).toEqual([kept, []])
  })

  it.each([
    ['x'.repeat(301), 'The gift message can have at most 300 characters. It has 301.'],
    ['x\n'.repeat(60), 'The gift message can have at most 12 lines. It has 60.'],
    ['x'.repeat(50_000), 'The gift message can have at most 300 characters.'],
    ['a\u0007b\u0000', 'The gift message has characters that cannot be printed.'],
  ])('refuses the gift message %j', async (giftMessage, message) => {
    const { run, read } = await newCart()
    const before = await read()
    const { userErrors } = await run('setCartChoices', { input: { giftMessage, hidePrices: true } })
    expect(userErrors).toEqual([{ code: 'INVALID_INPUT', field: ['input', 'giftMessage'], message }])
    expect(await read()).toEqual(before)
  })

  it.each(['FREEDEL', 'NOPE', '', '\0', 'x'.repeat(5000)])('sets no choice if the coupon is %j', async (couponCode) => {
    const { run, read } = await newCart()
    await run('setCartChoices', { input: { couponCode: 'BOHO' } })
    const before = await read()
    expect(await run('setCartChoices', { input: { couponCode, giftWrap: true } })).toEqual(
      failed('COUPON_UNKNOWN', ['input', 'couponCode']),
    )
    expect(await read()).toEqual(before)
  })

  it.each(['FREEDEL', ' freedel ', 'ＦＲＥＥＤＥＬ'])('says that %j is already included', async (code) => {
    const { run } = await newCart()
    const { userErrors } = await run('applyCoupon', { code })
    const message = 'FREEDEL is already included: shipping is free.'
    expect(userErrors).toEqual([{ code: 'COUPON_UNKNOWN', field: ['code'], message }])
  })

  it('sets no choice if the coupon cannot be used', async () => {
    const terms = { percent: 10, description: 'Above Rs. 5,000', minimumAmount: 5000, position: 9 }
    await db.coupon.create({ data: { code: 'LARGE', ...terms } })
    const { add, run, read } = await newCart()
    await add(CUP)
    const before = await read()
    expect(await run('setCartChoices', { input: { couponCode: 'LARGE', giftWrap: true } })).toEqual(
      failed('COUPON_NOT_USABLE', ['input', 'couponCode']),
    )
    expect(await read()).toEqual(before)
    await db.coupon.delete({ where: { code: 'LARGE' } })
  })

  it('keeps both of two concurrent changes of different choices', async () => {
    const { run, read } = await newCart()
    await Promise.all(NAMES.map((name) => run('setCartChoices', { input: { [name]: OTHER[name] } })))
    expect(chosen(await read())).toEqual(OTHER)
  })
})
