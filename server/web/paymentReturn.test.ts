import { describe, expect, it } from 'vitest'
import { orderNumber } from '../domain/orders/order'
import { startTestApp } from '../testing/app'
import { checkOut, newShopper, payAtSandbox, payFor, readOrder } from '../testing/data/factories'
import { BOWL } from '../testing/data/fixtures'

const app = await startTestApp()

const FORM = 'application/x-www-form-urlencoded'
const back = (fields: Record<string, string>, type = FORM) =>
  app.inject({
    method: 'POST',
    url: '/payments/return',
    headers: { 'content-type': type },
    payload: new URLSearchParams(fields).toString(),
  })

/** An order that awaits payment, and the values that the provider sends back after the payment. */
async function paid() {
  const shopper = await newShopper(app, { [BOWL]: 1 })
  const checkout = await checkOut(app, shopper)
  const { paymentId, providerOrderId, signature } = await payFor(app, checkout)
  const form = { razorpay_payment_id: paymentId, razorpay_order_id: providerOrderId, razorpay_signature: signature }
  return { order: checkout.order, checkout, form }
}

describe('POST /payments/return', () => {
  it('confirms the payment without a token and redirects to the order, even if it is repeated', async () => {
    const { order, form } = await paid()
    for (let i = 0; i < 2; i += 1) {
      const { statusCode, headers } = await back(form)
      expect([statusCode, headers.location]).toEqual([303, `/orders/${orderNumber(order)}`])
    }
    const { status, events } = await readOrder(app, order.id)
    expect(status).toBe('PAID')
    expect(events.filter((event) => event.status === 'PAID')).toHaveLength(1)
  })

  it.each<Record<string, string>>([
    { razorpay_signature: 'f'.repeat(64) },
    { razorpay_signature: '' },
    { razorpay_payment_id: 'pay_of_another' },
    { razorpay_order_id: 'order_of_another' },
    { razorpay_order_id: 'x'.repeat(201) },
  ])('changes nothing and redirects to the list of orders if the signature is invalid: %j', async (changes) => {
    const { order, form } = await paid()
    const { statusCode, headers } = await back({ ...form, ...changes })
    expect([statusCode, headers.location]).toEqual([303, '/orders'])
    expect((await readOrder(app, order.id)).status).toBe('AWAITING_PAYMENT')
  })

  it('redirects to the list of orders after a failed payment, and the order can still be paid', async () => {
    const { order, checkout } = await paid()
    const failed = { 'error[code]': 'BAD_REQUEST_ERROR', 'error[metadata]': JSON.stringify({ order_id: order.id }) }
    expect((await back(failed)).headers.location).toBe('/orders')
    await payAtSandbox(app, checkout)
  })

  it('rejects other formats and large bodies', async () => {
    expect((await back({}, 'application/json')).statusCode).toBe(415)
    expect((await back({ razorpay_payment_id: 'x'.repeat(5_000) })).statusCode).toBe(413)
  })
})
