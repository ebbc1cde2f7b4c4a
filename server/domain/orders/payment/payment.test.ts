import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ProviderPayment } from '../../../payments/provider'
import { startTestApp } from '../../../testing/app'
import {
  checkOut,
  fillCart,
  newShopper,
  payFor,
  readOrder,
  setStock,
  stockOf,
  type Shopper,
} from '../../../testing/data/factories'
import { getCart } from '../../cart/cart'
import { cancelCheckout, confirmPayment, type Checkout } from '../placement/checkout'
import { sweepExpiredHolds } from '../placement/holds'
import { recordPayment } from './payment'
import { reconcilePayments } from './reconcile'

const app = await startTestApp()
const { shop } = app

const JAR = 'grand-moon-jar'
const STOCK = 3
const later = () => new Date(Date.now() + 60_000)
const afterExpiry = () => new Date(Date.now() + shop.settings.checkoutHoldMs + 60_000)

let shopper: Shopper
let checkout: Checkout

/** Places an order that awaits payment. No other order holds stock. */
async function placeAlone() {
  await shop.db.order.updateMany({ where: { status: 'AWAITING_PAYMENT' }, data: { status: 'CANCELLED' } })
  await setStock(app, { [JAR]: STOCK })
  shopper = await newShopper(app)
  await fillCart(app, shopper, { [JAR]: 1 })
  checkout = await checkOut(app, shopper)
}

beforeEach(placeAlone)

const payment = (changes: Partial<ProviderPayment> = {}): ProviderPayment => ({
  id: `pay_${checkout.order.id}`,
  status: 'captured',
  amount: checkout.payment!.amount,
  currency: 'INR',
  refunded: 0,
  ...changes,
})

const tell = (changes: Partial<ProviderPayment> = {}, eventId?: string) =>
  recordPayment(shop, {
    providerOrderId: checkout.payment!.providerOrderId,
    payment: payment(changes),
    source: 'WEBHOOK',
    eventId,
  })

const outcome = async () => {
  const { status, paymentId, events } = await readOrder(app, checkout.order.id)
  const cart = await getCart(shop, shopper.id)
  return {
    status,
    paymentId,
    timeline: events.map((event) => event.status),
    stock: await stockOf(app, JAR),
    cart: cart.lines.map(({ quantity }) => quantity),
  }
}

describe('a payment of a cancelled order that was refunded before its first report', () => {
  const report = async (amount: number, status: 'processed' | 'pending' | 'failed') => {
    await cancelCheckout(shop, shopper, checkout.order.id)
    const refund = { id: `rfnd_${checkout.order.id}`, paymentId: payment().id, key: null, status, amount }
    await recordPayment(shop, {
      providerOrderId: checkout.payment!.providerOrderId,
      payment: payment({ refunded: amount }),
      refunds: [refund],
      source: 'WEBHOOK',
    })
    return outcome()
  }

  it.each([
    ['processed', 'REFUNDED'],
    ['pending', 'REFUND_DUE'],
  ] as const)('takes no items if its %s refund covers it', async (status, expected) => {
    const { timeline, ...end } = await report(payment().amount, status)
    expect(end).toMatchObject({ status: expected, paymentId: payment().id, stock: STOCK })
    expect(timeline).not.toContain('PAID')
    const { events } = await readOrder(app, checkout.order.id)
    expect(events.map(({ note }) => note)).toContain(
      'The payment arrived after the order was cancelled and was already refunded.',
    )
    const received = await shop.db.receivedPayment.findUniqueOrThrow({ where: { id: payment().id } })
    expect(received.excess).toBe('The payment arrived after the order was cancelled and was already refunded.')
  })

  it('takes its items again if the refund is partial', async () => {
    expect(await report(5000, 'processed')).toMatchObject({ status: 'PAID', stock: STOCK - 1 })
  })
})

