import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { moveOrder } from '../domain/orders/state/orderState'
import { withOrder } from '../domain/orders/state/withOrder'
import { confirmPayment } from '../domain/orders/placement/checkout'
import { cancelByBuyer } from '../domain/orders/after-sale/cancel'
import { orderNumber } from '../domain/orders/order'
import type { OrderStatus } from '../generated/prisma/client'
import { startTestApp } from '../testing/app'
import { scrape } from '../testing/calls'
import { checkOut, newShopper, payFor, setStock } from '../testing/data/factories'
import { BOWL } from '../testing/data/fixtures'
import { SECRET, startReceiver } from '../testing/stand-ins/webhookReceiver'
import { claimDue } from './outbox'
import { commandOf } from '../commands/outbox'
import { startSending } from './sending'
import { readRetryAfter } from './retryAfter'
import { webhookChannel } from './webhook'

const runCommand = commandOf('webhook')
let receiver = await startReceiver()
afterAll(() => receiver.close())
const lines: { level: number; msg: string; why?: string }[] = []
const app = await startTestApp({ ORDER_WEBHOOK_URL: receiver.url, ORDER_WEBHOOK_SECRET: SECRET, MAIL: '0' })
const { shop } = app
const { db } = shop

const told = (level: string) => (details: object, message: string) =>
  void lines.push({ ...details, msg: message, level: Number(level) })
Object.assign(shop.log, { error: told('50'), warn: told('40') })

const running: { stop(): Promise<void> }[] = []
const stopAll = () => Promise.all(running.splice(0).map((sending) => sending.stop()))

/** Starts a server that sends messages and polls frequently. Each attempt may take `timeoutMs`. */
function server({
  timeoutMs = 2_000,
  retriesMs = [40, 40, 40],
  leaseMs = 3_000,
  url = receiver.url,
  shutdownMs = 0,
} = {}) {
  const channel = webhookChannel({ url, secrets: [SECRET] }, timeoutMs)
  const settings = { shutdownMs }
  const options = { pollMs: 20, retriesMs, leaseMs, countAttempt: app.metrics.countAttempt }
  const sending = startSending({ db, log: shop.log, settings }, channel, options)
  running.push(sending)
  return sending
}

