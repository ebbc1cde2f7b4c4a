import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app'
import { checkOut, newShopper, readOrder, setStock, stockOf } from '../../../testing/data/factories'
import { BOWL } from '../../../testing/data/fixtures'
import { getCart } from '../../cart/cart'
import { sweepExpiredHolds } from './holds'

const app = await startTestApp()
const { shop } = app

const JAR = 'grand-moon-jar'
const afterExpiry = () => new Date(Date.now() + shop.settings.checkoutHoldMs + 1_000)

describe('sweepExpiredHolds', () => {
  it('leaves an order alone until its hold expires', async () => {
    await setStock(app, { [JAR]: 3 })
    const shopper = await newShopper(app, { [JAR]: 2 })
    const { order } = await checkOut(app, shopper)
    expect(await sweepExpiredHolds(shop, order.expiresAt)).toBe(0)
    expect(await sweepExpiredHolds(shop, new Date(order.expiresAt.getTime() + 1))).toBe(1)
    expect(await readOrder(app, order.id)).toMatchObject({ status: 'CANCELLED' })
    expect((await readOrder(app, order.id)).events.map(({ status, source }) => [status, source])).toEqual([
      ['AWAITING_PAYMENT', 'SHOPPER'],
      ['CANCELLED', 'SHOP'],
    ])
    expect(await stockOf(app, JAR)).toBe(3)
    expect((await getCart(shop, shopper.id)).lines).toHaveLength(1)
  })

  it('returns each item once when several sweeps run at the same time', async () => {
    await setStock(app, { [BOWL]: 500 })
    const shopper = await newShopper(app, { [BOWL]: 3 })
    const { order } = await checkOut(app, shopper)
    const { id: _id, serial: _serial, events: _events, lines: _lines, ...copied } = order
    const row = { ...copied, invoiceTerms: copied.invoiceTerms! }
    // 120 copies of the order, each holding three more pieces, as if 120 shoppers had abandoned their checkout.
    for (let i = 0; i < 120; i++) {
      await shop.db.order.create({
        data: {
          ...row,
          idempotencyKey: null,
          providerOrderId: null,
          lines: { create: order.lines.map(({ id: _, orderId: __, ...line }) => line) },
        },
      })
    }
    await setStock(app, { [BOWL]: 500 - 121 * 3 })
    const swept = await Promise.all([1, 2, 3].map(() => sweepExpiredHolds(shop, afterExpiry())))
    expect(swept.reduce((total, count) => total + count, 0)).toBe(121)
    expect(await stockOf(app, BOWL)).toBe(500)
    expect(await shop.db.orderEvent.count({ where: { status: 'CANCELLED', order: { userId: shopper.id } } })).toBe(121)
  })
})
