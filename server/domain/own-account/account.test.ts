import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { ask, call } from '../../testing/calls'
import {
  checkOut,
  fillCart,
  newShopper,
  payFor,
  readOrder,
  setStock,
  stockOf,
  type Shopper,
} from '../../testing/data/factories'
import { ADDRESS, BOWL, CUP, newcomer, PASSWORD, TIMESTAMP } from '../../testing/data/fixtures'
import { countStatements } from '../../testing/statements'
import { GUEST_ACCOUNT } from '../../shared/shop'
import { NO_CHOICES } from '../cart/cart'
import { addToWishlist } from '../cart/wishlist'
import { maintain } from '../maintenance/maintenance'
import { confirmPayment } from '../orders/placement/checkout'
import { placeOnce } from '../orders/placement/placement'
import { orderNumber } from '../orders/order'
import { recordPayment } from '../orders/payment/payment'
import { sweepAddresses } from './erasure'

const app = await startTestApp()
const { shop } = app
const { db } = shop

const NEW_PASSWORD = 'another long password'

const statusWith = async (token: string) => (await call(app, 'GET', '/api/user/cart', { token })).statusCode
const logIn = async (email: string, password = PASSWORD) =>
  (await call(app, 'POST', '/api/auth/login', { body: { email, password } })).json()

async function mutate(mutation: string, token?: string, input?: object) {
  const type = { changePassword: 'ChangePasswordInput', deleteAccount: 'DeleteAccountInput' }[mutation]
  const fields = mutation === 'changePassword' ? 'token user { id }' : ''
  const text = type
    ? `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${fields} userErrors { code message field } } }`
    : `mutation { ${mutation} { userErrors { code } } }`
  const { data, errors } = await ask(app, text, { token, variables: { input } })
  return errors ? errors[0]!.extensions.code : data[mutation]
}

const changePassword = (token: string, input: object = {}) =>
  mutate('changePassword', token, { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, ...input })
const deleteAccount = (token: string, password = PASSWORD) => mutate('deleteAccount', token, { password })

const wrongPassword = (field: string) => [
  {
    code: 'WRONG_PASSWORD',
    message: 'The credentials you entered are invalid. Unauthorized access error.',
    field: ['input', field],
  },
]

async function orderOf(shopper: Shopper, { paid }: { paid: boolean }) {
  await setStock(app, { [BOWL]: 40 })
  await fillCart(app, shopper, { [BOWL]: 2 })
  const checkout = await checkOut(app, shopper)
  if (paid) await confirmPayment(shop, shopper.id, await payFor(app, checkout))
  return checkout
}

describe('a token', () => {
  it('is verified in the same statement that reads the viewer', async () => {
    const { token } = await newShopper(app)
    expect(await countStatements(() => ask(app, '{ me { id } }', { token }))).toBe(1)
  })

  it('without a version, is valid until sessions are ended', async () => {
    const { id, email } = await newShopper(app)
    const token = app.jwt.sign({ id, email })
    expect(await statusWith(token)).toBe(200)
    await mutate('logoutEverywhere', token)
    expect(await statusWith(token)).toBe(401)
  })

  it.each(['1', 1.5, null])('is rejected if its version is %j', async (version) => {
    const { id, email } = await newShopper(app)
    expect(await statusWith(app.jwt.sign({ id, email, version: version as never }))).toBe(401)
  })
})

describe('logoutEverywhere', () => {
  it('ends every session of the account over REST and GraphQL, and no session of another account', async () => {
    const [one, other] = [await newShopper(app), await newShopper(app)]
    const { encodedToken } = await logIn(one.email)
    expect(await mutate('logoutEverywhere', encodedToken)).toEqual({ userErrors: [] })
    for (const token of [one.token, encodedToken]) {
      expect(await statusWith(token)).toBe(401)
      expect((await ask(app, '{ me { id } }', { token })).errors![0]!.extensions.code).toBe('UNAUTHENTICATED')
    }
    expect(await statusWith(other.token)).toBe(200)
    expect(await statusWith((await logIn(one.email)).encodedToken)).toBe(200)
  })

  it('requires a token', async () => {
    expect(await mutate('logoutEverywhere')).toBe('UNAUTHENTICATED')
  })
})

