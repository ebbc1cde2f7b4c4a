import { expect, it } from 'vitest'
import { startTestApp } from '../../../testing/app'
import {
  actorAs,
  checkOut,
  fillCart,
  newDelivered,
  newShopper,
  newStaff,
  parcelOf,
  payFor,
  readOrder,
  setStock,
  stockOf,
} from '../../../testing/data/factories'
import { BOWL, CUP } from '../../../testing/data/fixtures'
import { cancelByShop, deliverOrder, shipOrder } from '../../office/orders/orderChanges'
import { refundOrder } from '../../office/orders/refundOrder'
import { acceptReturn, decideReturn, receiveReturn } from '../../office/orders/returnChanges'
import { orderNumber, type Order } from '../order'
import { confirmPayment } from '../placement/checkout'
import { cancelByBuyer } from './cancellation'
import { requestReturn, type ReturnRequest } from './returns'

const app = await startTestApp({}, { limits: { holds: { sharePercent: 0 } } })
const { shop } = app
const { db } = shop
const staff = await newStaff(app)
const orders = await actorAs(app, staff, 'write_orders')
const refunds = await actorAs(app, staff, 'write_refunds')
const edit = (order: Order) => ({ number: orderNumber(order), version: order.version })

async function receive(pieces: Record<string, number> = { [BOWL]: 2 }) {
  const shopper = await newShopper(app)
  await setStock(app, { [BOWL]: 50, [CUP]: 50 })
  const order = await newDelivered(app, shopper, pieces)
  const ask = (of: Order, input: Omit<ReturnRequest, 'reason'> & { reason?: string } = {}) =>
    requestReturn(shop, shopper, orderNumber(of), { reason: 'CHANGED_MIND', wish: 'REPLACEMENT', ...input })
  return { shopper, order, ask, line: order.lines[0]!, price: order.lines[0]!.discounted * 100 }
}
async function pay(pieces: Record<string, number>) {
  const shopper = await newShopper(app)
  await setStock(app, { [BOWL]: 50, [CUP]: 50 })
  await fillCart(app, shopper, pieces)
  const { id } = await confirmPayment(shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
  const order = await readOrder(app, id)
  return { shopper, order, line: order.lines[0]! }
}
const replacementOf = async (orderId: string): Promise<Order> => {
  const { replacementId } = await db.orderReturn.findFirstOrThrow({
    where: { orderId, replacementId: { not: null } },
    orderBy: { id: 'desc' },
  })
  return readOrder(app, replacementId!)
}

it('owes nothing for a cancelled replacement until the pieces that it replaces are back', async () => {
  const { shopper, order, ask, line, price } = await receive()
  await decideReturn(shop, orders, edit(await ask(order, { lines: [{ id: line.id, quantity: 1 }] })))
  const replacement = await replacementOf(order.id)
  await cancelByBuyer(shop, shopper, orderNumber(replacement))
  const waiting = await readOrder(app, order.id)
  expect(waiting).toMatchObject({ status: 'RETURN_REQUESTED', owedPaise: 0 })
  expect(waiting.lines[0]).toMatchObject({ replaced: 0, returned: 0 })
  const lines = [{ id: line.id, restock: 1 }]
  const back = await receiveReturn(shop, orders, { ...edit(waiting), lines })
  expect(back).toMatchObject({ status: 'DELIVERED', owedPaise: price })
  expect(back.lines[0]).toMatchObject({ replaced: 0, returned: 1, restocked: 1 })
})

it('owes it once if the pieces come back at the moment at which the buyer cancels the replacement', async () => {
  for (let i = 0; i < 6; i += 1) {
    const { shopper, order, ask, line, price } = await receive()
    const decided = await decideReturn(shop, orders, edit(await ask(order, { lines: [{ id: line.id, quantity: 1 }] })))
    const replacement = await replacementOf(order.id)
    const back = { lines: [{ id: line.id, restock: 1 }] }
    const calls = [
      () => cancelByBuyer(shop, shopper, orderNumber(replacement)),
      () => receiveReturn(shop, orders, { ...edit(decided), ...back }),
    ]
    await Promise.all((i % 2 === 0 ? calls : calls.toReversed()).map((call) => call()))
    const after = await readOrder(app, order.id)
    expect(after.lines[0]).toMatchObject({ replaced: 0, returned: 1 })
    expect([after.status, after.owedPaise]).toEqual(['DELIVERED', price])
  }
})

it.each(['first', 'second'])(
  'owes nothing for the replacement of a replacement if only the %s piece is back',
  async (came) => {
    const { shopper, order, ask, line, price } = await receive({ [BOWL]: 1 })
    await decideReturn(shop, orders, edit(await ask(order)))
    const second = await replacementOf(order.id)
    const shipped = await shipOrder(shop, orders, { ...edit(second), ...parcelOf(second) })
    const delivered = await deliverOrder(shop, orders, edit(shipped))
    await decideReturn(shop, orders, edit(await ask(delivered)))
    await cancelByBuyer(shop, shopper, orderNumber(await replacementOf(second.id)))
    const back = async (id: string) => {
      const now = await readOrder(app, id)
      await receiveReturn(shop, orders, { ...edit(now), lines: [{ id: now.lines[0]!.id, restock: 1 }] })
      const first = await readOrder(app, order.id)
      return [first.owedPaise, first.lines.find(({ id: each }) => each === line.id)!.returned]
    }
    const ids = came === 'first' ? [order.id, second.id] : [second.id, order.id]
    expect(await back(ids[0]!)).toEqual([0, 0])
    expect(await back(ids[1]!)).toEqual([price, 1])
  },
)

it('cancels pieces, and keeps the order, if the shop has refunded too much for their refund before', async () => {
  const { order, line } = await pay({ [BOWL]: 2 })
  const given = order.totalAmount * 100 - 100
  const less = await refundOrder(shop, refunds, {
    ...edit(order),
    ...{ amount: given, reason: 'Late', idempotencyKey: 'late' },
  })
  const lines = [{ id: line.id, quantity: 1 }]
  const changed = await cancelByShop(shop, refunds, { ...edit(less), reason: 'Broken', restock: true, lines })
  expect(changed).toMatchObject({ status: 'PAID', owedPaise: 100 })
  expect(changed.lines[0]).toMatchObject({ cancelled: 1 })
})

it('cancels pieces that a refund has put back, and returns none to stock twice', async () => {
  const { shopper, order, line } = await pay({ [BOWL]: 4 })
  const stock = await stockOf(app, BOWL)
  const less = await refundOrder(shop, refunds, {
    ...edit(order),
    ...{ lines: [{ id: line.id, quantity: 3 }], restock: true, reason: 'Broken', idempotencyKey: 'restocked' },
  })
  expect(await stockOf(app, BOWL)).toBe(stock + 3)
  const lines = [{ id: line.id, quantity: 3 }]
  const changed = await cancelByBuyer(shop, shopper, orderNumber(order), { lines, version: less.version })
  expect(changed.lines[0]).toMatchObject({ cancelled: 3, restocked: 0 })
  expect(await stockOf(app, BOWL)).toBe(stock + 3)
  // The refund was for these pieces.
  expect(changed.owedPaise).toBe(0)
})

it('names the pieces that can return to stock if a refund has put some back', async () => {
  const { order, ask, line } = await receive()
  const asked = await ask(order, { wish: 'REFUND' })
  const less = await refundOrder(shop, refunds, {
    ...edit(asked),
    ...{ lines: [{ id: line.id, quantity: 1 }], restock: true, reason: 'Broken', idempotencyKey: 'back' },
  })
  const stock = await stockOf(app, BOWL)
  const back = await acceptReturn(shop, orders, { ...edit(less), restock: true })
  expect(back.status).toBe('RETURNED')
  expect(await stockOf(app, BOWL)).toBe(stock + 1)
})

it('creates no replacement to an erased address', async () => {
  const { shopper, order, ask } = await receive()
  const asked = await ask(order)
  await db.user.update({ where: { id: shopper.id }, data: { deletedAt: new Date() } })
  const stock = await stockOf(app, BOWL)
  await expect(decideReturn(shop, orders, edit(asked))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  expect(await stockOf(app, BOWL)).toBe(stock)
  expect((await decideReturn(shop, orders, { ...edit(asked), wish: 'REFUND' })).status).toBe('RETURN_REQUESTED')
})
