import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { countMessages } from '../../outbox/outbox'
import { startSending } from '../../outbox/sending'
import { mailChannel } from '../../outbox/mail/channel'
import { startTestApp, withLimits } from '../../testing/app'
import { addressOf, checkOut, fillCart, newShopper, payFor, type Shopper } from '../../testing/data/factories'
import { CUP } from '../../testing/data/fixtures'
import { CERTIFICATE, LOGIN, startSmtp } from '../../testing/stand-ins/smtpStandIn'
import { eraseAddresses } from '../own-account/erasure'
import { cancelByBuyer } from '../orders/after-sale/cancel'
import { confirmPayment } from '../orders/placement/checkout'
import { orderNumber, type Order } from '../orders/order'
import { placeOnce } from '../orders/placement/placement'
import { receivePayment } from '../orders/ledger/ledger'
import { withOrder } from '../orders/state/withOrder'
import { composeOrderMail } from './composeOrderMail'
import { forgetPace, waitUntil } from './pace'

const app = await startTestApp(
  { PUBLIC_ORIGIN: 'https://shop.example' },
  { limits: { 'holds.perAccount': 0, 'onDelivery.perMobile': 0, 'onDelivery.perPostalAddress': 0 } },
)
const { shop } = app
const { db } = shop
const smtp = await startSmtp()
afterAll(() => smtp.close())

const MINUTE_MS = 60_000
const SERVER = {
  host: 'localhost',
  port: smtp.port,
  isSecure: false,
  needsStartTls: true,
  auth: LOGIN,
  ca: CERTIFICATE,
}

const running: { stop(): Promise<void> }[] = []
function startServer(on = shop) {
  const channel = mailChannel({ from: 'orders@shop.example', smtp: SERVER }, on.settings, {
    name: 'mail',
    compose: (message) => composeOrderMail(on, message),
    pace: (message, to) => waitUntil(on, message, to),
  })
  const sending = startSending({ db, log: shop.log, settings: { shutdownMs: 0 } }, channel, {
    pollMs: 20,
    retriesMs: [40, 40, 40],
  })
  running.push(sending)
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()))
  smtp.fail(() => ({}))
  smtp.received.length = 0
  await db.outboxMessage.deleteMany()
})

let nth = 0
/** Places a confirmed pay-on-delivery order, whose email waits in the outbox. */
async function placeOnDelivery(shopper: Shopper): Promise<Order> {
  await db.product.update({ where: { id: CUP }, data: { stock: 500 } })
  await fillCart(app, shopper, { [CUP]: 1 })
  const input = {
    addressId: shopper.addressId,
    idempotencyKey: String((nth += 1)),
    networkAddress: addressOf(shopper.email),
  }
  return placeOnce(shop, shopper, input, { payOnDelivery: true })
}

const cancel = (shopper: Shopper, order: Order) => cancelByBuyer(shop, shopper, orderNumber(order))
const waiting = () => db.outboxMessage.findMany({ where: { state: 'WAITING' }, orderBy: { id: 'asc' } })
const mailsTo = (email: string) => smtp.received.filter(({ to }) => to[0] === email).length

/** Moves the stored times by `minutes` into the past. */
async function letPass(minutes: number): Promise<void> {
  const past = `${minutes} minutes`
  await db.$executeRaw`UPDATE mail_pace SET at = at - ${past}::interval`
  await db.$executeRaw`UPDATE outbox_message SET due_at = due_at - ${past}::interval WHERE state = 'WAITING'`
}

/** Waits until the outbox has tried all due messages. */
const settled = () =>
  expect
    .poll(async () => (await waiting()).every(({ dueAt, claim }) => claim === null && dueAt > new Date()), {
      timeout: 30_000,
    })
    .toBe(true)

