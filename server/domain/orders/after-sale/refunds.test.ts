import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestApp } from '../../../testing/app'
import { scrape } from '../../../testing/calls'
import {
  actorAs,
  checkOut,
  fillCart,
  newShopper,
  newStaff,
  readOrder,
  setStock,
  stockOf,
} from '../../../testing/data/factories'
import { BOWL, CUP } from '../../../testing/data/fixtures'
import { startRazorpayStandIn, type Fault } from '../../../testing/stand-ins/razorpayStandIn'
import { formatPaise } from '../../../shared/money/money'
import { refundOrder, type RefundInput } from '../../office/orders/refundOrder'
import { applyCoupon } from '../../cart/cart'
import { cancelByBuyer } from './cancel'
import { orderNumber } from '../order'
import { withOrder } from '../state/withOrder'
import { recordPayment } from '../payment/payment'
import { findRefundsElsewhere } from './refundReports'
import { requestRefund } from '../ledger/ledger'
import { readMoney } from '../money'
import { requestOwedRefunds, sendRefunds } from './sendRefunds'

const standIn = await startRazorpayStandIn()
const app = await startTestApp({ ...standIn.env, AUTO_REFUND: '1' })
afterAll(() => standIn.close())
const { shop } = app
const { db } = shop
const staff = await newStaff(app)

beforeEach(async () => {
  standIn.refundsGo('processed')
  standIn.requests.length = 0
  // Removes refunds that an earlier test left open.
  await db.refund.deleteMany({ where: { state: 'REQUESTED' } })
})

const LATER = () => new Date(Date.now() + 24 * 3600_000)
const rejected = (code: string) => expect.objectContaining({ code })
const asked = () => standIn.requests.filter((line) => /^POST .*\/refund$/.test(line)).length

/** Buys and pays for two bowls and a cup with a coupon. */
async function buy() {
  await setStock(app, { [BOWL]: 20, [CUP]: 20 })
  const shopper = await newShopper(app, { [BOWL]: 2, [CUP]: 1 })
  await applyCoupon(shop, shopper, 'SUMMER')
  const { order, payment } = await checkOut(app, shopper)
  const { providerOrderId } = payment!
  const { id: paymentId } = standIn.pay(providerOrderId)
  await settle(providerOrderId)
  return { shopper, id: order.id, number: orderNumber(order), providerOrderId, paymentId, total: payment!.amount }
}

async function settle(providerOrderId: string) {
  const news = await shop.payments.listPayments({ providerOrderId, amount: 0, currency: 'INR' })
  for (const payment of news) await recordPayment(shop, { providerOrderId, payment, source: 'SHOP' })
}

const refund = async ({ id, number }: { id: string; number: string }, input: Partial<RefundInput>) =>
  refundOrder(shop, await actorAs(app, staff, 'write_refunds'), {
    number,
    version: (await readOrder(app, id)).version,
    restock: false,
    reason: 'It arrived broken.',
    idempotencyKey: randomUUID(),
    ...input,
  })

const refundsOf = async (orderId: string) => (await readMoney(db, orderId)).refunds
const statusOf = async (id: string) => (await readOrder(app, id)).status

