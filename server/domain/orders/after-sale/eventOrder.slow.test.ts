/** All events of one payment and its refund, in every order, each delivered twice. A partial refund takes a third of the orders. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app'
import { checkOut, fillCart, newShopper, readOrder, setStock, stockOf } from '../../../testing/data/factories'
import { BOWL } from '../../../testing/data/fixtures'
import { startRazorpayStandIn } from '../../../testing/stand-ins/razorpayStandIn'
import { readMoney } from '../money'

const standIn = await startRazorpayStandIn()
const app = await startTestApp({ ...standIn.env }, { limits: { 'requests.perNetwork': 0 } })
afterAll(() => standIn.close())
const shopper = await newShopper(app)

const STOCK = 5
const EVENTS = ['payment.captured', 'order.paid', 'refund.created', 'refund.failed', 'refund.processed'] as const
type Name = (typeof EVENTS)[number]
type Webhook = ReturnType<typeof standIn.webhook>

beforeEach(() => {
  standIn.refundsGo('pending')
  standIn.failNext()
})

const permutations = <Item>(items: readonly Item[]): Item[][] =>
  items.length === 0
    ? [[]]
    : items.flatMap((first) => permutations(items.filter((item) => item !== first)).map((rest) => [first, ...rest]))

/** Pays for an order and refunds it in Razorpay's dashboard. Returns the webhooks that Razorpay makes meanwhile, unsent. */
async function bought(share: number, alone: boolean) {
  await setStock(app, { [BOWL]: STOCK })
  await fillCart(app, shopper, { [BOWL]: 1 })
  const { order, payment } = await checkOut(app, shopper)
  const paid = standIn.pay(payment!.providerOrderId)
  const webhooks = new Map<Name, Webhook>()
  for (const event of ['payment.captured', 'order.paid'] as const) webhooks.set(event, standIn.webhook(event, paid))
  const refund = standIn.refundOnPages(paid.id, Math.round(payment!.amount * share))
  const keep = (event: Name) => webhooks.set(event, standIn.webhook(event, refund, undefined, { alone }))
  keep('refund.created')
  standIn.endRefund(refund.id, 'failed')
  keep('refund.failed')
  standIn.endRefund(refund.id, 'processed')
  keep('refund.processed')
  return { id: order.id, total: payment!.amount, refund, webhooks }
}

async function endOf(id: string) {
  const { status, events } = await readOrder(app, id)
  const { payments, refunds } = await readMoney(app.shop.db, id)
  return {
    status,
    payments: payments.map(({ amount, excess }) => ({ amount, excess })),
    refunds: refunds.map(({ state, amount, askedAmount }) => ({ state, amount, askedAmount })),
    notes: events.map(({ status, note }) => `${status}: ${note?.replace(/\(\w+\)/, '(id)')}`).sort(),
    stock: await stockOf(app, BOWL),
  }
}

const deliver = async (webhook: Webhook): Promise<number> => (await app.inject(webhook)).statusCode

/** Delivers each webhook twice. Like Razorpay, later delivers those again that were not answered with 200. */
async function deliverAll(webhooks: Webhook[], isReachable: boolean): Promise<void> {
  const again: Webhook[] = []
  for (const webhook of [...webhooks, ...webhooks.toReversed()]) {
    if (!isReachable) standIn.failNext(401)
    const status = await deliver(webhook)
    if (status !== 200) {
      expect([status, isReachable]).toEqual([503, false])
      again.push(webhook)
    }
  }
  standIn.failNext()
  for (const webhook of again) expect(await deliver(webhook)).toBe(200)
}

const WAYS = [
  ['with the payment in the events of the refund', { alone: false, isReachable: true }],
  ['without the payment in the events of the refund', { alone: true, isReachable: true }],
  ['without the payment, while the provider cannot be reached', { alone: true, isReachable: false }],
] as const

