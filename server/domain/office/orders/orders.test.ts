import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app'
import { ask, scrape } from '../../../testing/calls'
import { actorAs, checkOut, newShopper, newStaff, payFor, readOrder, setStock } from '../../../testing/data/factories'
import { BOWL, CUP } from '../../../testing/data/fixtures'
import { countStatements } from '../../../testing/statements'
import { dayInIndia } from '../../../shared/delivery/delivery'
import { cancelByBuyer } from '../../orders/after-sale/cancel'
import { confirmPayment } from '../../orders/placement/checkout'
import { orderNumber } from '../../orders/order'
import { recordPayment } from '../../orders/payment/payment'
import { sendRefunds } from '../../orders/after-sale/sendRefunds'
import { encodeCursor } from '../../cursor'
import { cancelByShop, deliverOrder, shipOrder } from './orderChanges'

const app = await startTestApp()
const { shop } = app
const { db } = shop
const staff = await newStaff(app)

const VARIABLES = [
  '$filter: OfficeOrderFilter',
  '$sort: OfficeOrderSort! = NEWEST',
  '$after: String',
  '$first: Int! = 50',
]

async function office(text: string, variables: object = {}) {
  const used = VARIABLES.filter((each) => text.includes(each.split(':')[0]!))
  return ask(app, `query ${used.length > 0 ? `(${used.join(', ')})` : ''} { office { ${text} } }`, {
    token: staff.token,
    variables: variables as Record<string, unknown>,
  })
}
const devanagari = (digits: string) => digits.replace(/\d/g, (digit) => String.fromCodePoint(0x966 + Number(digit)))
const LIST = `orders(filter: $filter, sort: $sort, after: $after, first: $first) {
  nodes { order { number status } customer { email } refundable: refundablePaise } pageInfo { endCursor hasNextPage } }`
interface Listed {
  order: { number: string }
}
interface ListedPage {
  nodes: Listed[]
  pageInfo: { endCursor: string; hasNextPage: boolean }
}
const numbersOf = async (filter: object): Promise<string[]> =>
  (await office(LIST, { filter })).data.office.orders.nodes.map(({ order }: Listed) => order.number)

async function buy(paid = true, scenario?: Parameters<typeof payFor>[2]) {
  await setStock(app, { [BOWL]: 40, [CUP]: 40 })
  const shopper = await newShopper(app, { [BOWL]: 1, [CUP]: 2 })
  const checkout = await checkOut(app, shopper)
  if (paid) await confirmPayment(shop, shopper.id, await payFor(app, checkout, scenario))
  const order = await readOrder(app, checkout.order.id)
  return { shopper, order, number: orderNumber(order), providerOrderId: checkout.payment!.providerOrderId }
}

const waiting = await buy(false)
const packed = await buy()
const sent = await buy()
const edit = async ({ order, number }: typeof sent) => ({ number, version: (await readOrder(app, order.id)).version })
await shipOrder(shop, await actorAs(app, staff, 'write_orders'), {
  ...(await edit(sent)),
  carrier: 'India Post',
  trackingNumber: 'EA12345IN',
})
await db.order.update({
  where: { id: sent.order.id },
  data: { deliveryName: 'Zarina 100% Khan', deliveryMobile: '9812300045' },
})

