import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../../generated/prisma/client'
import { startTestApp } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import { checkOut, newShopper, payFor, readOrder, setStock, stockOf } from '../../../testing/data/factories'
import { BOWL } from '../../../testing/data/fixtures'
import type { Shop } from '../../shop'
import { cancelByBuyer } from './cancel'
import { cancelCheckout, confirmPayment } from '../placement/checkout'
import { sweepExpiredHolds } from '../placement/holds'
import { orderNumber } from '../order'
import { recordPayment } from '../payment/payment'

const app = await startTestApp()
const { shop } = app
const { db } = shop

const rejected = (code: string) => expect.objectContaining({ code })

/** Places an order for one bowl, which then awaits payment. The stock is three. */
async function placeOne() {
  await setStock(app, { [BOWL]: 3 })
  const shopper = await newShopper(app, { [BOWL]: 1 })
  const checkout = await checkOut(app, shopper)
  const { order, payment } = checkout
  const captured = {
    providerOrderId: payment!.providerOrderId,
    payment: {
      id: `pay_${order.id}`,
      status: 'captured' as const,
      amount: payment!.amount,
      currency: 'INR',
      refunded: 0,
    },
    source: 'WEBHOOK' as const,
  }
  const number = orderNumber(order)
  return {
    shopper,
    id: order.id,
    number,
    pay: () => recordPayment(shop, captured),
    paySecond: () =>
      recordPayment(shop, { ...captured, payment: { ...captured.payment, id: `pay_second_${order.id}` } }),
    confirm: async () => confirmPayment(shop, shopper.id, await payFor(app, checkout)),
    cancel: (within: Shop = shop) => cancelByBuyer(within, shopper, number),
  }
}

const standing = async (id: string) => {
  const { status, events } = await readOrder(app, id)
  return { status, timeline: events.map((event) => event.status), stock: await stockOf(app, BOWL) }
}

/** A shop that runs `rival` before its transactions. `rival` changes the order between the tested call's read and its transaction. */
const withRival = (rival: () => Promise<unknown>): Shop => ({
  ...shop,
  db: new Proxy(db, {
    get(target, name) {
      if (name !== '$transaction') return Reflect.get(target, name)
      return async (work: never) => {
        await rival()
        return target.$transaction(work)
      }
    },
  }),
})