describe('a payment above the largest amount that the shop can record', () => {
  it('is noted once, and its order awaits the right payment', async () => {
    const news = {
      providerOrderId: checkout.payment!.providerOrderId,
      payment: payment({ amount: 3_000_000_000, refunded: 3_000_000_000 }),
      refunds: [
        { id: 'rfnd_large', paymentId: payment().id, key: null, status: 'processed' as const, amount: 3_000_000_000 },
      ],
      source: 'WEBHOOK' as const,
    }
    for (const eventId of [randomUUID(), randomUUID()]) await recordPayment(shop, { ...news, eventId })
    expect(await outcome()).toMatchObject({ status: 'AWAITING_PAYMENT', paymentId: null })
    const { events } = await readOrder(app, checkout.order.id)
    expect(events.map(({ note }) => note).filter((note) => note!.includes('Rs. 3,00,00,000'))).toHaveLength(1)
    await tell({ id: 'pay_right', amount: 2_147_483_648, status: 'failed' })
    await tell({ id: 'pay_of_right_amount' })
    expect(await outcome()).toMatchObject({ status: 'PAID', paymentId: 'pay_of_right_amount' })
    await tell({ id: 'pay_second', amount: 2_147_483_648 })
    expect((await outcome()).status).toBe('PAID')
  })

  it('does not prevent reports about refunds above it', async () => {
    await tell()
    for (const [id, status] of [
      ['rfnd_failed', 'failed'],
      ['rfnd_paid', 'processed'],
    ] as const)
      await recordPayment(shop, {
        providerOrderId: checkout.payment!.providerOrderId,
        payment: payment(),
        refunds: [{ id, paymentId: payment().id, key: null, status, amount: 3_000_000_000 }],
        source: 'WEBHOOK',
      })
    expect((await outcome()).status).toBe('REFUNDED')
  })
})

