import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../testing/processes'
import { OrderStatus } from '../../../generated/prisma/enums'
import { startSending } from '../../../outbox/sending'
import { webhookChannel } from '../../../outbox/webhook'
import { projectRoot } from '../../../settings'
import { startTestApp } from '../../../testing/app'
import { addressOf, checkOut, newShopper, payFor } from '../../../testing/data/factories'
import { BOWL } from '../../../testing/data/fixtures'
import { statementsOf } from '../../../testing/statements'
import { SECRET, startReceiver } from '../../../testing/stand-ins/webhookReceiver'
import { confirmPayment, startCheckout } from '../placement/checkout'
import { orderNumber } from '../order'
import { moveOrder } from '../state/orderState'
import { withOrder } from '../state/withOrder'
import { placeOnce } from '../placement/placement'
import { requestRefund } from '../ledger/ledger'
import { readMoney } from '../money'
import { sendRefunds } from '../after-sale/sendRefunds'

const receiver = await startReceiver()
afterAll(() => receiver.close())
const app = await startTestApp({ ORDER_WEBHOOK_URL: receiver.url, ORDER_WEBHOOK_SECRET: SECRET, MAIL: '0' })
const { shop } = app
const { db } = shop

/** Sends all waiting messages, then stops. */
async function sendAll({ url = receiver.url, secrets = [SECRET] } = {}): Promise<void> {
  const channel = webhookChannel({ url, secrets }, 5_000)
  const { stop } = startSending(shop, channel, { pollMs: 20 })
  await expect.poll(() => db.outboxMessage.count({ where: { state: 'WAITING' } })).toBe(0)
  await stop()
}

afterEach(async () => {
  receiver.received.length = 0
  await db.outboxMessage.deleteMany()
})

async function place() {
  const shopper = await newShopper(app, { [BOWL]: 2 })
  const checkout = await checkOut(app, shopper)
  return { shopper, checkout, id: checkout.order.id, number: orderNumber(checkout.order) }
}

async function pay({ shopper, checkout }: Awaited<ReturnType<typeof place>>) {
  return confirmPayment(shop, shopper.id, await payFor(app, checkout))
}

const move = (id: string, ...path: OrderStatus[]) =>
  db.$transaction(async (tx) => {
    for (const to of path)
      await withOrder(tx, id, (order) => moveOrder(shop, tx, order, to, { source: 'SHOP', note: to }))
  })

describe('a refund', () => {
  it('triggers a webhook with its amount once it is paid out, for partial and full refunds', async () => {
    const placed = await place()
    const { totalAmount } = await pay(placed)
    await db.$transaction((tx) =>
      withOrder(tx, placed.id, async (order) => {
        const [payment] = (await readMoney(tx, order.id)).payments
        const wanted = { payment: payment!, reason: 'One is chipped.', requestedById: null }
        const first = await requestRefund(shop, tx, order, { ...wanted, amount: 5050 })
        return requestRefund(shop, tx, first, { ...wanted, amount: totalAmount * 100 - 5050 })
      }),
    )
    await sendRefunds(shop)
    await sendAll()
    const told = receiver.received.map(({ type, data }) => [type, data.amount ?? data.status])
    expect(told).toEqual([
      ['order.awaiting_payment', 'AWAITING_PAYMENT'],
      ['order.paid', 'PAID'],
      ['order.refund_due', 'REFUND_DUE'],
      ['refund.processed', 5050],
      ['refund.processed', totalAmount * 100 - 5050],
      ['order.refunded', 'REFUNDED'],
    ])
    const { data } = receiver.received[3]!
    expect(data).toMatchObject({
      state: 'PROCESSED',
      paymentId: expect.stringMatching(/^pay_/),
      providerRefundId: expect.stringMatching(/^rfnd_/),
      reference: null,
      order: { id: placed.id, number: placed.number, status: 'REFUND_DUE' },
    })
    expect(JSON.stringify(data)).not.toContain('chipped')
  })
})

