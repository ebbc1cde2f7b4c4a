import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { addressOf, checkOut, newShopper, payAtSandbox, readOrder } from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'
import { maintain, startMaintenance } from './maintenance'

const app = await startTestApp({ CHECKOUT_HOLD_MINUTES: '0.01' })
const { shop } = app

const agesAgo = new Date(Date.now() - 30 * 24 * 3600_000)

async function placed() {
  const shopper = await newShopper(app, { [BOWL]: 1 })
  return { shopper, checkout: await checkOut(app, shopper) }
}

describe('startMaintenance', () => {
  it('confirms paid orders, cancels expired ones, and deletes outdated rows', async () => {
    const [paid, left] = [await placed(), await placed()]
    await payAtSandbox(app, paid.checkout)
    // Makes the orders old enough to be reconciled, and expires their holds of 0.6 seconds.
    await shop.db.order.updateMany({
      data: { placedAt: new Date(Date.now() - 10_000), expiresAt: new Date(Date.now() - 1_000) },
    })
    const { id: userId } = left.shopper
    const dayOld = await placed()
    const heldSince = new Date(Date.now() - 25 * 3600_000)
    await shop.db.order.updateMany({ where: { id: dayOld.checkout.order.id }, data: { heldSince } })
    // Inserts more rows than one step deletes.
    await shop.db.$executeRaw`INSERT INTO webhook_event (provider, event_id, received_at)
      SELECT 'SANDBOX', 'old' || i, ${agesAgo} FROM generate_series(1, 2500) AS i`
    await shop.db.webhookEvent.create({ data: { provider: 'SANDBOX', eventId: 'new' } })
    await shop.db.signInFailures.create({ data: { email: 'old', count: 3, windowTo: agesAgo } })
    await shop.db.signInFailures.create({ data: { email: 'new', count: 3, windowTo: new Date(Date.now() + 60_000) } })
    await shop.db.idempotencyKey.create({
      data: { userId, operation: 'x', key: 'old', inputHash: '', createdAt: agesAgo },
    })
    const maintenance = startMaintenance(shop, 20)
    await expect.poll(() => shop.db.signInFailures.count()).toBe(1)
    await maintenance.stop()
    expect((await readOrder(app, paid.checkout.order.id)).status).toBe('PAID')
    expect((await readOrder(app, left.checkout.order.id)).status).toBe('CANCELLED')
    expect((await shop.db.webhookEvent.findMany()).map(({ eventId }) => eventId)).toEqual(['new'])
    expect((await shop.db.signInFailures.findMany()).map(({ email }) => email)).toEqual(['new'])
    expect(await shop.db.idempotencyKey.count()).toBe(0)
    // An order's network hash is kept for a day.
    expect((await readOrder(app, left.checkout.order.id)).network).toBe(shop.hashNetwork(addressOf(left.shopper.email)))
    expect((await readOrder(app, dayOld.checkout.order.id)).network).toBeNull()
  })

  it('does nothing after it is stopped', async () => {
    await startMaintenance(shop, 20).stop()
    const { checkout } = await placed()
    await sleep(800)
    expect((await readOrder(app, checkout.order.id)).status).toBe('AWAITING_PAYMENT')
  })

  it('continues with the next step and the next round after a failed step', async () => {
    const { checkout } = await placed()
    await payAtSandbox(app, checkout)
    await shop.db.order.updateMany({
      where: { id: checkout.order.id },
      data: { placedAt: new Date(Date.now() - 10_000), expiresAt: new Date(Date.now() + 60_000) },
    })
    await shop.db.$executeRaw`ALTER TABLE idempotency_key RENAME TO idempotency_key_away`
    await shop.db.$executeRaw`ALTER TABLE order_event RENAME TO order_event_away`
    await shop.db.signInFailures.create({ data: { email: 'old', count: 3, windowTo: agesAgo } })
    const maintenance = startMaintenance(shop, 20)
    await expect.poll(() => shop.db.signInFailures.findFirst({ where: { email: 'old' } })).toBeNull()
    await shop.db.$executeRaw`ALTER TABLE order_event_away RENAME TO order_event`
    await expect.poll(async () => (await readOrder(app, checkout.order.id)).status).toBe('PAID')
    await maintenance.stop()
    await shop.db.$executeRaw`ALTER TABLE idempotency_key_away RENAME TO idempotency_key`
  })
})

describe('maintain', () => {
  it("makes messages due that were written or claimed while a server's clock was ahead, and no others", async () => {
    const { db } = shop
    await db.outboxMessage.deleteMany()
    const message = { channel: 'mail', body: '{}' }
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000)
    const claim = randomUUID()
    const rows = {
      written: { createdAt: at(360), dueAt: at(360) },
      claimed: { createdAt: at(-10), dueAt: at(361), claim },
      retried: { createdAt: at(-10), dueAt: at(300), failures: 3 },
      'in hand': { createdAt: at(0), dueAt: at(1), claim },
      'a little ahead': { createdAt: at(2), dueAt: at(2) },
    }
    for (const [eventId, row] of Object.entries(rows))
      await db.outboxMessage.create({ data: { ...message, topic: eventId, eventId, ...row } })
    await maintain(shop, () => false)
    const due = await db.outboxMessage.findMany({
      where: { eventId: { in: Object.keys(rows) }, dueAt: { lte: at(0.1) } },
      orderBy: { eventId: 'asc' },
    })
    expect(due.map(({ eventId, claim }) => [eventId, claim])).toEqual([
      ['claimed', null],
      ['written', null],
    ])
    for (const { createdAt } of due) expect(createdAt.getTime()).toBeLessThanOrEqual(at(0.1).getTime())
  })
})