describe('a refund', () => {
  let untouched: Awaited<ReturnType<typeof buy>>
  beforeAll(async () => {
    untouched = await buy()
  })

  it("of part of the payment is sent to the provider with a separate key and keeps the order's status", async () => {
    const bought = await buy()
    const order = await refund(bought, { amount: 1234 })
    expect(order.status).toBe('PAID')
    expect(asked()).toBe(0)
    await sendRefunds(shop)
    const [made] = await refundsOf(bought.id)
    expect([...standIn.refunds.values()].at(-1)).toMatchObject({
      payment_id: bought.paymentId,
      amount: 1234,
      receipt: made!.id,
    })
    expect(made).toMatchObject({ state: 'PROCESSED', attempts: 1, endedAt: expect.any(Date) })
    const after = await readOrder(app, bought.id)
    expect(after.status).toBe('PAID')
    expect(after.version).toBeGreaterThan(order.version)
    expect(after.events.at(-1)!.note).toBe(`We refunded Rs. 12.34 (${made!.providerRefundId}).`)
  })

  it('of the full remaining amount makes the order REFUND_DUE, then REFUNDED when it is paid out', async () => {
    const bought = await buy()
    await refund(bought, { amount: 1000 })
    expect((await refund(bought, { whole: true })).status).toBe('REFUND_DUE')
    await sendRefunds(shop)
    expect(await statusOf(bought.id)).toBe('REFUNDED')
    expect((await refundsOf(bought.id)).map(({ amount }) => amount)).toEqual([1000, bought.total - 1000])
    await expect(refund(bought, { amount: 1 })).rejects.toEqual(rejected('REFUND_TOO_LARGE'))
    await expect(refund(bought, { whole: true })).rejects.toEqual(rejected('REFUND_TOO_LARGE'))
  })

  it("of lines returns what was paid for them: all refunds add up to the order's total", async () => {
    const bought = await buy()
    const { lines } = await readOrder(app, bought.id)
    const shelf = await stockOf(app, BOWL)
    for (const { id, quantity } of lines)
      for (let piece = 0; piece < quantity; piece += 1)
        await refund(bought, { lines: [{ id, quantity: 1 }], restock: true })
    const amounts = (await refundsOf(bought.id)).map(({ amount }) => amount)
    expect(amounts).toHaveLength(3)
    expect(amounts.reduce((sum, amount) => sum + amount)).toBe(bought.total)
    expect(await stockOf(app, BOWL)).toBe(shelf + 2)
    expect(await statusOf(bought.id)).toBe('REFUND_DUE')
    for (const faulty of [[{ id: lines[0]!.id, quantity: 1 }], [{ id: randomUUID(), quantity: 1 }]])
      await expect(refund(bought, { lines: faulty })).rejects.toEqual(rejected('INVALID_INPUT'))
  })

  it.each<Partial<RefundInput>>([
    {},
    { amount: 0 },
    { amount: -100 },
    { amount: 100, whole: true },
    { amount: 100, restock: true },
    { lines: [] },
    { whole: true, reason: ' ' },
    { whole: true, paymentId: 'pay_of_another' },
  ])('with invalid input is refused: %j', async (input) => {
    const bought = untouched
    await expect(refund(bought, input)).rejects.toEqual(rejected('INVALID_INPUT'))
    expect(await refundsOf(bought.id)).toEqual([])
  })

  it('of part of the payment reduces the refund announced to a buyer who cancels', async () => {
    const bought = await buy()
    await refund(bought, { amount: 1050 })
    const { events } = await cancelByBuyer(shop, bought.shopper, bought.number)
    expect(events.at(-1)!.note).toContain(`We will refund ${formatPaise(bought.total - 1050)}`)
  })

  it('is requested once for repeated or concurrent calls', async () => {
    const bought = await buy()
    const { version } = await readOrder(app, bought.id)
    const input = { amount: 500, version, idempotencyKey: randomUUID() }
    const answers = await Promise.all([refund(bought, input), refund(bought, input), refund(bought, input)])
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
    expect(await refundsOf(bought.id)).toHaveLength(1)
    await expect(refund(bought, { ...input, amount: 501 })).rejects.toEqual(rejected('IDEMPOTENCY_KEY_REUSED'))
  })

  it('never exceeds the payment, even with concurrent requests', async () => {
    const bought = await buy()
    const { payments } = await readMoney(db, bought.id)
    const amount = Math.floor(bought.total * 0.4)
    const wanted = { payment: payments[0]!, amount, reason: 'x', requestedById: null }
    const rivals = Array.from({ length: 6 }, () =>
      db.$transaction(async (tx) => withOrder(tx, bought.id, (order) => requestRefund(shop, tx, order, wanted))),
    )
    const outcomes = await Promise.allSettled(rivals)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await refundsOf(bought.id)).toHaveLength(2)
  })
})

