import { describe, expect, it } from 'vitest'
import { dayInIndia } from '../../../shared/delivery/delivery'
import { startTestApp, without } from '../../../testing/app'
import { ask as call } from '../../../testing/calls'
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
import { BOWL } from '../../../testing/data/fixtures'
import { composeOf, withBuyer } from '../../mail/composeOrderMail'
import { cancelByShop, deliverOrder, shipOrder } from '../../office/orders/orderChanges'
import { refundOrder } from '../../office/orders/refundOrder'
import { acceptReturn, decideReturn, receiveReturn, refuseReturn } from '../../office/orders/returnChanges'
import { listSales } from '../../office/sales/sales'
import { orderNumber, type Order } from '../order'
import { confirmPayment } from '../placement/checkout'
import { requestReturn, type ReturnRequest } from './ask'

const app = await startTestApp({}, { limits: without('stock', 'coupons') })
const { shop } = app
const { db } = shop
const staff = await newStaff(app)
const orders = await actorAs(app, staff, 'write_orders')
const refunds = await actorAs(app, staff, 'write_refunds')

/** Ivory Dinner Plates, Set of 4. */
const SET = 'ivory-dinner-set-of-4'
const PRICE = (await db.product.findUniqueOrThrow({ where: { id: SET } })).discounted * 100

const edit = (order: Order) => ({ number: orderNumber(order), version: order.version })

/** Delivered sets, by default one. */
async function receive(quantity = 1) {
  const shopper = await newShopper(app)
  const order = await newDelivered(app, shopper, { [SET]: quantity })
  const [line] = order.lines
  const ask = (pieces: object, input: Partial<ReturnRequest> = {}) =>
    requestReturn(shop, shopper, orderNumber(order), {
      reason: 'DAMAGED',
      lines: [{ id: line!.id, quantity: 0, ...pieces }],
      ...input,
    })
  return { shopper, id: order.id, line: line!, ask }
}

const refund = (order: Order, lines: object, more: object = {}) =>
  refundOrder(shop, refunds, {
    ...edit(order),
    lines: [{ id: order.lines[0]!.id, quantity: 0, ...lines }],
    reason: 'Broken',
    idempotencyKey: `${order.id} ${order.version}`,
    ...more,
  })

const replacementOf = async (orderId: string): Promise<Order> => {
  const { replacementId } = await db.orderReturn.findFirstOrThrow({ where: { orderId, replacementId: { not: null } } })
  return readOrder(app, replacementId!)
}

const deliver = async (order: Order): Promise<Order> =>
  deliverOrder(shop, orders, edit(await shipOrder(shop, orders, { ...edit(order), ...parcelOf(order) })))

const invalid = (message: string) =>
  expect.objectContaining({ code: 'INVALID_INPUT', message: expect.stringContaining(message) as string })

