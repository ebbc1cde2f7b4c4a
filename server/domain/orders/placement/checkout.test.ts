import { randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { startTestApp } from '../../../testing/app'
import {
  checkOut,
  chooseAll,
  fillCart,
  newShopper,
  payFor,
  readOrder,
  setStock,
  stockOf,
} from '../../../testing/data/factories'
import { BOWL, CUP } from '../../../testing/data/fixtures'
import { choicesOf, clearCart, getCart, NO_CHOICES } from '../../cart/cart'
import { cancelCheckout, confirmPayment } from './checkout'

const app = await startTestApp()
const { shop } = app

const PLANTER = 'white-fluted-planter'

const rejected = (code: string) => expect.objectContaining({ code })
const history = (order: { events: { status: string; source: string }[] }) =>
  order.events.map(({ status, source }) => `${status} ${source}`)

describe('startCheckout with an idempotency key', () => {
  it('creates one order for twenty concurrent calls', async () => {
    await setStock(app, { [BOWL]: 40 })
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const key = randomUUID()
    const checkouts = await Promise.all(Array.from({ length: 20 }, () => checkOut(app, shopper, key)))
    expect(new Set(checkouts.map(({ order }) => order.id)).size).toBe(1)
    expect(new Set(checkouts.map(({ payment }) => payment!.providerOrderId)).size).toBe(1)
    expect(await stockOf(app, BOWL)).toBe(39)
    expect(await shop.db.order.count({ where: { userId: shopper.id } })).toBe(1)
  })

  it('returns the order with its current status, even if the cart is empty by then', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const checkout = await checkOut(app, shopper, 'once')
    await confirmPayment(shop, shopper.id, await payFor(app, checkout))
    const replay = await checkOut(app, { ...shopper, addressId: shopper.addressId.toUpperCase() }, 'once')
    expect(replay.order).toEqual(await readOrder(app, checkout.order.id))
    expect(replay.order.status).toBe('PAID')
    expect(replay.payment).toEqual(checkout.payment)
  })

  it('refuses the key with another address, and lets two shoppers use the same key', async () => {
    const [shopper, other] = [await newShopper(app), await newShopper(app)]
    await fillCart(app, shopper, { [BOWL]: 1 })
    await fillCart(app, other, { [BOWL]: 1 })
    const { order } = await checkOut(app, shopper, 'shared')
    await expect(checkOut(app, { ...shopper, addressId: randomUUID() }, 'shared')).rejects.toEqual(
      rejected('IDEMPOTENCY_KEY_REUSED'),
    )
    expect((await checkOut(app, other, 'shared')).order.id).not.toBe(order.id)
  })

  it('accepts the key for a new order after 24 hours', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const { order } = await checkOut(app, shopper, 'daily')
    await shop.db.order.update({ where: { id: order.id }, data: { placedAt: new Date(Date.now() - 24 * 3600_000) } })
    expect((await checkOut(app, shopper, 'daily')).order.id).not.toBe(order.id)
  })

  it("keeps the key while the server's clock is a day ahead", async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const { order } = await checkOut(app, shopper, 'ahead')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3600_000 })
    try {
      expect((await checkOut(app, shopper, 'ahead')).order.id).toBe(order.id)
    } finally {
      vi.useRealTimers()
    }
  })

  it('opens a payment if a crash left the order without one', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const { order } = await checkOut(app, shopper, 'crashed')
    await shop.db.order.update({ where: { id: order.id }, data: { providerOrderId: null } })
    const replay = await checkOut(app, shopper, 'crashed')
    expect(replay.order.id).toBe(order.id)
    expect(replay.payment!.providerOrderId).toMatch(/^order_/)
    expect((await confirmPayment(shop, shopper.id, await payFor(app, replay))).status).toBe('PAID')
  })
})

