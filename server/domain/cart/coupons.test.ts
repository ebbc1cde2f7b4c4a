import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { startBeside, startTestApp, without } from '../../testing/app'
import { ask } from '../../testing/calls'
import {
  addressOf,
  checkOut,
  fillCart,
  newProvenShopper,
  newShopper,
  payFor,
  readOrder,
  setStock,
  type Shopper,
} from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'
import { confirmPayment, payOrder } from '../orders/placement/checkout'
import { sweepExpiredHolds } from '../orders/placement/holds'
import { placeOnce } from '../orders/placement/placement'
import { orderNumber } from '../orders/order'
import type { Prisma } from '../../generated/prisma/client'
import { applyCoupon } from './cart'
import { announceCouponTimes } from './coupons'

const app = await startTestApp({}, { limits: { ...without('stock', 'coupons'), 'holds.perAccount': 0 } })
const { db } = app.shop
await setStock(app, { [BOWL]: 5000 })
const { discounted } = await db.product.findUniqueOrThrow({ where: { id: BOWL } })
const HOUR = 60 * 60 * 1000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR)

/** Each test needs a new code, because orders from earlier tests count as uses of their codes. */
let CODE = 'KILN0'
let made = 0
const make = (terms: Partial<Prisma.CouponCreateInput>) => {
  CODE = `KILN${(made += 1)}`
  return db.coupon.create({ data: { code: CODE, percent: 20, description: '', position: 9, ...terms } })
}
afterEach(() => db.coupon.deleteMany({ where: { code: CODE } }))

/** Creates a shopper with this many bowls in the cart. */
async function shopperWith(quantity: number, coupon = true): Promise<Shopper> {
  const shopper = await newShopper(app, { [BOWL]: quantity })
  if (coupon) await applyCoupon(app.shop, shopper, CODE)
  return shopper
}

const cartOf = async ({ token }: Shopper) => {
  const { data } = await ask(
    app,
    `{ coupons { code } me { cart { coupon { code } couponWarning couponOffers { coupon { code } savings problem best }
       priceDetails { couponDiscount totalAmount trace { code } } } } }`,
    { token },
  )
  return { ...data.me.cart, all: data.coupons.map(({ code }: { code: string }) => code) }
}

const pay = async (shopper: Shopper) => {
  const checkout = await checkOut(app, shopper)
  return confirmPayment(app.shop, shopper.id, await payFor(app, checkout))
}

describe('applyCoupon', () => {
  it.each([
    [{ endedAt: inHours(-1) }, 'has expired.'],
    [{ validUntil: inHours(-1) }, 'has expired.'],
    [{ minimumAmount: discounted + 300 }, 'Spend Rs. 300 more to use coupon'],
  ])('refuses a coupon with the terms %j', async (terms, message) => {
    await make(terms)
    const { token } = await shopperWith(1, false)
    const { data } = await ask(
      app,
      `mutation { applyCoupon(code: "${CODE.toLowerCase()}") { cart { id } userErrors { code message field } } }`,
      { token },
    )
    expect(data.applyCoupon).toEqual({
      cart: null,
      userErrors: [{ code: 'COUPON_NOT_USABLE', message: expect.stringContaining(message), field: ['code'] }],
    })
  })

  it('treats a coupon as unknown until it starts, and does not offer it', async () => {
    await make({ validFrom: inHours(24) })
    const shopper = await shopperWith(1, false)
    const answerTo = async (code: string) =>
      (
        await ask(app, `mutation { applyCoupon(code: "${code}") { cart { id } userErrors { code message field } } }`, {
          token: shopper.token,
        })
      ).data.applyCoupon
    expect(await answerTo(CODE)).toEqual(await answerTo('NEVER-MADE'))
    expect((await answerTo(CODE)).userErrors).toMatchObject([{ code: 'COUPON_UNKNOWN' }])
    await db.coupon.update({ where: { code: CODE }, data: { endedAt: inHours(-1) } })
    expect((await answerTo(CODE)).userErrors).toMatchObject([{ code: 'COUPON_UNKNOWN' }])
    await db.coupon.update({ where: { code: CODE }, data: { endedAt: null } })
    const { all, couponOffers } = await cartOf(shopper)
    expect(all).toEqual(['SUMMER', 'BOHO'])
    expect(couponOffers).toHaveLength(2)
  })

  it('accepts a coupon at its minimum amount, and shows smaller carts how much is missing', async () => {
    await make({ minimumAmount: 2 * discounted, percent: 60 })
    const small = await cartOf(await shopperWith(1, false))
    expect(small.couponOffers).toContainEqual({
      coupon: { code: CODE },
      savings: 0,
      best: false,
      problem: `Spend Rs. ${discounted.toLocaleString('en-IN')} more to use coupon ${CODE}.`,
    })
    const savings = Math.floor((2 * discounted * 60) / 100)
    const large = await cartOf(await shopperWith(2))
    expect(large).toMatchObject({ couponWarning: null, priceDetails: { couponDiscount: savings } })
    expect(large.couponOffers).toContainEqual({ coupon: { code: CODE }, savings, best: true, problem: null })
  })
})

