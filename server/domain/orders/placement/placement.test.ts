import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { estimatedDelivery } from '../../../shared/delivery/delivery'
import { startTestApp } from '../../../testing/app'
import {
  checkOut,
  fillCart,
  newProvenShopper,
  newShopper,
  readOrder,
  setStock,
  stockOf,
} from '../../../testing/data/factories'
import { BOWL, CUP } from '../../../testing/data/fixtures'
import { addToCart, applyCoupon, getCart, setCartQuantity, setGiftWrap } from '../../cart/cart'
import { priceOfCart } from '../../cart/cartSummary'
import { findOrderByNumber } from '../orders'
import { orderNumber, priceOfOrder } from '../order'

const app = await startTestApp()
const { shop } = app

const JAR = 'grand-moon-jar'
const PLANTER = 'white-fluted-planter'

const rejected = (code: string) => expect.objectContaining({ code })
const history = (order: { events: { status: string; source: string }[] }) =>
  order.events.map(({ status, source }) => `${status} ${source}`)

describe('startCheckout', () => {
  it('refuses a total that no payment can have', async () => {
    const ids = [BOWL, CUP]
    const before = await shop.db.product.findMany({ where: { id: { in: ids } } })
    await shop.db.product.updateMany({ where: { id: { in: ids } }, data: { original: 200_000, discounted: 199_999 } })
    try {
      await setStock(app, { [BOWL]: 500, [CUP]: 500 })
      const shopper = await newProvenShopper(app, { [BOWL]: 99, [CUP]: 9 })
      await expect(checkOut(app, shopper)).rejects.toMatchObject({
        code: 'LIMIT_REACHED',
        message: 'An order can be at most Rs. 2,14,74,836. Please order fewer items at a time.',
      })
      expect(await stockOf(app, BOWL)).toBe(500)
      await setCartQuantity(shop, shopper, { productId: CUP, quantity: 8 })
      const { order, payment } = await checkOut(app, shopper)
      expect(payment!.amount).toBe(order.totalAmount * 100)
    } finally {
      for (const { id, original, discounted } of before)
        await shop.db.product.update({ where: { id }, data: { original, discounted } })
    }
  })

  it('turns the cart into an order that awaits payment', async () => {
    const shopper = await newShopper(app, { [BOWL]: 2, [CUP]: 1 })
    await applyCoupon(shop, shopper, 'SUMMER')
    const cart = await setGiftWrap(shop, shopper, true)
    const before = await stockOf(app, BOWL)
    const { order, payment } = await checkOut(app, shopper)
    expect(order.status).toBe('AWAITING_PAYMENT')
    expect(priceOfOrder(order)).toEqual(priceOfCart(cart))
    expect(order).toMatchObject({ couponCode: 'SUMMER', couponPercent: 50, deliveryZipCode: '600004' })
    expect(payment).toEqual({
      provider: 'SANDBOX',
      scriptUrl: '/sandbox-checkout.js',
      keyId: 'sandbox',
      providerOrderId: order.providerOrderId,
      amount: priceOfCart(cart).totalAmount * 100,
      currency: 'INR',
      name: 'Cerashop',
      description: `Order ${orderNumber(order)}`,
      prefill: { name: 'Meera Iyer', email: shopper.email, contact: '9000011111' },
    })
    expect(order.lines.map(({ title, quantity }) => [title, quantity])).toEqual(
      cart.lines.map(({ product, quantity }) => [product.title, quantity]),
    )
    expect(order.expiresAt.getTime() - order.placedAt.getTime()).toBe(15 * 60_000)
    expect(history(order)).toEqual(['AWAITING_PAYMENT SHOPPER'])
    expect(await stockOf(app, BOWL)).toBe(before - 2)
    expect((await getCart(shop, shopper.id)).version).toBe(cart.version)
    expect(await findOrderByNumber(shop, shopper.id, orderNumber(order))).toEqual(order)
  })

  it('keeps the delivery days that the cart showed', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1, [CUP]: 1, [PLANTER]: 1 })
    const { lines } = await getCart(shop, shopper.id)
    const { order } = await checkOut(app, shopper)
    const days = order.lines.map((line) => line.estimatedDelivery.toISOString().slice(0, 10))
    expect(days).toEqual(lines.map(({ product }) => estimatedDelivery(product.id, order.placedAt)))
  })

  it('adds five days for a remote address', async () => {
    const shopper = await newShopper(app, { [CUP]: 1 })
    await shop.db.address.updateMany({ where: { userId: shopper.id }, data: { zipCode: '744101' } })
    const { order } = await checkOut(app, shopper)
    const usual = estimatedDelivery(CUP, order.placedAt)
    expect(order.lines[0]!.estimatedDelivery.getTime() - Date.parse(usual)).toBe(5 * 24 * 3600_000)
  })

  it('refuses an empty cart', async () => {
    await expect(checkOut(app, await newShopper(app))).rejects.toEqual(rejected('CART_EMPTY'))
  })

  it.each([
    ['of another shopper', randomUUID()],
    ['that is not an id', "x' OR 1=1"],
    ['with a null byte', '\0'],
  ])('refuses an address %s', async (_, addressId) => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const before = await stockOf(app, BOWL)
    await expect(checkOut(app, { ...shopper, addressId })).rejects.toMatchObject({
      code: 'ADDRESS_NOT_FOUND',
      inputErrors: [{ field: 'addressId' }],
    })
    expect(await stockOf(app, BOWL)).toBe(before)
  })

  it("refuses another shopper's address", async () => {
    const [shopper, other] = [await newShopper(app), await newShopper(app)]
    await fillCart(app, shopper, { [BOWL]: 1 })
    await expect(checkOut(app, { ...shopper, addressId: other.addressId })).rejects.toEqual(
      rejected('ADDRESS_NOT_FOUND'),
    )
  })

  it.each(['', '   ', 'x'.repeat(201), 'a\0b'])('refuses the idempotency key %j', async (key) => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    await expect(checkOut(app, shopper, key)).rejects.toEqual(rejected('INVALID_INPUT'))
  })

  it('names the product with insufficient stock and takes no stock', async () => {
    await setStock(app, { [JAR]: 3 })
    const shopper = await newShopper(app, { [BOWL]: 1, [JAR]: 4 })
    const before = await stockOf(app, BOWL)
    await expect(checkOut(app, shopper)).rejects.toMatchObject({
      code: 'OUT_OF_STOCK',
      message:
        'Only 3 of Grand Moon Jar, Milk white are left. You can order at most 2 of Grand Moon Jar, Milk white now. Confirm your email to order more.',
    })
    expect([await stockOf(app, BOWL), await stockOf(app, JAR)]).toEqual([before, 3])
    expect(await shop.db.order.count({ where: { userId: shopper.id } })).toBe(0)
  })

  it('sells the last piece to only one of fifty concurrent shoppers', async () => {
    await setStock(app, { [JAR]: 1 })
    const shoppers = await Promise.all(Array.from({ length: 50 }, () => newShopper(app)))
    for (const shopper of shoppers) await fillCart(app, shopper, { [BOWL]: 1, [JAR]: 1 })
    await setStock(app, { [BOWL]: 40 })
    const results = await Promise.allSettled(shoppers.map((shopper) => checkOut(app, shopper)))
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    expect(refused).toEqual(Array(49).fill('OUT_OF_STOCK'))
    expect([await stockOf(app, BOWL), await stockOf(app, JAR)]).toEqual([39, 0])
  })

  it('never deadlocks if carts hold the same products in a different sequence', async () => {
    await setStock(app, { [BOWL]: 400, [CUP]: 400, [PLANTER]: 400 })
    const shoppers = await Promise.all(Array.from({ length: 12 }, () => newShopper(app)))
    const orders = [
      [BOWL, CUP, PLANTER],
      [PLANTER, CUP, BOWL],
      [CUP, BOWL, PLANTER],
    ]
    for (const [i, shopper] of shoppers.entries()) {
      await fillCart(app, shopper, Object.fromEntries(orders[i % 3]!.map((id) => [id, 1])))
    }
    // Each shopper checks out three times, so most calls also return the items of an earlier order to stock.
    await Promise.all([...shoppers, ...shoppers, ...shoppers].map((shopper) => checkOut(app, shopper)))
    expect([await stockOf(app, BOWL), await stockOf(app, CUP), await stockOf(app, PLANTER)]).toEqual([388, 388, 388])
  })

  it('cancels an earlier waiting order and reuses its items for the new one', async () => {
    await setStock(app, { [JAR]: 2, [BOWL]: 10 })
    const shopper = await newProvenShopper(app, { [JAR]: 2, [BOWL]: 1 })
    const first = await checkOut(app, shopper)
    await addToCart(shop, shopper, { productId: BOWL, quantity: 2 })
    const second = await checkOut(app, shopper)
    expect(await readOrder(app, first.order.id)).toMatchObject({ status: 'CANCELLED' })
    expect(history(await readOrder(app, first.order.id))).toEqual(['AWAITING_PAYMENT SHOPPER', 'CANCELLED SHOPPER'])
    expect(second.order.status).toBe('AWAITING_PAYMENT')
    expect(second.order.serial).toBeGreaterThan(first.order.serial)
    expect([await stockOf(app, JAR), await stockOf(app, BOWL)]).toEqual([0, 7])
  })

  it('leaves an earlier waiting order unchanged if the new one cannot be placed', async () => {
    await setStock(app, { [JAR]: 1 })
    const shopper = await newProvenShopper(app, { [JAR]: 1 })
    const first = await checkOut(app, shopper)
    await addToCart(shop, shopper, { productId: JAR, quantity: 1 })
    await expect(checkOut(app, shopper)).rejects.toEqual(rejected('OUT_OF_STOCK'))
    expect(await readOrder(app, first.order.id)).toEqual(first.order)
    expect(await stockOf(app, JAR)).toBe(0)
  })
})
