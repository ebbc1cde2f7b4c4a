import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { whyNotOnDelivery } from '../../../shared/delivery/payOnDelivery'
import { startTestApp, testSettings } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import {
  addressOf,
  checkOut,
  fillCart,
  newShopper,
  payFor,
  readOrder,
  setStock,
  stockOf,
  type Shopper,
} from '../../../testing/data/factories'
import { BOWL, CUP } from '../../../testing/data/fixtures'
import { applyCoupon, getCart } from '../../cart/cart'
import { cancelByBuyer } from '../after-sale/cancel'
import { confirmPayment, startCheckout } from '../placement/checkout'
import { sweepExpiredHolds } from '../placement/holds'
import { actionsOf } from '../orderActions'
import { orderNumber } from '../order'
import { placeOnce } from '../placement/placement'
import { reconcilePayments } from '../payment/reconcile'

const app = await startTestApp(
  { COD_MAX_AMOUNT: '4000', COD_PIN_CODES: '600, 560001-560110' },
  {
    // All shoppers in these tests have the same address.
    limits: { 'holds.perAccount': 0, 'onDelivery.perMobile': 0, 'onDelivery.perPostalAddress': 0 },
  },
)
const strict = await startTestApp({ COD_OPEN_ORDERS: '0' }, { limits: { 'holds.perAccount': 2 } })
const { shop } = app
const { db } = shop

const unavailable = (message: unknown) => expect.objectContaining({ code: 'PAY_ON_DELIVERY_UNAVAILABLE', message })

/** Creates a shopper with bowls in the cart, at Rs. 1,199 each. The stock is 40. */
async function shopperWith(bowls = 1, on = app): Promise<Shopper> {
  await setStock(on, { [BOWL]: 40 })
  return newShopper(on, { [BOWL]: bowls })
}

const place = ({ addressId, email, ...viewer }: Shopper, idempotencyKey: string = randomUUID(), on = app) =>
  placeOnce(on.shop, viewer, { addressId, idempotencyKey, networkAddress: addressOf(email) }, { payOnDelivery: true })

