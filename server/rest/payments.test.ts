import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { confirmPayment } from '../domain/orders/placement/checkout'
import { cancelByBuyer } from '../domain/orders/after-sale/cancel'
import { orderNumber } from '../domain/orders/order'
import { withOrder } from '../domain/orders/state/withOrder'
import { reconcilePayments } from '../domain/orders/payment/reconcile'
import { requestRest } from '../domain/orders/ledger/ledger'
import { sendRefunds } from '../domain/orders/after-sale/sendRefunds'
import { isSandbox } from '../payments/sandbox'
import { startTestApp } from '../testing/app'
import { checkOut, newShopper, payAtSandbox, payFor, readOrder } from '../testing/data/factories'
import { startRazorpayStandIn, type Fault, type StandInPayment } from '../testing/stand-ins/razorpayStandIn'
import { BOWL } from '../testing/data/fixtures'

const app = await startTestApp()
const { shop } = app

const standIn = await startRazorpayStandIn()
const withRazorpay = await startTestApp(standIn.env)
afterAll(() => standIn.close())

async function placed(at = app) {
  const shopper = await newShopper(at, { [BOWL]: 1 })
  const checkout = await checkOut(at, shopper)
  const status = async () => (await readOrder(at, checkout.order.id)).status
  const timeline = async () =>
    (await readOrder(at, checkout.order.id)).events.map(({ status, source }) => `${status} ${source}`)
  return { shopper, checkout, status, timeline }
}