describe('changePassword', () => {
  it('ends all sessions and returns a new token', async () => {
    const { id, email, token } = await newShopper(app)
    const { encodedToken: elsewhere } = await logIn(email)
    const changed = await changePassword(token)
    expect(changed).toEqual({ token: expect.any(String), user: { id }, userErrors: [] })
    expect(await Promise.all([token, elsewhere, changed.token].map(statusWith))).toEqual([401, 401, 200])
    expect((await call(app, 'POST', '/api/auth/login', { body: { email, password: PASSWORD } })).statusCode).toBe(401)
    expect(await statusWith((await logIn(email, NEW_PASSWORD)).encodedToken)).toBe(200)
  })

  it('requires the current password, and counts wrong attempts like a login', async () => {
    const { token } = await newShopper(app)
    for (let i = 0; i < 10; i++) {
      const { userErrors } = await changePassword(token, { currentPassword: 'a guess' })
      expect(userErrors).toEqual(wrongPassword('currentPassword'))
    }
    expect((await changePassword(token)).userErrors[0].code).toBe('TOO_MANY_ATTEMPTS')
    expect(await statusWith(token)).toBe(200)
  })

  it.each([
    ['short', 'Please enter valid New Password'],
    ['password123', 'Please enter valid New Password: this one is too common'],
    ['Cerashop-2026', 'Please enter valid New Password: this one is too common'],
  ])('rejects the new password %j', async (newPassword, message) => {
    const { token } = await newShopper(app)
    const { userErrors } = await changePassword(token, { newPassword })
    expect(userErrors).toEqual([{ code: 'INVALID_INPUT', message, field: ['input', 'newPassword'] }])
    expect(await statusWith(token)).toBe(200)
  })

  it('succeeds only once for two concurrent calls with the same token', async () => {
    const { token } = await newShopper(app)
    const answers = await Promise.all([changePassword(token), changePassword(token)])
    const winners = answers.filter((answer) => typeof answer === 'object' && answer.token)
    expect(winners).toHaveLength(1)
    expect(answers).toContain('UNAUTHENTICATED')
    expect(await statusWith(winners[0].token)).toBe(200)
  })
})

describe('demo accounts', () => {
  it('cannot be changed or deleted, even with the password', async () => {
    const { encodedToken } = await logIn(GUEST_ACCOUNT.email, GUEST_ACCOUNT.password)
    const currentPassword = GUEST_ACCOUNT.password
    expect((await changePassword(encodedToken, { currentPassword })).userErrors[0].code).toBe('DEMO_ACCOUNT')
    expect((await deleteAccount(encodedToken, currentPassword)).userErrors[0].code).toBe('DEMO_ACCOUNT')
    expect(await statusWith(encodedToken)).toBe(200)
  })
})