describe('a coupon in a cart', () => {
  it('gives no discount once it has ended, shows a warning, and is refused by the checkout', async () => {
    await make({})
    const shopper = await shopperWith(2)
    expect((await cartOf(shopper)).priceDetails.couponDiscount).toBe(Math.floor((2 * discounted * 20) / 100))
    await db.coupon.update({ where: { code: CODE }, data: { endedAt: new Date() } })
    expect(await cartOf(shopper)).toMatchObject({
      coupon: { code: CODE },
      couponWarning: `Coupon ${CODE} has expired.`,
      priceDetails: { couponDiscount: 0, totalAmount: 2 * discounted },
    })
    await expect(checkOut(app, shopper)).rejects.toMatchObject({
      code: 'COUPON_NOT_USABLE',
      message: `Coupon ${CODE} has expired. Please remove the coupon to continue.`,
    })
    expect(await db.order.count({ where: { userId: shopper.id } })).toBe(0)
  })

  it('gives no discount if its start is postponed, and does not reveal the new date', async () => {
    await make({})
    const shopper = await shopperWith(2)
    await db.coupon.update({ where: { code: CODE }, data: { validFrom: inHours(24) } })
    expect(await cartOf(shopper)).toMatchObject({
      couponWarning: 'There is no such coupon.',
      priceDetails: { couponDiscount: 0 },
    })
    await expect(checkOut(app, shopper)).rejects.toMatchObject({
      code: 'COUPON_NOT_USABLE',
      message: 'There is no such coupon. Please remove the coupon to continue.',
    })
  })

  it('is not offered after it is used up', async () => {
    await make({ useLimit: 1 })
    const shopper = await shopperWith(1)
    expect((await cartOf(shopper)).all).toContain(CODE)
    await pay(shopper)
    const later = await cartOf(await shopperWith(1, false))
    expect(later.all).toEqual(['SUMMER', 'BOHO'])
    await expect(shopperWith(1)).rejects.toMatchObject({
      code: 'COUPON_NOT_USABLE',
      message: `Coupon ${CODE} is used up.`,
    })
  })
})

describe("a coupon's limit", () => {
  it('is enforced for twenty concurrent buyers, and an expired hold frees its use', async () => {
    await make({ useLimit: 5 })
    const shoppers: Shopper[] = []
    for (let i = 0; i < 20; i += 1) shoppers.push(await shopperWith(1))
    const outcomes = await Promise.allSettled(shoppers.map((shopper) => checkOut(app, shopper)))
    const placed = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.order] : []))
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(placed).toHaveLength(5)
    expect(placed.every(({ couponDiscount }) => couponDiscount > 0)).toBe(true)
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(['COUPON_NOT_USABLE']))
    await db.order.updateMany({
      where: { id: { in: placed.slice(0, 2).map(({ id }) => id) } },
      data: { expiresAt: inHours(-1) },
    })
    await sweepExpiredHolds(app.shop)
    const left = shoppers.filter((_, i) => outcomes[i]!.status === 'rejected')
    const again = await Promise.allSettled(left.map((shopper) => checkOut(app, shopper)))
    expect(again.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  })

  it('per account allows a shopper to restart the checkout, but not to buy twice', async () => {
    await make({ customerLimit: 1 })
    const shopper = await shopperWith(1)
    const first = await checkOut(app, shopper)
    // The second order replaces the first and takes over its use.
    const second = await checkOut(app, shopper)
    expect(second.order.couponDiscount).toBeGreaterThan(0)
    await confirmPayment(app.shop, shopper.id, await payFor(app, second))
    await fillCart(app, shopper, { [BOWL]: 1 })
    await expect(applyCoupon(app.shop, shopper, CODE)).rejects.toThrow(`You have already used coupon ${CODE}.`)
    // A late payment for the first order is refunded, because the coupon is used up.
    await confirmPayment(app.shop, shopper.id, await payFor(app, first))
    const late = await readOrder(app, first.order.id)
    expect(late.status).toBe('REFUND_DUE')
    expect(late.events.at(-1)!.note).toContain('the coupon was used up')
    expect((await shopperWith(1)).id).not.toBe(shopper.id)
  })

  it('does not affect an order that was placed with it', async () => {
    await make({ useLimit: 1 })
    const shopper = await shopperWith(1)
    const { order } = await checkOut(app, shopper)
    await db.coupon.update({ where: { code: CODE }, data: { endedAt: new Date() } })
    const { payment } = await payOrder(app.shop, shopper.id, orderNumber(order))
    expect(payment!.amount).toBe(order.totalAmount * 100)
  })
})