describe('an order webhook', () => {
  it("is sent for every change, with the previous status and without the buyer's name", async () => {
    const placed = await place()
    const paid = await pay(placed)
    await move(placed.id, 'SHIPPED', 'DELIVERED', 'RETURN_REQUESTED', 'RETURNED', 'REFUND_DUE', 'REFUNDED')
    await sendAll()
    expect(receiver.received.map(({ type, data }) => [type, data.previousStatus, data.status])).toEqual([
      ['order.awaiting_payment', null, 'AWAITING_PAYMENT'],
      ['order.paid', 'AWAITING_PAYMENT', 'PAID'],
      ['order.shipped', 'PAID', 'SHIPPED'],
      ['order.delivered', 'SHIPPED', 'DELIVERED'],
      ['order.return_requested', 'DELIVERED', 'RETURN_REQUESTED'],
      ['order.returned', 'RETURN_REQUESTED', 'RETURNED'],
      ['order.refund_due', 'RETURNED', 'REFUND_DUE'],
      ['order.refunded', 'REFUND_DUE', 'REFUNDED'],
    ])
    const times = receiver.received.map(({ timestamp }) => timestamp)
    expect(times).toEqual([...times].sort())
    expect(new Set(times).size).toBe(times.length)
    const [line] = paid.lines
    expect(receiver.received[1]!.data).toEqual({
      id: placed.id,
      number: placed.number,
      status: 'PAID',
      previousStatus: 'AWAITING_PAYMENT',
      placedAt: paid.placedAt.toISOString(),
      items: [
        {
          productId: BOWL,
          title: line!.title,
          quantity: 2,
          piecesInSet: null,
          cancelled: 0,
          returned: 0,
          returnedPieces: 0,
          replaced: 0,
          replacedPieces: 0,
          price: { discounted: line!.discounted, original: line!.original },
          lineTotal: 2 * line!.discounted,
          estimatedDelivery: line!.estimatedDelivery.toISOString().slice(0, 10),
          sent: 2,
          sentPaise: 200 * line!.discounted,
        },
      ],
      cancelledPaise: 0,
      payablePaise: 100 * paid.totalAmount,
      priceDetails: {
        cartTotal: paid.cartTotal,
        offerDiscount: paid.offerDiscount,
        couponDiscount: 0,
        giftWrap: 0,
        convenienceFee: 0,
        totalDiscount: paid.offerDiscount,
        totalAmount: paid.totalAmount,
      },
      hidePrices: false,
      couponCode: null,
      isReplacement: false,
      payOnDelivery: false,
      paymentProvider: 'SANDBOX',
      paymentId: paid.paymentId,
      deliveryAddress: { city: 'Chennai', state: 'Tamil Nadu', country: 'India', zipCode: '600004' },
    })
    expect(JSON.stringify(receiver.received)).not.toMatch(/Meera|Iyer|Temple|9000011111|shopper\.example/)
  })

  it('is sent for a pay-on-delivery order', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const input = { addressId: shopper.addressId, idempotencyKey: shopper.id, networkAddress: addressOf(shopper.email) }
    await placeOnce(shop, shopper, input, { payOnDelivery: true })
    await sendAll()
    const told = {
      previousStatus: null,
      status: 'CONFIRMED',
      payOnDelivery: true,
      paymentProvider: null,
      paymentId: null,
    }
    expect(receiver.received).toEqual([
      expect.objectContaining({ type: 'order.confirmed', data: expect.objectContaining(told) }),
    ])
  })

  it('is written in the same transaction as the change: a rolled-back change sends none', async () => {
    const { id } = await place()
    const rolledBack = db.$transaction(async (tx) => {
      await withOrder(tx, id, (order) => moveOrder(shop, tx, order, 'CANCELLED', { source: 'SHOP', note: 'x' }))
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect(await db.outboxMessage.count({ where: { topic: id } })).toBe(1)
  })

  it('costs one extra statement, and none if no URL is set', async () => {
    const outboxStatementsWith = async (orderWebhook: typeof shop.settings.orderWebhook) => {
      const shopper = await newShopper(app, { [BOWL]: 1 })
      const input = {
        addressId: shopper.addressId,
        idempotencyKey: shopper.id,
        networkAddress: addressOf(shopper.email),
      }
      const settings = { ...shop.settings, orderWebhook }
      const statements = await statementsOf(() => startCheckout({ ...shop, settings }, shopper, input))
      return statements.filter((text) => text.includes('outbox_message'))
    }
    expect(await outboxStatementsWith(null)).toEqual([])
    expect(await outboxStatementsWith(shop.settings.orderWebhook)).toHaveLength(1)
    expect(await db.outboxMessage.count()).toBe(1)
  })

  it('is signed with both secrets during a rotation', async () => {
    const next = `whsec_${Buffer.alloc(24, 'next').toString('base64')}`
    await place()
    await sendAll({ secrets: [next, SECRET] })
    const signature = receiver.received[0]!.headers['webhook-signature']!
    expect(signature).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/)
  })
})

