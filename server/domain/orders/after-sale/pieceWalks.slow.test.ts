/** Random walks of orders through cancellations, returns, replacements and refunds, against plain arithmetic. */
import { randomUUID } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import type { Order } from '../order'
import { startTestApp } from '../../../testing/app'
import { actorAs, newShopper, newStaff, parcelOf, readOrder } from '../../../testing/data/factories'
import { BOWL, CUP } from '../../../testing/data/fixtures'
import { cancelByShop, deliverOrder, shipOrder } from '../../office/orders/orderChanges'
import { refundOrder } from '../../office/orders/refundOrder'
import { acceptReturn, decideReturn, receiveReturn, refuseReturn } from '../../office/orders/returnChanges'
import type { Shop } from '../../shop'
import { orderNumber } from '../order'
import { sentPieces } from '../../../shared/money/orderNow'
import { termsFor } from '../invoiceTerms'
import { returnablePieces } from '../pieces'
import { cancelByBuyer } from './cancel'
import { recordRefund } from './refundReports'
import { requestReturn } from './ask'

/** A run of 10,000 takes an hour. */
const WALKS = 60
const STEPS = 14
const STOCK = 1_000_000

vi.setConfig({ testTimeout: 600_000 })

const app = await startTestApp()
const { shop } = app
const { db } = shop
const staff = await newStaff(app)
const orders = await actorAs(app, staff, 'write_orders')
const refunds = await actorAs(app, staff, 'write_refunds')
const shopper = await newShopper(app)

/** A pseudorandom sequence that is the same in every run. */
let state = 7
const random = (below: number): number => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
  return (state >> 8) % below
}
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!

const products = await db.product.findMany({ where: { id: { in: [BOWL, CUP] } } })

/** A paid order, or one that is paid on delivery. */
async function begin(): Promise<Order> {
  const payOnDelivery = random(3) === 0
  const lines = products.slice(0, 1 + random(2)).map(({ id, title, discounted }, position) => ({
    position,
    productId: id,
    title,
    quantity: 1 + random(4),
    discounted,
    original: discounted + 100,
    estimatedDelivery: new Date(),
    ...{ imageUrl: '/x.webp', imageAlt: '', imageWidth: 1, imageHeight: 1 },
  }))
  const total = (price: 'discounted' | 'original') => lines.reduce((sum, line) => sum + line[price] * line.quantity, 0)
  const percent = pick([null, 10, 33])
  const amounts = {
    cartTotal: total('original'),
    offerDiscount: total('original') - total('discounted'),
    couponDiscount: percent === null ? 0 : Math.floor((total('discounted') * percent) / 100),
    giftWrap: pick([0, 50]),
    convenienceFee: pick([0, 10]),
  }
  const totalAmount = total('discounted') - amounts.couponDiscount + amounts.giftWrap + amounts.convenienceFee
  const status = payOnDelivery ? 'CONFIRMED' : 'PAID'
  const paymentId = payOnDelivery ? null : `pay_${randomUUID()}`
  const order = await db.order.create({
    data: {
      ...{ userId: shopper.id, addressId: randomUUID(), status, payOnDelivery, paymentId, totalAmount, ...amounts },
      ...(percent !== null && { couponCode: `SAVE${percent}`, couponPercent: percent }),
      invoiceTerms: termsFor(app.shop.settings, { state: 'Tamil Nadu', country: 'India', zipCode: '600001' }),
      deliveryName: 'Asha',
      deliveryStreet: '1 Lake Road',
      deliveryCity: 'Chennai',
      deliveryState: 'Tamil Nadu',
      deliveryCountry: 'India',
      deliveryZipCode: '600004',
      deliveryMobile: '9876543210',
      provider: shop.payments.name,
      expiresAt: new Date(),
      lines: { create: lines },
      events: { create: { status, source: 'SHOPPER' } },
    },
  })
  if (paymentId)
    await db.receivedPayment.create({
      data: {
        id: paymentId,
        orderId: order.id,
        provider: shop.payments.name,
        amount: totalAmount * 100,
        currency: 'INR',
      },
    })
  await db.product.updateMany({ data: { stock: STOCK } })
  return readOrder(app, order.id)
}

