import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp, without } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import { checkOut, fillCart, newShopper, setStock, stockOf, type Shopper } from '../../../testing/data/factories'
import { BOWL } from '../../../testing/data/fixtures'
import { startRazorpayStandIn } from '../../../testing/stand-ins/razorpayStandIn'
import { applyCoupon } from '../../cart/cart'
import { orderNumber } from '../order'

const standIn = await startRazorpayStandIn()
afterAll(() => standIn.close())
const app = await startTestApp(standIn.env, {
  // All shoppers in these tests have the same address.
  limits: {
    ...without('stock', 'coupons'),
    'holds.perAccount': 0,
    'onDelivery.perMobile': 0,
    'onDelivery.perPostalAddress': 0,
  },
})
const { db } = app.shop

const RESULT = 'order { id status priceDetails { totalAmount } } userErrors { code message field total }'

/** Creates a shopper with one bowl in the cart, at Rs. 1,199. The stock is 10. */
async function shopperWithBowl(): Promise<Shopper> {
  const shopper = await newShopper(app)
  await setStock(app, { [BOWL]: 10 })
  await setPrice(1199)
  await fillCart(app, shopper, { [BOWL]: 1 })
  return shopper
}

const setPrice = (discounted: number) =>
  db.product.update({ where: { id: BOWL }, data: { discounted, original: 5000 } })

/** Returns the payload of a mutation that places an order. */
async function place(
  mutation: 'startCheckout' | 'placeOrderOnDelivery',
  shopper: Shopper,
  expectedTotal: number | null,
  key: string = randomUUID(),
) {
  const { data } = await ask(
    app,
    `mutation ($addressId: ID!, $key: String!, $expectedTotal: Int) {
      placed: ${mutation}(addressId: $addressId, idempotencyKey: $key, expectedTotal: $expectedTotal) { ${RESULT} } }`,
    { token: shopper.token, variables: { addressId: shopper.addressId, key, expectedTotal } },
  )
  return data.placed
}

const payOrder = async ({ token }: Shopper, number: string, expectedTotal: number) =>
  (
    await ask(
      app,
      `mutation { payOrder(number: "${number}", expectedTotal: ${expectedTotal}) { ${RESULT} payment { providerOrderId } } }`,
      { token },
    )
  ).data.payOrder

describe.each(['startCheckout', 'placeOrderOnDelivery'] as const)('expectedTotal of %s', (mutation) => {
  it('places no order if the price has changed, and returns the new total', async () => {
    const shopper = await shopperWithBowl()
    await setPrice(4000)
    const asked = standIn.requests.length
    expect(await place(mutation, shopper, 1199, 'key')).toEqual({
      order: null,
      userErrors: [
        {
          code: 'TOTAL_CHANGED',
          message: 'The total is now Rs. 4,000. Please check it and confirm again.',
          field: ['expectedTotal'],
          total: 4000,
        },
      ],
    })
    expect(await db.order.count({ where: { userId: shopper.id } })).toBe(0)
    expect([await stockOf(app, BOWL), standIn.requests.length]).toEqual([10, asked])
    const again = await place(mutation, shopper, 4000, 'key')
    expect(again).toMatchObject({ order: { priceDetails: { totalAmount: 4000 } }, userErrors: [] })
    expect(await stockOf(app, BOWL)).toBe(9)
  })

  it('places the order if it matches or is omitted, or if the call is a repeat', async () => {
    const shopper = await shopperWithBowl()
    const { order } = await place(mutation, shopper, 1199, 'key')
    await setPrice(1300)
    expect(await place(mutation, shopper, 1199, 'key')).toMatchObject({ order: { id: order.id }, userErrors: [] })
    const other = await shopperWithBowl()
    expect((await place(mutation, other, null)).userErrors).toEqual([])
  })

  it('must be the same in all calls with one idempotency key', async () => {
    const shopper = await shopperWithBowl()
    await place(mutation, shopper, 1199, 'key')
    expect((await place(mutation, shopper, 1300, 'key')).userErrors).toMatchObject([{ code: 'IDEMPOTENCY_KEY_REUSED' }])
  })

  it('leaves an earlier checkout unchanged if it differs', async () => {
    const shopper = await shopperWithBowl()
    const waiting = await checkOut(app, shopper)
    await setPrice(1300)
    expect((await place(mutation, shopper, 1199)).userErrors).toMatchObject([{ code: 'TOTAL_CHANGED', total: 1300 }])
    expect(await db.order.findUnique({ where: { id: waiting.order.id } })).toMatchObject({ status: 'AWAITING_PAYMENT' })
  })

  it('is checked after the coupon: an expired coupon causes COUPON_NOT_USABLE', async () => {
    const shopper = await shopperWithBowl()
    await applyCoupon(app.shop, shopper, 'BOHO')
    await db.coupon.update({ where: { code: 'BOHO' }, data: { validUntil: new Date(0) } })
    expect((await place(mutation, shopper, 1199)).userErrors).toMatchObject([{ code: 'COUPON_NOT_USABLE' }])
    await db.coupon.update({ where: { code: 'BOHO' }, data: { validUntil: null } })
  })
})

describe('expectedTotal of payOrder', () => {
  it("opens no payment if it differs from the order's total", async () => {
    const shopper = await shopperWithBowl()
    const { order } = await checkOut(app, shopper)
    const asked = standIn.requests.length
    expect(await payOrder(shopper, orderNumber(order), 1198)).toMatchObject({
      order: null,
      payment: null,
      userErrors: [{ code: 'TOTAL_CHANGED', message: expect.stringContaining('Rs. 1,199'), total: 1199 }],
    })
    expect(standIn.requests.length).toBe(asked)
    expect(await payOrder(shopper, orderNumber(order), 1199)).toMatchObject({
      payment: { providerOrderId: order.providerOrderId },
      userErrors: [],
    })
  })
})