describe('POST /api/payments/sandbox/pay', () => {
  it("returns the same data as the provider's script, and sends no webhook", async () => {
    const { shopper, checkout, status } = await placed()
    const answer = await payAtSandbox(app, checkout)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({
      razorpay_payment_id: expect.stringMatching(/^pay_/),
      razorpay_order_id: checkout.payment!.providerOrderId,
      razorpay_signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await status()).toBe('AWAITING_PAYMENT')
    expect((await confirmPayment(shop, shopper.id, await payFor(app, checkout))).status).toBe('PAID')
  })

  it.each([
    ['refund-pending', ['REQUESTED', 'PROCESSED'], 'REFUNDED'],
    ['refund-fails', ['FAILED', 'FAILED'], 'REFUND_DUE'],
  ] as const)('can determine the outcome of the refunds: %s', async (scenario, states, last) => {
    const { shopper, checkout, status } = await placed()
    await confirmPayment(shop, shopper.id, await payFor(app, checkout, scenario))
    const { id } = await cancelByBuyer(shop, shopper, orderNumber(checkout.order))
    await shop.db.$transaction(async (tx) =>
      withOrder(tx, id, (order) => requestRest(shop, tx, order, { reason: 'Cancelled.', requestedById: null })),
    )
    await sendRefunds(shop)
    const state = async () => (await shop.db.refund.findFirstOrThrow({ where: { orderId: id } })).state
    expect(await state()).toBe(states[0])
    // The sandbox sends its own webhook.
    await expect.poll(state, { timeout: 30_000 }).toBe(states[1])
    expect(await status()).toBe(last)
  })

  it('pays only once, even if it is called repeatedly or simultaneously', async () => {
    const { checkout } = await placed()
    // First opens the pool's connections. Otherwise the calls would wait for a connection and run one after another.
    await Promise.all(Array.from({ length: 10 }, () => shop.db.$queryRaw`SELECT pg_sleep(0.02)::text`))
    const answers = await Promise.all(Array.from({ length: 20 }, () => payAtSandbox(app, checkout)))
    const again = await payAtSandbox(app, checkout)
    expect(new Set([...answers, again].map(({ body }) => body)).size).toBe(1)
    const orderId = checkout.payment!.providerOrderId
    expect(await shop.db.sandboxPayment.count({ where: { orderId } })).toBe(1)
  })

  it.each(['order_unknown', "' OR 1=1"])('responds with 404 for the order %j', async (orderId) => {
    const answer = await app.inject({ method: 'POST', url: '/api/payments/sandbox/pay', payload: { orderId } })
    expect([answer.statusCode, answer.json()]).toEqual([404, { errors: ['There is no such sandbox order.'] }])
  })

  it.each([{}, { orderId: 7 }, { orderId: '' }, { orderId: '\0' }, { orderId: 'x', scenario: 'nope' }, [], null])(
    'rejects the body %j',
    async (payload) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/payments/sandbox/pay',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      })
      expect([answer.statusCode, answer.json()]).toEqual([
        422,
        { errors: [expect.stringContaining('Please enter valid')] },
      ])
    },
  )

  it('can decline a payment, after which the order can still be paid', async () => {
    const { shopper, checkout, timeline } = await placed()
    const answer = await payAtSandbox(app, checkout, 'decline')
    expect(answer.statusCode).toBe(402)
    expect(answer.json().error).toMatchObject({
      code: 'BAD_REQUEST_ERROR',
      reason: 'payment_failed',
      metadata: { order_id: checkout.payment!.providerOrderId, payment_id: expect.stringMatching(/^pay_/) },
    })
    expect(await timeline()).toEqual(['AWAITING_PAYMENT SHOPPER', 'AWAITING_PAYMENT WEBHOOK'])
    expect((await confirmPayment(shop, shopper.id, await payFor(app, checkout))).status).toBe('PAID')
  })

  it.each(['webhook-only', 'webhook-first'] as const)(
    'pays the order before it responds, with %s',
    async (scenario) => {
      const { shopper, checkout, timeline } = await placed()
      const confirmation = await payFor(app, checkout, scenario)
      expect(await timeline()).toEqual(['AWAITING_PAYMENT SHOPPER', 'PAID WEBHOOK'])
      expect((await confirmPayment(shop, shopper.id, confirmation)).status).toBe('PAID')
      expect(await timeline()).toHaveLength(2)
    },
  )

  it('pays once with webhook-thrice', async () => {
    const { shopper, checkout, timeline } = await placed()
    await confirmPayment(shop, shopper.id, await payFor(app, checkout, 'webhook-thrice'))
    const eventId = `payment.captured:${(await readOrder(app, checkout.order.id)).paymentId}`
    await expect.poll(() => shop.db.webhookEvent.count({ where: { eventId } })).toBe(1)
    expect((await timeline()).filter((entry) => entry.startsWith('PAID'))).toHaveLength(1)
  })

  it('pays a few seconds after the response with late-webhook', async () => {
    const { checkout, status, timeline } = await placed()
    await payAtSandbox(app, checkout, 'late-webhook')
    expect(await status()).toBe('AWAITING_PAYMENT')
    await expect.poll(status, { timeout: 30_000 }).toBe('PAID')
    expect(await timeline()).toEqual(['AWAITING_PAYMENT SHOPPER', 'PAID WEBHOOK'])
  })

  it('never pays with wrong-amount', async () => {
    const { shopper, checkout, status } = await placed()
    expect((await confirmPayment(shop, shopper.id, await payFor(app, checkout, 'wrong-amount'))).status).toBe(
      'REFUND_DUE',
    )
    await payAtSandbox(app, checkout, 'webhook-first')
    expect(await status()).toBe('REFUND_DUE')
  })

  it('leaves the order unpaid with bad-signature', async () => {
    const { shopper, checkout, status } = await placed()
    const forged = await payFor(app, checkout, 'bad-signature')
    await expect(confirmPayment(shop, shopper.id, forged)).rejects.toMatchObject({ code: 'PAYMENT_SIGNATURE_INVALID' })
    await reconcilePayments(shop, new Date(Date.now() + 60_000))
    expect(await status()).toBe('AWAITING_PAYMENT')
  })
})

describe('the routes of a provider that is not configured', () => {
  it.each([
    ['/api/payments/razorpay/webhook', app],
    ['/api/payments/sandbox/webhook', withRazorpay],
    ['/api/payments/sandbox/pay', withRazorpay],
  ])('are not registered: %s', async (url, at) => {
    const answer = await at.inject({ method: 'POST', url, payload: {} })
    expect([answer.statusCode, answer.json()]).toEqual([404, { errors: [`There is nothing at POST ${url}.`] }])
  })
})

