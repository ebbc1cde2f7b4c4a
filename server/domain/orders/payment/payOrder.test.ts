import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import {
  checkOut,
  newShopper,
  payAtSandbox,
  payFor,
  readOrder,
  setStock,
  stockOf,
} from '../../../testing/data/factories'
import { BOWL } from '../../../testing/data/fixtures'
import { startRazorpayStandIn } from '../../../testing/stand-ins/razorpayStandIn'
import { cancelCheckout, confirmPayment, payOrder } from '../placement/checkout'
import { sweepExpiredHolds } from '../placement/holds'
import { actionsOf } from '../orderActions'
import { orderNumber } from '../order'

const standIn = await startRazorpayStandIn()
afterAll(() => standIn.close())
const app = await startTestApp()
const withRazorpay = await startTestApp(standIn.env)
const { shop } = app
const { db } = shop

const rejected = (code: string) => expect.objectContaining({ code })
const afterExpiry = () => new Date(Date.now() + shop.settings.checkoutHoldMs + 60_000)

/** Places an order for one bowl; the order awaits payment. The stock is three. */
async function placeOne(on = app) {
  await setStock(on, { [BOWL]: 3 })
  const shopper = await newShopper(on, { [BOWL]: 1 })
  const checkout = await checkOut(on, shopper)
  return { shopper, checkout, id: checkout.order.id, number: orderNumber(checkout.order) }
}

describe('payOrder', () => {
  it("returns the order's existing payment on every call, so that it is paid only once", async () => {
    const { shopper, checkout, number } = await placeOne()
    const tabs = await Promise.all([1, 2].map(() => payOrder(shop, shopper.id, number)))
    expect(tabs.map(({ payment }) => payment)).toEqual([checkout.payment, checkout.payment])
    const [one, other] = [await payFor(app, tabs[0]!), await payFor(app, tabs[1]!)]
    expect((await confirmPayment(shop, shopper.id, one)).status).toBe('PAID')
    expect((await confirmPayment(shop, shopper.id, other)).events).toHaveLength(2)
    expect(await stockOf(app, BOWL)).toBe(2)
  })

  it('opens no second payment if the provider already has the money', async () => {
    const { shopper, checkout, id, number } = await placeOne()
    await payAtSandbox(app, checkout, 'bad-signature')
    await payAtSandbox(app, checkout)
    expect((await readOrder(app, id)).status).toBe('AWAITING_PAYMENT')
    const { order, payment } = await payOrder(shop, shopper.id, number)
    expect([order.status, payment]).toEqual(['PAID', null])
    expect(await payOrder(shop, shopper.id, number)).toEqual({ order, payment: null })
  })

  it('refuses a cancelled order, and one whose hold has expired, even before the sweep', async () => {
    const { shopper, id, number } = await placeOne()
    await db.order.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1000) } })
    expect((await readOrder(app, id)).status).toBe('AWAITING_PAYMENT')
    await expect(payOrder(shop, shopper.id, number)).rejects.toEqual(rejected('ORDER_NOT_PAYABLE'))
    await sweepExpiredHolds(shop)
    await expect(payOrder(shop, shopper.id, number)).rejects.toEqual(rejected('ORDER_NOT_PAYABLE'))
    const other = await placeOne()
    await cancelCheckout(shop, other.shopper, other.id)
    await expect(payOrder(shop, other.shopper.id, other.number)).rejects.toEqual(rejected('ORDER_NOT_PAYABLE'))
  })

  it('still accepts a payment after the hold expires, if the stock is available', async () => {
    const { shopper, number } = await placeOne()
    const opened = await payOrder(shop, shopper.id, number)
    await sweepExpiredHolds(shop, afterExpiry())
    expect(await stockOf(app, BOWL)).toBe(3)
    expect((await confirmPayment(shop, shopper.id, await payFor(app, opened))).status).toBe('PAID')
    expect(await stockOf(app, BOWL)).toBe(2)
  })

  it('refunds a late payment if the stock is gone', async () => {
    const { shopper, number } = await placeOne()
    const opened = await payOrder(shop, shopper.id, number)
    await sweepExpiredHolds(shop, afterExpiry())
    await setStock(app, { [BOWL]: 0 })
    expect((await confirmPayment(shop, shopper.id, await payFor(app, opened))).status).toBe('REFUND_DUE')
  })

  it('opens a payment if a crash left the order without one', async () => {
    const { shopper, id, number } = await placeOne()
    await db.order.update({ where: { id }, data: { providerOrderId: null } })
    const opened = await payOrder(shop, shopper.id, number)
    expect((await confirmPayment(shop, shopper.id, await payFor(app, opened))).status).toBe('PAID')
  })

  it('opens nothing and leaves the order unchanged while the provider is unreachable', async () => {
    const { shopper, checkout, id, number } = await placeOne(withRazorpay)
    standIn.failNext(401)
    await expect(payOrder(withRazorpay.shop, shopper.id, number)).rejects.toEqual(
      rejected('PAYMENT_PROVIDER_UNAVAILABLE'),
    )
    expect((await readOrder(withRazorpay, id)).status).toBe('AWAITING_PAYMENT')
    expect(await stockOf(withRazorpay, BOWL)).toBe(2)
    expect((await payOrder(withRazorpay.shop, shopper.id, number)).payment).toEqual(checkout.payment)
  })

  it("rejects another shopper's order and invalid numbers", async () => {
    const { number } = await placeOne()
    const other = await newShopper(app)
    for (const each of [number, 'CER-999999', 'nope', '', '\0']) {
      await expect(payOrder(shop, other.id, each)).rejects.toEqual(rejected('ORDER_NOT_FOUND'))
    }
  })

  it('returns the payment or the error in GraphQL', async () => {
    const { shopper, checkout, id, number } = await placeOne()
    const pay = `mutation { payOrder(number: "${number}") { order { status actions } payment { providerOrderId } userErrors { code field } } }`
    expect((await ask(app, pay, shopper)).data.payOrder).toEqual({
      order: { status: 'AWAITING_PAYMENT', actions: ['PAY', 'CANCEL', 'CHANGE_ADDRESS'] },
      payment: { providerOrderId: checkout.payment!.providerOrderId },
      userErrors: [],
    })
    await db.order.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1000) } })
    expect((await ask(app, pay, shopper)).data.payOrder).toEqual({
      order: null,
      payment: null,
      userErrors: [{ code: 'ORDER_NOT_PAYABLE', field: ['number'] }],
    })
    expect(actionsOf(await readOrder(app, id))).toEqual(['CANCEL', 'CHANGE_ADDRESS', 'BUY_AGAIN'])
  })
})