describe('a return of one item of a set', () => {
  it('is owed its share of the price, and leaves the set with the buyer and the stock as it is', async () => {
    const { id, ask } = await receive()
    const stock = await stockOf(app, SET)
    const asked = await ask({ pieces: 1 })
    const note = '1 item of the set “Ivory Dinner Plates, Set of 4”'
    expect(asked.events.at(-1)!.note).toBe(`${note}: It arrived broken.`)
    const decided = await decideReturn(shop, orders, edit(asked))
    expect(decided).toMatchObject({ status: 'DELIVERED', owedPaise: PRICE / 4 })
    expect(decided.events.at(-1)!.note).toContain(`We accepted your return of ${note}.`)
    expect(decided.lines[0]).toMatchObject({ piecesInSet: 4, asked: 0, askedPieces: 1, returned: 0, returnedPieces: 1 })
    const settled = await refund(decided, { pieces: 1 })
    expect([settled.status, settled.owedPaise]).toEqual(['DELIVERED', 0])
    const [made] = await db.refund.findMany({ where: { orderId: id } })
    expect(made).toMatchObject({ amount: PRICE / 4, lines: [{ quantity: 0, pieces: 1, due: 0, duePieces: 1 }] })
    expect(await stockOf(app, SET)).toBe(stock)
  })

  it('can be repeated until all items are back, and the refunds add up to the price', async () => {
    const { id, ask } = await receive()
    // A price that four items do not share evenly.
    await db.orderLine.updateMany({ where: { orderId: id }, data: { discounted: PRICE / 100 - 1 } })
    await db.order.update({ where: { id }, data: { offerDiscount: { increment: 1 }, totalAmount: { decrement: 1 } } })
    const amounts: number[] = []
    for (const pieces of [1, 1, 2]) {
      const decided = await decideReturn(shop, orders, edit(await ask({ pieces })))
      amounts.push(decided.owedPaise)
      expect(decided.status).toBe(amounts.length < 3 ? 'DELIVERED' : 'RETURNED')
      if (amounts.length < 3) await refund(decided, { pieces })
    }
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(PRICE - 100)
    await expect(ask({ pieces: 1 })).rejects.toMatchObject({ code: 'RETURN_ALREADY_REQUESTED' })
  })

  it('may name whole sets and further items, of which only the whole sets return to stock', async () => {
    const { shopper, ask, line } = await receive(2)
    const stock = await stockOf(app, SET)
    const asked = await ask({ quantity: 1, pieces: 1 }, { reason: 'CHANGED_MIND' })
    expect(asked.events.at(-1)!.note).toBe('5 items of the sets “Ivory Dinner Plates, Set of 4”: I changed my mind.')
    const decided = await decideReturn(shop, orders, edit(asked))
    const back = (restock: number) =>
      receiveReturn(shop, orders, { ...edit(decided), lines: [{ id: line.id, restock }] })
    await expect(back(2)).rejects.toEqual(invalid('0 to 1'))
    const received = await back(1)
    expect(received).toMatchObject({ status: 'DELIVERED', owedPaise: (PRICE / 4) * 5 })
    expect(received.lines[0]).toMatchObject({ returned: 1, returnedPieces: 1, restocked: 1 })
    expect(await stockOf(app, SET)).toBe(stock + 1)
    // The rest is 3 items, and no whole set.
    await expect(ask({ quantity: 1 })).rejects.toEqual(invalid('You can return 1 to 3 single items of Ivory'))
    const rest = await requestReturn(shop, shopper, orderNumber(asked), { reason: 'CHANGED_MIND' })
    expect(rest).toMatchObject({ lines: [{ asked: 2, askedPieces: 0 }] })
    const all = await acceptReturn(shop, orders, { ...edit(rest), restock: true })
    expect(all).toMatchObject({ status: 'RETURNED', owedPaise: PRICE * 2 })
    // Three items are no set.
    expect(await stockOf(app, SET)).toBe(stock + 1)
  })

  it.each<[what: string, lines: object, message: string]>([
    ['a whole set as items', { pieces: 4 }, 'Give 0 to 3 single items of Ivory'],
    ['more items than a set has', { pieces: 9 }, 'Give 0 to 3 single items of Ivory'],
    ['half an item', { pieces: 0.5 }, '1 or more'],
    ['a negative number', { quantity: 1, pieces: -1 }, '1 or more'],
    ['nothing', { pieces: 0 }, '1 or more'],
    ['more than was bought', { quantity: 1, pieces: 1 }, 'You can return 1 to 4 single items of Ivory'],
    ['a number that no integer holds', { pieces: 2 ** 40 }, 'Give 0 to 3 single items of Ivory'],
    ['not a number', { pieces: NaN }, '1 or more'],
  ])('is refused for %s, and changes nothing', async (_what, lines, message) => {
    const { id, ask } = await receive()
    const before = await readOrder(app, id)
    await expect(ask(lines)).rejects.toEqual(invalid(message))
    expect(await readOrder(app, id)).toEqual(before)
  })

  it('is refused for a product that is not a set, and for an order from before the product was one', async () => {
    const shopper = await newShopper(app)
    const { id, lines } = await newDelivered(app, shopper, { [BOWL]: 2 })
    const one = { reason: 'DAMAGED', lines: [{ id: lines[0]!.id, quantity: 0, pieces: 1 }] }
    const ask = async () => requestReturn(shop, shopper, orderNumber(await readOrder(app, id)), one)
    await expect(ask()).rejects.toEqual(invalid('Sea Glass Serving Bowl has no single items.'))
    await db.product.update({ where: { id: BOWL }, data: { piecesInSet: 4 } })
    await expect(ask()).rejects.toEqual(invalid('Sea Glass Serving Bowl has no single items.'))
    await db.product.update({ where: { id: BOWL }, data: { piecesInSet: null } })
  })

  it('is accepted for some items of a whole set', async () => {
    const { id, ask, line } = await receive()
    const asked = await ask({ quantity: 1 })
    const refusedLines = [{ id: line.id, quantity: 0, pieces: 1 }]
    const decided = await decideReturn(shop, orders, { ...edit(asked), refusedLines, reason: 'One plate is whole.' })
    expect(decided).toMatchObject({ status: 'DELIVERED', owedPaise: (PRICE / 4) * 3 })
    expect(decided.lines[0]).toMatchObject({ asked: 1, askedPieces: 0, returned: 0, returnedPieces: 3 })
    expect(decided.events.at(-1)!.note).toContain(
      'We could not accept 1 item of the set “Ivory Dinner Plates, Set of 4”:',
    )
    const order = await db.order.findUniqueOrThrow({ where: { id }, include: withBuyer })
    const settings = { ...shop.settings, mail: { origin: 'https://shop.example' } as never }
    const mailAbout = (type: string) =>
      composeOf({ ...shop, settings }, order, JSON.stringify({ type, at: new Date().toISOString() }))!.text
    const about = 'of the set “Ivory Dinner Plates, Set of 4”'
    const accepted = mailAbout('RETURN_ACCEPTED').replace(/[\u2066-\u2069]/g, '')
    expect(accepted).toContain(`  3 items ${about} (3 of 4)\n  1 item ${about} (1 of 4) (not accepted)\n`)
    // The mail about the request lists what was asked for, even if it leaves after the decision.
    expect(mailAbout('RETURN_REQUESTED')).toContain('1 × Ivory Dinner Plates')
    expect(mailAbout('RETURN_REQUESTED')).not.toContain('not accepted')
  })

  it('counts the items of the set that was ordered, also after the product changes', async () => {
    const { ask } = await receive()
    await db.product.update({ where: { id: SET }, data: { piecesInSet: 6 } })
    const decided = await decideReturn(shop, orders, edit(await ask({ pieces: 3 })))
    await db.product.update({ where: { id: SET }, data: { piecesInSet: 4 } })
    expect(decided.owedPaise).toBe((PRICE / 4) * 3)
  })

  it('is told in the email as a part of the items', async () => {
    const { id, ask } = await receive(2)
    await ask({ quantity: 1, pieces: 1 })
    const order = await db.order.findUniqueOrThrow({ where: { id }, include: withBuyer })
    const settings = { ...shop.settings, mail: { origin: 'https://shop.example' } as never }
    const body = JSON.stringify({ type: 'RETURN_REQUESTED', at: new Date().toISOString(), note: '' })
    const mail = composeOf({ ...shop, settings }, order, body)
    expect(mail!.text).toMatch(/5 items of the sets “.*Ivory Dinner.*” \(5 of 8\)/)
  })

  it('is asked for, shown and refunded through GraphQL', async () => {
    const { shopper, id, line } = await receive(2)
    const variables = {
      number: orderNumber(await readOrder(app, id)),
      lines: [{ id: line.id, quantity: 1, pieces: 3 }],
    }
    const items = 'items { piecesInSet returned returnedPieces replaced replacedPieces returnable returnablePieces }'
    const asked = await call(
      app,
      `mutation ($number: String!, $lines: [ReturnLineInput!]) {
        requestReturn(number: $number, reason: DAMAGED, lines: $lines) {
          order { ${items} returns { lines { quantity pieces } } } userErrors { code message } } }`,
      { token: shopper.token, variables },
    )
    expect(asked.data.requestReturn).toMatchObject({
      userErrors: [],
      order: {
        items: [{ piecesInSet: 4, returned: 0, returnable: 0, returnablePieces: 1 }],
        returns: [{ lines: [{ quantity: 1, pieces: 3 }] }],
      },
    })
    const decided = await decideReturn(shop, orders, edit(await readOrder(app, id)))
    await refund(decided, { quantity: 1, pieces: 3 })
    const shown = await call(
      app,
      `query ($number: String!) { office { order(number: $number) {
        order { ${items} } refunds { lines { quantity pieces due duePieces pricePaise } } } } }`,
      { token: staff.token, variables },
    )
    expect(shown.data.office.order).toEqual({
      order: {
        items: [
          {
            ...{ piecesInSet: 4, returned: 1, returnedPieces: 3, replaced: 0, replacedPieces: 0 },
            ...{ returnable: 0, returnablePieces: 1 },
          },
        ],
      },
      refunds: [{ lines: [{ quantity: 1, pieces: 3, due: 1, duePieces: 3, pricePaise: (PRICE / 4) * 7 }] }],
    })
  })

  it('takes its share off the sales', async () => {
    const today = dayInIndia(new Date())
    const sold = async () => {
      const { rows } = await listSales(shop, { from: today, to: today }, 'PRODUCT', 200)
      const { pieces, returnedPieces, returned } = rows.find(({ name }) => name.startsWith('Ivory'))!
      return { pieces, returnedPieces, returned: Number(returned) }
    }
    const { ask } = await receive(2)
    const before = await sold()
    const decided = await decideReturn(shop, orders, edit(await ask({ quantity: 1, pieces: 1 })))
    const expected = { pieces: before.pieces, returnedPieces: before.returnedPieces + 1 }
    expect(await sold()).toEqual({ ...expected, returned: before.returned + (PRICE / 4) * 5 })
    await refund(decided, { quantity: 1, pieces: 1 })
    expect(await sold()).toEqual({ ...expected, returned: before.returned + (PRICE / 4) * 5 })
  })
})