describe('deleteAccount', () => {
  it('deletes all personal data, ends all sessions and frees the email', async () => {
    const shopper = await newShopper(app)
    await db.user.update({ where: { id: shopper.id }, data: { emailVerifiedAt: new Date() } })
    await fillCart(app, shopper, { [CUP]: 1 })
    await addToWishlist(shop, shopper, { productId: CUP }, { key: 'a key' })
    await logIn(shopper.email, 'a wrong one')
    expect((await deleteAccount(shopper.token, 'a guess')).userErrors).toEqual(wrongPassword('password'))
    expect(await deleteAccount(shopper.token)).toEqual({ userErrors: [] })

    const own = { where: { userId: shopper.id } }
    const counts = [db.cart, db.wishlistItem, db.address, db.idempotencyKey].map((table) =>
      (table as typeof db.cart).count(own),
    )
    expect(await Promise.all(counts)).toEqual([0, 0, 0, 0])
    expect(await db.signInFailures.count({ where: { email: shopper.email } })).toBe(0)
    const row = await db.user.findUniqueOrThrow({ where: { id: shopper.id } })
    expect(row).toMatchObject({ firstName: 'Deleted', lastName: 'Account', passwordHash: '' })
    expect(JSON.stringify(row)).not.toContain(shopper.email)

    expect(await statusWith(shopper.token)).toBe(401)
    const enter = (email: string) => call(app, 'POST', '/api/auth/login', { body: { email, password: PASSWORD } })
    expect((await enter(shopper.email)).statusCode).toBe(404)
    expect((await enter(row.email)).statusCode).toBe(404)
    const again = await call(app, 'POST', '/api/auth/signup', { body: { ...newcomer(), email: shopper.email } })
    expect(again.statusCode).toBe(201)
    expect(again.json().createdUser).toMatchObject({ cart: [], wishlist: [], address: [] })
  })

  it("keeps orders as invoices without personal data, and returns an unpaid order's items to stock", async () => {
    const shopper = await newShopper(app)
    const paid = await orderOf(shopper, { paid: true })
    await db.order.update({ where: { id: paid.order.id }, data: { status: 'DELIVERED' } })
    const waiting = await orderOf(shopper, { paid: false })
    expect(await stockOf(app, BOWL)).toBe(38)
    await deleteAccount(shopper.token)
    expect(await stockOf(app, BOWL)).toBe(40)
    for (const { order } of [paid, waiting]) {
      expect(await readOrder(app, order.id)).toMatchObject({
        ...{ serial: order.serial, totalAmount: order.totalAmount, placedAt: order.placedAt },
        ...{ deliveryName: '', deliveryStreet: '', deliveryMobile: '', idempotencyKey: null },
        ...{ deliveryCity: ADDRESS.city, deliveryState: ADDRESS.state, deliveryZipCode: ADDRESS.zipCode },
      })
    }
    // The networks are kept while they count (holdLimits).
    const aDayAgo = new Date(Date.now() - 24 * 3600_000)
    await db.order.updateMany({ where: { userId: shopper.id }, data: { heldSince: aDayAgo } })
    await maintain(shop, () => false)
    for (const { order } of [paid, waiting])
      expect(await readOrder(app, order.id)).toMatchObject({ network: null, networks: [] })
    const { status, events, lines } = await readOrder(app, waiting.order.id)
    expect([status, lines.length]).toEqual(['CANCELLED', 1])
    expect(events.at(-1)!.note).toBe('The account was deleted, so we released the items.')
  })

  it('cancels pay-on-delivery orders that are not shipped, and returns their items to stock', async () => {
    await setStock(app, { [BOWL]: 40 })
    const shopper = await newShopper(app)
    const place = async () => {
      await fillCart(app, shopper, { [BOWL]: 2 })
      const input = { addressId: shopper.addressId, idempotencyKey: randomUUID(), networkAddress: '203.0.113.9' }
      return placeOnce(shop, shopper, input, { payOnDelivery: true })
    }
    const [open, sent] = [await place(), await place()]
    await db.order.update({ where: { id: sent.id }, data: { status: 'SHIPPED' } })
    expect(await stockOf(app, BOWL)).toBe(36)
    expect(await deleteAccount(shopper.token)).toEqual({ userErrors: [] })
    expect(await stockOf(app, BOWL)).toBe(38)
    const { events, ...cancelled } = await readOrder(app, open.id)
    expect(cancelled).toMatchObject({ status: 'CANCELLED', deliveryStreet: '', deliveryMobile: '' })
    expect(events.at(-1)).toMatchObject({
      source: 'SHOPPER',
      note: 'The account was deleted, so we released the items.',
    })
    expect(await readOrder(app, sent.id)).toMatchObject({ status: 'SHIPPED', deliveryStreet: ADDRESS.street })
  })

  it('keeps the address of an order until delivery, for at most 30 days', async () => {
    const days = (count: number) => new Date(Date.now() + count * 24 * 3600_000)
    const shopper = await newShopper(app)
    const [arriving, lost] = [await orderOf(shopper, { paid: true }), await orderOf(shopper, { paid: true })]
    await deleteAccount(shopper.token)
    const streets = async () =>
      Promise.all([arriving, lost].map(async ({ order }) => (await readOrder(app, order.id)).deliveryStreet))
    await sweepAddresses(db)
    expect(await streets()).toEqual([ADDRESS.street, ADDRESS.street])
    await db.order.update({ where: { id: arriving.order.id }, data: { status: 'DELIVERED' } })
    await sweepAddresses(db, days(29))
    expect(await streets()).toEqual(['', ADDRESS.street])
    await sweepAddresses(db, days(31))
    expect(await streets()).toEqual(['', ''])
    expect((await readOrder(app, lost.order.id)).deliveryMobile).toBe('')
  })

  it('leaves the addresses of other accounts unchanged', async () => {
    const shopper = await newShopper(app)
    const { order } = await orderOf(shopper, { paid: true })
    await sweepAddresses(db, new Date(Date.now() + 1000 * 24 * 3600_000))
    expect((await readOrder(app, order.id)).deliveryStreet).toBe(ADDRESS.street)
  })

  it('makes a later payment REFUND_DUE', async () => {
    const shopper = await newShopper(app)
    const { order, payment } = await orderOf(shopper, { paid: false })
    await deleteAccount(shopper.token)
    const { providerOrderId, amount, currency } = payment!
    const news = { id: 'pay_after', status: 'captured' as const, amount, currency, refunded: 0 }
    const now = await recordPayment(shop, { providerOrderId, payment: news, source: 'WEBHOOK' })
    expect(now!.status).toBe('REFUND_DUE')
    expect(now!.events.at(-1)!.note).toBe('The payment arrived after the account was deleted, so we will refund it.')
    expect(await readOrder(app, order.id)).toMatchObject({ status: 'REFUND_DUE', deliveryStreet: '' })
    expect(await stockOf(app, BOWL)).toBe(40)
  })

  it('leaves no rows behind from concurrent calls', async () => {
    for (let i = 0; i < 5; i++) {
      const shopper = await newShopper(app)
      const { token } = shopper
      await Promise.all([
        call(app, 'POST', '/api/user/address', { token, body: { address: ADDRESS } }),
        call(app, 'POST', '/api/user/wishlist', { token, body: { product: { _id: CUP } } }),
        deleteAccount(token),
        call(app, 'POST', '/api/user/address', { token, body: { address: ADDRESS } }),
        call(app, 'POST', '/api/user/wishlist', { token, body: { product: { _id: BOWL } } }),
      ])
      const where = { userId: shopper.id }
      expect([await db.address.count({ where }), await db.wishlistItem.count({ where })]).toEqual([0, 0])
    }
  })
})

