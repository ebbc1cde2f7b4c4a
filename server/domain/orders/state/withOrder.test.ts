import { describe, expect, it } from 'vitest'
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
} from '../../../testing/data/factories'
import { BOWL, CUP } from '../../../testing/data/fixtures'
import { countStatements } from '../../../testing/statements'
import { lockWaits } from '../../../testing/lockWaits'
import { deliverOrder, shipOrder } from '../../office/orders/orderChanges'
import { decideReturn } from '../../office/orders/returnChanges'
import { requestReturn } from '../after-sale/ask'
import { cancelByBuyer } from '../after-sale/cancel'
import { decideOnReturn } from '../after-sale/decide'
import { orderNumber, type Order } from '../order'
import { recordPayment } from '../payment/payment'
import { confirmPayment } from '../placement/checkout'
import { moveOrder } from './orderState'
import { withOrder, type LockedOrder } from './withOrder'

const app = await startTestApp(
  {},
  { limits: { 'stock.perOrder': 0, 'stock.perNetwork': 0, 'stock.perWideNetwork': 0 } },
)
const { shop } = app
const { db } = shop
const orders = await actorAs(app, await newStaff(app), 'write_orders')
const shopper = await newShopper(app)
const edit = (order: Order) => ({ number: orderNumber(order), version: order.version })

/** Three bowls and a cup: one bowl came back for money, one was replaced twice, and the second replacement is on its way. */
async function returnSome() {
  await setStock(app, { [BOWL]: 50, [CUP]: 50 })
  const paid = await newDelivered(app, shopper, { [BOWL]: 3, [CUP]: 1 })
  const give = async (id: string, wish: 'REFUND' | 'REPLACEMENT') => {
    const lines = [{ id: (await readOrder(app, id)).lines[0]!.id, quantity: 1 }]
    const number = orderNumber(await readOrder(app, id))
    const asked = await requestReturn(shop, shopper, number, { reason: 'DAMAGED', wish, lines })
    await decideReturn(shop, orders, edit(asked))
    const newest = await db.orderReturn.findFirstOrThrow({ where: { orderId: id }, orderBy: { id: 'desc' } })
    return newest.replacementId
  }
  await give(paid.id, 'REFUND')
  const first = await readOrder(app, (await give(paid.id, 'REPLACEMENT'))!)
  const shipped = await shipOrder(shop, orders, { ...edit(first), ...parcelOf(first) })
  await deliverOrder(shop, orders, edit(shipped))
  const second = (await give(first.id, 'REPLACEMENT'))!
  return { ids: [paid.id, first.id, second], price: paid.lines[0]!.discounted * 100 }
}

const readAll = (ids: string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { owedPaise, status, lines } = await readOrder(app, id)
      return [status, owedPaise, ...lines.map((line) => [line.asked, line.cancelled, line.returned, line.replaced])]
    }),
  )