describe('a replacement of one item of a set', () => {
  /** One broken item, whose replacement is accepted. */
  async function replace(pieces = 1, quantity = 1) {
    const bought = await receive(quantity)
    const stock = await stockOf(app, SET)
    const decided = await decideReturn(shop, orders, edit(await bought.ask({ pieces }, { wish: 'REPLACEMENT' })))
    return { ...bought, stock, decided, replacement: await replacementOf(bought.id) }
  }

  it('is an order of single items, which come from the shelf and not from the stock', async () => {
    const { stock, decided, replacement } = await replace(2)
    expect(decided).toMatchObject({ status: 'DELIVERED', owedPaise: 0 })
    expect(decided.lines[0]).toMatchObject({ replaced: 0, replacedPieces: 2, returnedPieces: 0 })
    const title = 'Item of the set “Ivory Dinner Plates, Set of 4”'
    expect(replacement.lines).toMatchObject([{ title, quantity: 2, productId: null, piecesInSet: 1, discounted: 0 }])
    expect(await stockOf(app, SET)).toBe(stock)
  })

  it('is sent only for the items of a whole set that are accepted', async () => {
    const { ask, id, line } = await receive()
    const asked = await ask({ quantity: 1 }, { reason: 'WRONG_ITEM', wish: 'REPLACEMENT' })
    const refusedLines = [{ id: line.id, quantity: 0, pieces: 2 }]
    const decided = await decideReturn(shop, orders, { ...edit(asked), refusedLines, reason: 'Two are right.' })
    expect(decided.lines[0]).toMatchObject({ replacedPieces: 2, asked: 1 })
    const replacement = await replacementOf(id)
    expect(replacement.lines).toMatchObject([{ quantity: 2, piecesInSet: 1 }])
    // The two refused plates are no reason to wait.
    const back = await receiveReturn(shop, orders, { ...edit(decided), lines: [{ id: line.id, restock: 0 }] })
    await cancelByShop(shop, refunds, { ...edit(replacement), reason: 'No plate is left.', restock: true })
    expect([back.status, (await readOrder(app, id)).owedPaise]).toEqual(['DELIVERED', PRICE / 2])
  })

  it('weighs its share of the set, for packing', async () => {
    const { id, replacement } = await replace(2)
    const weightOf = async (order: Order) => {
      const query = 'query ($number: String!) { office { order(number: $number) { order { items { weightGrams } } } } }'
      const { data } = await call(app, query, { token: staff.token, variables: { number: orderNumber(order) } })
      return data.office.order.order.items
    }
    expect(await weightOf(replacement)).toEqual([{ weightGrams: 720 }])
    expect(await weightOf(await readOrder(app, id))).toEqual([{ weightGrams: 2880 }])
  })

  it('needs no stock, even if the set is sold out', async () => {
    const { ask, id } = await receive()
    await db.product.update({ where: { id: SET }, data: { stock: 0 } })
    const asked = await ask({ pieces: 1 }, { wish: 'REPLACEMENT' })
    expect(await decideReturn(shop, orders, edit(asked))).toMatchObject({ lines: [{ replacedPieces: 1 }] })
    expect((await replacementOf(id)).status).toBe('CONFIRMED')
  })

  it('of a whole set takes the set from stock, as before', async () => {
    const { ask, id } = await receive()
    const stock = await stockOf(app, SET)
    await decideReturn(shop, orders, edit(await ask({ quantity: 1 }, { wish: 'REPLACEMENT' })))
    expect((await replacementOf(id)).lines).toMatchObject([{ quantity: 1, productId: SET, piecesInSet: 4 }])
    expect(await stockOf(app, SET)).toBe(stock - 1)
  })

  it('that is cancelled is owed, and returns nothing to stock', async () => {
    const { stock, id, replacement } = await replace()
    await cancelByShop(shop, refunds, { ...edit(replacement), reason: 'No plate is left.', restock: true })
    expect(await readOrder(app, id)).toMatchObject({
      owedPaise: PRICE / 4,
      lines: [{ replacedPieces: 0, returnedPieces: 1 }],
    })
    expect(await stockOf(app, SET)).toBe(stock)
  })

  it('can break too, and be replaced or refunded', async () => {
    const { shopper, stock, id, replacement } = await replace(3)
    const delivered = await deliver(replacement)
    const askAgain = (quantity: number, wish: 'REPLACEMENT' | 'REFUND') =>
      requestReturn(shop, shopper, orderNumber(replacement), {
        ...{ reason: 'DAMAGED', wish, lines: [{ id: delivered.lines[0]!.id, quantity }] },
      })
    await decideReturn(shop, orders, edit(await askAgain(1, 'REPLACEMENT')))
    expect((await replacementOf(replacement.id)).lines).toMatchObject([{ quantity: 1, piecesInSet: 1 }])
    expect(await readOrder(app, id)).toMatchObject({ owedPaise: 0, lines: [{ replacedPieces: 3 }] })
    await decideReturn(shop, orders, edit(await askAgain(2, 'REFUND')))
    expect(await readOrder(app, id)).toMatchObject({
      owedPaise: PRICE / 2,
      lines: [{ replacedPieces: 1, returnedPieces: 2 }],
    })
    expect(await stockOf(app, SET)).toBe(stock)
  })

  it('is cancelled if the item that it replaces never arrives', async () => {
    const { ask, id } = await receive()
    const asked = await ask({ pieces: 1 }, { reason: 'WRONG_ITEM', wish: 'REPLACEMENT' })
    const decided = await decideReturn(shop, orders, edit(asked))
    await refuseReturn(shop, orders, { ...edit(decided), reason: 'It did not arrive.' })
    expect((await replacementOf(id)).status).toBe('CANCELLED')
    expect(await readOrder(app, id)).toMatchObject({ owedPaise: 0, lines: [{ askedPieces: 1, returnedPieces: 0 }] })
  })

  it('of items of many sets may exceed the largest quantity of an order', async () => {
    const { replacement } = await replace(3, 40)
    expect(replacement.lines[0]!.quantity).toBe(3)
    const { ask, id } = await receive(40)
    await decideReturn(shop, orders, edit(await ask({ quantity: 39, pieces: 3 }, { wish: 'REPLACEMENT' })))
    expect((await replacementOf(id)).lines[0]).toMatchObject({ quantity: 159, piecesInSet: 1 })
  })
})