/** Like the shop, but each second transaction on average ends like that of a killed server: before its commit. */
const killed: Shop = {
  ...shop,
  db: new Proxy(db, {
    get: (target, name) =>
      name === '$transaction'
        ? (work: (tx: unknown) => Promise<unknown>) =>
            target.$transaction(async (tx) => {
              await work(tx)
              throw new Error('killed')
            })
        : (Reflect.get(target, name) as unknown),
  }),
}

/** All of the walk: the order and its replacements, with their money and returns. */
async function readWalk(first: string) {
  const all = await db.order.findMany({
    where: { OR: [{ id: first }, { lines: { some: { replaces: { orderId: first } } } }] },
    select: { id: true },
    orderBy: { serial: 'asc' },
  })
  const rows = await Promise.all(all.map(({ id }) => readOrder(app, id)))
  return {
    orders: rows,
    refunds: await db.refund.findMany({ where: { orderId: first }, orderBy: { id: 'asc' } }),
    requests: await db.orderReturn.findMany({
      where: { orderId: { in: all.map(({ id }) => id) } },
      include: { lines: { include: { orderLine: true } } },
    }),
    payments: await db.receivedPayment.findMany({ where: { orderId: first } }),
    backForMoney: await db.returnLine.findMany({
      where: { state: 'COMPLETED', request: { orderId: first, replacementId: null } },
    }),
    stock: (await db.product.findMany({ where: { id: { in: [BOWL, CUP] } }, orderBy: { id: 'asc' } })).map(
      ({ id, stock }) => [id, stock] as const,
    ),
  }
}
type Walk = Awaited<ReturnType<typeof readWalk>>

/** Some pieces of lines that have any. */
function some(order: Order, most: (line: Order['lines'][number]) => number) {
  const lines = order.lines.filter((line) => most(line) > 0 && random(2) === 0)
  return lines.map((line) => ({ id: line.id, quantity: 1 + random(most(line)) }))
}

type Step = [name: string, act: (shop: Shop) => Promise<unknown>]

/** The changes in stock that the steps of a walk should have caused. */
let taken = new Map<string, number>()
const move = (order: Order, lines: { id: string; quantity: number }[], sign: 1 | -1) => {
  for (const { id, quantity } of lines) {
    const { productId } = order.lines.find((line) => line.id === id)!
    taken.set(productId!, (taken.get(productId!) ?? 0) - sign * quantity)
  }
}

/** The new pieces for the lines that never arrived return to stock. */
function giveUp(replacement: Order, waiting: { orderLine: { id: string; replacesLineId: string | null } }[]): void {
  const firstLines = waiting.map(({ orderLine: { id, replacesLineId } }) => replacesLineId ?? id)
  const lines = replacement.lines
    .filter((line) => firstLines.includes(line.replacesLineId!))
    .map((line) => ({ id: line.id, quantity: sentPieces(line) }))
  move(replacement, lines, 1)
}