describe('office.orders', () => {
  const allPages = async (variables: object): Promise<string[]> => {
    const seen: string[] = []
    for (let after: string | null = null; ;) {
      const { nodes, pageInfo }: ListedPage = (await office(LIST, { ...variables, first: 2, after })).data.office.orders
      seen.push(...nodes.map(({ order }: Listed) => order.number))
      after = pageInfo.endCursor
      if (!pageInfo.hasNextPage) return seen
    }
  }

  it.each([
    ['all', {}],
    ['those of a period', { placedFrom: '2020-01-01T00:00:00+05:30' }],
  ])('pages through orders, newest or oldest first, without skipping or repeating any: %s', async (_, filter) => {
    const newestFirst = [sent, packed, waiting].map(({ number }) => number)
    expect(await allPages({ filter })).toEqual(newestFirst)
    expect(await allPages({ filter, sort: 'OLDEST' })).toEqual([...newestFirst].reverse())
  })

  it.each([
    [{}, [2 ** 31]],
    [{}, [2 ** 53]],
    [{ placedFrom: '2020-01-01T00:00:00+05:30' }, ['yesterday', 1]],
    [{ placedFrom: '2020-01-01T00:00:00+05:30' }, ['2026-13-01T00:00:00.000Z', 1]],
    [{ placedFrom: '2020-01-01T00:00:00+05:30' }, ['2026-01-01T00:00:00.000Z', 2 ** 31]],
  ])('rejects a forged cursor before it can make a query fail: %j %j', async (filter, values) => {
    const after = encodeCursor(['office', filter, 'NEWEST'], values)
    const { errors } = await office(LIST, { first: 1, after, filter })
    expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT' })
  })

  it('rejects a cursor from another filter or sort', async () => {
    const { endCursor } = (await office(LIST, { first: 1 })).data.office.orders.pageInfo
    const other = await office(LIST, { first: 1, after: endCursor, filter: { status: ['PAID'] } })
    const stale = { code: 'BAD_USER_INPUT', reason: 'STALE_CURSOR' }
    expect(other.errors![0]!.extensions).toMatchObject(stale)
    const reversed = await office(LIST, { first: 1, after: endCursor, sort: 'OLDEST' })
    expect(reversed.errors![0]!.extensions).toMatchObject(stale)
  })

  it('lists the orders with given numbers, and ignores text that is not an order number', async () => {
    const unknown = ['CER-999999', 'CER-9999999999', 'cer-000001', '', "CER-000001'; --", 'x'.repeat(1000)]
    expect(await numbersOf({ numbers: [packed.number, ...unknown, sent.number, sent.number] })).toEqual([
      sent.number,
      packed.number,
    ])
    expect(await numbersOf({ numbers: [packed.number, sent.number], status: ['PAID'] })).toEqual([packed.number])
    expect(await numbersOf({ numbers: unknown })).toEqual([])
    for (const numbers of [[], null]) expect(await numbersOf({ numbers })).toHaveLength(3)
    const many = Array.from({ length: 100 }, () => packed.number)
    expect(await numbersOf({ numbers: many })).toEqual([packed.number])
    const { errors } = await office(LIST, { filter: { numbers: [...many, packed.number] } })
    expect(errors![0]).toMatchObject({
      message: '`numbers` can have at most 100 order numbers.',
      extensions: { code: 'BAD_USER_INPUT' },
    })
  })

  it.each([
    ['the number', () => sent.number],
    ['its digits', () => String(sent.order.serial).padStart(6, '0')],
    ['part of the name, in whatever case', () => 'zarina 100%'],
    ['the mobile number', () => '9812300045'],
    ['part of the e-mail', () => sent.shopper.email.slice(0, 20)],
    ['the payment id', () => sent.order.paymentId!],
    ['the number after #', () => `#${sent.number}`],
    ['the number with a dash of an email program', () => sent.number.replace('-', '–')],
    ['the number without its hyphen', () => sent.number.replace('-', '')],
    ['the number with a blank', () => sent.number.toLowerCase().replace('-', ' ')],
    ['the short number', () => `cer ${sent.order.serial}`],
    ['the digits after #', () => `#${String(sent.order.serial).padStart(6, '0')}`],
    ['the number in Devanagari digits', () => `CER-${devanagari(String(sent.order.serial).padStart(6, '0'))}`],
    ['the number in full-width letters', () => sent.number.replace('CER', 'ＣＥＲ')],
    ['the mobile number in two groups', () => '98123 00045'],
    ['the mobile number with +91', () => '+91 98123 00045'],
    ['the mobile number with 0', () => '098123-00045'],
    ['the mobile number with 0091', () => '0091 98123 00045'],
    ['the mobile number in brackets', () => '(+91) 98123.00045'],
    ['the mobile number as a contacts app copies it', () => '\u202a+91 98123 00045\u202c'],
    ['the mobile number in Devanagari digits', () => devanagari('9812300045')],
    ['the end of the mobile number', () => '300045'],
    ['the name in the other order', () => '100% zarina'],
    ['the name with two blanks', () => 'zarina  100%'],
    ['the name with an accent', () => 'Zarína 100%'],
    ['part of the tracking number', () => 'a12345i'],
  ])('finds orders by %s', async (_, search) => {
    expect(await numbersOf({ search: search() })).toEqual([sent.number])
    expect(await numbersOf({ search: search(), status: ['PAID'] })).toEqual([])
  })

  it('matches pattern characters literally, and rejects short and long texts', async () => {
    for (const search of ['100_ K', '%%%', 'nobody at all', 'CER-999999'])
      expect(await numbersOf({ search })).toEqual([])
    for (const search of ['ab', 'x'.repeat(201), 'a\0bc'])
      expect((await office(LIST, { filter: { search } })).errors![0]!.extensions.code).toBe('BAD_USER_INPUT')
    expect(await numbersOf({ search: ' ' })).toHaveLength(3)
  })

  it('filters by status and by the time the order was placed', async () => {
    expect(await numbersOf({ status: ['PAID', 'AWAITING_PAYMENT'] })).toEqual([packed.number, waiting.number])
    const at = packed.order.placedAt.toISOString()
    expect(await numbersOf({ placedFrom: at })).toEqual([sent.number, packed.number])
    expect(await numbersOf({ placedTo: at })).toEqual([waiting.number])
    expect(await numbersOf({ placedFrom: at, placedTo: sent.order.placedAt.toISOString() })).toEqual([packed.number])
    for (const placedTo of [
      'yesterday',
      '2026-01-31',
      '0000-01-01T00:00:00Z',
      '2026-01-31T00:00:00',
      '2026-02-30T00:00:00Z',
    ])
      expect((await office(LIST, { filter: { placedTo } })).errors![0]!.message).toContain('placedTo')
    const counts = (await office('orderCounts { status count isMore }')).data.office.orderCounts
    expect(counts).toHaveLength(10)
    expect(counts).toEqual(
      expect.arrayContaining(['PAID', 'SHIPPED'].map((status) => ({ status, count: 1, isMore: false }))),
    )
  })

  it('pages correctly through a date range with orders placed at the same time', async () => {
    const filter = { placedFrom: waiting.order.placedAt.toISOString() }
    const { placedAt } = packed.order
    await app.shop.db.order.update({ where: { id: sent.order.id }, data: { placedAt } })
    const paged: string[] = []
    for (let after: string | null = null, isMore = true; isMore;) {
      const page: ListedPage = (await office(LIST, { filter, first: 1, after })).data.office.orders
      paged.push(...page.nodes.map(({ order }) => order.number))
      after = page.pageInfo.endCursor
      isMore = page.pageInfo.hasNextPage
    }
    await app.shop.db.order.update({ where: { id: sent.order.id }, data: { placedAt: sent.order.placedAt } })
    expect(paged).toEqual([sent.number, packed.number, waiting.number])
  })

  it('runs the same number of statements for many orders as for one', async () => {
    const all = `orders(first: $first) { nodes { actions refundablePaise customer { email orders(first: 1) { pageInfo { hasNextPage } } }
      order { refunds { amountPaise } items { product { id } } timeline { at } } payments { id } refunds { id } notes { text } audit { change } } }`
    const withoutOrders = all.replace(/orders\(first: 1\) \{ pageInfo \{ hasNextPage \} \}/, '')
    const count = (first: number) => countStatements(() => office(withoutOrders, { first }))
    const one = await count(1)
    expect(one).toBeLessThanOrEqual(12)
    expect(await count(50)).toBe(one)
    const filter = { placedFrom: '2026-01-01T00:00:00+05:30', placedTo: '2099-01-01T00:00:00+05:30', search: 'meera' }
    // One more, which collects the matches of the search.
    expect(await countStatements(() => office(LIST, { filter }))).toBe((await countStatements(() => office(LIST))) + 1)
  })
})