describe('a refund of one item of a set', () => {
  it('cannot return the item to stock, and is refused above what is left', async () => {
    const { id } = await receive()
    const order = await readOrder(app, id)
    await expect(refund(order, { pieces: 1 }, { restock: true })).rejects.toEqual(invalid('cannot return to stock'))
    const part = await refund(order, { pieces: 3 })
    await expect(refund(part, { quantity: 1 })).rejects.toEqual(invalid('You can refund 1 to 1 single items'))
    expect(await readOrder(app, id)).toEqual(part)
  })

  it('puts no set back to stock of which an item came back before', async () => {
    const { ask } = await receive(2)
    const stock = await stockOf(app, SET)
    const decided = await decideReturn(shop, orders, edit(await ask({ pieces: 1 })))
    await refund(decided, [], { lines: undefined, whole: true, restock: true })
    expect(await stockOf(app, SET)).toBe(stock + 1)
  })
})

describe('a refund before the shipment, and then a cancellation', () => {
  it.each<[what: string, id: string, quantity: number, refunded: object, cancelled: number, rest: object]>([
    ['of sets', SET, 2, { quantity: 1, pieces: 1 }, 1, { quantity: 0, pieces: 3, due: 0, duePieces: 3 }],
    ['of other items', BOWL, 3, { quantity: 2 }, 2, { quantity: 1, pieces: 0, due: 1, duePieces: 0 }],
  ])('%s refunds no item twice', async (_what, id, quantity, refunded, cancelled, rest) => {
    await setStock(app, { [SET]: 40, [BOWL]: 40 })
    const shopper = await newShopper(app, { [id]: quantity })
    await fillCart(app, shopper, { [id === SET ? BOWL : SET]: 1 })
    const paid = await confirmPayment(shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
    const line = paid.lines.find(({ productId }) => productId === id)!
    const some = { id: line.id, quantity: 0, ...refunded }
    const before = await refund(paid, [], { lines: [some] })
    const lines = [{ id: line.id, quantity: cancelled }]
    const after = await cancelByShop(shop, refunds, { ...edit(before), lines, reason: 'Cracked', restock: true })
    const made = await db.refund.findMany({ where: { orderId: paid.id }, orderBy: { requestedAt: 'asc' } })
    expect(made[1]).toMatchObject({ lines: [{ ...rest, lineId: line.id, amount: made[1]!.amount }] })
    expect(made.reduce((sum, { amount }) => sum + amount, 0)).toBe(line.discounted * quantity * 100)
    await expect(refund(after, [], { lines })).rejects.toEqual(invalid('You cannot refund any more of'))
  })
})