describe('POST /api/payments/sandbox/webhook', () => {
  it('accepts only requests that the sandbox signed', async () => {
    const { checkout, status } = await placed()
    const sandbox = shop.payments
    if (!isSandbox(sandbox)) throw new Error('the test app works with the sandbox')
    const { payment } = (await sandbox.pay(checkout.payment!.providerOrderId))!
    const [delivery] = sandbox.announce(payment)
    const send = (body: string) =>
      app.inject({ method: 'POST', url: '/api/payments/sandbox/webhook', headers: delivery!.headers, payload: body })
    expect((await send(delivery!.body.replace('captured"', 'captured" '))).statusCode).toBe(400)
    expect(await status()).toBe('AWAITING_PAYMENT')
    expect((await send(delivery!.body)).statusCode).toBe(200)
    expect(await status()).toBe('PAID')
  })
})

describe('POST /api/payments/razorpay/webhook', () => {
  const place = () => placed(withRazorpay)
  const orderIdOf = ({ checkout }: Awaited<ReturnType<typeof placed>>) => checkout.payment!.providerOrderId
  const send = (request: ReturnType<typeof standIn.webhook>) => withRazorpay.inject(request)

  it.each(['payment.captured', 'order.paid'])('marks the order paid on %s', async (event) => {
    const order = await place()
    const answer = await send(standIn.webhook(event, standIn.pay(orderIdOf(order))))
    expect(answer.statusCode).toBe(200)
    expect(await order.timeline()).toEqual(['AWAITING_PAYMENT SHOPPER', 'PAID WEBHOOK'])
  })

  it('needs only the fields of the payment that it reads', async () => {
    const order = await place()
    const { id, order_id, status, amount, currency } = standIn.pay(orderIdOf(order))
    const entity = { id, entity: 'payment', order_id, status, amount, currency } as StandInPayment
    expect((await send(standIn.webhook('payment.captured', entity))).statusCode).toBe(200)
    expect(await order.status()).toBe('PAID')
  })

  it('leaves the order unpaid on payment.failed', async () => {
    const order = await place()
    await send(standIn.webhook('payment.failed', standIn.pay(orderIdOf(order), { status: 'failed' })))
    expect(await order.timeline()).toEqual(['AWAITING_PAYMENT SHOPPER', 'AWAITING_PAYMENT WEBHOOK'])
  })

  it('handles an event only once, even if it is sent several times simultaneously', async () => {
    const order = await place()
    const request = standIn.webhook('payment.captured', standIn.pay(orderIdOf(order)))
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(request)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(200))
    expect(await order.timeline()).toEqual(['AWAITING_PAYMENT SHOPPER', 'PAID WEBHOOK'])
  })

  it.each([
    ['a signature of other bytes', (body: string) => `${body} `, undefined],
    ['a signature with another secret', (body: string) => body, '0'.repeat(64)],
    ['an empty signature', (body: string) => body, ''],
    ['no body', () => '', undefined],
  ])('refuses %s', async (_, change, signature) => {
    const order = await place()
    const request = standIn.webhook('payment.captured', standIn.pay(orderIdOf(order)))
    const headers =
      signature === undefined ? request.headers : { ...request.headers, 'x-razorpay-signature': signature }
    const answer = await send({ ...request, headers, payload: change(request.payload) })
    expect([answer.statusCode, answer.json()]).toEqual([400, { errors: ['The signature of the webhook is invalid.'] }])
    expect(await order.status()).toBe('AWAITING_PAYMENT')
  })

  it('rejects a request without a signature', async () => {
    const answer = await withRazorpay.inject({ method: 'POST', url: '/api/payments/razorpay/webhook', payload: {} })
    expect(answer.statusCode).toBe(400)
  })

  it('verifies the raw bytes, regardless of the content type', async () => {
    const order = await place()
    const request = standIn.webhook('payment.captured', standIn.pay(orderIdOf(order)))
    const headers = { ...request.headers, 'content-type': 'text/plain; charset=utf-8' }
    expect((await send({ ...request, headers })).statusCode).toBe(200)
    expect(await order.status()).toBe('PAID')
  })

  it.each(['refund.processed', 'payment.authorized', 'payment.dispute.created'])(
    'does not change the order on %s',
    async (event) => {
      const order = await place()
      expect((await send(standIn.webhook(event, standIn.pay(orderIdOf(order))))).statusCode).toBe(200)
      expect(await order.status()).toBe('AWAITING_PAYMENT')
    },
  )

  it("responds with 200 for another shop's order", async () => {
    const orderId = await withRazorpay.shop.payments.createOrder({
      amount: 50_000,
      currency: 'INR',
      receipt: 'elsewhere',
    })
    expect((await send(standIn.webhook('order.paid', standIn.pay(orderId)))).statusCode).toBe(200)
  })

  describe('about a refund', () => {
    beforeEach(() => {
      standIn.refundsGo('processed')
      standIn.failNext()
    })

    /** Pays for an order, and refunds it in Razorpay's dashboard. Sends no webhook. */
    async function refunded(share = 1) {
      const order = await place()
      const payment = standIn.pay(orderIdOf(order))
      const captured = standIn.webhook('payment.captured', payment)
      const refund = standIn.refundOnPages(payment.id, Math.round(payment.amount * share))
      const orderId = order.checkout.order.id
      const refunds = () => withRazorpay.shop.db.refund.findMany({ where: { orderId } })
      return { ...order, payment, captured, refund, refunds }
    }
    const asked = () => standIn.requests.filter((line) => line.startsWith('GET ')).length

    it('records the payment in the event first, so the order never stays PAID', async () => {
      const order = await refunded()
      const before = asked()
      for (const event of ['refund.created', 'refund.processed'])
        expect((await send(standIn.webhook(event, order.refund))).statusCode).toBe(200)
      expect(await order.status()).toBe('REFUNDED')
      expect(asked()).toBe(before)
      expect((await send(order.captured)).statusCode).toBe(200)
      expect(await order.status()).toBe('REFUNDED')
      expect(await order.refunds()).toMatchObject([{ state: 'PROCESSED', amount: order.payment.amount }])
    })

    it('asks the provider for the payment if the event has none', async () => {
      const order = await refunded()
      const event = standIn.webhook('refund.processed', order.refund, undefined, { alone: true })
      expect((await send(event)).statusCode).toBe(200)
      expect(await order.status()).toBe('REFUNDED')
    })

    it('responds with 503 and Retry-After while the payment is unknown and the provider cannot be reached', async () => {
      const order = await refunded()
      const event = standIn.webhook('refund.processed', order.refund, undefined, { alone: true })
      standIn.failNext(401)
      const answer = await send(event)
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
      const eventId = event.headers['x-razorpay-event-id']
      expect(await withRazorpay.shop.db.webhookEvent.count({ where: { eventId } })).toBe(0)
      expect((await send(order.captured)).statusCode).toBe(200)
      expect((await send(event)).statusCode).toBe(200)
      expect(await order.status()).toBe('REFUNDED')
    })

    it.each([
      ['of a payment that is unknown to the provider', { payment_id: 'pay_elsewhere' }, null],
      ['of a payment without an order', {}, ''],
      ["of a payment for another shop's order", {}, 'order_elsewhere'],
    ])('responds with 200 to the refund %s, because another delivery would not help', async (_, changes, orderId) => {
      const order = await refunded()
      if (orderId !== null) order.payment.order_id = orderId
      for (const alone of [true, false]) {
        const event = standIn.webhook('refund.processed', { ...order.refund, ...changes }, undefined, { alone })
        expect((await send(event)).statusCode).toBe(200)
      }
      expect([await order.status(), await order.refunds()]).toEqual(['AWAITING_PAYMENT', []])
    })

    it.each([
      ['a full', 1, 'REFUNDED'],
      ['a partial', 0.5, 'PAID'],
    ])('records %s refund together with the payment if only payment.captured arrives', async (_, share, status) => {
      const order = await refunded(share)
      expect((await send(standIn.webhook('payment.captured', order.payment))).statusCode).toBe(200)
      expect(await order.status()).toBe(status)
      expect(await order.refunds()).toMatchObject([{ state: 'PROCESSED', amount: order.refund.amount }])
    })

    it.each<[string, Fault]>([
      ['cannot be reached', 401],
      ['does not respond', 'no answer'],
    ])('responds with 503 to a refunded payment if the provider %s, and records both later', async (_, fault) => {
      const order = await refunded()
      const event = standIn.webhook('payment.captured', order.payment)
      standIn.failNext(fault)
      expect((await send(event)).statusCode).toBe(503)
      expect([await order.status(), await order.refunds()]).toEqual(['AWAITING_PAYMENT', []])
      expect((await send(event)).statusCode).toBe(200)
      expect(await order.status()).toBe('REFUNDED')
    })

    it('responds with 503 while the provider does not list the refunds that it counts', async () => {
      const order = await refunded()
      const event = standIn.webhook('payment.captured', order.payment)
      standIn.refunds.delete(order.refund.id)
      expect((await send(event)).statusCode).toBe(503)
      expect(await order.status()).toBe('AWAITING_PAYMENT')
      standIn.refunds.set(order.refund.id, order.refund)
      expect((await send(event)).statusCode).toBe(200)
      expect(await order.status()).toBe('REFUNDED')
    })

    it("confirms a shopper's refunded payment with its refund, and says that the payment is safe until then", async () => {
      const { shopper, checkout, payment, status } = await refunded()
      const { order_id: providerOrderId, id: paymentId } = payment
      const proof = { orderId: checkout.order.id, paymentId, providerOrderId, signature: standIn.signatureOf(payment) }
      standIn.failNext('none', 401)
      await expect(confirmPayment(withRazorpay.shop, shopper.id, proof)).rejects.toMatchObject({
        code: 'PAYMENT_PROVIDER_UNAVAILABLE',
        message: expect.stringContaining('Your payment is safe'),
      })
      expect(await status()).toBe('AWAITING_PAYMENT')
      expect((await confirmPayment(withRazorpay.shop, shopper.id, proof)).status).toBe('REFUNDED')
    })

    it('finds a refunded payment without any webhook', async () => {
      const order = await refunded()
      await reconcilePayments(withRazorpay.shop, new Date(Date.now() + 60_000))
      expect(await order.status()).toBe('REFUNDED')
    })

    it('leaves the order unpaid if an authorized payment was never captured and went back', async () => {
      const order = await place()
      const payment = standIn.pay(orderIdOf(order), { status: 'authorized' })
      expect((await send(standIn.webhook('payment.authorized', payment))).statusCode).toBe(200)
      Object.assign(payment, { status: 'refunded', amount_refunded: payment.amount, refund_status: 'full' })
      const refund = { id: `rfnd_${payment.id}`, entity: 'refund', payment_id: payment.id, receipt: null } as const
      const back = { ...refund, amount: payment.amount, status: 'processed', created_at: 0 } as const
      for (const alone of [true, false])
        expect((await send(standIn.webhook('refund.processed', back, undefined, { alone }))).statusCode).toBe(200)
      expect(await order.status()).toBe('AWAITING_PAYMENT')
    })

    it('records an authorized payment that was captured and refunded before any event arrived', async () => {
      const order = await place()
      const payment = standIn.pay(orderIdOf(order), { status: 'authorized' })
      const authorized = standIn.webhook('payment.authorized', payment)
      await withRazorpay.shop.payments.listPayments({ ...payment, providerOrderId: payment.order_id })
      const captured = standIn.webhook('payment.captured', payment)
      const refund = standIn.webhook('refund.processed', standIn.refundOnPages(payment.id, payment.amount))
      for (const event of [refund, captured, authorized]) expect((await send(event)).statusCode).toBe(200)
      expect(await order.status()).toBe('REFUNDED')
    })
  })

  it('responds with 500 if handling fails, and handles the event when it is sent again', async () => {
    const order = await place()
    const payment = standIn.pay(orderIdOf(order))
    const broken = standIn.webhook('payment.captured', { ...payment, id: 'a null byte: \0' }, 'evt_again')
    expect((await send(broken)).statusCode).toBe(500)
    expect((await send(standIn.webhook('payment.captured', payment, 'evt_again'))).statusCode).toBe(200)
    expect(await order.status()).toBe('PAID')
  })
})