describe('sendRefunds', () => {
  /** Requests a refund without sending the request to the provider yet. */
  async function wanted() {
    const bought = await buy()
    await refund(bought, { amount: 2000 })
    return { ...bought, key: (await refundsOf(bought.id))[0]!.id }
  }
  const made = (paymentId: string) => [...standIn.refunds.values()].filter(({ payment_id }) => payment_id === paymentId)

  it("continues after a server dies between receiving the provider's response and recording it", async () => {
    const { id, key, paymentId } = await wanted()
    // The steps that the server completed before it died.
    await db.refund.update({ where: { id: key }, data: { attempts: 1, dueAt: new Date(Date.now() + 120_000) } })
    await shop.payments.refund({ paymentId, amount: 2000, key })
    await sendRefunds(shop)
    expect((await refundsOf(id))[0]!.state).toBe('REQUESTED')
    standIn.requests.length = 0
    await sendRefunds(shop, LATER())
    expect(await refundsOf(id)).toMatchObject([{ state: 'PROCESSED', providerRefundId: made(paymentId)[0]!.id }])
    expect(made(paymentId)).toHaveLength(1)
    expect(asked()).toBe(0)
  })

  it.each<Fault[][]>([
    [['answer lost', 'answer lost', 'answer lost']],
    [['garbage']],
    [['cut', 'cut', 'cut']],
    [[500, 500, 500]],
    [[401]],
    [['redirect']],
  ])('makes the refund once, with a delay, after %j', async (faults) => {
    const { id, paymentId } = await wanted()
    standIn.failNext(...faults)
    await sendRefunds(shop)
    expect(await refundsOf(id)).toMatchObject([{ state: 'REQUESTED', attempts: 1, lastError: expect.any(String) }])
    await sendRefunds(shop)
    expect((await refundsOf(id))[0]!.attempts).toBe(1)
    await sendRefunds(shop, LATER())
    expect(await refundsOf(id)).toMatchObject([{ state: 'PROCESSED', attempts: 2, lastError: null }])
    expect(made(paymentId)).toHaveLength(1)
  })

  it('marks a refund as failed if the provider refuses it, and allows a new request', async () => {
    const bought = await wanted()
    const { paymentId, id } = bought
    // A refund was made earlier in the provider's dashboard.
    await shop.payments.refund({ paymentId, amount: bought.total - 1000, key: 'by hand, on its pages' })
    await sendRefunds(shop)
    expect(await refundsOf(id)).toMatchObject([
      { state: 'FAILED', lastError: 'The refund amount provided is greater than amount captured' },
      { state: 'PROCESSED', amount: bought.total - 1000 },
    ])
    await refund(bought, { amount: 1000 })
    await sendRefunds(shop)
    expect((await refundsOf(id)).map(({ state }) => state)).toEqual(['FAILED', 'PROCESSED', 'PROCESSED'])
  })

  it('shares the work among servers and requests each refund once', async () => {
    for (let i = 0; i < 4; i += 1) await wanted()
    await Promise.all([sendRefunds(shop), sendRefunds(shop), sendRefunds(shop)])
    expect(asked()).toBe(4)
    expect(await db.refund.count({ where: { state: 'REQUESTED' } })).toBe(0)
  })
})

