import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp, without } from '../../../testing/app'
import { checkOut, newShopper, readOrder, setStock, stockOf } from '../../../testing/data/factories'
import { startRazorpayStandIn } from '../../../testing/stand-ins/razorpayStandIn'
import { BOWL } from '../../../testing/data/fixtures'
import { cancelCheckout, confirmPayment } from '../placement/checkout'
import { sweepExpiredHolds } from '../placement/holds'
import { reconcilePayments } from './reconcile'

const standIn = await startRazorpayStandIn()
const app = await startTestApp({ ...standIn.env }, { limits: without('stock', 'coupons') })
afterAll(() => standIn.close())
const { shop } = app

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1000)
const LATER = () => inSeconds(60)

async function placed() {
  await shop.db.order.updateMany({ data: { providerOrderId: null } })
  await setStock(app, { [BOWL]: 40 })
  const shopper = await newShopper(app, { [BOWL]: 1 })
  const { order, payment } = await checkOut(app, shopper)
  const { providerOrderId } = payment!
  const asked = () => standIn.requests.filter((line) => line.includes(providerOrderId)).length
  return { shopper, order, providerOrderId, asked, status: async () => (await readOrder(app, order.id)).status }
}

describe('startCheckout with a failing provider', () => {
  const unavailable = expect.objectContaining({ code: 'PAYMENT_PROVIDER_UNAVAILABLE' })

  it.each([[500, 500, 500], ['cut'], ['answer lost'], [401]] as const)(
    'loses nothing after %s %s %s: stock returned, key free, cart unchanged',
    async (...faults) => {
      await setStock(app, { [BOWL]: 7 })
      const shopper = await newShopper(app, { [BOWL]: 2 })
      const key = randomUUID()
      standIn.failNext(...faults.filter((fault) => fault !== undefined))
      await expect(checkOut(app, shopper, key)).rejects.toEqual(unavailable)
      expect(await stockOf(app, BOWL)).toBe(7)
      const [given] = await shop.db.order.findMany({ where: { userId: shopper.id } })
      expect(given).toMatchObject({ status: 'CANCELLED', idempotencyKey: null, providerOrderId: null })
      const { order } = await checkOut(app, shopper, key)
      expect(order).toMatchObject({ status: 'AWAITING_PAYMENT', totalAmount: given!.totalAmount })
      expect(await stockOf(app, BOWL)).toBe(5)
    },
  )

  it('returns the payment that a concurrent call with the same key opened', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const key = randomUUID()
    const sent = standIn.requests.length
    standIn.failNext('late cut')
    const slow = checkOut(app, shopper, key)
    await expect.poll(() => standIn.requests.length, { interval: 5 }).toBe(sent + 1)
    const rival = await checkOut(app, shopper, key)
    expect(rival.order.status).toBe('AWAITING_PAYMENT')
    standIn.cutLate()
    expect(await slow).toEqual(rival)
  })

  it('creates at most one order if one of two concurrent calls with the same key fails', async () => {
    for (const faults of [
      ['cut', 'none'],
      ['none', 'cut'],
    ] as const) {
      await setStock(app, { [BOWL]: 7 })
      const shopper = await newShopper(app, { [BOWL]: 1 })
      const key = randomUUID()
      standIn.failNext(...faults)
      const results = await Promise.allSettled([checkOut(app, shopper, key), checkOut(app, shopper, key)])
      // Clears the simulated failure that remains if one call reused the other's payment and sent no request.
      standIn.failNext()
      for (const result of results) if (result.status === 'rejected') expect(result.reason).toEqual(unavailable)
      const waiting = await shop.db.order.count({ where: { userId: shopper.id, status: 'AWAITING_PAYMENT' } })
      expect(waiting).toBe(results.some(({ status }) => status === 'fulfilled') ? 1 : 0)
      expect(await stockOf(app, BOWL)).toBe(7 - waiting)
      const { order } = await checkOut(app, shopper, key)
      expect(order.status).toBe('AWAITING_PAYMENT')
      expect(await stockOf(app, BOWL)).toBe(6)
    }
  })
})

describe('confirmPayment with a failing provider', () => {
  it('reports that the payment is safe, and the reconciler confirms it later', async () => {
    const { shopper, order, providerOrderId, status } = await placed()
    const payment = standIn.pay(providerOrderId)
    const input = { orderId: order.id, paymentId: payment.id, providerOrderId, signature: standIn.signatureOf(payment) }
    standIn.failNext(500, 500, 500)
    await expect(confirmPayment(shop, shopper.id, input)).rejects.toMatchObject({
      code: 'PAYMENT_PROVIDER_UNAVAILABLE',
      message: expect.stringContaining('Your payment is safe'),
    })
    expect(await status()).toBe('AWAITING_PAYMENT')
    await reconcilePayments(shop, LATER())
    expect((await confirmPayment(shop, shopper.id, input)).status).toBe('PAID')
  })

  it('captures an authorized payment before the order counts as paid', async () => {
    const { shopper, order, providerOrderId } = await placed()
    const payment = standIn.pay(providerOrderId, { status: 'authorized' })
    const input = { orderId: order.id, paymentId: payment.id, providerOrderId, signature: standIn.signatureOf(payment) }
    expect((await confirmPayment(shop, shopper.id, input)).status).toBe('PAID')
    expect(standIn.payment(payment.id).status).toBe('captured')
  })

  it('does not trust a signature alone: the provider must have the money', async () => {
    const { shopper, order, providerOrderId, status } = await placed()
    const payment = standIn.pay(providerOrderId, { status: 'created' })
    const input = { orderId: order.id, paymentId: payment.id, providerOrderId, signature: standIn.signatureOf(payment) }
    await expect(confirmPayment(shop, shopper.id, input)).rejects.toMatchObject({
      code: 'PAYMENT_PROVIDER_UNAVAILABLE',
    })
    expect(await status()).toBe('AWAITING_PAYMENT')
    await cancelCheckout(shop, shopper, order.id)
    await expect(confirmPayment(shop, shopper.id, input)).rejects.toMatchObject({ code: 'ORDER_NOT_PAYABLE' })
  })
})