describe('cancelByBuyer', () => {
  it('cancels an order that awaits payment and returns its stock', async () => {
    const { id, cancel, shopper } = await placeOne()
    const order = await cancel()
    expect(order.events.at(-1)).toMatchObject({
      status: 'CANCELLED',
      source: 'SHOPPER',
      note: 'You cancelled this order.',
    })
    expect(await standing(id)).toEqual({ status: 'CANCELLED', timeline: ['AWAITING_PAYMENT', 'CANCELLED'], stock: 3 })
    expect(await cancelCheckout(shop, shopper, id)).toEqual(order)
  })

  it('moves a paid order to REFUND_DUE, keeps its payment, and returns its stock in one step', async () => {
    const { id, confirm, cancel } = await placeOne()
    const { paymentId } = await confirm()
    const order = await cancel()
    expect(order).toMatchObject({ status: 'REFUND_DUE', paymentId })
    expect(order.events.at(-1)!.note).toMatch(
      /^You cancelled this order\. We will refund Rs\. [\d,]+ the way you paid\.$/,
    )
    expect(await standing(id)).toEqual({
      status: 'REFUND_DUE',
      timeline: ['AWAITING_PAYMENT', 'PAID', 'REFUND_DUE'],
      stock: 3,
    })
  })

  it.each(['paid', 'not paid'])(
    'returns the stock of an order that is %s once when ten calls run at the same time',
    async (how) => {
      const { id, confirm, cancel } = await placeOne()
      if (how === 'paid') await confirm()
      const orders = await Promise.all(Array.from({ length: 10 }, () => cancel()))
      expect(new Set(orders.map(({ events }) => events.length)).size).toBe(1)
      expect((await standing(id)).stock).toBe(3)
      expect(await cancel()).toEqual(orders[0])
    },
  )

  it('treats an order as paid if the payment arrives between the read and the transaction', async () => {
    const { id, pay, cancel } = await placeOne()
    await cancel(withRival(pay))
    expect(await standing(id)).toEqual({
      status: 'REFUND_DUE',
      timeline: ['AWAITING_PAYMENT', 'PAID', 'REFUND_DUE'],
      stock: 3,
    })
  })

  it('has a later payment refunded if the checkout was cancelled before', async () => {
    const { id, shopper, pay, cancel } = await placeOne()
    await cancelCheckout(shop, shopper, id)
    expect(await cancel()).toMatchObject({ status: 'CANCELLED', cancelledByBuyer: true })
    await pay()
    expect(await standing(id)).toMatchObject({ status: 'REFUND_DUE', stock: 3 })
  })

  it('changes nothing if the hold expires between the read and the transaction', async () => {
    const { id, cancel } = await placeOne()
    await cancel(withRival(() => sweepExpiredHolds(shop, new Date(Date.now() + 3600_000))))
    expect(await standing(id)).toEqual({ status: 'CANCELLED', timeline: ['AWAITING_PAYMENT', 'CANCELLED'], stock: 3 })
  })

  it('refuses an order that is shipped between the read and the transaction', async () => {
    const { id, confirm, cancel } = await placeOne()
    await confirm()
    const ship = () => db.order.update({ where: { id }, data: { status: 'SHIPPED' } })
    await expect(cancel(withRival(ship))).rejects.toEqual(rejected('ORDER_NOT_CANCELLABLE'))
    expect(await standing(id)).toMatchObject({ status: 'SHIPPED', stock: 2 })
  })

  it('refunds a payment that arrives after the cancellation, even if the stock is available', async () => {
    const { id, pay, cancel } = await placeOne()
    await cancel()
    const order = (await pay())!
    expect(order.events.at(-1)!.note).toMatch(/arrived after the order was cancelled, so we will refund it\.$/)
    expect(await standing(id)).toMatchObject({ status: 'REFUND_DUE', stock: 3 })
    expect((await cancel()).events).toHaveLength(order.events.length)
  })

  it('records a second payment in the timeline, and ignores a repeated one', async () => {
    const { id, pay, paySecond, cancel } = await placeOne()
    await pay()
    await cancel()
    await pay()
    await paySecond()
    expect(await standing(id)).toEqual({
      status: 'REFUND_DUE',
      timeline: ['AWAITING_PAYMENT', 'PAID', 'REFUND_DUE', 'REFUND_DUE'],
      stock: 3,
    })
  })

  it('ends in REFUND_DUE with all stock returned if the payment arrives at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, pay, cancel } = await placeOne()
      await Promise.all(round % 2 ? [pay(), cancel(), pay()] : [cancel(), pay(), cancel()])
      expect(await standing(id)).toMatchObject({ status: 'REFUND_DUE', stock: 3 })
    }
  })

  it.each(['SHIPPED', 'DELIVERED', 'RETURN_REQUESTED', 'RETURNED', 'REFUND_DUE', 'REFUNDED'] satisfies OrderStatus[])(
    'refuses an order that is %s',
    async (status) => {
      const { id, cancel } = await placeOne()
      await db.order.update({ where: { id }, data: { status, paymentId: 'pay_some' } })
      await expect(cancel()).rejects.toEqual(rejected('ORDER_NOT_CANCELLABLE'))
      expect((await standing(id)).stock).toBe(2)
    },
  )

  it("rejects another shopper's order, including in GraphQL", async () => {
    const { id, number } = await placeOne()
    const other = await newShopper(app)
    await expect(cancelByBuyer(shop, other, number)).rejects.toEqual(rejected('ORDER_NOT_FOUND'))
    const cancel = `mutation { cancelOrder(number: "${number}") { order { id } userErrors { code message field } } }`
    expect((await ask(app, cancel, other)).data.cancelOrder).toEqual({
      order: null,
      userErrors: [{ code: 'ORDER_NOT_FOUND', message: 'There is no such order.', field: ['number'] }],
    })
    expect((await standing(id)).status).toBe('AWAITING_PAYMENT')
  })

  it('returns the order and its remaining actions in GraphQL', async () => {
    const { number, shopper } = await placeOne()
    const cancel = `mutation { cancelOrder(number: "${number}") { order { status actions } userErrors { code } } }`
    expect((await ask(app, cancel, shopper)).data.cancelOrder).toEqual({
      order: { status: 'CANCELLED', actions: ['BUY_AGAIN'] },
      userErrors: [],
    })
  })
})