describe('the webhook of a refund', () => {
  const tell = async (event: string, refund: Parameters<typeof standIn.webhook>[1], eventId?: string) => {
    expect((await app.inject(standIn.webhook(event, refund, eventId))).statusCode).toBe(200)
  }

  /** A refund that the provider accepted but has not paid out yet. */
  async function pending() {
    const bought = await buy()
    standIn.refundsGo('pending')
    await refund(bought, { whole: true })
    await sendRefunds(shop)
    const entity = [...standIn.refunds.values()].at(-1)!
    const states = async () => (await refundsOf(bought.id)).map(({ state }) => state)
    expect([await states(), await statusOf(bought.id)]).toEqual([['REQUESTED'], 'REFUND_DUE'])
    return { ...bought, entity, states }
  }

  it('completes the refund, even if events are repeated or out of order', async () => {
    const { id, entity, states } = await pending()
    const processed = { ...entity, status: 'processed' as const }
    const eventId = randomUUID()
    for (const each of [eventId, eventId, randomUUID()]) await tell('refund.processed', processed, each)
    await tell('refund.created', entity)
    await tell('refund.failed', { ...entity, status: 'failed' })
    expect([await states(), await statusOf(id)]).toEqual([['PROCESSED'], 'REFUNDED'])
    const { events } = await readOrder(app, id)
    expect(events.filter(({ note }) => note?.includes('We refunded'))).toHaveLength(1)
  })

  it('records a failure, and a payout that follows a failure', async () => {
    const { id, entity, states, ...bought } = await pending()
    await tell('refund.failed', { ...entity, status: 'failed' })
    expect([await states(), await statusOf(id)]).toEqual([['FAILED'], 'REFUND_DUE'])
    await tell('refund.processed', { ...entity, status: 'processed' })
    expect([await states(), await statusOf(id)]).toEqual([['PROCESSED'], 'REFUNDED'])
    await expect(refund({ id, ...bought }, { whole: true })).rejects.toEqual(rejected('REFUND_TOO_LARGE'))
  })

  it('is optional: the shop also queries the provider', async () => {
    const { id, entity, states } = await pending()
    entity.status = 'processed'
    await sendRefunds(shop, LATER())
    expect([await states(), await statusOf(id)]).toEqual([['PROCESSED'], 'REFUNDED'])
  })

  it("records refunds made in the provider's dashboard, and ignores unknown payments", async () => {
    const { id, paymentId, total } = await buy()
    const entity = {
      id: `rfnd_${randomUUID()}`,
      entity: 'refund' as const,
      payment_id: paymentId,
      receipt: null,
      created_at: 0,
    }
    await tell('refund.processed', { ...entity, amount: total, status: 'processed' })
    expect(await refundsOf(id)).toMatchObject([{ amount: total, state: 'PROCESSED', requestedById: null }])
    expect(await statusOf(id)).toBe('REFUNDED')
    await tell('refund.processed', { ...entity, payment_id: 'pay_unknown', amount: total, status: 'processed' })
  })
})

