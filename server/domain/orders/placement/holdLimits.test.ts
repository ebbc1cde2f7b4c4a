import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestApp, without, testSettings } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import {
  checkOut,
  fillCart,
  newProvenShopper,
  newShopper,
  payFor,
  readOrder,
  setStock,
  stockOf,
  type Shopper,
} from '../../../testing/data/factories'
import { BOWL, CUP } from '../../../testing/data/fixtures'
import { startRazorpayStandIn } from '../../../testing/stand-ins/razorpayStandIn'
import { removeFromCart, setCartQuantity } from '../../cart/cart'
import { cancelCheckout, confirmPayment, startCheckout } from './checkout'
import { limitsFor } from '../../../guards/limits'
import { mostAtOnce } from './holdLimits'
import { sweepExpiredHolds } from './holds'

const standIn = await startRazorpayStandIn()
afterAll(() => standIn.close())
const app = await startTestApp()
const withRazorpay = await startTestApp(standIn.env)
const unlimited = await startTestApp({}, { limits: without('stock', 'coupons', 'holds') })
const { shop } = app
const { db } = shop

const JAR = 'grand-moon-jar'

async function shopperWith(
  wanted: Record<string, number>,
  on = app,
  create: typeof newShopper = newShopper,
): Promise<Shopper> {
  const shopper = await create(on)
  await fillCart(on, shopper, wanted)
  return shopper
}

const provenWith = (wanted: Record<string, number>) => shopperWith(wanted, app, newProvenShopper)

const only = (count: number, title: string) =>
  expect.objectContaining({ code: 'OUT_OF_STOCK', message: `You can order at most ${count} of ${title} at a time.` })
const tooMany = (
  message = expect.stringMatching(
    /^(You started too many orders|Too many orders were started from your network) without paying in the last hour\. Please try again in \d+ minutes?\.$/,
  ),
) => expect.objectContaining({ code: 'TOO_MANY_ATTEMPTS', message, retryAfterSeconds: expect.any(Number) })

const checkOutFrom = (networkAddress: string, { addressId, ...viewer }: Shopper) =>
  startCheckout(shop, viewer, { addressId, idempotencyKey: randomUUID(), networkAddress })

const giveUp = async (shopper: Shopper) => {
  const { order } = await checkOut(app, shopper)
  await cancelCheckout(shop, shopper, order.id)
  return order
}

describe('the number of pieces that one unpaid order of a proven account may hold', () => {
  it('is half of the stock, rounded up, but at least five pieces if that many are in stock', () => {
    const limits = limitsFor(testSettings())
    const most = mostAtOnce(limits)
    expect([40, 41, 11, 10, 9, 6, 5, 3, 1, 0].map(most)).toEqual([20, 21, 6, 5, 5, 5, 5, 3, 1, 0])
    expect(mostAtOnce({ ...limits, 'stock.perOrder': 20 })(40)).toBe(8)
    expect(mostAtOnce({ ...limits, 'stock.perOrder': 0 })(40)).toBe(40)
  })

  it('is named in the error for a larger order, which changes nothing', async () => {
    await setStock(app, { [BOWL]: 40 })
    const shopper = await provenWith({ [CUP]: 1, [BOWL]: 21 })
    const before = await stockOf(app, CUP)
    const { data } = await ask(
      app,
      `mutation { startCheckout(addressId: "${shopper.addressId}", idempotencyKey: "x") { order { id } userErrors { code message } } }`,
      shopper,
    )
    const message = 'You can order at most 20 of Sea Glass Serving Bowl at a time.'
    expect(data.startCheckout).toEqual({ order: null, userErrors: [{ code: 'OUT_OF_STOCK', message }] })
    expect([await stockOf(app, CUP), await stockOf(app, BOWL)]).toEqual([before, 40])
    await setCartQuantity(shop, shopper, { productId: BOWL, quantity: 20 })
    expect((await checkOut(app, shopper)).order.status).toBe('AWAITING_PAYMENT')
    expect(await stockOf(app, BOWL)).toBe(20)
  })

  it('is the whole stock if only three pieces are left', async () => {
    await setStock(app, { [JAR]: 3 })
    await checkOut(app, await provenWith({ [JAR]: 3 }))
    expect(await stockOf(app, JAR)).toBe(0)
  })

  it('is never lower than what the replaced order held, even if the rest is sold out', async () => {
    await setStock(app, { [BOWL]: 40 })
    const [one, other] = [await provenWith({ [BOWL]: 20 }), await provenWith({ [BOWL]: 10 })]
    await checkOut(app, one)
    await checkOut(app, other)
    await setStock(app, { [BOWL]: 0 })
    await fillCart(app, one, { [CUP]: 1 })
    expect((await checkOut(app, one)).order.lines.map(({ quantity }) => quantity)).toEqual([20, 1])
    await setCartQuantity(shop, one, { productId: BOWL, quantity: 21 })
    await expect(checkOut(app, one)).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
  })

  it('lets only one of ten concurrent checkouts hold half of the stock', async () => {
    await setStock(app, { [BOWL]: 40 })
    const shoppers = await Promise.all(Array.from({ length: 10 }, () => provenWith({ [BOWL]: 20 })))
    const results = await Promise.allSettled(shoppers.map((shopper) => checkOut(app, shopper)))
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    expect(errors).toEqual(Array(9).fill(only(10, 'Sea Glass Serving Bowl')))
    expect(await stockOf(app, BOWL)).toBe(20)
  })
})

