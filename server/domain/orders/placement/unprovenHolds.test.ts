import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { startTestApp, withLimits, testSettings, without } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import {
  actorAs,
  addressOf,
  checkOut,
  fillCart,
  newPayingShopper,
  newProvenShopper,
  newShopper,
  newStaff,
  parcelOf,
  payFor,
  readOrder,
  setStock,
  type Shopper,
  stockOf,
} from '../../../testing/data/factories'
import { ADDRESS, BOWL, CUP } from '../../../testing/data/fixtures'
import { DomainError } from '../../../shared/errors'
import { updateAddress } from '../../accounts/addresses'
import { eraseAddresses } from '../../own-account/erasure'
import { setCartQuantity } from '../../cart/cart'
import { deliverOrder, shipOrder } from '../../office/orders/orderChanges'
import { orderNumber, type Order } from '../order'
import { cancelByBuyer } from '../after-sale/cancel'
import { cancelCheckout, confirmPayment, startCheckout } from './checkout'
import { limitsFor } from '../../../guards/limits'
import { mostOfNetwork, mostOnDelivery, shareOfUnproven } from './holdLimits'
import { sweepExpiredHolds } from './holds'
import { placeOnce } from './placement'

const MAIL = {
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'orders@shop.example',
  PUBLIC_ORIGIN: 'https://shop.example',
}
const JAR = 'grand-moon-jar'

const app = await startTestApp()
const mailing = await startTestApp(MAIL)

/** Releases the holds of earlier tests and sets the stock. */
async function fresh(on: FastifyInstance, stocks: Record<string, number>): Promise<void> {
  await sweepExpiredHolds(on.shop, new Date(Date.now() + 3600_000))
  await on.shop.db.order.updateMany({ where: { status: 'CONFIRMED' }, data: { status: 'CANCELLED' } })
  await setStock(on, stocks)
}

interface From {
  on?: FastifyInstance
  network?: string
  onDelivery?: boolean
}

async function hold(
  shopper: Shopper,
  { on = app, network = addressOf(shopper.email), onDelivery }: From = {},
): Promise<Order> {
  const input = { addressId: shopper.addressId, idempotencyKey: randomUUID(), networkAddress: network }
  if (onDelivery) return placeOnce(on.shop, shopper, input, { payOnDelivery: true })
  return (await startCheckout(on.shop, shopper, input)).order
}

const sendOf = (order: Order) => ({
  number: orderNumber(order),
  version: order.version,
  ...parcelOf(order),
})

const only = (possible: number, confirmEmail = true) => ({ code: 'OUT_OF_STOCK', possible, confirmEmail })

describe('the shares of unproven accounts', () => {
  it('are half of the shelf for all, rounded up, a quarter for a network, but at least two pieces, and three eighths for a wide one', () => {
    const limits = limitsFor(testSettings())
    const sizes = [40, 41, 12, 10, 5, 4, 3, 2, 1]
    expect(sizes.map((shelf) => shareOfUnproven(50, shelf))).toEqual([20, 21, 6, 5, 3, 2, 2, 1, 1])
    expect(sizes.map((shelf) => mostOfNetwork(limits, shelf, { isWide: false }))).toEqual([10, 11, 3, 3, 2, 2, 2, 1, 1])
    expect(sizes.map((shelf) => mostOfNetwork(limits, shelf, { isWide: true }))).toEqual([15, 15, 4, 3, 2, 2, 2, 1, 1])
    expect(sizes.map((shelf) => mostOnDelivery(limits, shelf))).toEqual([10, 10, 3, 2, 1, 1, 1, 0, 0])
  })

  it('leave one piece, whatever the share', () => {
    expect([40, 3, 2, 1].map((shelf) => shareOfUnproven(99, shelf))).toEqual([39, 2, 1, 1])
  })
})