describe('a refund that differs at the provider', () => {
  it('is recorded with the amount that was actually refunded, and sets the alert metric', async () => {
    const differing = async () => {
      const body = await scrape(app)
      return Number(/^shop_refunds_differing (\d+)$/m.exec(body)![1])
    }
    const bought = await buy()
    expect(await differing()).toBe(0)
    standIn.refundsAre(bought.total - 5000)
    await refund(bought, { whole: true })
    await sendRefunds(shop)
    standIn.refundsAre(null)
    const [first] = await refundsOf(bought.id)
    expect(first).toMatchObject({ state: 'PROCESSED', amount: bought.total - 5000, askedAmount: bought.total })
    // The provider refunded less than requested, so the remainder is still due.
    expect(await statusOf(bought.id)).toBe('REFUND_DUE')
    expect((await readOrder(app, bought.id)).events.at(-1)!.note).toContain(
      `We refunded ${formatPaise(bought.total - 5000)}`,
    )
    expect(await differing()).toBe(1)
    await refund(bought, { amount: 5000 })
    await sendRefunds(shop)
    expect(await statusOf(bought.id)).toBe('REFUNDED')
    await db.refund.updateMany({ data: { endedAt: new Date(Date.now() - 25 * 3600_000) }, where: { id: first!.id } })
    expect(await differing()).toBe(0)
  })

  it('counts at most up to its payment', async () => {
    const bought = await buy()
    standIn.refundsAre(2 * bought.total)
    await refund(bought, { amount: 1000 })
    await sendRefunds(shop)
    standIn.refundsAre(null)
    expect(await refundsOf(bought.id)).toMatchObject([{ state: 'PROCESSED', amount: bought.total, askedAmount: 1000 }])
  })

  it("fails if the money was already refunded in the provider's dashboard; that refund is recorded", async () => {
    const bought = await buy()
    standIn.refundOnPages(bought.paymentId, bought.total)
    await refund(bought, { whole: true })
    await sendRefunds(shop)
    expect((await refundsOf(bought.id)).map(({ state, amount }) => [state, amount])).toEqual([
      ['FAILED', bought.total],
      ['PROCESSED', bought.total],
    ])
    expect(await statusOf(bought.id)).toBe('REFUNDED')
  })

  it('is recorded once, within an hour, even if its webhook was lost', async () => {
    const bought = await buy()
    standIn.refundOnPages(bought.paymentId, 1000)
    // More than an hour after the search at startup, so that the next search is due.
    const later = Date.now() + 2 * 3600_000
    await findRefundsElsewhere(shop, later)
    await findRefundsElsewhere(shop, later)
    expect(await refundsOf(bought.id)).toMatchObject([{ amount: 1000, state: 'PROCESSED', provider: 'RAZORPAY' }])
    expect(standIn.requests.filter((line) => line.startsWith('GET /v1/refunds?'))).toHaveLength(1)
    for (let i = 0; i < 3; i += 1) standIn.refundOnPages(bought.paymentId, 100)
    await findRefundsElsewhere(shop, later + 2 * 3600_000)
    expect(await refundsOf(bought.id)).toHaveLength(4)
  })
})