describe('reconcilePayments', () => {
  it('confirms a paid order whose confirmation was lost', async () => {
    const { order, providerOrderId, status } = await placed()
    const { id } = standIn.pay(providerOrderId)
    await reconcilePayments(shop, LATER())
    expect(await status()).toBe('PAID')
    expect((await readOrder(app, order.id)).paymentId).toBe(id)
    expect((await readOrder(app, order.id)).events.at(-1)).toMatchObject({ status: 'PAID', source: 'SHOP' })
  })

  it('skips an order placed seconds ago, then queries it in every round until it is paid', async () => {
    const { asked } = await placed()
    await reconcilePayments(shop, inSeconds(1))
    expect(asked()).toBe(0)
    for (const seconds of [10, 20, 30]) await reconcilePayments(shop, inSeconds(seconds))
    expect(asked()).toBe(3)
  })

  it('queries a paid order four times in a day', async () => {
    const { providerOrderId, asked } = await placed()
    standIn.pay(providerOrderId)
    for (const seconds of [10, 20, 30, 50]) await reconcilePayments(shop, inSeconds(seconds))
    expect(asked()).toBe(1)
    for (let minutes = 1; minutes < 30 * 60; minutes += 5) await reconcilePayments(shop, inSeconds(minutes * 60 + 5))
    expect(asked()).toBe(5)
  })

  it('finds a second payment whose webhook was lost, and records its refund once', async () => {
    const { order, providerOrderId, status } = await placed()
    const first = standIn.pay(providerOrderId)
    await reconcilePayments(shop, inSeconds(10))
    const second = standIn.pay(providerOrderId)
    for (const hours of [2, 7, 23.5]) await reconcilePayments(shop, inSeconds(hours * 3600))
    expect(await status()).toBe('PAID')
    const { paymentId, events } = await readOrder(app, order.id)
    expect(paymentId).toBe(first.id)
    const notes = events.filter(({ note }) => note?.includes(second.id))
    expect(notes).toMatchObject([
      { source: 'SHOP', note: `We received a second payment (${second.id}), so we will refund it.` },
    ])
  })

  it('keeps an order from being swept if it is paid just before it expires', async () => {
    const { providerOrderId, status } = await placed()
    standIn.pay(providerOrderId)
    const afterExpiry = inSeconds(16 * 60)
    await reconcilePayments(shop, afterExpiry)
    await sweepExpiredHolds(shop, afterExpiry)
    expect(await status()).toBe('PAID')
  })

  it('queries a cancelled order less and less often, and stops after a day', async () => {
    const { shopper, order, providerOrderId, asked, status } = await placed()
    await cancelCheckout(shop, shopper, order.id)
    for (let seconds = 10; seconds < 3600; seconds += 10) await reconcilePayments(shop, inSeconds(seconds))
    expect(asked()).toBeGreaterThan(8)
    expect(asked()).toBeLessThan(20)
    standIn.pay(providerOrderId)
    await reconcilePayments(shop, inSeconds(25 * 3600))
    expect(await status()).toBe('CANCELLED')
    await reconcilePayments(shop, inSeconds(20 * 3600))
    expect(await status()).toBe('PAID')
  })

  it('retries after the provider fails, and skips an order that is unknown to the provider', async () => {
    const { order, providerOrderId, status } = await placed()
    const { serial: _, id: __, lines: ___, events: ____, ...copied } = order
    const row = { ...copied, invoiceTerms: copied.invoiceTerms! }
    await shop.db.order.create({ data: { ...row, idempotencyKey: null, providerOrderId: `order_${randomUUID()}` } })
    standIn.pay(providerOrderId)
    standIn.failNext(500, 500, 500, 500, 500, 500)
    await reconcilePayments(shop, inSeconds(10))
    expect(await status()).toBe('AWAITING_PAYMENT')
    await reconcilePayments(shop, inSeconds(20))
    expect(await status()).toBe('PAID')
  })

  it('covers all waiting orders over several rounds if one round cannot hold them', async () => {
    const { order } = await placed()
    const { serial: _, id: __, lines: ___, events: ____, ...copied } = order
    const row = { ...copied, invoiceTerms: copied.invoiceTerms! }
    for (let i = 0; i < 69; i++) {
      const providerOrderId = await shop.payments.createOrder({ amount: 119_900, currency: 'INR', receipt: String(i) })
      await shop.db.order.create({ data: { ...row, idempotencyKey: null, providerOrderId } })
    }
    standIn.requests.length = 0
    for (const seconds of [10, 20]) await reconcilePayments(shop, inSeconds(seconds))
    expect(new Set(standIn.requests).size).toBe(70)
  })
})
