import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startTestApp, without } from '../../../testing/app'
import { ask as call } from '../../../testing/calls'
import {
  actorAs,
  checkOut,
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
import { refundOrder, type RefundInput } from '../../office/orders/refundOrder'
import { acceptReturn, decideReturn, receiveReturn, refuseReturn } from '../../office/orders/returnChanges'
import { formatPaise } from '../../../shared/money/money'
import { composeOrderMail } from '../../mail/composeOrderMail'
import { orderNumber, type Order } from '../order'
import { returnablePieces } from '../pieces'
import { confirmPayment } from '../placement/checkout'
import { cancelByBuyer } from './cancel'
import { requestReturn, type ReturnRequest } from './ask'

const app = await startTestApp({}, { limits: without('stock', 'coupons') })
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
    requestReturn(shop, shopper, orderNumber(of), { reason: 'WRONG_ITEM', wish: 'REPLACEMENT', ...input })
  return { shopper, order, ask, line: order.lines[0]!, price: order.lines[0]!.discounted * 100 }
}
async function pay(pieces: Record<string, number>) {
  await setStock(app, { [BOWL]: 50, [CUP]: 50 })
  const shopper = await newShopper(app, pieces)
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

describe('a refund before the shipment, with the items back in stock', () => {
  const refundOf = (order: Order, input: Partial<RefundInput>) =>
    refundOrder(shop, refunds, {
      ...{ ...edit(order), restock: true, reason: 'Only for staff', idempotencyKey: randomUUID() },
      ...input,
    })
  const mailsOf = async (topic: string) => {
    const rows = await db.outboxMessage.findMany({ where: { topic, channel: 'mail' }, orderBy: { id: 'asc' } })
    return Promise.all(rows.map((row) => composeOrderMail(shop, row)))
  }

  it.each([
    [3, 1, undefined],
    [3, 2, undefined],
    [2, 1, 100],
    [20, 19, undefined],
  ])('of %i pieces cancels %i, at the amount %s', async (bought, back, amount) => {
    const { order, line } = await pay({ [BOWL]: bought })
    const stock = await stockOf(app, BOWL)
    const lines = [{ id: line.id, quantity: back }]
    const after = await refundOf(order, { lines, ...(amount && { amount }) })
    expect(after).toMatchObject({ status: 'PAID', owedPaise: 0 })
    expect(after.lines[0]).toMatchObject({ cancelled: back, restocked: 0 })
    expect(await stockOf(app, BOWL)).toBe(stock + back)
    const made = await db.refund.findMany({ where: { orderId: order.id } })
    expect(made.map((refund) => refund.amount)).toEqual([amount ?? line.discounted * 100 * back])
    await shipOrder(shop, orders, { ...edit(after), ...parcelOf(after) })
    const [, cancelled, shipped] = await mailsOf(order.id)
    expect(cancelled).toMatchObject({ kind: 'ITEMS_CANCELLED' })
    expect(cancelled!.text).toContain(`We cancelled ${back} × ${line.title}.`)
    expect(cancelled!.text).toContain(`We'll refund ${formatPaise(made[0]!.amount)},`)
    expect(cancelled!.text).not.toContain('Only for staff')
    expect(shipped!.text).toContain(`${bought - back} × ${line.title}`)
  })

  it('sends as many pieces as before if it is without restocking', async () => {
    const { order, line } = await pay({ [BOWL]: 3 })
    const after = await refundOf(order, { lines: [{ id: line.id, quantity: 1 }], restock: false })
    expect(after.lines[0]).toMatchObject({ cancelled: 0, restocked: 0 })
  })

  it('refunds pieces that the buyer has cancelled, and cancels only the others', async () => {
    const { shopper, order, line } = await pay({ [BOWL]: 4 })
    const some = { lines: [{ id: line.id, quantity: 2 }], version: order.version }
    const less = await cancelByBuyer(shop, shopper, orderNumber(order), some)
    const stock = await stockOf(app, BOWL)
    const owed = await refundOf(less, { lines: [{ id: line.id, quantity: 2 }] })
    expect(owed).toMatchObject({ status: 'PAID', owedPaise: 0 })
    expect(owed.lines[0]).toMatchObject({ cancelled: 2 })
    expect(await stockOf(app, BOWL)).toBe(stock)
    const one = await refundOf(owed, { lines: [{ id: line.id, quantity: 1 }] })
    expect(one.lines[0]).toMatchObject({ cancelled: 3 })
    expect(await stockOf(app, BOWL)).toBe(stock + 1)
  })

  it('ends the order if it is whole, and is refused, and changes nothing, if the order stays without a piece', async () => {
    const { order, line } = await pay({ [BOWL]: 2 })
    const excess = { id: randomUUID(), orderId: order.id, provider: order.provider, amount: 5000, currency: 'INR' }
    await db.receivedPayment.create({ data: { ...excess, excess: 'A second payment.' } })
    const stock = await stockOf(app, BOWL)
    const wrong = expect.objectContaining({
      code: 'INVALID_INPUT',
      inputErrors: [expect.objectContaining({ field: 'restock' })],
    })
    const all = [{ id: line.id, quantity: 2 }]
    for (const input of [{ whole: true, paymentId: excess.id }, { lines: all, amount: 100 }, { lines: all }])
      await expect(refundOf(order, input)).rejects.toEqual(wrong)
    expect(await readOrder(app, order.id)).toEqual(order)
    expect(await stockOf(app, BOWL)).toBe(stock)
    expect((await refundOf(order, { whole: true })).status).toBe('REFUND_DUE')
    expect(await stockOf(app, BOWL)).toBe(stock + 2)
  })

  it('of an unpaid order says so, and names no payment', async () => {
    const shopper = await newShopper(app, { [BOWL]: 1 })
    const { order } = await checkOut(app, shopper)
    const nothing = expect.objectContaining({
      code: 'REFUND_TOO_LARGE',
      message: expect.stringContaining('Nothing was paid'),
    })
    for (const input of [{ whole: true }, { amount: 100 }, { whole: true, paymentId: 'pay_1' }])
      await expect(refundOf(order, { ...input, restock: false })).rejects.toEqual(nothing)
  })
})

describe('new pieces for items that never arrived', () => {
  it.each([
    [{ [BOWL]: 2 }, 'CANCELLED', 'We cancelled the replacement in'],
    [{ [BOWL]: 1, [CUP]: 2 }, 'CANCELLED', 'We cancelled the replacement in'],
  ])('are cancelled: %j', async (pieces, status, words) => {
    const { order, ask } = await receive(pieces)
    const stock = await stockOf(app, BOWL)
    const decided = await decideReturn(shop, orders, edit(await ask(order)))
    const after = await refuseReturn(shop, orders, { ...edit(decided), reason: 'Never arrived' })
    const replacement = await replacementOf(order.id)
    expect(replacement.status).toBe(status)
    expect(after).toMatchObject({ status: 'DELIVERED', owedPaise: 0 })
    expect(after.lines.map(({ replaced, returned }) => [replaced, returned])).toEqual(after.lines.map(() => [0, 0]))
    expect(await stockOf(app, BOWL)).toBe(stock)
    const note = `We could not accept your return: Never arrived. ${words} order ${orderNumber(replacement)}.`
    expect(after.events.at(-1)!.note).toBe(note)
    expect(await refuseReturn(shop, orders, { ...edit(decided), reason: 'Never arrived' })).toEqual(after)
  })

  it('are cancelled for the lines that never arrived only, and the others are packed', async () => {
    const { order, ask } = await receive({ [BOWL]: 1, [CUP]: 2 })
    const decided = await decideReturn(shop, orders, edit(await ask(order)))
    const [came] = decided.lines
    const part = await receiveReturn(shop, orders, { ...edit(decided), lines: [{ id: came!.id, restock: 0 }] })
    const after = await refuseReturn(shop, orders, { ...edit(part), reason: 'Lost.' })
    const replacement = await replacementOf(order.id)
    expect(replacement.status).toBe('CONFIRMED')
    const left = replacement.lines.map(({ replacesLineId, quantity, cancelled }) => [
      replacesLineId === came!.id,
      quantity - cancelled,
    ])
    expect(left.sort()).toEqual([
      [false, 0],
      [true, came!.quantity],
    ])
    expect(after.lines.map(({ replaced }) => replaced)).toEqual([came!.quantity, 0])
  })

  it('stay with the buyer if they are shipped, and the buyer reads that', async () => {
    const { order, ask } = await receive({ [BOWL]: 1 })
    const decided = await decideReturn(shop, orders, edit(await ask(order)))
    const replacement = await replacementOf(order.id)
    await shipOrder(shop, orders, { ...edit(replacement), ...parcelOf(replacement) })
    const after = await refuseReturn(shop, orders, { ...edit(decided), reason: 'Lost.' })
    expect((await readOrder(app, replacement.id)).status).toBe('SHIPPED')
    expect(after.events.at(-1)!.note).toContain(`The replacement in order ${orderNumber(replacement)} is on its way`)
  })

  it('are cancelled once if staff cancel their order at the same time', async () => {
    for (let i = 0; i < 6; i += 1) {
      const { order, ask } = await receive({ [BOWL]: 1 })
      const stock = await stockOf(app, BOWL)
      const decided = await decideReturn(shop, orders, edit(await ask(order)))
      const replacement = await replacementOf(order.id)
      const calls = [
        () => refuseReturn(shop, orders, { ...edit(decided), reason: 'Lost.' }),
        () => cancelByShop(shop, refunds, { ...edit(replacement), reason: 'Lost.', restock: true }),
      ]
      // The order that loses the race has a new version.
      await Promise.allSettled((i % 2 === 0 ? calls : calls.toReversed()).map((call) => call()))
      expect((await readOrder(app, replacement.id)).status).toBe('CANCELLED')
      expect(await stockOf(app, BOWL)).toBe(stock)
    }
  })
})

it('names the pieces that can return to stock if a refund has put some back', async () => {
  const { order, ask, line } = await receive()
  const restockable = async () => {
    const query = 'query ($number: String!) { office { order(number: $number) { restockable { lineId quantity } } } }'
    const { data } = await call(app, query, { token: staff.token, variables: { number: orderNumber(order) } })
    return data.office.order.restockable
  }
  const asked = await ask(order, { wish: 'REFUND' })
  expect(await restockable()).toEqual([{ lineId: line.id, quantity: 2 }])
  const less = await refundOrder(shop, refunds, {
    ...edit(asked),
    ...{ lines: [{ id: line.id, quantity: 1 }], restock: true, reason: 'Broken', idempotencyKey: 'back' },
  })
  expect(await restockable()).toEqual([{ lineId: line.id, quantity: 1 }])
  const stock = await stockOf(app, BOWL)
  const back = await acceptReturn(shop, orders, { ...edit(less), restock: true })
  expect(back.status).toBe('RETURNED')
  expect(await restockable()).toEqual([])
  expect(await stockOf(app, BOWL)).toBe(stock + 1)
})

it('leaves no piece to return if the parcel was never accepted', async () => {
  const { order } = await pay({ [BOWL]: 2, [CUP]: 1 })
  const shipped = await shipOrder(shop, orders, { ...edit(order), ...parcelOf(order) })
  const back = await acceptReturn(shop, orders, { ...edit(shipped), restock: true })
  expect(back.lines.map(returnablePieces)).toEqual([0, 0])
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

describe('a refund before the pieces are back', () => {
  const early = async (order: Order, id: string) => {
    const lines = [{ id, quantity: 1 }]
    const now = await readOrder(app, order.id)
    return refundOrder(shop, refunds, { ...edit(now), lines, reason: 'Early', idempotencyKey: randomUUID() })
  }

  it('counts for the new pieces that come back instead', async () => {
    const { shopper, order, ask, line } = await receive()
    await decideReturn(
      shop,
      orders,
      edit(await ask(order, { reason: 'DAMAGED', lines: [{ id: line.id, quantity: 1 }] })),
    )
    const replacement = await replacementOf(order.id)
    const shipped = await shipOrder(shop, orders, { ...edit(replacement), ...parcelOf(replacement) })
    await deliverOrder(shop, orders, edit(shipped))
    const asked = await requestReturn(shop, shopper, orderNumber(replacement), { reason: 'CHANGED_MIND' })
    const decided = await decideReturn(shop, orders, edit(asked))
    expect((await early(order, line.id)).owedPaise).toBe(0)
    const lines = [{ id: decided.lines[0]!.id, restock: 0 }]
    await receiveReturn(shop, orders, { ...edit(await readOrder(app, decided.id)), lines })
    expect(await readOrder(app, order.id)).toMatchObject({ owedPaise: 0, lines: [{ returned: 1, replaced: 0 }] })
  })

  it('counts for pieces whose replacement was cancelled', async () => {
    const { shopper, order, ask, line } = await receive()
    await decideReturn(shop, orders, edit(await ask(order, { lines: [{ id: line.id, quantity: 1 }] })))
    await cancelByBuyer(shop, shopper, orderNumber(await replacementOf(order.id)))
    const refunded = await early(order, line.id)
    expect(refunded.owedPaise).toBe(0)
    const back = await receiveReturn(shop, orders, { ...edit(refunded), lines: [{ id: line.id, restock: 0 }] })
    expect(back).toMatchObject({ owedPaise: 0, lines: [{ returned: 1, replaced: 0 }] })
  })
})