describe('office.order and office.customer', () => {
  it('return the data that staff need, or null if there is no match', async () => {
    const text = (
      number: string,
      id: string,
    ) => `order(number: "${number}") { order { number } customer { email } payments { amount: amountPaise } }
      customer(id: "${id}") { email blockedAt orders { nodes { order { number } } } }`
    expect((await office(text('CER-999999', 'nobody'))).data.office).toEqual({ order: null, customer: null })
    const { data } = await office(text(packed.number, packed.shopper.id))
    expect(data.office).toEqual({
      order: {
        order: { number: packed.number },
        customer: { email: packed.shopper.email },
        payments: [{ amount: packed.order.totalAmount * 100 }],
      },
      customer: {
        email: packed.shopper.email,
        blockedAt: null,
        orders: { nodes: [{ order: { number: packed.number } }] },
      },
    })
  })
})

describe('office.today and office.takings', () => {
  const TODAY = `today { toPack needsAttention { order { number } } failedRefunds { number refund { lastError } }
    paymentsToReturn { number payment { id excess refundable: refundablePaise } } }`
  const today = dayInIndia(new Date())
  const takings = async (from = today, to = today) =>
    office(`takings(from: "${from}", to: "${to}") { day gross: grossPaise refunds: refundsPaise net: netPaise orders }`)

  it('list refunds and payments that need attention until they are resolved', async () => {
    expect((await office(TODAY)).data.office.today).toEqual({
      toPack: 1,
      needsAttention: [],
      failedRefunds: [],
      paymentsToReturn: [],
    })
    const failing = await buy(true, 'refund-fails')
    await cancelByShop(shop, await actorAs(app, staff, 'write_refunds'), {
      ...(await edit(failing)),
      reason: 'Sold out.',
      restock: true,
    })
    await sendRefunds(shop)
    const second = { id: 'pay_second', status: 'captured', amount: 5000, currency: 'INR', refunded: 0 } as const
    await recordPayment(shop, { providerOrderId: packed.providerOrderId, payment: second, source: 'WEBHOOK' })
    const owed = await buy()
    await cancelByBuyer(shop, owed.shopper, owed.number)
    const { data } = await office(TODAY)
    expect(data.office.today).toEqual({
      toPack: 1,
      needsAttention: [owed, failing, packed].map(({ number }) => ({ order: { number } })),
      failedRefunds: [
        { number: failing.number, refund: { lastError: 'The payment provider could not pay out the refund.' } },
      ],
      paymentsToReturn: expect.arrayContaining([
        {
          number: packed.number,
          payment: { id: second.id, excess: 'This is a second payment for the order.', refundable: 5000 },
        },
        {
          number: owed.number,
          payment: { id: owed.order.paymentId, excess: null, refundable: owed.order.totalAmount * 100 },
        },
      ]),
    })
    expect(await numbersOf({ needsAttention: true })).toHaveLength(3)
  })

  it('list a failed refund while its money is owed, and agree with the metrics', async () => {
    const failing = await buy(true, 'refund-fails')
    const { id: orderId, paymentId } = failing.order
    await db.order.update({ where: { id: orderId }, data: { status: 'DELIVERED' } })
    const listed = async () => {
      const { failedRefunds, paymentsToReturn } = (await office(TODAY)).data.office.today
      const body = await scrape(app)
      const count = (name: string) => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(body)?.[1])
      expect(count('shop_refunds_to_repeat')).toBe(failedRefunds.length)
      expect(count('shop_payments_to_return')).toBe(paymentsToReturn.length)
      return failedRefunds.filter(({ number }: { number: string }) => number === failing.number).length
    }
    const ask = (amount: number, requestedAt: Date) =>
      db.refund.create({
        data: { orderId, paymentId: paymentId!, amount, reason: 'x', dueAt: requestedAt, requestedAt },
      })
    const fail = (id: string, endedAt: Date) => db.refund.update({ where: { id }, data: { state: 'FAILED', endedAt } })
    const at = (second: number) => new Date(Date.UTC(2026, 1, 1, 0, 0, second))
    const first = await ask(500, at(1))
    const other = await ask(300, at(2))
    await fail(first.id, at(3))
    // The other refund was requested before the first one failed, so it does not replace the failed one.
    expect(await listed()).toBe(1)
    const again = await ask(500, at(4))
    expect(await listed()).toBe(0)
    // The full payment must be refunded, so a smaller refund does not resolve the failed one.
    await db.order.update({ where: { id: orderId }, data: { status: 'REFUND_DUE' } })
    expect(await listed()).toBe(1)
    await ask(failing.order.totalAmount * 100 - again.amount - other.amount, at(5))
    expect(await listed()).toBe(0)
  })

  it('add up payments and refunds per day in Indian time', async () => {
    await deliverOrder(shop, await actorAs(app, staff, 'write_orders'), await edit(sent))
    const paid = await db.receivedPayment.findMany()
    const gross = paid.reduce((sum, { amount }) => sum + amount, 0)
    const [first] = paid
    const refund = { orderId: first!.orderId, paymentId: first!.id, amount: 700, reason: 'x', dueAt: new Date() }
    await db.refund.create({ data: { ...refund, state: 'PROCESSED', endedAt: new Date() } })
    const orders = paid.filter(({ excess }) => excess === null).length
    expect((await takings()).data.office.takings).toEqual([
      { day: today, gross, refunds: 700, net: gross - 700, orders },
    ])
    // 18:30 UTC on the previous day is midnight in India.
    await db.receivedPayment.updateMany({ data: { receivedAt: new Date('2026-01-31T18:30:00Z') } })
    expect((await takings('2026-02-01', '2026-02-01')).data.office.takings).toMatchObject([
      { day: '2026-02-01', gross },
    ])
    expect((await takings('2026-01-31', '2026-01-31')).data.office.takings).toEqual([])
    for (const [from, to] of [
      ['2026-02-02', '2026-02-01'],
      ['2024-01-01', '2026-02-01'],
      ['2026-02-30x', '2026-02-01'],
    ])
      expect((await takings(from, to)).errors![0]!.extensions.code).toBe('BAD_USER_INPUT')
  })
})