describe('me.export', () => {
  it('contains all data about the shopper, and none about anyone else', async () => {
    const [shopper, other] = [await newShopper(app), await newShopper(app)]
    const { order } = await orderOf(shopper, { paid: true })
    await fillCart(app, shopper, { [CUP]: 3 })
    await addToWishlist(shop, shopper, { productId: BOWL })
    const { data } = await ask(app, '{ me { export again: export } }', { token: shopper.token })
    expect(data.me.again).toBe(data.me.export)
    const dates = { createdAt: expect.stringMatching(TIMESTAMP), updatedAt: expect.stringMatching(TIMESTAMP) }
    const { couponCode, ...choices } = NO_CHOICES
    expect(JSON.parse(data.me.export)).toEqual({
      account: { firstName: 'Meera', lastName: 'Iyer', email: shopper.email, mobile: null, ...dates },
      addresses: [{ label: null, isDefault: true, ...ADDRESS, countryCode: 'IN', ...dates }],
      consents: [],
      notices: [],
      questions: [],
      reviews: [],
      recentLogins: [],
      cart: {
        coupon: couponCode,
        ...choices,
        lines: [{ productId: CUP, title: 'Celadon Chai Cup', quantity: 3, ...dates }],
      },
      wishlist: [{ productId: BOWL, title: 'Sea Glass Serving Bowl', ...dates }],
      orders: [
        expect.objectContaining({
          number: orderNumber(order),
          status: 'PAID',
          payOnDelivery: false,
          placedAt: expect.stringMatching(TIMESTAMP),
          lines: [expect.objectContaining({ title: 'Sea Glass Serving Bowl', quantity: 2 })],
          deliveryAddress: ADDRESS,
          price: expect.objectContaining({ totalAmount: order.totalAmount }),
        }),
      ],
    })
    const { data: theirs } = await ask(app, '{ me { export } }', { token: other.token })
    expect(JSON.parse(theirs.me.export)).toMatchObject({ account: { email: other.email }, orders: [] })
    expect(data.me.export).not.toMatch(/password|argon2/i)
  })
})