describe('confirmPayment', () => {
  it('marks the order paid, and removes the ordered items, coupon and gift wrap from the cart', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1, [CUP]: 2 })
    await chooseAll(app, shopper)
    const before = await getCart(shop, shopper.id)
    const checkout = await checkOut(app, shopper)
    await fillCart(app, shopper, { [CUP]: 3, [PLANTER]: 1 })
    const confirmation = await payFor(app, checkout)
    const order = await confirmPayment(shop, shopper.id, confirmation)
    expect(order).toMatchObject({ status: 'PAID', paymentId: confirmation.paymentId })
    expect(history(order)).toEqual(['AWAITING_PAYMENT SHOPPER', 'PAID SHOPPER'])
    const cart = await getCart(shop, shopper.id)
    expect(cart.lines.map(({ productId, quantity }) => [productId, quantity])).toEqual([
      [CUP, 3],
      [PLANTER, 1],
    ])
    for (const [name, chosen] of Object.entries(choicesOf(before)))
      expect([name, chosen]).not.toEqual([name, NO_CHOICES[name as keyof typeof NO_CHOICES]])
    expect(choicesOf(cart)).toEqual(NO_CHOICES)
  })

  it('changes nothing when it is sent again', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const confirmation = await payFor(app, await checkOut(app, shopper))
    const order = await confirmPayment(shop, shopper.id, confirmation)
    await fillCart(app, shopper, { [BOWL]: 1 })
    expect(await confirmPayment(shop, shopper.id, confirmation)).toEqual(order)
    expect((await getCart(shop, shopper.id)).lines).toHaveLength(1)
  })

  it('succeeds if the cart was emptied or a product was deleted in the meantime', async () => {
    const shopper = await newShopper(app)
    const cup = await shop.db.product.findUniqueOrThrow({ where: { id: CUP } })
    await shop.db.product.create({ data: { ...cup, id: 'short-lived' } })
    await fillCart(app, shopper, { [BOWL]: 1, 'short-lived': 1 })
    const checkout = await checkOut(app, shopper)
    await clearCart(shop, shopper)
    await shop.db.product.delete({ where: { id: 'short-lived' } })
    const order = await confirmPayment(shop, shopper.id, await payFor(app, checkout))
    expect(order.status).toBe('PAID')
    expect(order.lines.map(({ productId, title }) => [productId, title])).toEqual([
      [BOWL, 'Sea Glass Serving Bowl'],
      [null, cup.title],
    ])
  })

  it('rejects confirmations that the provider did not sign', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const [first, right] = [await checkOut(app, shopper), await checkOut(app, shopper)]
    const confirmation = await payFor(app, right)
    const foreign = await payFor(app, first)
    const forgeries = [
      { ...confirmation, signature: confirmation.signature.replace(/^./, (c) => (c === 'a' ? 'b' : 'a')) },
      { ...confirmation, signature: '' },
      { ...confirmation, signature: `${confirmation.signature}00` },
      { ...confirmation, paymentId: 'pay_other' },
      { ...confirmation, providerOrderId: 'order_other' },
      // The signature is valid, but for another order. The server notices, because it verifies the signature against the provider's order
      // id that it stored.
      { ...foreign, orderId: right.order.id },
      await payFor(app, right, 'bad-signature'),
    ]
    for (const forgery of forgeries) {
      await expect(confirmPayment(shop, shopper.id, forgery)).rejects.toEqual(rejected('PAYMENT_SIGNATURE_INVALID'))
    }
    expect((await readOrder(app, right.order.id)).status).toBe('AWAITING_PAYMENT')
    expect((await confirmPayment(shop, shopper.id, confirmation)).status).toBe('PAID')
  })

  it("rejects another shopper's order and malformed ids", async () => {
    const [shopper, other] = [await newShopper(app), await newShopper(app)]
    await fillCart(app, shopper, { [BOWL]: 1 })
    const confirmation = await payFor(app, await checkOut(app, shopper))
    await expect(confirmPayment(shop, other.id, confirmation)).rejects.toEqual(rejected('ORDER_NOT_FOUND'))
    for (const orderId of ['', 'nope', '\0', randomUUID()]) {
      await expect(confirmPayment(shop, shopper.id, { ...confirmation, orderId })).rejects.toEqual(
        rejected('ORDER_NOT_FOUND'),
      )
    }
  })

  it('returns REFUND_DUE if the amount is wrong, and returns the stock', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const before = await stockOf(app, BOWL)
    const checkout = await checkOut(app, shopper)
    const order = await confirmPayment(shop, shopper.id, await payFor(app, checkout, 'wrong-amount'))
    expect(order.status).toBe('REFUND_DUE')
    expect(await stockOf(app, BOWL)).toBe(before)
    expect((await getCart(shop, shopper.id)).lines).toHaveLength(1)
  })
})

describe('cancelCheckout', () => {
  it('returns the stock and leaves the cart unchanged', async () => {
    const shopper = await newShopper(app, { [BOWL]: 2 })
    const before = await stockOf(app, BOWL)
    const { order } = await checkOut(app, shopper)
    const cancelled = await cancelCheckout(shop, shopper, order.id)
    expect(history(cancelled)).toEqual(['AWAITING_PAYMENT SHOPPER', 'CANCELLED SHOPPER'])
    expect(await cancelCheckout(shop, shopper, order.id)).toEqual(cancelled)
    expect(await stockOf(app, BOWL)).toBe(before)
    expect((await getCart(shop, shopper.id)).lines).toHaveLength(1)
  })

  it('returns the stock once when ten calls run at the same time', async () => {
    const shopper = await newShopper(app, { [BOWL]: 2 })
    const before = await stockOf(app, BOWL)
    const { order } = await checkOut(app, shopper)
    await Promise.all(Array.from({ length: 10 }, () => cancelCheckout(shop, shopper, order.id)))
    expect(await stockOf(app, BOWL)).toBe(before)
  })

  it("refuses a paid order and rejects another shopper's order", async () => {
    const [shopper, other] = [await newShopper(app), await newShopper(app)]
    await fillCart(app, shopper, { [BOWL]: 1 })
    const checkout = await checkOut(app, shopper)
    await confirmPayment(shop, shopper.id, await payFor(app, checkout))
    await expect(cancelCheckout(shop, shopper, checkout.order.id)).rejects.toEqual(rejected('ORDER_NOT_PAYABLE'))
    for (const id of ['', 'nope', '\0', randomUUID()]) {
      await expect(cancelCheckout(shop, shopper, id)).rejects.toEqual(rejected('ORDER_NOT_FOUND'))
    }
    await expect(cancelCheckout(shop, other, checkout.order.id)).rejects.toEqual(rejected('ORDER_NOT_FOUND'))
  })

  it('keeps the key for its order: the same key returns the cancelled order afterwards', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const { order } = await checkOut(app, shopper, 'given up')
    await cancelCheckout(shop, shopper, order.id)
    const replay = await checkOut(app, shopper, 'given up')
    expect(replay.order).toMatchObject({ id: order.id, status: 'CANCELLED' })
  })
})