describe('a checkout that replaces an order awaiting payment', () => {
  it('keeps the hold of the first order, which expires at the same time as before', async () => {
    await setStock(app, { [BOWL]: 40 })
    const shopper = await shopperWith({ [BOWL]: 1 })
    const first = await checkOut(app, shopper)
    const expiresAt = new Date(Date.now() + 60_000)
    await db.order.update({ where: { id: first.order.id }, data: { expiresAt } })
    for (let i = 0; i < 5; i++) {
      const { order } = await checkOut(app, shopper)
      expect(order).toMatchObject({ expiresAt, heldSince: first.order.heldSince })
    }
    expect(await sweepExpiredHolds(shop, new Date(expiresAt.getTime() + 1))).toBe(1)
    expect(await stockOf(app, BOWL)).toBe(40)
  })

  it('starts a new hold if the first one has expired but has not been swept yet', async () => {
    await setStock(app, { [BOWL]: 40 })
    const shopper = await shopperWith({ [BOWL]: 1 })
    const { order } = await checkOut(app, shopper)
    await db.order.update({ where: { id: order.id }, data: { expiresAt: new Date(Date.now() - 1) } })
    const next = await checkOut(app, shopper)
    expect(next.order.expiresAt.getTime()).toBeGreaterThan(Date.now() + 60_000)
    expect((await readOrder(app, order.id)).status).toBe('CANCELLED')
    expect(await stockOf(app, BOWL)).toBe(39)
  })
})