describe("a refund made in the provider's dashboard", () => {
  const search = (hours: number) => findRefundsElsewhere(shop, Date.now() + hours * 3600_000)
  const alarms = () => vi.spyOn(shop.log, 'error').mockImplementation(() => {})
  const send = async (event: string, refund: Parameters<typeof standIn.webhook>[1]) =>
    expect((await app.inject(standIn.webhook(event, refund))).statusCode).toBe(200)

  it('that is pending is never requested again, and stops a full order from being packed', async () => {
    standIn.refundsGo('pending')
    const [partial, whole] = [await buy(), await buy()]
    const made = [standIn.refundOnPages(partial.paymentId, 1000), standIn.refundOnPages(whole.paymentId, whole.total)]
    for (const refund of made) await send('refund.created', refund)
    standIn.requests.length = 0
    await sendRefunds(shop, LATER())
    expect([asked(), await statusOf(partial.id), await statusOf(whole.id)]).toEqual([0, 'PAID', 'REFUND_DUE'])
    for (const { id } of made) standIn.endRefund(id, 'processed')
    await sendRefunds(shop, new Date(Date.now() + 48 * 3600_000))
    expect([asked(), await statusOf(partial.id), await statusOf(whole.id)]).toEqual([0, 'PAID', 'REFUNDED'])
    expect(await refundsOf(partial.id)).toMatchObject([{ state: 'PROCESSED', amount: 1000 }])
  })

  it('is not requested again even if the provider no longer lists it', async () => {
    standIn.refundsGo('pending')
    const bought = await buy()
    const refund = standIn.refundOnPages(bought.paymentId, 1000)
    await send('refund.created', refund)
    standIn.refunds.delete(refund.id)
    await sendRefunds(shop, LATER())
    expect(asked()).toBe(0)
    expect(await refundsOf(bought.id)).toMatchObject([
      { state: 'REQUESTED', lastError: `The payment provider does not list the refund ${refund.id}.` },
    ])
  })

  it('counts at most up to its payment, and staff get an alarm', async () => {
    const bought = await buy()
    const refund = standIn.refundOnPages(bought.paymentId, bought.total)
    refund.amount = 3 * bought.total
    const alarm = alarms()
    await search(10)
    expect(alarm).toHaveBeenCalledWith(
      expect.objectContaining({ rest: bought.total }),
      expect.stringContaining('refunds above the payment'),
    )
    alarm.mockRestore()
    expect(await refundsOf(bought.id)).toMatchObject([{ state: 'PROCESSED', amount: bought.total }])
    expect(await statusOf(bought.id)).toBe('REFUNDED')
  })

  it('counts only the rest of the payment if all refunds together exceed it', async () => {
    const bought = await buy()
    const first = standIn.refundOnPages(bought.paymentId, bought.total - 1000)
    await send('refund.processed', first)
    const others = [5000, 700].map((amount) => ({ ...first, id: `rfnd_${randomUUID()}`, amount }))
    const alarm = alarms()
    for (const refund of others) await send('refund.processed', refund)
    expect(alarm).toHaveBeenCalledTimes(2)
    alarm.mockRestore()
    expect((await refundsOf(bought.id)).map(({ amount }) => amount)).toEqual([bought.total - 1000, 1000])
    expect(await statusOf(bought.id)).toBe('REFUNDED')
  })

  it('is found even if the list contains items that the shop cannot read, and the provider counts as up', async () => {
    const bought = await buy()
    const [nothing, odd] = [100, 100].map((amount) => standIn.refundOnPages(bought.paymentId, amount))
    nothing!.amount = 0
    Object.assign(odd!, { payment_id: 7 })
    standIn.refundOnPages(bought.paymentId, 1000)
    const failures = () => shop.outside.services.get('payments')!.failures
    const before = failures()
    await search(20)
    expect(failures()).toBe(before)
    expect(await refundsOf(bought.id)).toMatchObject([{ amount: 1000, state: 'PROCESSED' }])
    standIn.refunds.delete(nothing!.id)
    standIn.refunds.delete(odd!.id)
  })

  it('is found among more than 1,000 newer ones', async () => {
    const bought = await buy()
    standIn.refundOnPages(bought.paymentId, 1000)
    // These refunds belong to payments of another shop.
    const others = Array.from({ length: 1100 }, (_, i) => ({
      id: `rfnd_other_${i}`,
      entity: 'refund' as const,
      payment_id: 'pay_other',
      receipt: null,
      amount: 100,
      status: 'processed' as const,
      created_at: Math.floor(Date.now() / 1000),
    }))
    for (const refund of others) standIn.refunds.set(refund.id, refund)
    await search(30)
    for (const { id } of others) standIn.refunds.delete(id)
    expect(await refundsOf(bought.id)).toMatchObject([{ amount: 1000, state: 'PROCESSED' }])
  })
})