beforeEach(() => setStock(app, { [BOWL]: 500 }))
afterEach(async () => {
  await stopAll()
  receiver.answer(() => 204)
  receiver.attempts.length = receiver.received.length = lines.length = 0
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

const unsent = () => db.outboxMessage.count({ where: { state: { not: 'SENT' } } })

describe('a receiver that fails', () => {
  it.each([
    ['a status', 500],
    ['a redirect', { status: 302, headers: { location: '/elsewhere' } }],
    ['a cut', 'cut'],
  ] as const)('receives the event again after %s, before any other event of the same order', async (_name, answer) => {
    const [first, second] = [await place(), await place()]
    await pay(first)
    receiver.answer(({ data, nth }) => (data.id === first.id && nth === 1 ? answer : 204))
    server()
    await expect.poll(unsent).toBe(0)
    expect(receiver.statusesOf(first.id)).toEqual(['AWAITING_PAYMENT', 'PAID'])
    expect(receiver.attempts.filter(({ data }) => data.id === first.id).map(({ nth }) => nth)).toEqual([1, 2, 1, 2])
    expect(receiver.statusesOf(second.id)).toEqual(['AWAITING_PAYMENT'])
  })

  it('has a time limit, even for a body that never ends', async () => {
    const placed = await place()
    receiver.answer(({ nth }) => (nth === 1 ? 'silence' : 'half a body'))
    const began = performance.now()
    server({ timeoutMs: 2000 })
    await expect.poll(unsent).toBe(0)
    expect(receiver.attempts.map(({ data, nth }) => [data.id, nth])).toEqual([1, 2].map((nth) => [placed.id, nth]))
    expect(performance.now() - began).toBeGreaterThan(3990)
    expect(lines.map(({ why }) => why)).toEqual(['no answer within 2 s'])
  })

  it('does not delay other orders', async () => {
    const [stuck, other] = [await place(), await place()]
    receiver.answer(({ data }) => (data.id === stuck.id ? 'silence' : 204))
    server({ timeoutMs: 2000 })
    await expect.poll(() => receiver.statusesOf(other.id)).toEqual(['AWAITING_PAYMENT'])
    expect(receiver.statusesOf(stuck.id)).toEqual([])
    await Promise.all([
      cancelByBuyer(shop, stuck.shopper, stuck.number),
      cancelByBuyer(shop, other.shopper, other.number),
    ])
    await expect.poll(() => receiver.statusesOf(other.id)).toEqual(['AWAITING_PAYMENT', 'CANCELLED'])
    expect(receiver.statusesOf(stuck.id)).toEqual([])
  })

  it('sets the time of the next attempt with Retry-After', async () => {
    await place()
    receiver.answer(() => ({ status: 503, headers: { 'retry-after': '120' } }))
    server()
    const began = Date.now()
    await expect.poll(() => db.outboxMessage.findFirst()).toMatchObject({ failures: 1, claim: null })
    const { dueAt } = await db.outboxMessage.findFirstOrThrow()
    expect(dueAt.getTime()).toBeGreaterThanOrEqual(began + 120_000)
    expect(dueAt.getTime()).toBeLessThanOrEqual(Date.now() + 145_000)
  })

  it.each([
    ['120', 120_000],
    ['Sun, 22 Nov 2026 10:00:30 GMT', 30_000],
    ['Sun, 22 Nov 2026 09:00:00 GMT', 0],
    ['soon', null],
    [null, null],
  ])('may send Retry-After: %s', (header, ms) => {
    expect(readRetryAfter(header, Date.UTC(2026, 10, 22, 10))).toBe(ms)
  })

  it('receives, after a restart, the events that it missed', async () => {
    const { port } = receiver
    await receiver.close()
    const placed = await place()
    await pay(placed)
    server({ retriesMs: Array.from({ length: 100 }, () => 40) })
    await expect.poll(() => lines.some(({ why }) => why === 'ECONNREFUSED')).toBe(true)
    receiver = await startReceiver(port)
    await expect.poll(() => receiver.statusesOf(placed.id)).toEqual(['AWAITING_PAYMENT', 'PAID'])
  })
})

describe('a message that the shop gave up on', () => {
  const giveUp = async () => {
    const placed = await place()
    await pay(placed)
    receiver.answer(({ data }) => (data.status === 'PAID' ? 204 : 500))
    server({ retriesMs: [10, 10] })
    await expect.poll(() => db.outboxMessage.count({ where: { state: 'DEAD' } })).toBe(1)
    await expect.poll(() => receiver.statusesOf(placed.id)).toEqual(['PAID'])
    return placed
  }
  const idOf = async () => String((await db.outboxMessage.findFirstOrThrow({ where: { state: 'DEAD' } })).id)

  it('delays no other messages, appears in the log, the list and the metrics, and can be resent', async () => {
    const placed = await giveUp()
    expect(lines.filter(({ level }) => level === 50)).toEqual([
      expect.objectContaining({
        msg: 'gave up sending a message; resend it with a command or in the office',
        why: expect.stringContaining('500'),
      }),
    ])
    const body = await scrape(app)
    expect(body).toContain('shop_outbox_messages{channel="webhook",state="DEAD"} 1')
    expect(body).toMatch(/shop_outbox_attempts_total\{channel="webhook",outcome="failed"\} \d/)
    const id = await idOf()
    const [line] = await runCommand(db, ['list'])
    expect(line).toMatch(
      new RegExp(`^${id}  DEAD  order.awaiting_payment  order ${placed.id} .* 3 failed  it answered 500 status 500$`),
    )
    receiver.answer(() => 204)
    expect(await runCommand(db, ['resend', id, '999999'])).toEqual([
      '1 will be sent again by a running shop with ORDER_WEBHOOK_URL.',
      '1 were not found.',
    ])
    await expect.poll(() => receiver.statusesOf(placed.id)).toEqual(['PAID', 'AWAITING_PAYMENT'])
    await expect.poll(() => runCommand(db, ['list', '--all'])).toEqual(['No failed messages.'])
  })

  it('can be resent together with all other failed messages', async () => {
    const placed = await giveUp()
    receiver.answer(() => 204)
    expect((await runCommand(db, ['resend', 'dead']))[0]).toMatch(/^1 will be sent/)
    await expect.poll(() => receiver.statusesOf(placed.id)).toHaveLength(2)
  })

  it('can be discarded, which removes it from the list and the metrics', async () => {
    await giveUp()
    await stopAll()
    await place()
    const waiting = await db.outboxMessage.findFirstOrThrow({ where: { state: 'WAITING' } })
    expect(await runCommand(db, ['discard', await idOf(), String(waiting.id), '999999'])).toEqual([
      '1 discarded. They will not be sent.',
      '2 were kept, because they were not found or may still be sent.',
    ])
    expect(await runCommand(db, ['list'])).toEqual(['No failed messages.'])
    expect(await db.outboxMessage.count({ where: { id: waiting.id } })).toBe(1)
    expect(await scrape(app)).not.toMatch(/^shop_outbox.*DEAD/m)
  })

  it('can be discarded together with all other failed messages; messages to an address that is gone are kept', async () => {
    await giveUp()
    await stopAll()
    await place()
    await db.outboxMessage.updateMany({ where: { state: 'WAITING' }, data: { goneFrom: 'x' } })
    expect((await runCommand(db, ['discard', 'dead']))[0]).toMatch(/^1 discarded/)
    expect(await db.outboxMessage.count({ where: { state: 'DEAD' } })).toBe(0)
    expect((await runCommand(db, ['list']))[0]).toContain('  GONE  ')
  })

  it.each([
    [[]],
    [['resend']],
    [['resend', 'x']],
    [['lsit']],
    [['list', '--al']],
    [['resend', '1', '--all']],
    [['discard']],
  ])('is not affected by invalid arguments: %j', async (args) => {
    await expect(runCommand(db, args)).rejects.toThrow('Use: npm run webhooks -- list')
  })
})

describe('410 Gone', () => {
  it('stops the channel without losing messages, until an operator resumes it or the address changes', async () => {
    const placed = await place()
    receiver.answer(() => 410)
    const sending = server()
    await expect.poll(() => lines.some(({ msg }) => msg.includes('the receiver returned 410'))).toBe(true)
    await expect.poll(async () => (await runCommand(db, ['list']))[0]).toContain('  GONE  ')
    const other = await place()
    await pay(placed)
    await sleep(100)
    expect(receiver.attempts).toHaveLength(1)
    receiver.answer(() => 204)
    // A server with another receiver address continues to send, in order.
    await sending.stop()
    server({ url: `${receiver.url}/new` })
    await expect.poll(unsent).toBe(0)
    expect([receiver.statusesOf(placed.id), receiver.statusesOf(other.id)]).toEqual([
      ['AWAITING_PAYMENT', 'PAID'],
      ['AWAITING_PAYMENT'],
    ])
  })

  it('allows `resend` to resume the channel', async () => {
    const placed = await place()
    receiver.answer(({ nth }) => (nth === 1 ? 410 : 204))
    server()
    await expect.poll(() => db.outboxMessage.count({ where: { goneFrom: { not: null } } })).toBe(1)
    await runCommand(db, ['resend', 'dead'])
    await expect.poll(() => receiver.statusesOf(placed.id)).toEqual(['AWAITING_PAYMENT'])
  })
})

describe('several servers', () => {
  it('share the work: each event is sent once, in sequence for each order', async () => {
    const placed = await Promise.all(Array.from({ length: 6 }, place))
    for (const each of placed) await pay(each)
    for (const { id } of placed) await move(id, 'SHIPPED', 'DELIVERED')
    for (let i = 0; i < 3; i += 1) server()
    await expect.poll(unsent).toBe(0)
    for (const { id } of placed)
      expect(receiver.statusesOf(id)).toEqual(['AWAITING_PAYMENT', 'PAID', 'SHIPPED', 'DELIVERED'])
    expect(receiver.attempts).toHaveLength(24)
  })

  it("take over a dead server's message when its claim has expired", async () => {
    const placed = await place()
    await pay(placed)
    const began = performance.now()
    const claimed = await claimDue(db, { channel: 'webhook', target: 'x', most: 8, leaseMs: 2_000 })
    expect(claimed).toHaveLength(1)
    server()
    await expect.poll(() => receiver.statusesOf(placed.id)).toEqual(['AWAITING_PAYMENT', 'PAID'])
    expect(performance.now() - began).toBeGreaterThanOrEqual(1_990)
  })

  it('ignore the result of a server that resumes too late', async () => {
    await place()
    receiver.answer(() => 'silence')
    // The server's claim is shorter than its timeout, as on a machine that was suspended. After `stop`, it claims no more messages.
    const late = server({ timeoutMs: 4000, leaseMs: 2000 })
    await expect.poll(() => receiver.attempts.length).toBe(1)
    const stopped = late.stop()
    server({ timeoutMs: 12_000 })
    await expect.poll(() => receiver.attempts.length).toBe(2)
    await stopped
    await sleep(100)
    expect(receiver.attempts).toHaveLength(2)
    expect(await db.outboxMessage.findFirst()).toMatchObject({ failures: 0, claim: expect.any(String) })
  })
})

describe('a server that closes', () => {
  it('releases messages that it could not finish in time', async () => {
    const placed = await place()
    receiver.answer(({ nth }) => (nth === 1 ? 'silence' : 204))
    const closing = server({ shutdownMs: 100 })
    await expect.poll(() => receiver.attempts.length).toBe(1)
    await closing.stop()
    expect(await db.outboxMessage.findFirst()).toMatchObject({ state: 'WAITING', claim: null, failures: 0 })
    server()
    await expect.poll(() => receiver.statusesOf(placed.id)).toEqual(['AWAITING_PAYMENT'])
  })
})