describe.each(WAYS)('the events of a payment and its refund, %s', (_, { alone, isReachable }) => {
  it.each([
    ['full', 1, 'REFUNDED'],
    ['partial', 0.4, 'PAID'],
  ] as const)('have the same result in every order after a %s refund', async (_, share, status) => {
    const ends = new Map<string, string>()
    for (const order of permutations(EVENTS).filter((_each, i) => share === 1 || i % 3 === 0)) {
      const { id, total, webhooks } = await bought(share, alone)
      await deliverAll(
        order.map((name) => webhooks.get(name)!),
        isReachable,
      )
      const end = await endOf(id)
      expect(end, order.join()).toMatchObject({
        status,
        payments: [{ amount: total, excess: null }],
        refunds: [{ state: 'PROCESSED', amount: Math.round(total * share), askedAmount: null }],
        stock: STOCK - 1,
      })
      ends.set(JSON.stringify(end), order.join())
    }
    expect([...ends.values()]).toHaveLength(1)
  })

  it.each([
    ['full', 1, 'REFUND_DUE'],
    ['partial', 0.4, 'PAID'],
  ] as const)('have the same result in every order if a %s refund fails', async (_, share, status) => {
    const ends = new Map<string, string>()
    for (const order of permutations(EVENTS.filter((name) => name !== 'refund.processed'))) {
      const { id, total, webhooks, refund } = await bought(share, alone)
      standIn.endRefund(refund.id, 'failed')
      await deliverAll(
        order.map((name) => webhooks.get(name)!),
        isReachable,
      )
      const end = await endOf(id)
      expect(end, order.join()).toMatchObject({
        status,
        refunds: [{ state: 'FAILED', amount: Math.round(total * share) }],
      })
      ends.set(JSON.stringify(end), order.join())
    }
    expect([...ends.values()]).toHaveLength(1)
  })
})

describe('the events of a refund that fails, and of a second one that is paid out', () => {
  /** The first refund takes `share` of the payment, the second all of it, which is possible only after the first has failed. */
  async function refundedTwice(share: number) {
    const { id, total, refund: first, webhooks } = await bought(share, false)
    const failed = webhooks.get('refund.failed')!
    standIn.endRefund(first.id, 'failed')
    const second = standIn.refundOnPages(first.payment_id, total)
    standIn.endRefund(second.id, 'processed')
    const events = [webhooks.get('refund.created')!, failed, standIn.webhook('refund.processed', second)]
    return { id, total, captured: webhooks.get('payment.captured')!, events }
  }

  it.each([1, 0.5])('have the same result in every order, if the first one is %d of the payment', async (share) => {
    for (const order of permutations([0, 1, 2])) {
      const { id, total, captured, events } = await refundedTwice(share)
      await deliverAll([captured, ...order.map((nth) => events[nth]!)], true)
      const { status, refunds } = await endOf(id)
      expect(status, order.join()).toBe('REFUNDED')
      expect(refunds.filter(({ state }) => state === 'PROCESSED').map(({ amount }) => amount)).toEqual([total])
      expect(refunds.filter(({ state }) => state === 'FAILED')).toHaveLength(1)
    }
  })

  it.each([
    ['full', 1, 'REFUND_DUE'],
    ['partial', 0.6, 'PAID'],
  ] as const)(
    'have the same result in every order, if the %s first one fails and the second one is partial',
    async (_, share, expected) => {
      for (const order of permutations([0, 1, 2, 3])) {
        const { id, total, refund: first, webhooks } = await bought(share, false)
        standIn.endRefund(first.id, 'failed')
        const part = Math.round(total * 0.5)
        const second = standIn.refundOnPages(first.payment_id, part)
        standIn.endRefund(second.id, 'processed')
        const events = [
          webhooks.get('payment.captured')!,
          webhooks.get('refund.created')!,
          webhooks.get('refund.failed')!,
          standIn.webhook('refund.processed', second),
        ]
        await deliverAll(
          order.map((nth) => events[nth]!),
          true,
        )
        const { status, refunds, stock } = await endOf(id)
        const amounts = (wanted: string) => refunds.filter(({ state }) => state === wanted).map(({ amount }) => amount)
        expect({ status, stock, failed: amounts('FAILED'), processed: amounts('PROCESSED') }, order.join()).toEqual({
          status: expected,
          stock: STOCK - 1,
          failed: [Math.round(total * share)],
          processed: [part],
        })
      }
    },
  )
})
