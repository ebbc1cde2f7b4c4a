import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startBeside, startTestApp, withLimits } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import {
  addressOf,
  checkOut,
  fillCart,
  newPayingShopper,
  newShopper,
  newStaff,
  payFor,
  readOrder,
  setStock,
  stockOf,
  type Shopper,
} from '../../../testing/data/factories'
import { BOWL, CUP } from '../../../testing/data/fixtures'
import { composeOrderMail } from '../../mail/composeOrderMail'
import { maintain } from '../../maintenance/maintenance'
import { orderNumber } from '../order'
import { confirmPayment } from '../placement/checkout'
import { placeOnce } from '../placement/placement'
import { cancelByBuyer } from '../after-sale/cancel'
import { RULES } from '../../../guards/rules'
import { endUnpacked } from './unpacked'

const app = await startTestApp(
  { CONTACT_EMAIL: 'hello@shop.example' },
  {
    limits: {
      'onDelivery.packHours': 48,
      'holds.perAccount': 0,
      'onDelivery.perMobile': 0,
      'onDelivery.perPostalAddress': 0,
    },
  },
)
const { shop } = app
const { db } = shop

const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000)

async function place(quantity = 2, known?: Shopper) {
  const shopper = known ?? (await newShopper(app))
  await fillCart(app, shopper, { [CUP]: quantity })
  const input = { addressId: shopper.addressId, idempotencyKey: randomUUID(), networkAddress: addressOf(shopper.email) }
  return { shopper, order: await placeOnce(shop, shopper, input, { payOnDelivery: true }) }
}

const mailsOf = async (topic: string) => {
  const rows = await db.outboxMessage.findMany({ where: { topic, channel: 'mail' }, orderBy: { id: 'asc' } })
  return Promise.all(rows.map((row) => composeOrderMail(shop, row)))
}