/** A random step that fits the order's status, and what it should change in stock. */
async function stepOf(order: Order): Promise<{ step: Step; after: () => void } | null> {
  const edit = { number: orderNumber(order), version: order.version }
  const { number, version } = edit
  const restock = random(2) === 0
  const nothing = () => undefined
  const staying = order.lines.map((line) => ({
    id: line.id,
    quantity: line.quantity - line.cancelled - line.restocked,
  }))
  switch (order.status) {
    case 'PAID':
    case 'CONFIRMED': {
      const lines = some(order, sentPieces)
      if (lines.length > 0 && random(3) > 0) {
        if (random(2) === 0)
          return {
            step: ['cancel lines', (on) => cancelByBuyer(on, shopper, number, { lines, version })],
            after: () => move(order, isAll(order, lines) ? staying : lines, 1),
          }
        return {
          step: [
            'shop cancels lines',
            (on) => cancelByShop(on, refunds, { ...edit, reason: 'Broken', restock, lines }),
          ],
          after: () => restock && move(order, isAll(order, lines) ? staying : lines, 1),
        }
      }
      return {
        step: ['ship', (on) => shipOrder(on, orders, { ...edit, ...parcelOf(order) })],
        after: nothing,
      }
    }
    case 'SHIPPED':
      if (random(8) > 0) return { step: ['deliver', (on) => deliverOrder(on, orders, edit)], after: nothing }
      return {
        step: ['never accepted', (on) => acceptReturn(on, orders, { ...edit, restock })],
        after: () => restock && move(order, staying, 1),
      }
    case 'DELIVERED': {
      const lines = some(order, returnablePieces)
      if (lines.length === 0) return null
      const reasoned = lines.map((line) => ({ ...line, reason: pick(['DAMAGED', 'WRONG_ITEM'] as const) }))
      const wish = pick(['REFUND', 'REPLACEMENT'] as const)
      const asked = { reason: 'CHANGED_MIND', lines: reasoned, wish }
      return { step: ['ask', (on) => requestReturn(on, shopper, number, asked)], after: nothing }
    }
    case 'RETURN_REQUESTED': {
      const request = await db.orderReturn.findFirstOrThrow({
        where: { orderId: order.id },
        orderBy: { id: 'desc' },
        include: { lines: { include: { orderLine: true } } },
      })
      const waiting = request.lines.filter((line) => line.state === 'ACCEPTED')
      if (waiting.length > 0 && random(5) === 0) {
        const replacement = request.replacementId === null ? null : await readOrder(app, request.replacementId)
        return {
          step: ['did not arrive', (on) => refuseReturn(on, orders, { ...edit, reason: 'Lost' })],
          after: () => replacement?.status === 'CONFIRMED' && giveUp(replacement, waiting),
        }
      }
      if (waiting.length > 0) {
        const back = waiting.slice(0, 1 + random(waiting.length))
        const lines = back.map((line) => ({ id: line.orderLineId, restock: random(line.quantity + 1) }))
        return {
          step: ['receive', (on) => receiveReturn(on, orders, { ...edit, lines })],
          after: () =>
            move(
              order,
              lines.map((line) => ({ id: line.id, quantity: line.restock })),
              1,
            ),
        }
      }
      if (random(5) === 0)
        return { step: ['refuse', (on) => refuseReturn(on, orders, { ...edit, reason: 'Used' })], after: nothing }
      const refused = request.lines.filter(() => random(4) === 0).map((line) => line.orderLineId)
      const decision = { ...edit, refused, reason: 'Used', wish: pick(['REFUND', 'REPLACEMENT', null] as const) }
      const accepted = request.lines.filter((line) => !refused.includes(line.orderLineId))
      return {
        step: ['decide', (on) => decideReturn(on, orders, decision)],
        after: () =>
          (decision.wish ?? request.wish) === 'REPLACEMENT' &&
          move(
            order,
            accepted.map((line) => ({ id: line.orderLineId, quantity: line.quantity })),
            -1,
          ),
      }
    }
    case 'AWAITING_PAYMENT':
    case 'CANCELLED':
    case 'REFUND_DUE':
    case 'REFUNDED':
    case 'RETURNED':
      return null
  }
}

const isAll = (order: Order, lines: { quantity: number }[]): boolean =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0) ===
  order.lines.reduce((sum, line) => sum + sentPieces(line), 0)

/** Refunds what the shop owes, in one or more requests. */
async function refundSome(first: Order, all: boolean): Promise<void> {
  const order = await readOrder(app, first.id)
  // A parcel that is paid on delivery and was never accepted.
  if ((await db.receivedPayment.count({ where: { orderId: order.id } })) === 0) return
  const known = await db.refund.findMany({ where: { orderId: order.id, state: { not: 'FAILED' } } })
  const refundedOf = (id: string) =>
    known
      .flatMap(({ lines }) => lines as unknown as { lineId: string; due: number }[])
      .filter(({ lineId }) => lineId === id)
      .reduce((sum, { due }) => sum + due, 0)
  const lines = order.lines.flatMap((line) => {
    const owed = line.returned + (order.payOnDelivery ? 0 : line.cancelled) - refundedOf(line.id)
    const quantity = all ? owed : random(owed + 1)
    return quantity > 0 ? [{ id: line.id, quantity }] : []
  })
  if (lines.length === 0) return
  await refundOrder(shop, refunds, {
    ...{ number: orderNumber(order), version: order.version, lines, reason: 'Came back', idempotencyKey: randomUUID() },
    ...(order.payOnDelivery && { reference: 'UTR 1' }),
  })
}