describe('withOrder', () => {
  it('counts an order with a returned and a replaced piece, and its replacements', async () => {
    const { ids, price } = await returnSome()
    expect(await readAll(ids)).toEqual([
      ['DELIVERED', price, [2, 0, 1, 1], [0, 0, 0, 0]],
      ['DELIVERED', 0, [1, 0, 0, 1]],
      ['CONFIRMED', 0, [0, 0, 0, 0]],
    ])
    await cancelByBuyer(shop, shopper, orderNumber(await readOrder(app, ids[2]!)))
    expect(await readAll(ids)).toEqual([
      ['DELIVERED', 2 * price, [2, 0, 2, 0], [0, 0, 0, 0]],
      ['DELIVERED', 0, [1, 0, 0, 1]],
      ['CANCELLED', 0, [0, 0, 0, 0]],
    ])
  })

  it.each([
    ['the order that was paid', 0],
    ['its replacement', 1],
    ['the replacement of the replacement', 2],
  ])('counts the order and its replacements again after a change of %s', async (_name, i) => {
    const { ids } = await returnSome()
    const before = await readAll(ids)
    await db.orderLine.updateMany({ where: { orderId: { in: ids } }, data: { asked: 0, returned: 0, replaced: 0 } })
    await db.order.update({ where: { id: ids[0]! }, data: { owedPaise: 7 } })
    const changed = await db.$transaction((tx) => withOrder(tx, ids[i]!, async (order) => order))
    expect(await readAll(ids)).toEqual(before)
    expect(changed).toEqual(await readOrder(app, ids[i]!))
  })

  it('counts what calls within a call did', async () => {
    const { ids, price } = await returnSome()
    const note = { source: 'SHOP', note: 'Broken on the way.' } as const
    const changed = await db.$transaction((tx) =>
      withOrder(tx, ids[0]!, async (order) => {
        await withOrder(tx, ids[2]!, (replacement) => moveOrder(shop, tx, replacement, 'CANCELLED', note))
        return order
      }),
    )
    expect([changed.owedPaise, changed.lines[0]!.returned]).toEqual([2 * price, 2])
  })

  it('stores nothing if the change throws', async () => {
    const { ids } = await returnSome()
    await db.order.update({ where: { id: ids[0]! }, data: { owedPaise: 7 } })
    const failed = db.$transaction((tx) => withOrder(tx, ids[0]!, () => Promise.reject(new Error('no'))))
    await expect(failed).rejects.toThrow('no')
    expect((await readOrder(app, ids[0]!)).owedPaise).toBe(7)
  })

  it('never deadlocks if the orders of a family change at the same time', async () => {
    const { ids } = await returnSome()
    const before = await readAll(ids)
    const change = (id: string) => db.$transaction((tx) => withOrder(tx, id, async (order) => order))
    await Promise.all(Array.from({ length: 30 }, (_, i) => change(ids[i % 3]!)))
    expect(await readAll(ids)).toEqual(before)
  })

  it('never deadlocks with a replacement that was created while a change of the paid order waited', async () => {
    await setStock(app, { [BOWL]: 50 })
    const paid = await newDelivered(app, shopper, { [BOWL]: 1 })
    await requestReturn(shop, shopper, orderNumber(paid), { reason: 'DAMAGED', wish: 'REPLACEMENT' })
    const attempts: string[] = []
    const change = (name: string, id: string, work: (order: LockedOrder) => Promise<LockedOrder>) =>
      db.$transaction((tx) => {
        attempts.push(name)
        return withOrder(tx, id, work)
      })
    let ofReplacement!: Promise<Order>
    const { ofPaid } = await db.$transaction(async (tx) => {
      const decision = { refused: new Set<string>(), refusedLines: [], reason: null, wish: null }
      await withOrder(tx, paid.id, (order) => decideOnReturn(shop, tx, order, decision))
      const waiting = change('paid', paid.id, async (order) => {
        const { replacementId } = await db.orderReturn.findFirstOrThrow({ where: { orderId: paid.id } })
        ofReplacement = change('replacement', replacementId!, async (replacement) => replacement)
        await expect.poll(() => lockWaits(db), { interval: 5 }).toBeGreaterThan(0)
        return order
      })
      await expect.poll(() => lockWaits(db), { interval: 5 }).toBeGreaterThan(0)
      return { ofPaid: waiting }
    })
    await ofPaid
    await ofReplacement
    // The shop repeats a call that PostgreSQL ended because of a deadlock.
    expect(attempts).toEqual(['paid', 'replacement'])
  })

  it('adds no statement to a payment, and takes fewer for its second report', async () => {
    await fillCart(app, shopper, { [CUP]: 1 })
    const checkout = await checkOut(app, shopper)
    const proof = await payFor(app, checkout)
    const { providerOrderId, totalAmount } = await readOrder(app, checkout.order.id)
    const first = await countStatements(() => confirmPayment(shop, shopper.id, proof))
    const payment = {
      id: proof.paymentId,
      amount: totalAmount * 100,
      currency: 'INR',
      status: 'captured',
      refunded: 0,
    } as const
    const news = { providerOrderId: providerOrderId!, payment, source: 'WEBHOOK', eventId: 'evt_second' } as const
    const second = await countStatements(() => recordPayment(shop, news))
    expect([first, second]).toEqual([17, 2])
  })
})