describe('AUTO_REFUND', () => {
  const due = async (id: string) =>
    (await refundsOf(id)).map(({ amount, requestedById }) => ({ amount, requestedById }))

  it("refunds a second payment and keeps the order's status", async () => {
    const { id, providerOrderId, total } = await buy()
    const second = standIn.pay(providerOrderId)
    await settle(providerOrderId)
    await settle(providerOrderId)
    expect((await readMoney(db, id)).payments).toMatchObject([
      { excess: null },
      { id: second.id, excess: 'This is a second payment for the order.' },
    ])
    for (let round = 0; round < 2; round += 1) await requestOwedRefunds(shop)
    await sendRefunds(shop)
    expect(await due(id)).toEqual([{ amount: total, requestedById: null }])
    expect(await statusOf(id)).toBe('PAID')
  })

  it('refunds a wrong amount and the payment of a cancelled order', async () => {
    const { shopper, ...bought } = await buy()
    await cancelByBuyer(shop, shopper, bought.number)
    await fillCart(app, shopper, { [CUP]: 1 })
    const { order, payment } = await checkOut(app, shopper)
    standIn.pay(payment!.providerOrderId, { amount: 12_345 })
    await settle(payment!.providerOrderId)
    await Promise.all([requestOwedRefunds(shop), requestOwedRefunds(shop)])
    await sendRefunds(shop)
    expect(await due(bought.id)).toEqual([{ amount: bought.total, requestedById: null }])
    expect(await due(order.id)).toEqual([{ amount: 12_345, requestedById: null }])
    expect([await statusOf(bought.id), await statusOf(order.id)]).toEqual(['REFUNDED', 'REFUNDED'])
  })

  it('names a payment in another currency in that currency, also next to one in rupees', async () => {
    const { id, number, providerOrderId, shopper, total } = await buy()
    const second = standIn.pay(providerOrderId, { currency: 'JPY', amount: 27_000 })
    await settle(providerOrderId)
    await expect(refund({ id, number }, { amount: 27_001, paymentId: second.id })).rejects.toMatchObject({
      message: 'You can refund at most 27000 JPY.',
    })
    await cancelByBuyer(shop, shopper, number)
    await requestOwedRefunds(shop)
    await sendRefunds(shop)
    const notes = (await readOrder(app, id)).events.map(({ note }) => note)
    const amount = formatPaise(total)
    expect(notes).toContain(`You cancelled this order. We will refund ${amount} and 27000 JPY the way you paid.`)
    const names = notes.map((note) => /^We refunded (.*) \(/.exec(note!)?.[1]).filter(Boolean)
    expect(names.sort()).toEqual(['27000 JPY', amount])
    expect(await statusOf(id)).toBe('REFUNDED')
  })

  it('refunds the rest of a cancelled order after a partial refund', async () => {
    const bought = await buy()
    await refund(bought, { amount: 5_000 })
    await sendRefunds(shop)
    await cancelByBuyer(shop, bought.shopper, bought.number)
    for (let round = 0; round < 2; round += 1) await requestOwedRefunds(shop)
    await sendRefunds(shop)
    expect((await due(bought.id)).map(({ amount }) => amount)).toEqual([5_000, bought.total - 5_000])
    expect(await statusOf(bought.id)).toBe('REFUNDED')
  })

  it('leaves failed refunds to staff, and refunds nothing if it is 0', async () => {
    const { shopper, id, number } = await buy()
    await cancelByBuyer(shop, shopper, number)
    await requestOwedRefunds({ ...shop, settings: { ...shop.settings, autoRefund: false } })
    expect(await due(id)).toEqual([])
    standIn.refundsGo('failed')
    await requestOwedRefunds(shop)
    await sendRefunds(shop)
    await requestOwedRefunds(shop)
    expect((await refundsOf(id)).map(({ state }) => state)).toEqual(['FAILED'])
  })
})

describe('a refund of lines', () => {
  it.each([
    [[-1, 2], 'The quantity of each line must be 1 or more.'],
    [[2, -1], 'The quantity of each line must be 1 or more.'],
    [[0], 'The quantity of each line must be 1 or more.'],
    [[1, 1], 'Each line can appear only once.'],
  ])('is refused, and changes nothing, for the quantities %j of one line', async (quantities, message) => {
    const bought = await buy()
    const before = await readOrder(app, bought.id)
    const { id } = before.lines[0]!
    const lines = quantities.map((quantity) => ({ id, quantity }))
    const wrong = expect.objectContaining({ code: 'INVALID_INPUT', inputErrors: [{ field: 'lines', message }] })
    for (const restock of [true, false]) await expect(refund(bought, { lines, restock })).rejects.toEqual(wrong)
    expect(await refundsOf(bought.id)).toEqual([])
    expect(await readOrder(app, bought.id)).toEqual(before)
    expect([await stockOf(app, BOWL), asked()]).toEqual([18, 0])
  })
})