describe('the unpaid holds of all unproven accounts together', () => {
  it('do not count cancelled pieces of an order that is paid on delivery', async () => {
    await fresh(app, { [BOWL]: 16 })
    const shopper = await newShopper(app, { [BOWL]: 4 })
    const order = await hold(shopper, { onDelivery: true })
    const next = await newShopper(app, { [BOWL]: 3 })
    const refused = { code: 'PAY_ON_DELIVERY_UNAVAILABLE', possible: 0 }
    await expect(hold(next, { onDelivery: true })).rejects.toMatchObject(refused)
    const some = { lines: [{ id: order.lines[0]!.id, quantity: 3 }], version: order.version }
    await cancelByBuyer(app.shop, shopper, orderNumber(order), some)
    expect((await hold(next, { onDelivery: true })).status).toBe('CONFIRMED')
  })

  it('take at most half of the shelf, and the error tells how many pieces are possible', async () => {
    await fresh(app, { [BOWL]: 10 })
    await hold(await newShopper(app, { [BOWL]: 4 }))
    const next = await newShopper(app, { [BOWL]: 2 })
    await expect(hold(next)).rejects.toMatchObject(only(1))
    await setCartQuantity(app.shop, next, { productId: BOWL, quantity: 1 })
    await hold(next)
    await expect(hold(await newShopper(app, { [BOWL]: 1 }))).rejects.toMatchObject({
      ...only(0),
      message:
        'Sea Glass Serving Bowl is reserved for confirmed accounts at the moment. Confirm your email to order it.',
    })
    expect(await stockOf(app, BOWL)).toBe(5)
  })

  it.each([
    [3, 2],
    [2, 1],
    [1, 1],
  ])('of %i pieces take at most %i', async (stock, most) => {
    await fresh(app, { [JAR]: stock })
    if (most < stock) await expect(hold(await newShopper(app, { [JAR]: most + 1 }))).rejects.toMatchObject(only(most))
    await hold(await newShopper(app, { [JAR]: most }))
    expect(await stockOf(app, JAR)).toBe(stock - most)
  })

  it('do not count what an order replaces, nor what is paid or released', async () => {
    await fresh(app, { [BOWL]: 10 })
    const shopper = await newShopper(app, { [BOWL]: 4 })
    await hold(shopper)
    await setCartQuantity(app.shop, shopper, { productId: BOWL, quantity: 5 })
    const second = await hold(shopper)
    await cancelCheckout(app.shop, shopper, second.id)
    const checkout = await checkOut(app, shopper)
    await confirmPayment(app.shop, shopper.id, await payFor(app, checkout))
    // Five pieces are left, and none of them is held.
    await hold(await newShopper(app, { [BOWL]: 3 }))
  })

  it('count pay-on-delivery orders until they are shipped', async () => {
    await fresh(app, { [BOWL]: 8 })
    const order = await hold(await newShopper(app, { [BOWL]: 2 }), { onDelivery: true })
    const next = await newShopper(app, { [BOWL]: 3 })
    await expect(hold(next)).rejects.toMatchObject(only(2))
    const actor = await actorAs(app, await newStaff(app), 'write_orders')
    await shipOrder(app.shop, actor, sendOf(order))
    await hold(next)
  })

  it('take at most half of that half on delivery, so that strangers cannot shut out shoppers who pay online for days', async () => {
    await fresh(app, { [BOWL]: 10, [CUP]: 1 })
    const second = await newShopper(app, { [BOWL]: 3 })
    const errorOf = (can: string, possible: number, productId = BOWL) => ({
      code: 'PAY_ON_DELIVERY_UNAVAILABLE',
      possible,
      productId,
      message: `New accounts ${can} with cash on delivery now. Please pay for this order online.`,
    })
    await expect(hold(second, { onDelivery: true })).rejects.toMatchObject(
      errorOf('can order at most 2 of Sea Glass Serving Bowl', 2),
    )
    await hold(await newShopper(app, { [BOWL]: 2 }), { onDelivery: true })
    await setCartQuantity(app.shop, second, { productId: BOWL, quantity: 1 })
    await expect(hold(second, { onDelivery: true })).rejects.toMatchObject(
      errorOf('cannot order Sea Glass Serving Bowl', 0),
    )
    await expect(hold(await newShopper(app, { [CUP]: 1 }), { onDelivery: true })).rejects.toMatchObject(
      errorOf('cannot order Celadon Chai Cup', 0, CUP),
    )
    await hold(await newShopper(app, { [BOWL]: 3, [CUP]: 1 }))
    // A proven account is not limited.
    await hold(await newProvenShopper(app, { [BOWL]: 2 }), { onDelivery: true })
  })

  it('take no more on delivery if the account held the pieces online before', async () => {
    await fresh(app, { [BOWL]: 6, [CUP]: 1 })
    const errorOf = (can: string) => ({
      code: 'PAY_ON_DELIVERY_UNAVAILABLE',
      message: `New accounts ${can} with cash on delivery now. Please pay for this order online.`,
    })
    const shopper = await newShopper(app, { [BOWL]: 3 })
    const waiting = await hold(shopper)
    for (const quantity of [3, 2]) {
      await setCartQuantity(app.shop, shopper, { productId: BOWL, quantity })
      await expect(hold(shopper, { onDelivery: true })).rejects.toMatchObject(
        errorOf('can order at most 1 of Sea Glass Serving Bowl'),
      )
    }
    expect((await readOrder(app, waiting.id)).status).toBe('AWAITING_PAYMENT')
    await setCartQuantity(app.shop, shopper, { productId: BOWL, quantity: 1 })
    await hold(shopper, { onDelivery: true })
    expect(await stockOf(app, BOWL)).toBe(5)

    const last = await newShopper(app, { [CUP]: 1 })
    await hold(last)
    await expect(hold(last, { onDelivery: true })).rejects.toMatchObject(errorOf('cannot order Celadon Chai Cup'))
    // A proven account may order what it holds, even if nothing else is left.
    const proven = await newProvenShopper(app, { [BOWL]: 3 })
    await hold(proven)
    await setStock(app, { [BOWL]: 0 })
    await hold(proven, { onDelivery: true })
  })

  it('limit an account again after its only payment is refunded in full', async () => {
    await fresh(app, { [BOWL]: 10 })
    const shopper = await newPayingShopper(app)
    const payment = await app.shop.db.receivedPayment.findFirstOrThrow({ where: { order: { userId: shopper.id } } })
    const { id: paymentId, orderId, amount } = payment
    const data = { orderId, paymentId, amount, reason: 'Cancelled.', dueAt: new Date(), endedAt: new Date() }
    const refund = await app.shop.db.refund.create({ data: { ...data, state: 'FAILED' } })
    await fillCart(app, shopper, { [BOWL]: 6 })
    await expect(hold(shopper)).rejects.toMatchObject(only(5, false))
    await app.shop.db.refund.update({ where: { id: refund.id }, data: { state: 'REQUESTED', endedAt: null } })
    await setCartQuantity(app.shop, shopper, { productId: BOWL, quantity: 5 })
    await hold(shopper)
    await expect(hold(await newShopper(app, { [BOWL]: 1 }))).rejects.toMatchObject(only(0))
  })

  it('count those of an account whose only paid order is cancelled, before its money is back', async () => {
    await fresh(app, { [BOWL]: 20, [CUP]: 10 })
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const paid = await confirmPayment(app.shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
    await fillCart(app, shopper, { [BOWL]: 3 })
    await hold(shopper, { onDelivery: true })
    await cancelByBuyer(app.shop, shopper, orderNumber(paid))
    await setStock(app, { [BOWL]: 7 })
    const next = await newShopper(app, { [BOWL]: 3 })
    await expect(hold(next)).rejects.toMatchObject(only(2))
    await setCartQuantity(app.shop, next, { productId: BOWL, quantity: 1 })
    await expect(hold(next, { onDelivery: true })).rejects.toMatchObject({ code: 'PAY_ON_DELIVERY_UNAVAILABLE' })
    // The account itself is limited again too.
    await fillCart(app, shopper, { [CUP]: 6 })
    await expect(hold(shopper)).rejects.toMatchObject(only(5, false))
  })

  it('limit neither a confirmed account nor one with a paid order, and count nothing of theirs', async () => {
    await fresh(app, { [BOWL]: 10, [CUP]: 10 })
    await hold(await newShopper(app, { [BOWL]: 5 }))
    await hold(await newProvenShopper(app, { [BOWL]: 2 }))
    const paying = await newShopper(app, { [CUP]: 1 })
    await confirmPayment(app.shop, paying.id, await payFor(app, await checkOut(app, paying)))
    await fillCart(app, paying, { [BOWL]: 2 })
    await hold(paying)
    // Of 6 pieces on the shelf, an unproven account holds 5, so it may hold no more; a proven one may.
    await expect(hold(await newShopper(app, { [BOWL]: 1 }))).rejects.toMatchObject(only(0))
    await hold(await newProvenShopper(app, { [BOWL]: 1 }))
    expect(await stockOf(app, BOWL)).toBe(0)
  })

  it('no longer count a hold once its account is confirmed, or its pay-on-delivery order is delivered', async () => {
    await fresh(app, { [BOWL]: 8 })
    const shopper = await newShopper(app, { [BOWL]: 4 })
    await hold(shopper)
    const next = await newShopper(app, { [BOWL]: 2 })
    await expect(hold(next)).rejects.toMatchObject(only(0))
    await app.shop.db.user.update({ where: { id: shopper.id }, data: { emailVerifiedAt: new Date() } })
    await hold(next)

    await fresh(app, { [BOWL]: 8 })
    const order = await hold(await newShopper(app, { [BOWL]: 1 }), { onDelivery: true })
    const actor = await actorAs(app, await newStaff(app), 'write_orders')
    const shipped = await shipOrder(app.shop, actor, sendOf(order))
    await deliverOrder(app.shop, actor, sendOf(shipped))
    const buyer = await app.shop.db.user.findUniqueOrThrow({
      where: { id: order.userId },
      include: { addresses: true },
    })
    await fillCart(app, buyer, { [BOWL]: 5 })
    await hold({ ...buyer, token: '', addressId: buyer.addresses[0]!.id })
  })

  it('limit a demo account even after a paid order, and offer it no code', async () => {
    await fresh(app, { [BOWL]: 10 })
    const shopper = await newShopper(app, { [BOWL]: 1 })
    await app.shop.db.user.update({ where: { id: shopper.id }, data: { isDemo: true } })
    await confirmPayment(app.shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
    await fillCart(app, shopper, { [BOWL]: 6 })
    await expect(hold(shopper)).rejects.toMatchObject(only(5, false))
    await setCartQuantity(app.shop, shopper, { productId: BOWL, quantity: 5 })
    await hold(shopper)
  })

  it('on delivery may take all that unproven accounts may, if the share of such orders is 0', async () => {
    await fresh(app, { [BOWL]: 8 })
    const shop = withLimits(app.shop, { 'stock.onDelivery': 0 })
    const shopper = await newShopper(app, { [BOWL]: 4 })
    const input = { addressId: shopper.addressId, idempotencyKey: randomUUID(), networkAddress: '203.0.113.1' }
    await placeOnce(shop, shopper, input, { payOnDelivery: true })
    expect(await stockOf(app, BOWL)).toBe(4)
  })

  it('are unlimited if the shares are 0', async () => {
    await fresh(app, { [BOWL]: 10 })
    const shop = withLimits(app.shop, without('stock'))
    const shopper = await newShopper(app, { [BOWL]: 10 })
    await startCheckout(shop, shopper, {
      addressId: shopper.addressId,
      idempotencyKey: randomUUID(),
      networkAddress: '203.0.113.1',
    })
    expect(await stockOf(app, BOWL)).toBe(0)
  })

  it('appear in the API with the possible quantity and the offer of a code', async () => {
    await fresh(app, { [BOWL]: 40 })
    const { token, addressId } = await newShopper(app, { [BOWL]: 24 })
    const { data } = await ask(
      app,
      `mutation { startCheckout(addressId: "${addressId}", idempotencyKey: "x") { userErrors { code message possibleQuantity productId confirmEmail } } }`,
      { token },
    )
    expect(data.startCheckout.userErrors).toEqual([
      {
        code: 'OUT_OF_STOCK',
        message: 'You can order at most 20 of Sea Glass Serving Bowl now.',
        possibleQuantity: 20,
        productId: BOWL,
        confirmEmail: false,
      },
    ])
  })
})

describe('a refused order', () => {
  it.each([
    [
      1,
      0,
      'is',
      'Sea Glass Serving Bowl is reserved for confirmed accounts at the moment. Confirm your email to order it.',
    ],
    [2, 1, 'are', 'You can order at most 1 of Sea Glass Serving Bowl now. Confirm your email to order more.'],
  ])(
    'for more than the %i pieces that are left offers a code, if a confirmed account could order them',
    async (left, possible, is, limit) => {
      await fresh(mailing, { [BOWL]: left + 1 })
      await hold(await newShopper(mailing, { [BOWL]: 1 }), { on: mailing })
      const next = await newShopper(mailing, { [BOWL]: 1 })
      await setCartQuantity(mailing.shop, next, { productId: BOWL, quantity: 4 })
      await expect(hold(next, { on: mailing })).rejects.toMatchObject({
        ...only(possible),
        message: `Only ${left} of Sea Glass Serving Bowl ${is} left. ${limit}`,
      })
      await setCartQuantity(mailing.shop, next, { productId: BOWL, quantity: left })
      if (possible < left)
        await expect(hold(next, { on: mailing })).rejects.toMatchObject({ ...only(possible), message: limit })
    },
  )

  it('of a proven account, or for a product that is sold out, offers no code', async () => {
    await fresh(mailing, { [BOWL]: 3 })
    const proven = await newProvenShopper(mailing, { [BOWL]: 4 })
    const message = 'Only 3 of Sea Glass Serving Bowl are left.'
    await expect(hold(proven, { on: mailing })).rejects.toMatchObject({ ...only(3, false), message })
    await setStock(mailing, { [BOWL]: 0 })
    const soldOut = { ...only(0, false), message: 'Sea Glass Serving Bowl is out of stock.' }
    await expect(hold(await newShopper(mailing, { [BOWL]: 1 }), { on: mailing })).rejects.toMatchObject(soldOut)
  })

  it.each([
    ['can sign up', true, 'Sign up to order it.'],
    ['would get the same limit with an account of its own', false, 'Please try again later.'],
  ])('of a demo account that %s says so', async (_, codesByMail, advice) => {
    await fresh(app, { [BOWL]: 2 })
    const shop = { ...app.shop, settings: { ...app.shop.settings, codesByMail } }
    const order = async () => {
      const { id, tokenVersion, addressId } = await newShopper(app, { [BOWL]: 1 })
      await shop.db.user.update({ where: { id }, data: { isDemo: true } })
      const input = { addressId, idempotencyKey: randomUUID(), networkAddress: addressOf(id) }
      return startCheckout(shop, { id, tokenVersion }, input)
    }
    await order()
    await expect(order()).rejects.toMatchObject({
      ...only(0, false),
      message: `The demo account cannot order Sea Glass Serving Bowl now. ${advice}`,
    })
  })
})

describe('the unpaid holds of the unproven accounts of one network', () => {
  it('take at most a quarter if the shop sends emails; a confirmed email lifts the limit', async () => {
    await fresh(mailing, { [BOWL]: 40 })
    const wedding = await newShopper(mailing, { [BOWL]: 12 })
    await expect(hold(wedding, { on: mailing })).rejects.toMatchObject({
      ...only(10),
      message: 'You can order at most 10 of Sea Glass Serving Bowl now. Confirm your email to order more.',
    })
    await mailing.shop.db.user.update({ where: { id: wedding.id }, data: { emailVerifiedAt: new Date() } })
    await hold(wedding, { on: mailing })
    expect(await stockOf(mailing, BOWL)).toBe(28)
  })

  it('are counted for each width of network', async () => {
    await fresh(mailing, { [BOWL]: 400 })
    const from = (network: string) => ({ on: mailing, network })
    const limits = async (pieces: number, network: string) => {
      const shopper = await newShopper(mailing, { [BOWL]: Math.min(pieces, 99) })
      return hold(shopper, from(network))
    }
    await limits(99, '2001:db8:1:101::1')
    await expect(limits(2, '2001:db8:1:101::2')).rejects.toMatchObject(only(1))
    // The /56 of the same subscriber may hold half as much again, so others can order the rest of the half.
    await expect(limits(52, '2001:db8:1:102::1')).rejects.toMatchObject(only(51))
    await limits(51, '2001:db8:1:102::1')
    await expect(limits(1, '2001:db8:1:203::1')).rejects.toMatchObject(only(0))
    await limits(50, '2001:db8:2::1')
  })

  it('leave something for others, even if they share an IPv4 carrier', async () => {
    await fresh(mailing, { [BOWL]: 40 })
    const holdFrom = async (pieces: number, network: string) =>
      hold(await newShopper(mailing, { [BOWL]: pieces }), { on: mailing, network })
    await holdFrom(10, '203.0.113.50')
    await expect(holdFrom(10, '203.0.113.51')).rejects.toMatchObject(only(5))
    await holdFrom(5, '203.0.113.51')
    await holdFrom(5, '198.51.100.50')
  })

  it('may take half if the shop sends no emails, or if the share of a network is 0', async () => {
    const network = '203.0.113.40'
    await fresh(app, { [BOWL]: 40 })
    await hold(await newShopper(app, { [BOWL]: 20 }), { network })
    await fresh(mailing, { [BOWL]: 40 })
    const shop = withLimits(mailing.shop, { 'stock.perNetwork': 0, 'stock.perWideNetwork': 0 })
    const shopper = await newShopper(mailing, { [BOWL]: 20 })
    await startCheckout(shop, shopper, {
      addressId: shopper.addressId,
      idempotencyKey: randomUUID(),
      networkAddress: network,
    })
    expect(await stockOf(mailing, BOWL)).toBe(20)
  })
})

describe('unpaid holds per network and hour', async () => {
  const few = await startTestApp({}, { limits: { 'holds.perNetworkOfUnproven': 2, 'holds.perNetworkOfProven': 10 } })
  const network = (i: number) => `2001:db8:9:${i.toString(16)}::1`
  const holdFrom = async (address: string, create = newShopper) =>
    hold(await create(few, { [BOWL]: 1 }), { on: few, network: address })

  it('of unproven accounts are not counted against proven ones, which may begin five times as many', async () => {
    await setStock(few, { [BOWL]: 4000 })
    for (let i = 0; i < 2; i += 1) await holdFrom(network(1))
    await expect(holdFrom(network(1))).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS', confirmEmail: true })
    for (let i = 0; i < 10; i += 1) await holdFrom(network(1), newProvenShopper)
    await expect(holdFrom(network(1), newProvenShopper)).rejects.toMatchObject({
      code: 'TOO_MANY_ATTEMPTS',
      confirmEmail: false,
    })
  })

  it('still count after their accounts are deleted, but not the network of earlier ones', async () => {
    await setStock(few, { [BOWL]: 4000 })
    const address = network(0x400)
    const { db } = few.shop
    const deleted = []
    for (let i = 0; i < 3; i += 1) {
      const order = await holdFrom(address)
      const heldSince = i === 0 ? new Date(Date.now() - 3601_000) : order.heldSince
      await db.order.update({ where: { id: order.id }, data: { status: 'CANCELLED', heldSince } })
      await db.$transaction((tx) => eraseAddresses(tx, order.userId))
      deleted.push(await db.order.findUniqueOrThrow({ where: { id: order.id } }))
    }
    await expect(holdFrom(address)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    expect(deleted.map(({ network, networks }) => [network !== null, networks.length])).toEqual([
      [false, 0],
      [true, 3],
      [true, 3],
    ])
  })

  it('are limited for wider networks too', async () => {
    await setStock(few, { [BOWL]: 4000 })
    for (let i = 0; i < 10; i += 1) await holdFrom(network(0x200 + i))
    await expect(holdFrom(network(0x20f))).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    await holdFrom(network(0x300))
  })
})

/** Holds as much of each product as new accounts can, from `networkOf(i)`, and returns the number of orders. */
async function attack(on: FastifyInstance, products: string[], networkOf: (i: number) => string, onDelivery = false) {
  let orders = 0
  for (const productId of products) {
    for (let isOver = false; !isOver;) {
      const shopper = await newShopper(on)
      const from = { on, network: networkOf((orders += 1)), onDelivery }
      let wanted = Math.min(await stockOf(on, productId), 99)
      for (;;) {
        if (wanted === 0) break
        await setCartQuantity(on.shop, shopper, { productId, quantity: wanted }).catch(() =>
          fillCart(on, shopper, { [productId]: wanted }),
        )
        const error = await hold(shopper, from).then(
          () => null,
          (error: DomainError) => error,
        )
        if (error === null) break
        expect(error).toBeInstanceOf(DomainError)
        // Pay on delivery also limits the amount.
        wanted =
          error.code === 'OUT_OF_STOCK' ? Math.min(wanted - 1, error.possible ?? 0) : onDelivery ? wanted >> 1 : 0
      }
      isOver = wanted === 0
    }
  }
  return orders
}

describe('invented shoppers', () => {
  const SHELF = { [BOWL]: 40, [CUP]: 11, [JAR]: 3, 'bud-vase-trio': 2 }
  const products = Object.keys(SHELF)
  const oneNetwork = () => '198.51.100.7'
  const manyNetworks = (i: number) => `2001:db8:${(i + 1).toString(16)}::1`

  it.each([
    ['one network without mail', app, oneNetwork, [20, 5, 1, 1]],
    ['many networks without mail', app, manyNetworks, [20, 5, 1, 1]],
    ['one network with mail', mailing, oneNetwork, [30, 8, 1, 1]],
    ['many networks with mail', mailing, manyNetworks, [20, 5, 1, 1]],
  ] as const)('of %s leave every product on the shelf, and an honest shopper buys', async (_, on, networkOf, left) => {
    await fresh(on, SHELF)
    await on.shop.db.order.updateMany({ data: { heldSince: new Date(0) } })
    await attack(on, products, networkOf)
    expect(await Promise.all(products.map((id) => stockOf(on, id)))).toEqual(left)
    const honest = await newProvenShopper(on)
    await fillCart(on, honest, Object.fromEntries(products.map((id) => [id, 1])))
    const checkout = await checkOut(on, honest)
    expect((await confirmPayment(on.shop, honest.id, await payFor(on, checkout))).status).toBe('PAID')
  })

  it('hold no more by ordering on delivery besides', async () => {
    await fresh(app, SHELF)
    await app.shop.db.order.updateMany({ data: { heldSince: new Date(0) } })
    await attack(app, products, manyNetworks, true)
    await attack(app, products, manyNetworks)
    expect(await Promise.all(products.map((id) => stockOf(app, id)))).toEqual([20, 5, 1, 1])
  })
})

describe('30 invented orders on delivery of one network, each with another mobile number and address', () => {
  it.each([
    ['leave five open without mail', app, 5],
    ['leave none open with mail', mailing, 0],
  ] as const)('%s', async (_, on, most) => {
    await fresh(on, { [CUP]: 4000 })
    await on.shop.db.order.updateMany({ data: { heldSince: new Date(0) } })
    const codes = []
    for (let i = 0; i < 30; i += 1) {
      const shopper = await newShopper(on, { [CUP]: 1 })
      const own = { ...ADDRESS, street: `${i}, Lake View Road`, mobile: `98${String(i).padStart(8, '0')}` }
      await updateAddress(on.shop, shopper, shopper.addressId, own)
      const placing = hold(shopper, { on, network: '192.0.2.9', onDelivery: true })
      codes.push(
        await placing.then(
          () => 'CONFIRMED',
          ({ code }: DomainError) => code,
        ),
      )
    }
    const placed = codes.filter((code) => code === 'CONFIRMED').length
    expect(placed).toBe(most)
    expect(new Set(codes.slice(most))).toEqual(new Set(['PAY_ON_DELIVERY_UNAVAILABLE']))
  })
})

describe('rivals for the last pieces', () => {
  it.each([10, 3, 1])('of %i: 50 unproven and 5 proven accounts stay within the limits', async (stock) => {
    await fresh(mailing, { [BOWL]: stock })
    const rivals = await Promise.all(
      Array.from({ length: 55 }, (_, i) =>
        i % 11 === 0 ? newProvenShopper(mailing, { [BOWL]: 1 }) : newShopper(mailing, { [BOWL]: 1 + (i % 3) }),
      ),
    )
    const results = await Promise.allSettled(rivals.map((rival) => hold(rival, { on: mailing })))
    const held = { proven: 0, unproven: 0 }
    for (const [i, result] of results.entries()) {
      if (result.status === 'fulfilled')
        held[i % 11 === 0 ? 'proven' : 'unproven'] += result.value.lines.reduce(
          (sum, { quantity }) => sum + quantity,
          0,
        )
      else expect(result.reason).toMatchObject({ code: 'OUT_OF_STOCK' })
    }
    expect(held.unproven).toBeLessThanOrEqual(Math.ceil(stock / 2))
    expect(held.proven + held.unproven).toBeGreaterThan(0)
    expect(await stockOf(mailing, BOWL)).toBe(stock - held.proven - held.unproven)
  })
})