describe("a coupon's start", () => {
  it('invalidates the caches even though no row changes at that time', async () => {
    const listed = async () => (await ask(app, '{ coupons { code } }')).data.coupons.length
    await make({ validFrom: new Date(Date.now() + 3_000) })
    expect(await listed()).toBe(2)
    const told = async () => {
      await announceCouponTimes(app.shop)
      return listed()
    }
    await expect.poll(told).toBe(3)
  })
})

describe('the unpaid orders of unproven accounts', async () => {
  const limited = await startBeside(
    app,
    {},
    { 'holds.perAccount': 0, 'onDelivery.perMobile': 0, 'onDelivery.perPostalAddress': 0 },
  )
  const claim = async (create = newShopper, payOnDelivery = false) => {
    const shopper = await create(limited)
    await fillCart(limited, shopper, { [BOWL]: 1 })
    await applyCoupon(limited.shop, shopper, CODE)
    return { shopper, order: await place(shopper, payOnDelivery) }
  }
  const place = ({ id, tokenVersion, addressId, email }: Shopper, payOnDelivery = false) =>
    placeOnce(
      limited.shop,
      { id, tokenVersion },
      { addressId, idempotencyKey: randomUUID(), networkAddress: addressOf(email) },
      { payOnDelivery },
    )

  it('claim at most half of the uses of a coupon, and proven accounts can claim the rest', async () => {
    await make({ useLimit: 5 })
    const first = await claim()
    await claim(newShopper, true)
    await claim()
    const refused = {
      code: 'COUPON_NOT_USABLE',
      confirmEmail: true,
      message: `Coupon ${CODE} is reserved for confirmed accounts at the moment. Confirm your email to use it, or remove the coupon to continue.`,
    }
    await expect(claim()).rejects.toMatchObject(refused)
    await claim(newProvenShopper)
    // The replaced order had a use already, so the new one may keep it, although proven accounts have taken another one since.
    await place(first.shopper)
    await expect(claim()).rejects.toMatchObject(refused)
    await claim(newProvenShopper)
    await expect(claim(newProvenShopper)).rejects.toMatchObject({
      message: `Coupon ${CODE} is used up.`,
    })
  })

  it('free their uses for others when the account is proven, and one may claim the only use', async () => {
    await make({ useLimit: 2 })
    const { shopper } = await claim()
    await expect(claim()).rejects.toMatchObject({ code: 'COUPON_NOT_USABLE' })
    await db.user.update({ where: { id: shopper.id }, data: { emailVerifiedAt: new Date() } })
    await claim()
    await expect(claim(newProvenShopper)).rejects.toMatchObject({ message: expect.stringContaining('is used up.') })
  })

  it('get no more than their share when 10 are placed at the same time', async () => {
    await make({ useLimit: 6 })
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => claim()))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
  })

  it('of a demo account offer no code', async () => {
    await make({ useLimit: 2 })
    await claim()
    const { shopper, order } = await claim(newProvenShopper)
    await db.order.update({ where: { id: order.id }, data: { status: 'CANCELLED' } })
    await db.user.update({ where: { id: shopper.id }, data: { isDemo: true } })
    await expect(place(shopper)).rejects.toMatchObject({
      confirmEmail: false,
      message: `New accounts cannot use coupon ${CODE} at the moment. Please remove the coupon to continue.`,
    })
  })
})