describe('unpaid holds of an account', () => {
  it('are limited to three per hour, even if cancelled or expired; the refusal states the time to wait', async () => {
    // Releases the holds of other tests, so that the stock below reflects only this test's orders.
    await sweepExpiredHolds(shop, new Date(Date.now() + 3600_000))
    await setStock(app, { [BOWL]: 40 })
    const shopper = await shopperWith({ [BOWL]: 1 })
    const first = await giveUp(shopper)
    await giveUp(shopper)
    const { order } = await checkOut(app, shopper)
    await sweepExpiredHolds(shop, new Date(order.expiresAt.getTime() + 1))
    await expect(checkOut(app, shopper)).rejects.toEqual(tooMany())
    expect(await stockOf(app, BOWL)).toBe(40)
    expect(await db.order.count({ where: { userId: shopper.id } })).toBe(3)

    const age = (minutes: number) =>
      db.order.update({ where: { id: first.id }, data: { heldSince: new Date(Date.now() - minutes * 60_000) } })
    await age(48.5)
    const message = 'You started too many orders without paying in the last hour. Please try again in 12 minutes.'
    await expect(checkOut(app, shopper)).rejects.toEqual(tooMany(message))
    await age(60)
    expect((await checkOut(app, shopper)).order.status).toBe('AWAITING_PAYMENT')
  })

  it('are unlimited for a demo account, which many people share', async () => {
    const shopper = await shopperWith({ [BOWL]: 1 })
    await db.user.update({ where: { id: shopper.id }, data: { isDemo: true } })
    for (let i = 0; i < 4; i += 1) await giveUp(shopper)
  })

  it('exclude orders that were paid, and count a replaced order once', async () => {
    await setStock(app, { [BOWL]: 40 })
    const shopper = await shopperWith({ [BOWL]: 1 })
    for (let i = 0; i < 4; i++) {
      for (let again = 0; again < 3; again++) await checkOut(app, shopper)
      await confirmPayment(shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
      await fillCart(app, shopper, { [BOWL]: 1 })
    }
    for (let i = 0; i < 3; i++) {
      await checkOut(app, shopper)
      await giveUp(shopper)
    }
    await expect(checkOut(app, shopper)).rejects.toEqual(tooMany())
  })

  it('include only one new hold for ten concurrent checkouts', async () => {
    await setStock(app, { [BOWL]: 40 })
    const shopper = await shopperWith({ [BOWL]: 1 })
    for (let i = 0; i < 2; i++) await giveUp(shopper)
    await Promise.all(Array.from({ length: 10 }, () => checkOut(app, shopper)))
    expect(await db.order.count({ where: { userId: shopper.id, status: 'AWAITING_PAYMENT' } })).toBe(1)
    const holds = await db.order.groupBy({ by: ['heldSince'], where: { userId: shopper.id } })
    expect(holds).toHaveLength(3)
  })

  it('exclude orders whose payment the provider could not open', async () => {
    const shopper = await shopperWith({ [BOWL]: 1 }, withRazorpay)
    for (let i = 0; i < 4; i++) {
      standIn.failNext('cut')
      await expect(checkOut(withRazorpay, shopper)).rejects.toMatchObject({ code: 'PAYMENT_PROVIDER_UNAVAILABLE' })
    }
    expect((await checkOut(withRazorpay, shopper)).order.status).toBe('AWAITING_PAYMENT')
  })

  it('are unlimited in number and size if the settings are 0', async () => {
    await setStock(unlimited, { [BOWL]: 40 })
    const shopper = await shopperWith({ [BOWL]: 40 }, unlimited)
    for (let i = 0; i < 5; i++) {
      const { order } = await checkOut(unlimited, shopper)
      await cancelCheckout(unlimited.shop, shopper, order.id)
    }
    await removeFromCart(unlimited.shop, shopper, BOWL)
  })
})

describe('unpaid holds from a network', async () => {
  const strict = await startTestApp({}, { limits: { 'holds.perNetworkOfProven': 3, 'holds.perNetworkOfUnproven': 3 } })
  const from = (networkAddress: string, { addressId, ...viewer }: Shopper) =>
    startCheckout(strict.shop, viewer, { addressId, idempotencyKey: randomUUID(), networkAddress })

  it('are limited per hour across all accounts, separately for each network', async () => {
    const shoppers = await Promise.all(Array.from({ length: 5 }, () => shopperWith({ [BOWL]: 1 }, strict)))
    for (const [i, shopper] of shoppers.slice(0, 3).entries()) await from(`2001:db8:1:2::${i}`, shopper)
    await expect(from('2001:db8:1:2:ffff::', shoppers[3]!)).rejects.toEqual(tooMany())
    // Replacing an active hold does not count as another one.
    expect((await from('2001:db8:1:2::', shoppers[0]!)).order.status).toBe('AWAITING_PAYMENT')
    expect((await from('2001:db8:1:3::', shoppers[3]!)).order.status).toBe('AWAITING_PAYMENT')
  })

  it('are limited to three even if eight checkouts run at the same time', async () => {
    await setStock(strict, { [BOWL]: 40 })
    const shoppers = await Promise.all(Array.from({ length: 8 }, () => shopperWith({ [BOWL]: 1 }, strict)))
    const results = await Promise.allSettled(shoppers.map((shopper) => from('203.0.113.9', shopper)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await stockOf(strict, BOWL)).toBe(37)
  })

  it('are limited to sixty by default, and the order stores only a hash of the network', async () => {
    expect(shop.limits).toMatchObject({
      'holds.perAccount': 3,
      'holds.perNetworkOfUnproven': 60,
      'holds.perNetworkOfProven': 300,
    })
    const { order } = await checkOutFrom('203.0.113.1', await shopperWith({ [BOWL]: 1 }))
    expect(order.network).toBe(shop.hashNetwork('203.0.113.1'))
    expect(order.network).not.toContain('203.0')
  })
})