/** Reports a requested refund as failed or processed. */
async function report(first: Order): Promise<void> {
  const open = await db.refund.findFirst({ where: { orderId: first.id, state: 'REQUESTED' } })
  if (!open) return
  const status = random(3) === 0 ? 'failed' : 'processed'
  const refund = {
    id: `rfnd_${open.id}`,
    paymentId: open.paymentId,
    key: open.id,
    amount: open.amount,
    status,
  } as const
  await recordRefund(shop, { refund, source: 'WEBHOOK' })
}

/** `whole` in proportion to the weights. The rest goes to the largest remainders. */
function share(whole: number, weights: number[]): number[] {
  const sum = weights.reduce((all, each) => all + each, 0)
  const exact = weights.map((each) => (whole * each) / (sum || 1))
  const floors = exact.map(Math.floor)
  const left = whole - floors.reduce((all, each) => all + each, 0)
  const byRest = exact.map((each, i) => [each - floors[i]!, i] as const).sort((a, b) => b[0] - a[0] || a[1] - b[1])
  for (const [, i] of byRest.slice(0, left)) floors[i]! += 1
  return floors
}

/** The price of a line in paise, with its share of the coupon and of the gift wrap. */
function charges(order: Order): bigint[] {
  const totals = order.lines.map((line) => line.discounted * line.quantity * 100)
  const [coupon, wrap] = [share(order.couponDiscount * 100, totals), share(order.giftWrap * 100, totals)]
  return totals.map((each, i) => BigInt(each - coupon[i]! + wrap[i]!))
}

/** True if the buyer still has to send pieces that this replacement, or an earlier one, replaces. */
function isWaiting(walk: Walk, replacementId: string, lineId: string): boolean {
  const request = walk.requests.find((each) => each.replacementId === replacementId)
  const asked = request?.lines.find(({ orderLine }) => (orderLine.replacesLineId ?? orderLine.id) === lineId)
  if (!request) return false
  return (asked !== undefined && asked.state !== 'COMPLETED') || isWaiting(walk, request.orderId, lineId)
}

/** All pieces of a parcel that was never accepted are back. */
const keptByBuyer = ({ events }: Order, { quantity, cancelled }: Order['lines'][number]): number =>
  events.some(({ status }) => status === 'RETURNED') ? quantity - cancelled : 0