describe('docs/webhooks.md', () => {
  const text = readFileSync(join(projectRoot, 'docs/webhooks.md'), 'utf8')
  const snippet = (language: string) => new RegExp('```' + language + '\\n([^]*?)```').exec(text)![1]!

  /** All property names, including those in an array's first element. */
  const shapeOf = (value: unknown): unknown =>
    Array.isArray(value)
      ? [shapeOf(value[0])]
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shapeOf(each)]))
        : typeof value

  /** An event as the receiver received it. */
  async function oneEvent() {
    const { id } = await place()
    const { body } = await db.outboxMessage.findFirstOrThrow({ where: { topic: id } })
    await sendAll()
    return { headers: receiver.received[0]!.headers, body }
  }

  it('lists a type for each status, and for each change that keeps it', () => {
    const types = [...text.matchAll(/^\| `(order\.\w+)` +\|/gm)].map(([, type]) => type!)
    expect(types.sort()).toEqual(
      [...Object.values(OrderStatus), 'address_changed', 'items_cancelled', 'return_accepted']
        .map((status) => `order.${status.toLowerCase()}`)
        .sort(),
    )
  })

  it('shows an event as the shop sends it', async () => {
    const placed = await place()
    await pay(placed)
    const [, paid] = await db.outboxMessage.findMany({ where: { topic: placed.id }, orderBy: { id: 'asc' } })
    const [shown, real] = [JSON.parse(snippet('json')) as unknown, JSON.parse(paid!.body) as unknown]
    // The coupon is null in both events.
    expect(shapeOf(shown)).toEqual(shapeOf(real))
  })

  const commands: Record<string, (code: string, args: string) => string[]> = {
    js: (code, args) => [process.execPath, '--input-type=module', '-e', `${code}; verify(...${args})`],
    python: (code, args) => [
      'python3',
      ...[
        '-c',
        `${code}\nimport sys\nsecret, headers, body = json.loads(sys.argv[1])\nverify(secret, headers, body.encode())`,
      ],
      args,
    ],
  }

  it.each(Object.entries(commands))(
    'has %s code that accepts signed events and nothing else',
    async (language, command) => {
      const { headers, body } = await oneEvent()
      const run = (...args: [string, object, string]) => {
        const [program, ...rest] = command(snippet(language), JSON.stringify(args))
        execFileSync(program!, rest, { cwd: projectRoot, stdio: 'pipe' })
      }
      run(SECRET, headers, body)
      expect(() => run(SECRET, headers, body.replace('CER-', 'CER-9'))).toThrow(/not signed|No matching signature/)
      expect(() => run(SECRET, { ...headers, 'webhook-timestamp': '1763800000' }, body)).toThrow(/too old/)
    },
  )

  it('has a receiver that processes each event once and skips outdated ones', async () => {
    const port = await freePort()
    const child = spawn(process.execPath, ['--import', 'tsx', 'docs/examples/webhookReceiver.ts'], {
      cwd: projectRoot,
      env: { ORDER_WEBHOOK_SECRET: SECRET, PORT: String(port) },
    })
    onTestFinished(() => void child.kill())
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString()))
    await expect.poll(() => said).toContain('listening')
    const url = `http://127.0.0.1:${port}`
    const placed = await place()
    await pay(placed)
    await sendAll({ url })
    // Sends the first event again. The receiver skips an event with the same id, and reports one with a new id as outdated.
    const again = { state: 'WAITING', dueAt: new Date() } as const
    const { id } = await db.outboxMessage.findFirstOrThrow({ where: { topic: placed.id }, orderBy: { id: 'asc' } })
    await db.outboxMessage.update({ where: { id }, data: again })
    await sendAll({ url })
    await db.outboxMessage.update({ where: { id }, data: { ...again, eventId: 'another' } })
    await sendAll({ url })
    const { status } = await fetch(url, { method: 'POST', body: '{}' })
    expect(status).toBe(401)
    child.kill()
    await once(child, 'exit')
    expect(said.split('\n').slice(1, -1)).toEqual([
      `${placed.number} order.awaiting_payment, was not there`,
      `${placed.number} order.paid, was AWAITING_PAYMENT`,
      `${placed.number} order.awaiting_payment is out of date`,
    ])
  })
})