describe('endUnpacked', () => {
  it('cancels a pay-on-delivery order that was not shipped in time and returns its stock', async () => {
    await setStock(app, { [CUP]: 20 })
    const { order } = await place()
    expect(await endUnpacked(shop, inHours(47))).toBe(0)
    expect(await endUnpacked(shop, inHours(49))).toBe(1)
    const ended = await readOrder(app, order.id)
    expect(ended).toMatchObject({ status: 'CANCELLED', cancelledByShop: true })
    expect(ended.events.at(-1)).toMatchObject({
      source: 'SHOP',
      note: 'We cancelled this order because we could not ship it within 48 hours.',
    })
    expect(await stockOf(app, CUP)).toBe(20)
    expect(await endUnpacked(shop, inHours(49))).toBe(0)
  })

  it('is part of the maintenance', async () => {
    await setStock(app, { [CUP]: 20 })
    const placed = [await place(), await place()]
    for (const [i, { order }] of placed.entries())
      await db.order.update({ where: { id: order.id }, data: { placedAt: inHours(i === 0 ? -49 : -47) } })
    await maintain(shop, () => false)
    const statuses = await Promise.all(placed.map(async ({ order }) => (await readOrder(app, order.id)).status))
    expect(statuses).toEqual(['CANCELLED', 'CONFIRMED'])
    await db.order.update({ where: { id: placed[1]!.order.id }, data: { status: 'CANCELLED' } })
  })

  it('sends an email to the buyer and to staff', async () => {
    await setStock(app, { [CUP]: 20 })
    const { order, shopper } = await place()
    await endUnpacked(shop, inHours(49))
    const [placed, staff, buyer] = await mailsOf(order.id)
    expect(placed).toMatchObject({ kind: 'PLACED', to: shopper.email })
    expect(buyer).toMatchObject({ kind: 'CANCELLED', to: shopper.email })
    expect(buyer!.text).toContain('we could not ship it within 48 hours')
    const number = orderNumber(order)
    expect(staff).toMatchObject({ kind: 'UNPACKED', to: 'hello@shop.example', isToStaff: true })
    expect(staff!.subject).toBe(`Order ${number} was not shipped in time and is cancelled`)
    expect(staff!.text).toContain(`/office/orders/${number}`)
    expect(staff!.text).not.toContain('/track#')
  })

  it('ignores orders that are shipped, paid or awaiting payment', async () => {
    await setStock(app, { [CUP]: 20 })
    const sent = await place(1)
    await db.order.update({ where: { id: sent.order.id }, data: { status: 'SHIPPED' } })
    const shopper = await newShopper(app, { [CUP]: 1 })
    const { order } = await checkOut(app, shopper)
    expect(await endUnpacked(shop, inHours(500))).toBe(0)
    expect((await readOrder(app, order.id)).status).toBe('AWAITING_PAYMENT')
  })

  it('returns each item once when several servers run it at the same time', async () => {
    await setStock(app, { [CUP]: 100 })
    const placed = []
    for (let i = 0; i < 8; i += 1) placed.push(await place())
    const ended = await Promise.all([1, 2, 3].map(() => endUnpacked(shop, inHours(49))))
    expect(ended.reduce((sum, count) => sum + count, 0)).toBe(8)
    expect(await stockOf(app, CUP)).toBe(100)
    for (const { order } of placed) expect((await readOrder(app, order.id)).events).toHaveLength(2)
  })

  it('leaves the orders of proven accounts to staff, even if the account was proven after the order', async () => {
    await setStock(app, { [CUP]: 20 })
    const { order, shopper } = await place()
    await db.user.update({ where: { id: shopper.id }, data: { emailVerifiedAt: new Date() } })
    const earlier = await place()
    // Releases without this column stored no more about the account.
    await db.order.update({ where: { id: earlier.order.id }, data: { isUnproven: false } })
    expect(await endUnpacked(shop, inHours(5000))).toBe(0)
    for (const { id } of [order, earlier.order]) expect((await readOrder(app, id)).status).toBe('CONFIRMED')
  })

  it('cancels the orders of an account whose only payment goes back, even if it was proven when it placed them', async () => {
    await setStock(app, { [CUP]: 20, [BOWL]: 20 })
    const buyer = await newShopper(app, { [BOWL]: 1 })
    const checkout = await checkOut(app, buyer)
    const paid = await confirmPayment(shop, buyer.id, await payFor(app, checkout))
    const other = await newPayingShopper(app)
    const { order } = await place(2, buyer)
    const { order: stays } = await place(2, other)
    expect(order.isUnproven).toBe(false)
    expect(await endUnpacked(shop, inHours(500))).toBe(0)
    await cancelByBuyer(shop, buyer, orderNumber(paid))
    expect(await endUnpacked(shop, inHours(47))).toBe(0)
    expect(await endUnpacked(shop, inHours(49))).toBe(1)
    expect((await readOrder(app, order.id)).status).toBe('CANCELLED')
    expect((await readOrder(app, stays.id)).status).toBe('CONFIRMED')
    expect(await stockOf(app, CUP)).toBe(18)
  })

  it('is announced to staff on the orders that it would cancel', async () => {
    await setStock(app, { [CUP]: 20 })
    const staff = await newStaff(app)
    const waiting = await place()
    const proven = await place()
    await db.user.update({ where: { id: proven.shopper.id }, data: { emailVerifiedAt: new Date() } })
    const sent = await place()
    await db.order.update({ where: { id: sent.order.id }, data: { status: 'SHIPPED' } })
    const shipBy = async (order: { serial: number }, at = app) => {
      const text = `{ office { order(number: "${orderNumber(order)}") { shipBy } } }`
      return (await ask(at, text, { token: staff.token })).data.office.order.shipBy
    }
    const inSeconds = Math.floor(waiting.order.placedAt.getTime() / 1000) + 48 * 3600
    expect(Date.parse(await shipBy(waiting.order)) / 1000).toBe(inSeconds)
    for (const { order } of [proven, sent]) expect(await shipBy(order)).toBeNull()
    expect(await shipBy(waiting.order, await startBeside(app, {}, { 'onDelivery.packHours': 0 }))).toBeNull()
    expect(await endUnpacked(shop, inHours(49))).toBe(1)
    expect(await shipBy(waiting.order)).toBeNull()
  })

  it('waits 72 hours by default, and does nothing if the limit is 0', async () => {
    await setStock(app, { [CUP]: 20 })
    const { order } = await place()
    const waits = (most: number, hours: number) =>
      endUnpacked(withLimits(shop, { 'onDelivery.packHours': most }), inHours(hours))
    const usual = RULES['onDelivery.packHours'].most
    expect(await waits(0, 5000)).toBe(0)
    expect(await waits(usual, 71)).toBe(0)
    expect((await readOrder(app, order.id)).status).toBe('CONFIRMED')
    expect(await waits(usual, 73)).toBe(1)
    expect((await readOrder(app, order.id)).status).toBe('CANCELLED')
  })
})