function check(walk: Walk, isSettled: boolean): void {
  const { refunds: made, payments, backForMoney, stock } = walk
  const [first, ...replacements] = walk.orders
  for (const order of [first!, ...replacements])
    for (const line of order.lines) {
      const kept = line.quantity - line.cancelled - line.returned
      expect(kept + line.returned + line.cancelled).toBe(line.quantity)
      expect(Math.min(kept, line.returned, line.cancelled, line.replaced, kept - line.replaced)).toBeGreaterThanOrEqual(
        0,
      )
    }
  // Each replaced piece is one piece of a replacement that the buyer has or will get, and that was not replaced again.
  for (const line of first!.lines) {
    const coming = replacements
      .filter(({ status }) => status !== 'CANCELLED')
      .flatMap(({ lines }) => lines.filter(({ replacesLineId }) => replacesLineId === line.id))
      .reduce((sum, each) => sum + each.quantity - each.cancelled - each.returned - each.replaced, 0)
    expect(coming).toBe(line.replaced)
    // Returned are the pieces that came back for money, and the replacements that did or that were cancelled, unless the pieces that they
    // replace have yet to come back.
    const cameBack = backForMoney.filter(({ orderLineId }) => orderLineId === line.id)
    const wasAccepted = first!.events.some(({ status }) => status === 'DELIVERED')
    const own = wasAccepted ? cameBack.reduce((sum, { quantity }) => sum + quantity, 0) : keptByBuyer(first!, line)
    const ofReplacements = replacements
      .filter(({ id }) => !isWaiting(walk, id, line.id))
      .flatMap((order) => order.lines.map((each) => ({ ...each, isCancelled: order.status === 'CANCELLED' })))
      .filter(({ replacesLineId }) => replacesLineId === line.id)
      .reduce((sum, each) => sum + (each.isCancelled ? each.quantity : each.cancelled + each.returned), 0)
    expect(line.returned).toBe(own + ofReplacements)
  }
  for (const [id, left] of stock) expect([id, left]).toEqual([id, STOCK - (taken.get(id) ?? 0)])
  const paid = payments.reduce((sum, { amount }) => sum + amount, 0)
  const refunded = made.filter(({ state: each }) => each !== 'FAILED').reduce((sum, { amount }) => sum + amount, 0)
  expect(refunded + first!.owedPaise).toBeLessThanOrEqual(paid)
  if (!isSettled) return
  const upTo = (i: number, pieces: number) =>
    Number((charges(first!)[i]! * BigInt(pieces)) / BigInt(first!.lines[i]!.quantity))
  // Cash at the door is whole rupees: each line that is sent has its share of what the shop takes off.
  const cancelled = first!.lines.reduce((sum, line, i) => sum + upTo(i, line.cancelled), 0)
  const cash = Math.floor((first!.totalAmount * 100 - cancelled) / 100) * 100
  const kept = first!.lines.map((line, i) => upTo(i, line.quantity) - upTo(i, line.cancelled))
  const off = share(first!.totalAmount * 100 - cancelled - cash, kept)
  const due = first!.lines.map((line, i) =>
    first!.payOnDelivery
      ? Math.max(0, upTo(i, line.cancelled + line.returned) - upTo(i, line.cancelled) - off[i]!)
      : upTo(i, line.cancelled + line.returned),
  )
  expect(first!.owedPaise).toBe(0)
  expect(refunded).toBe(
    Math.min(
      paid,
      due.reduce((sum, each) => sum + each, 0),
    ),
  )
  if (first!.payOnDelivery && paid > 0) expect(paid).toBe(cash)
}

it('keep all pieces and all money, with kills in between', async () => {
  const names = new Map<string, number>()
  for (let i = 0; i < WALKS; i += 1) {
    const first = await begin()
    taken = new Map()
    let walk = await readWalk(first.id)
    for (let done = 0; done < STEPS; done += 1) {
      const found = await stepOf(pick(walk.orders))
      if (found) {
        const { step, after } = found
        const [name, act] = step
        if (random(3) === 0) {
          await expect(act(killed)).rejects.toThrow('killed')
          expect(await readWalk(first.id)).toEqual(walk)
        }
        await act(shop)
        after()
        names.set(name, (names.get(name) ?? 0) + 1)
      }
      const { status } = await readOrder(app, first.id)
      if (status === 'REFUND_DUE' || status === 'REFUNDED' || status === 'CANCELLED') break
      if (random(3) === 0) await refundSome(first, false)
      if (random(3) === 0) await report(first)
      walk = await readWalk(first.id)
      check(walk, false)
    }
    const { status } = await readOrder(app, first.id)
    // What is refunded whole has its own tests.
    if (status === 'REFUND_DUE' || status === 'REFUNDED' || status === 'CANCELLED') continue
    for (let tries = 0; (await readOrder(app, first.id)).owedPaise > 0 && tries < 20; tries += 1) {
      await refundSome(first, true)
      await report(first)
    }
    if ((await readOrder(app, first.id)).status !== 'REFUND_DUE') check(await readWalk(first.id), true)
  }
  // All kinds of steps were made.
  expect([...names.keys()].sort()).toEqual(
    [
      'ask',
      'cancel lines',
      'decide',
      'deliver',
      'did not arrive',
      'never accepted',
      'receive',
      'refuse',
      'ship',
      'shop cancels lines',
    ].sort(),
  )
})