describe('recordPayment', () => {
  it.each(['failed', 'pending'] as const)('leaves the order waiting after a %s payment', async (status) => {
    await tell({ status })
    await tell({ status })
    const timeline = status === 'failed' ? ['AWAITING_PAYMENT', 'AWAITING_PAYMENT'] : ['AWAITING_PAYMENT']
    expect(await outcome()).toEqual({
      status: 'AWAITING_PAYMENT',
      paymentId: null,
      timeline,
      stock: STOCK - 1,
      cart: [1],
    })
  })

  it.each([
    ['one rupee less', { amount: -100 }],
    ['one paisa more', { amount: 1 }],
  ])('makes an order REFUND_DUE, never PAID, for a payment of %s', async (_, { amount }) => {
    await tell({ amount: checkout.payment!.amount + amount })
    const due = await outcome()
    expect(due).toMatchObject({ status: 'REFUND_DUE', paymentId: payment().id, stock: STOCK, cart: [1] })
    await tell()
    await tell({ id: 'pay_right' })
    expect(await outcome()).toMatchObject({ status: 'REFUND_DUE', paymentId: payment().id, stock: STOCK })
  })

  it('makes an order REFUND_DUE, never PAID, for the right amount in another currency', async () => {
    await tell({ currency: 'USD' })
    expect(await outcome()).toMatchObject({ status: 'REFUND_DUE', stock: STOCK, cart: [1] })
  })

  it('returns no stock for a wrong amount if the cancellation already returned it', async () => {
    await cancelCheckout(shop, shopper, checkout.order.id)
    await tell({ amount: checkout.payment!.amount - 100 })
    expect(await outcome()).toMatchObject({ status: 'REFUND_DUE', stock: STOCK, cart: [1] })
  })

  it('keeps a paid order PAID after a second payment and notes that payment once', async () => {
    await tell()
    await tell({ id: 'pay_second' })
    await tell({ id: 'pay_second' })
    expect(await outcome()).toMatchObject({
      status: 'PAID',
      paymentId: payment().id,
      timeline: ['AWAITING_PAYMENT', 'PAID', 'PAID'],
      stock: STOCK - 1,
    })
  })

  it('takes the stock again for a payment after the cancellation', async () => {
    await cancelCheckout(shop, shopper, checkout.order.id)
    expect(await stockOf(app, JAR)).toBe(STOCK)
    await tell()
    expect(await outcome()).toEqual({
      status: 'PAID',
      paymentId: payment().id,
      timeline: ['AWAITING_PAYMENT', 'CANCELLED', 'PAID'],
      stock: STOCK - 1,
      cart: [],
    })
  })

  it('makes a cancelled order REFUND_DUE if its stock is gone', async () => {
    await cancelCheckout(shop, shopper, checkout.order.id)
    await setStock(app, { [JAR]: 0 })
    await tell()
    expect(await outcome()).toMatchObject({ status: 'REFUND_DUE', paymentId: payment().id, stock: 0, cart: [1] })
  })

  it('makes an order REFUND_DUE if the payment arrives over 24 hours after the cancellation', async () => {
    await cancelCheckout(shop, shopper, checkout.order.id)
    const cancelled = { orderId: checkout.order.id, status: 'CANCELLED' as const }
    const cancelledAgo = (ms: number) =>
      shop.db.orderEvent.updateMany({ where: cancelled, data: { at: new Date(Date.now() - ms) } })
    await cancelledAgo(24 * 3600_000 + 1000)
    const order = (await tell())!
    expect(order.status).toBe('REFUND_DUE')
    expect(order.events.at(-1)!.note).toMatch(/arrived too long after the order was cancelled, so we will refund it\.$/)
    expect(await stockOf(app, JAR)).toBe(STOCK)
    expect((await getCart(shop, shopper.id)).lines).toHaveLength(1)

    await placeAlone()
    await cancelCheckout(shop, shopper, checkout.order.id)
    cancelled.orderId = checkout.order.id
    await cancelledAgo(23 * 3600_000)
    expect((await tell())!.status).toBe('PAID')
  })

  it('accepts a late payment at any time if the setting is 0', async () => {
    await cancelCheckout(shop, shopper, checkout.order.id)
    await shop.db.orderEvent.updateMany({
      where: { orderId: checkout.order.id, status: 'CANCELLED' },
      data: { at: new Date(Date.now() - 1000 * 24 * 3600_000) },
    })
    const forever = { ...shop, settings: { ...shop.settings, latePaymentMs: 0 } }
    const { providerOrderId } = checkout.payment!
    const news = { providerOrderId, payment: payment(), source: 'WEBHOOK' as const }
    expect((await recordPayment(forever, news))!.status).toBe('PAID')
  })

  it('makes a cancelled order REFUND_DUE if one of its products was deleted', async () => {
    await cancelCheckout(shop, shopper, checkout.order.id)
    await shop.db.orderLine.updateMany({ where: { orderId: checkout.order.id }, data: { productId: null } })
    await tell()
    expect(await outcome()).toMatchObject({ status: 'REFUND_DUE', stock: STOCK })
  })

  it('returns null for an unknown order', async () => {
    const news = { providerOrderId: 'order_unknown', payment: payment(), source: 'WEBHOOK' as const }
    expect(await recordPayment(shop, news)).toBeNull()
  })

  it('handles a webhook event once, and retries an event whose handling failed', async () => {
    const eventId = randomUUID()
    const broken = { ...payment(), id: 'a null byte: \0' }
    const { providerOrderId } = checkout.payment!
    await expect(
      recordPayment(shop, { providerOrderId, payment: broken, source: 'WEBHOOK', eventId }),
    ).rejects.toThrow()
    expect((await tell({}, eventId))!.status).toBe('PAID')
    expect(await tell({ id: 'pay_second' }, eventId)).toBeNull()
    expect((await outcome()).timeline).toEqual(['AWAITING_PAYMENT', 'PAID'])
  })

  const FAILED = { status: 'failed' } as const
  const CAPTURED = {}
  it.each([
    [FAILED, CAPTURED, CAPTURED],
    [CAPTURED, FAILED, CAPTURED],
    [CAPTURED, CAPTURED, FAILED],
    [{ ...FAILED, id: 'pay_first_try' }, CAPTURED, CAPTURED],
    [CAPTURED, { ...FAILED, id: 'pay_first_try' }, CAPTURED],
    [CAPTURED, CAPTURED, { ...FAILED, id: 'pay_first_try' }],
  ])('has the same result for the events %j, %j, %j', async (...news) => {
    for (const changes of news) await tell(changes)
    const { timeline, ...rest } = await outcome()
    expect(rest).toEqual({ status: 'PAID', paymentId: payment().id, stock: STOCK - 1, cart: [] })
    expect(timeline.filter((status) => status === 'PAID')).toHaveLength(1)
  })

  it('marks the order paid once if shopper, webhooks and reconciler confirm it at the same time', async () => {
    const confirmation = await payFor(app, checkout, 'webhook-thrice')
    const news = [
      () => confirmPayment(shop, shopper.id, confirmation),
      () => tell({ id: confirmation.paymentId }, 'event 1'),
      () => tell({ id: confirmation.paymentId }, 'event 1'),
      () => tell({ id: confirmation.paymentId }, 'event 2'),
      () => reconcilePayments(shop, later()),
      () => confirmPayment(shop, shopper.id, confirmation),
      () => reconcilePayments(shop, later()),
    ]
    await fillCart(app, shopper, { [JAR]: 1 })
    await Promise.all(news.map((run) => run()))
    expect(await outcome()).toEqual({
      status: 'PAID',
      paymentId: confirmation.paymentId,
      timeline: ['AWAITING_PAYMENT', 'PAID'],
      stock: STOCK - 1,
      cart: [1],
    })
  })

  it('marks an order paid if its payment arrives during the expiry sweep, without losing an item', async () => {
    for (let round = 0; round < 5; round++) {
      await Promise.all([sweepExpiredHolds(shop, afterExpiry()), tell(), sweepExpiredHolds(shop, afterExpiry())])
      const { status, stock, timeline } = await outcome()
      expect({ status, stock }).toEqual({ status: 'PAID', stock: STOCK - 1 })
      expect(timeline.filter((entry) => entry === 'PAID')).toHaveLength(1)
      await placeAlone()
    }
  })

  /** Events that may happen to an order in any sequence, any number of times, and concurrently. */
  const happenings: Record<string, () => Promise<unknown>> = {
    failed: () => tell({ status: 'failed', id: 'pay_failed' }),
    captured: () => tell(),
    'event captured': () => tell({}, `event of ${checkout.order.id}`),
    'second payment': () => tell({ id: `pay_second_${checkout.order.id}` }),
    pending: () => tell({ status: 'pending' }),
    cancel: () => cancelCheckout(shop, shopper, checkout.order.id).catch(() => undefined),
    expire: () => sweepExpiredHolds(shop, afterExpiry()),
    'check out again': () => checkOut(app, shopper).catch(() => undefined),
  }

  it('keeps the stock count right and never moves an order back, for any sequence of events', async () => {
    const moments = fc.array(fc.array(fc.constantFrom(...Object.keys(happenings)), { minLength: 1, maxLength: 3 }), {
      minLength: 2,
      maxLength: 5,
    })
    await fc.assert(
      fc.asyncProperty(moments, async (sequence) => {
        await placeAlone()
        for (const moment of sequence) await Promise.all(moment.map((name) => happenings[name]!()))
        const orders = await shop.db.order.findMany({
          where: { userId: shopper.id },
          include: { lines: true, events: { orderBy: { at: 'asc' } } },
        })
        const holding = orders.filter(({ status }) => status === 'AWAITING_PAYMENT' || status === 'PAID')
        expect((await stockOf(app, JAR)) + holding.length).toBe(STOCK)
        const wasPaid = sequence.flat().some((name) => /captured|second/.test(name))
        const [order] = orders.filter(({ id }) => id === checkout.order.id)
        expect(order!.status === 'PAID').toBe(wasPaid)
        for (const { status, events } of orders) {
          const steps = events.map((event) => event.status).filter((step, i, all) => step !== all[i - 1])
          expect([
            'AWAITING_PAYMENT',
            'AWAITING_PAYMENT CANCELLED',
            'AWAITING_PAYMENT PAID',
            'AWAITING_PAYMENT CANCELLED PAID',
          ]).toContain(steps.join(' '))
          expect(steps.at(-1)).toBe(status)
        }
      }),
      { numRuns: 25 },
    )
  })
})