describe('emails to an unconfirmed address', () => {
  it('are sent at most once an hour; the rest wait and are all sent eventually', async () => {
    const shopper = await newShopper(app)
    await cancel(shopper, await placeOnDelivery(shopper))
    await placeOnDelivery(shopper)
    startServer()
    await settled()
    expect(mailsTo(shopper.email)).toBe(1)
    const later = await waiting()
    expect(later).toHaveLength(2)
    for (const { dueAt, failures } of later) {
      expect(dueAt.getTime()).toBeGreaterThan(Date.now() + 58 * MINUTE_MS)
      expect(dueAt.getTime()).toBeLessThan(Date.now() + 61 * MINUTE_MS)
      expect(failures).toBe(0)
    }
    // The first waiting email of each order stores the reason. The second has not been tried yet.
    const firsts = later.filter(({ topic }, i) => later.findIndex((other) => other.topic === topic) === i)
    expect(firsts.map(({ lastError }) => lastError)).toEqual(
      firsts.map(() => 'waits because the address is not confirmed'),
    )
    for (const sent of [2, 3]) {
      await letPass(61)
      await expect.poll(() => mailsTo(shopper.email)).toBe(sent)
      await settled()
      expect(mailsTo(shopper.email)).toBe(sent)
    }
    expect(await waiting()).toEqual([])
  })

  it('are limited per address across servers, new accounts and +tags', async () => {
    const shopper = await newShopper(app)
    const orders = [await placeOnDelivery(shopper), await placeOnDelivery(shopper), await placeOnDelivery(shopper)]
    for (let i = 0; i < 3; i += 1) startServer()
    await settled()
    expect(mailsTo(shopper.email)).toBe(1)
    const again = await newShopper(app)
    await db.$transaction((tx) => eraseAddresses(tx, shopper.id))
    await db.user.update({ where: { id: shopper.id }, data: { email: 'gone@shopper.example', deletedAt: new Date() } })
    await db.user.update({ where: { id: again.id }, data: { email: shopper.email } })
    const tagged = await newShopper(app)
    const withTag = shopper.email.replace('@', '+more@')
    await db.user.update({ where: { id: tagged.id }, data: { email: withTag } })
    await placeOnDelivery(again)
    await placeOnDelivery(tagged)
    await settled()
    expect([mailsTo(shopper.email), mailsTo(withTag)]).toEqual([1, 0])
    expect(orders).toHaveLength(3)
  })

  it('are limited per Gmail mailbox, with or without dots', async () => {
    const shopper = await newShopper(app)
    await db.user.update({ where: { id: shopper.id }, data: { email: 'meera.iyer.1@gmail.com' } })
    const other = await newShopper(app)
    await db.user.update({ where: { id: other.id }, data: { email: 'meeraiyer1@googlemail.com' } })
    await placeOnDelivery(shopper)
    startServer()
    await settled()
    await placeOnDelivery(other)
    await settled()
    expect([mailsTo('meera.iyer.1@gmail.com'), mailsTo('meeraiyer1@googlemail.com')]).toEqual([1, 0])
  })

  it('are retried as usual if the mail server fails', async () => {
    const shopper = await newShopper(app)
    await placeOnDelivery(shopper)
    smtp.fail(() => ({ data: 451 }))
    startServer()
    await expect.poll(async () => (await waiting())[0]?.failures).toBeGreaterThan(0)
    smtp.fail(() => ({}))
    await expect.poll(() => mailsTo(shopper.email)).toBe(1)
  })

  it('do not count as overdue while they wait', async () => {
    const shopper = await newShopper(app)
    await placeOnDelivery(shopper)
    await placeOnDelivery(shopper)
    startServer()
    await settled()
    const [mails] = await countMessages(db)
    expect(mails).toMatchObject({ channel: 'mail', state: 'WAITING', count: 1, oldest: null })
  })

  it('are all sent immediately if the pause is 0', async () => {
    const shopper = await newShopper(app)
    await placeOnDelivery(shopper)
    await placeOnDelivery(shopper)
    startServer(withLimits(shop, { 'mails.perUnprovenAddress': 0 }))
    await expect.poll(() => mailsTo(shopper.email)).toBe(2)
  })
})

describe('an email address is confirmed', () => {
  it('by a received payment', async () => {
    const shopper = await newShopper(app)
    const first = await placeOnDelivery(shopper)
    await placeOnDelivery(shopper)
    const payment = { id: `pay_${first.id}`, amount: 100, currency: 'INR', status: 'captured' as const }
    await db.$transaction((tx) =>
      withOrder(tx, first.id, async (order) => {
        await receivePayment(tx, { ...order, provider: 'RAZORPAY' }, payment, null)
        return order
      }),
    )
    startServer()
    await expect.poll(() => mailsTo(shopper.email)).toBe(2)
  })

  it('only by real money, not by a sandbox payment', async () => {
    const shopper = await newShopper(app)
    for (let i = 0; i < 2; i += 1) {
      await fillCart(app, shopper, { [CUP]: 1 })
      await confirmPayment(shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
    }
    startServer()
    await settled()
    expect(mailsTo(shopper.email)).toBe(1)
  })
})

describe('forgetPace', () => {
  it('deletes the record of an address after its waiting period', async () => {
    await placeOnDelivery(await newShopper(app))
    startServer()
    await expect.poll(() => smtp.received.length).toBe(1)
    await forgetPace(shop)
    expect(await db.mailPace.count()).toBeGreaterThan(0)
    await letPass(61)
    await forgetPace(shop)
    expect(await db.mailPace.count()).toBe(0)
  })
})