describe('an order that is paid on delivery', () => {
  it('is confirmed immediately, takes its stock, and removes its lines, coupon and gift wrap from the cart', async () => {
    const shopper = await shopperWith(2)
    await applyCoupon(shop, shopper, 'BOHO')
    const order = await place(shopper)
    expect(order).toMatchObject({ status: 'CONFIRMED', payOnDelivery: true, paymentId: null, providerOrderId: null })
    expect(order.events.map(({ status, source }) => [status, source])).toEqual([['CONFIRMED', 'SHOPPER']])
    expect(await stockOf(app, BOWL)).toBe(38)
    expect(await getCart(shop, shopper.id)).toMatchObject({ lines: [], coupon: null })
    expect(actionsOf(order)).toEqual(['CANCEL', 'CHANGE_ADDRESS', 'BUY_AGAIN', 'INVOICE'])
  })

  it('is neither swept as expired nor reconciled with the payment provider', async () => {
    const { id } = await place(await shopperWith())
    const later = new Date(Date.now() + 24 * 3600_000)
    await sweepExpiredHolds(shop, later)
    await reconcilePayments(shop, later)
    const order = await readOrder(app, id)
    expect([order.status, order.paymentAskedAt]).toEqual(['CONFIRMED', null])
  })

  it('is created once per key for concurrent calls, and refused for a key already used for an online payment', async () => {
    const shopper = await shopperWith()
    const orders = await Promise.all(Array.from({ length: 10 }, () => place(shopper, 'once')))
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
    expect(await stockOf(app, BOWL)).toBe(39)
    await expect(checkOut(app, shopper, 'once')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
    const other = await shopperWith()
    await checkOut(app, other, 'once')
    await expect(place(other, 'once')).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })

  it('replaces an order that awaits payment, which can still be paid by a late payment', async () => {
    const shopper = await shopperWith()
    const waiting = await checkOut(app, shopper)
    const order = await place(shopper)
    expect((await readOrder(app, waiting.order.id)).status).toBe('CANCELLED')
    expect(await stockOf(app, BOWL)).toBe(39)
    expect((await confirmPayment(shop, shopper.id, await payFor(app, waiting))).status).toBe('PAID')
    expect((await readOrder(app, order.id)).status).toBe('CONFIRMED')
  })

  it('can be cancelled by its buyer until it is shipped, and its stock is then returned', async () => {
    const shopper = await shopperWith()
    const order = await place(shopper)
    expect((await cancelByBuyer(shop, shopper, orderNumber(order))).status).toBe('CANCELLED')
    expect(await stockOf(app, BOWL)).toBe(40)
    const another = await shopperWith()
    const other = await place(another)
    await db.order.update({ where: { id: other.id }, data: { status: 'SHIPPED' } })
    await expect(cancelByBuyer(shop, another, orderNumber(other))).rejects.toMatchObject({
      code: 'ORDER_NOT_CANCELLABLE',
    })
  })
})

describe('pay on delivery', () => {
  it('is available up to a maximum amount', async () => {
    await expect(place(await shopperWith(4))).rejects.toEqual(
      unavailable('Cash on delivery is available up to Rs. 4,000.'),
    )
    expect(await stockOf(app, BOWL)).toBe(40)
    expect((await place(await shopperWith(3))).totalAmount).toBe(3597)
  })

  it('is available only in India, at the PIN codes in the settings', () => {
    const { payOnDelivery: terms } = testSettings({ COD_PIN_CODES: '600, 560001-560110' })
    const at = (zipCode: string, country = 'India') => whyNotOnDelivery(terms, { country, zipCode }, 100)
    for (const pin of ['600004', '560001', '560050', '560110']) expect([pin, at(pin)]).toEqual([pin, null])
    for (const pin of ['560111', '559999', '110001'])
      expect(at(pin)).toBe(`Cash on delivery is not available at PIN code ${pin}.`)
    expect(at('600004', 'Nepal')).toBe('Cash on delivery is available only in India.')
    expect(whyNotOnDelivery(testSettings().payOnDelivery, { country: 'India', zipCode: '110001' }, 5000)).toBeNull()
    expect(whyNotOnDelivery(null, { country: 'India', zipCode: '110001' }, 1)).toBe(
      'Cash on delivery is not available.',
    )
  })

  it('is unavailable if the setting is 0', async () => {
    expect(testSettings({ COD_MAX_AMOUNT: '0' }).payOnDelivery).toBeNull()
    const off = { ...shop, settings: { ...shop.settings, payOnDelivery: null } }
    const { addressId, email, ...viewer } = await shopperWith()
    const input = { addressId, idempotencyKey: 'off', networkAddress: addressOf(email) }
    await expect(placeOnce(off, viewer, input, { payOnDelivery: true })).rejects.toEqual(
      unavailable('Cash on delivery is not available.'),
    )
  })

  it('is described in the public shop query', async () => {
    const { data } = await ask(app, '{ shop { payOnDelivery { maximumAmount pinCodes } } }')
    expect(data.shop.payOnDelivery).toEqual({ maximumAmount: 4000, pinCodes: ['600', '560001-560110'] })
  })
})

describe('a pay-on-delivery order', () => {
  it('is refused while three are open, until one is cancelled or delivered', async () => {
    const shopper = await shopperWith()
    const orders = []
    for (let i = 0; i < 3; i++) {
      await fillCart(app, shopper, { [CUP]: 1 })
      orders.push(await place(shopper))
    }
    await fillCart(app, shopper, { [CUP]: 1 })
    await expect(place(shopper)).rejects.toEqual(
      unavailable('You already have too many cash on delivery orders on the way. Please pay for this order online.'),
    )
    await db.order.update({ where: { id: orders[0]!.id }, data: { status: 'DELIVERED' } })
    await place(shopper)
    await fillCart(app, shopper, { [CUP]: 1 })
    await expect(place(shopper)).rejects.toEqual(unavailable(expect.any(String)))
    expect((await checkOut(app, shopper)).order.status).toBe('AWAITING_PAYMENT')
  })

  it('may take at most half of the stock of a product', async () => {
    await setStock(strict, { [CUP]: 20 })
    const shopper = await newShopper(strict, { [CUP]: 11 })
    await expect(place(shopper, 'half', strict)).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
  })

  it('counts as an unpaid hold until it is shipped, even if it is cancelled', async () => {
    const shopper = await shopperWith(1, strict)
    const first = await place(shopper, 'first', strict)
    await fillCart(strict, shopper, { [BOWL]: 1 })
    const second = await place(shopper, 'second', strict)
    await cancelByBuyer(strict.shop, shopper, orderNumber(second))
    await fillCart(strict, shopper, { [BOWL]: 1 })
    await expect(place(shopper, 'third', strict)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    await strict.shop.db.order.update({ where: { id: first.id }, data: { status: 'SHIPPED' } })
    expect((await place(shopper, 'third', strict)).status).toBe('CONFIRMED')
  })

  it('does not prevent the account from paying for the next order online', async () => {
    // Orders from the other tests have the same address.
    await strict.shop.db.order.updateMany({ data: { status: 'DELIVERED' } })
    const shopper = await shopperWith(1, strict)
    for (const key of ['one', 'two']) {
      await place(shopper, key, strict)
      await fillCart(strict, shopper, { [BOWL]: 1 })
    }
    await expect(place(shopper, 'three', strict)).rejects.toMatchObject({ code: 'TOO_MANY_ATTEMPTS' })
    const { addressId, email } = shopper
    const input = { addressId, idempotencyKey: randomUUID(), networkAddress: addressOf(email) }
    expect((await startCheckout(strict.shop, shopper, input)).order.status).toBe('AWAITING_PAYMENT')
  })
})

describe('placeOrderOnDelivery', () => {
  it('returns the order or the reason for the refusal', async () => {
    const shopper = await shopperWith()
    const send = async () =>
      (
        await ask(
          app,
          `mutation { placeOrderOnDelivery(addressId: "${shopper.addressId}", idempotencyKey: "${randomUUID()}") {
            order { status payOnDelivery expiresAt paymentId invoice { kind } } userErrors { code message field } } }`,
          shopper,
        )
      ).data.placeOrderOnDelivery
    expect(await send()).toEqual({
      order: {
        status: 'CONFIRMED',
        payOnDelivery: true,
        expiresAt: null,
        paymentId: null,
        invoice: { kind: 'TAX_INVOICE' },
      },
      userErrors: [],
    })
    expect((await send()).userErrors).toMatchObject([{ code: 'CART_EMPTY' }])
    await fillCart(app, shopper, { [BOWL]: 4 })
    expect(await send()).toEqual({
      order: null,
      userErrors: [
        { code: 'PAY_ON_DELIVERY_UNAVAILABLE', message: 'Cash on delivery is available up to Rs. 4,000.', field: null },
      ],
    })
  })
})
