import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { dayInIndia } from '../../../shared/delivery/delivery'
import type { ReturnWish } from '../../../generated/prisma/client'
import { startTestApp, without } from '../../../testing/app'
import { ask as call } from '../../../testing/calls'
import {
  actorAs,
  addressOf,
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
import { refundOrder } from '../../office/orders/refundOrder'
import {
  acceptReturn,
  decideReturn,
  receiveReturn,
  refuseReturn,
  type Decision,
} from '../../office/orders/returnChanges'
import { listSales } from '../../office/sales/sales'
import { composeOf, withBuyer } from '../../mail/composeOrderMail'
import { cancelledPaise, payablePaise } from '../charges'
import { invoiceOf } from '../invoice'
import { readMoney } from '../money'
import { orderNumber, type Order } from '../order'
import { confirmPayment } from '../placement/checkout'
import { placeOnce } from '../placement/placement'
import { cancelByBuyer } from './cancel'
import { requestReturn, type ReturnRequest } from './ask'

const app = await startTestApp({}, { limits: without('stock', 'coupons') })
const { shop } = app
const { db } = shop

const rejected = (code: string, message?: string) =>
  expect.objectContaining({
    code,
    ...(message !== undefined && { message: expect.stringContaining(message) as string }),
  })
const staff = await newStaff(app)
const orders = await actorAs(app, staff, 'write_orders')
const refunds = await actorAs(app, staff, 'write_refunds')

/** Bought and delivered: four bowls and two cups. */
async function receive(pieces: Record<string, number> = { [BOWL]: 4, [CUP]: 2 }) {
  const shopper = await newShopper(app)
  const order = await newDelivered(app, shopper, pieces)
  const [bowls, cups] = order.lines
  const ask = (input: Omit<ReturnRequest, 'reason'> & { reason?: string }) =>
    requestReturn(shop, shopper, orderNumber(order), { reason: 'CHANGED_MIND', ...input })
  return { shopper, id: order.id, number: orderNumber(order), bowls: bowls!, cups: cups!, ask }
}

/** What a buyer reads about an order. */
const MINE = `query ($number: String!) { me { order(number: $number) {
  waitsForReturn expectsReturn items { returned returnedPieces returnedBroken returnedBrokenPieces } returns { sendTo owesRefund } } } }`

const mine = async ({ token }: { token: string }, order: Order) =>
  (await call(app, MINE, { token, variables: { number: orderNumber(order) } })).data.me.order

/** Paid and not shipped yet. */
async function pay(pieces: Record<string, number> = { [BOWL]: 4, [CUP]: 2 }) {
  await setStock(app, { [BOWL]: 50, [CUP]: 50 })
  const shopper = await newShopper(app, pieces)
  const { id } = await confirmPayment(shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
  const order = await readOrder(app, id)
  return { shopper, id, number: orderNumber(order), order, bowls: order.lines[0]!, cups: order.lines[1] }
}

const edit = (order: Order) => ({ number: orderNumber(order), version: order.version })
const replacementOf = async (orderId: string): Promise<Order> => {
  const { replacementId } = await db.orderReturn.findFirstOrThrow({ where: { orderId, replacementId: { not: null } } })
  return readOrder(app, replacementId!)
}
const refundedOf = async (orderId: string) =>
  (await readMoney(db, orderId)).refunds
    .filter(({ state }) => state !== 'FAILED')
    .reduce((sum, { amount }) => sum + amount, 0)

describe('a return of some pieces', () => {
  it('is accepted, received and counted by line, and the shop owes their share of what was paid', async () => {
    const { shopper, id, bowls, ask } = await receive()
    const asked = await ask({ lines: [{ id: bowls.id, quantity: 1 }] })
    expect(asked.status).toBe('RETURN_REQUESTED')
    expect((await mine(shopper, asked)).expectsReturn).toBe(false)
    expect(asked.events.at(-1)!.note).toBe(`1 × ${bowls.title}: I changed my mind.`)
    const accepted = await decideReturn(shop, orders, edit(asked))
    expect(accepted.status).toBe('RETURN_REQUESTED')
    expect(accepted.events.at(-1)!.note).toContain('in its box, to Sample Seller, 1 Sample Street, Bengaluru 560001.')
    expect(accepted.owedPaise).toBe(0)
    expect((await mine(shopper, accepted)).expectsReturn).toBe(true)
    const stock = await stockOf(app, BOWL)
    const received = await receiveReturn(shop, orders, { ...edit(accepted), lines: [{ id: bowls.id, restock: 1 }] })
    expect(received.status).toBe('DELIVERED')
    expect((await mine(shopper, received)).expectsReturn).toBe(false)
    expect(received.lines[0]).toMatchObject({ returned: 1, restocked: 1, asked: 1 })
    expect(received.owedPaise).toBe(bowls.discounted * 100)
    expect(await stockOf(app, BOWL)).toBe(stock + 1)
    const settled = await refundOrder(shop, refunds, {
      ...edit(received),
      lines: [{ id: bowls.id, quantity: 1 }],
      reason: 'Came back',
      idempotencyKey: 'settle',
    })
    expect([settled.owedPaise, settled.status]).toEqual([0, 'DELIVERED'])
    expect(await refundedOf(id)).toBe(bowls.discounted * 100)
  })

  it('can be asked for once per piece, while no other request is open', async () => {
    const { bowls, ask } = await receive()
    const asked = await ask({ lines: [{ id: bowls.id, quantity: 3 }] })
    await expect(ask({ lines: [{ id: bowls.id, quantity: 1 }] })).rejects.toEqual(rejected('RETURN_ALREADY_REQUESTED'))
    await acceptReturn(shop, orders, { ...edit(asked), restock: false })
    await expect(ask({ lines: [{ id: bowls.id, quantity: 2 }] })).rejects.toEqual(
      rejected('INVALID_INPUT', `You can return 1 to 1 of ${bowls.title}.`),
    )
    const rest = await ask({})
    expect(rest.lines.map(({ asked: pieces }) => pieces)).toEqual([4, 2])
    const back = await acceptReturn(shop, orders, { ...edit(rest), restock: true })
    expect(back.status).toBe('RETURNED')
    await expect(ask({})).rejects.toEqual(rejected('RETURN_ALREADY_REQUESTED'))
  })

  it.each([
    ['no line', []],
    ['a quantity of 0', [0]],
    ['a negative quantity', [-1]],
    ['half a piece', [0.5]],
    ['too many pieces', [5]],
    ['a line twice', [1, 1]],
  ])('is refused for %s, and changes nothing', async (_name, quantities) => {
    const { id, bowls, ask } = await receive()
    const before = await readOrder(app, id)
    const lines = quantities.map((quantity) => ({ id: bowls.id, quantity }))
    await expect(ask({ lines })).rejects.toEqual(rejected('INVALID_INPUT'))
    expect(await readOrder(app, id)).toEqual(before)
  })

  it('is refused for a line of another order, and for photos that the buyer did not upload', async () => {
    const [{ ask, bowls }, other] = [await receive(), await receive()]
    await expect(ask({ lines: [{ id: other.bowls.id, quantity: 1 }] })).rejects.toEqual(rejected('INVALID_INPUT'))
    const photos = ['/photos/u-0123456789.webp']
    await expect(ask({ lines: [{ id: bowls.id, quantity: 1 }], photos })).rejects.toEqual(
      rejected('INVALID_INPUT', 'upload each photo'),
    )
    const seven = Array.from({ length: 7 }, (_, i) => `/photos/u-${i}.webp`)
    await expect(ask({ photos: seven })).rejects.toEqual(rejected('INVALID_INPUT', 'at most 6'))
    await expect(requestReturn(shop, other.shopper, 'CER-999999', { reason: 'DAMAGED' })).rejects.toEqual(
      rejected('ORDER_NOT_FOUND'),
    )
  })

  it('is accepted for some lines and refused for others, with a reason', async () => {
    const { bowls, cups, ask } = await receive()
    const asked = await ask({ lines: [bowls, cups].map(({ id }) => ({ id, quantity: 1 })) })
    const decision = { ...edit(asked), refused: [cups.id] }
    await expect(decideReturn(shop, orders, decision)).rejects.toEqual(rejected('INVALID_INPUT'))
    const decided = await decideReturn(shop, orders, { ...decision, reason: 'The cup was used.' })
    expect(decided.events.at(-1)!.note).toContain(`We could not accept 1 × ${cups.title}: The cup was used.`)
    await expect(decideReturn(shop, orders, edit(decided))).rejects.toEqual(rejected('ORDER_STATUS_CONFLICT'))
    const wrong = receiveReturn(shop, orders, { ...edit(decided), lines: [{ id: cups.id, restock: 1 }] })
    await expect(wrong).rejects.toEqual(rejected('INVALID_INPUT'))
    const done = await receiveReturn(shop, orders, { ...edit(decided), lines: [{ id: bowls.id, restock: 0 }] })
    expect(done.lines.map(({ returned, asked: pieces }) => [returned, pieces])).toEqual([
      [1, 1],
      [0, 1],
    ])
    await expect(ask({ lines: [{ id: cups.id, quantity: 2 }] })).rejects.toEqual(rejected('INVALID_INPUT'))
  })

  it('is accepted for some pieces of a line, and the buyer reads which', async () => {
    const { id, bowls, cups, ask } = await receive()
    const asked = await ask({
      lines: [
        { id: bowls.id, quantity: 4 },
        { id: cups.id, quantity: 2 },
      ],
    })
    const refusedLines = [{ id: bowls.id, quantity: 1 }]
    const decided = await decideReturn(shop, orders, { ...edit(asked), refusedLines, reason: 'One bowl was used.' })
    const { note } = decided.events.at(-1)!
    expect(note).toContain(`We accepted your return of 3 × ${bowls.title}, 2 × ${cups.title}.`)
    expect(note).toContain(`We could not accept 1 × ${bowls.title}: One bowl was used.`)
    const parts = await db.returnLine.findMany({ where: { request: { orderId: id } }, orderBy: { id: 'asc' } })
    expect(parts).toMatchObject([
      { orderLineId: bowls.id, quantity: 3, state: 'ACCEPTED' },
      { orderLineId: cups.id, quantity: 2, state: 'ACCEPTED' },
      { orderLineId: bowls.id, quantity: 1, state: 'REFUSED' },
    ])
    const back = (restock: number) => ({
      ...edit(decided),
      lines: [
        { id: bowls.id, restock },
        { id: cups.id, restock: 0 },
      ],
    })
    await expect(receiveReturn(shop, orders, back(4))).rejects.toEqual(rejected('INVALID_INPUT', '0 to 3'))
    const done = await receiveReturn(shop, orders, back(3))
    expect([done.status, done.owedPaise]).toEqual(['DELIVERED', (3 * bowls.discounted + 2 * cups.discounted) * 100])
    expect(done.lines[0]).toMatchObject({ asked: 4, returned: 3, restocked: 3 })
    // A refused bowl cannot be asked for again.
    await expect(ask({})).rejects.toEqual(rejected('RETURN_ALREADY_REQUESTED'))
  })

  it.each<[what: string, lines: (ids: { bowls: string; cups: string }) => object[], message: string]>([
    ['more than was asked for', ({ bowls }) => [{ id: bowls, quantity: 4 }], 'You can refuse 1 to 3 of'],
    ['a line of which nothing was asked for', ({ cups }) => [{ id: cups, quantity: 1 }], 'You cannot refuse any more'],
    ['an unknown line', () => [{ id: 'x', quantity: 1 }], 'The order has no such line.'],
    ['nothing', ({ bowls }) => [{ id: bowls, quantity: 0 }], '1 or more'],
    ['a negative number', ({ bowls }) => [{ id: bowls, quantity: -1 }], '1 or more'],
    ['half a bowl', ({ bowls }) => [{ id: bowls, quantity: 0.5 }], '1 or more'],
    ['single items of a product that is no set', ({ bowls }) => [{ id: bowls, quantity: 0, pieces: 1 }], 'no single'],
    [
      'a line twice',
      ({ bowls }) => [
        { id: bowls, quantity: 1 },
        { id: bowls, quantity: 1 },
      ],
      'only once',
    ],
  ])('refuses %s with a message, and changes nothing', async (_what, lines, message) => {
    const { id, bowls, cups, ask } = await receive()
    const asked = await ask({ lines: [{ id: bowls.id, quantity: 3 }] })
    const refusedLines = lines({ bowls: bowls.id, cups: cups.id }) as { id: string; quantity: number }[]
    const decision = { ...edit(asked), refusedLines, reason: 'Used' }
    await expect(decideReturn(shop, orders, decision)).rejects.toEqual(rejected('INVALID_INPUT', message))
    const both = { ...edit(asked), refused: [bowls.id], refusedLines: [{ id: bowls.id, quantity: 1 }], reason: 'Used' }
    await expect(decideReturn(shop, orders, both)).rejects.toEqual(rejected('INVALID_INPUT', 'only once'))
    expect(await readOrder(app, id)).toEqual(asked)
  })

  it('is ended without money if the accepted pieces never arrive', async () => {
    const { bowls, cups, ask } = await receive()
    const asked = await ask({ lines: [bowls, cups].map(({ id }) => ({ id, quantity: 1 })) })
    const decided = await decideReturn(shop, orders, edit(asked))
    const part = await receiveReturn(shop, orders, { ...edit(decided), lines: [{ id: bowls.id, restock: 0 }] })
    const reason = 'The cup did not arrive.'
    const ended = await refuseReturn(shop, orders, { ...edit(part), reason })
    expect([ended.status, ended.owedPaise]).toEqual(['DELIVERED', bowls.discounted * 100])
    expect(ended.lines.map(({ returned }) => returned)).toEqual([1, 0])
    expect(ended.events.at(-1)!.note).toBe(`We could not accept 1 × ${cups.title}: ${reason}`)
    // A repeated call changes nothing.
    expect((await refuseReturn(shop, orders, { ...edit(part), reason })).version).toBe(ended.version)
  })

  it('keeps the reason for a part that was refused before', async () => {
    const { id, bowls, ask } = await receive()
    const asked = await ask({ lines: [{ id: bowls.id, quantity: 3 }] })
    const refusedLines = [{ id: bowls.id, quantity: 2 }]
    const decided = await decideReturn(shop, orders, { ...edit(asked), refusedLines, reason: 'Two bowls were used' })
    await refuseReturn(shop, orders, { ...edit(decided), reason: 'The third never came.' })
    const { refusal } = await db.orderReturn.findFirstOrThrow({ where: { orderId: id } })
    expect(refusal).toBe('Two bowls were used. The third never came.')
  })

  it.each([
    ['some pieces of a line', 4, 2],
    ['all pieces of a line', 2, 2],
    ['more pieces than are refunded', 4, 3],
  ])('owes for %s only what was not refunded before they were back', async (_, wanted, accepted) => {
    const { bowls, ask } = await receive()
    const asked = await ask({ lines: [{ id: bowls.id, quantity: wanted }] })
    const refusedLines = wanted > accepted ? [{ id: bowls.id, quantity: wanted - accepted }] : []
    const decided = await decideReturn(shop, orders, { ...edit(asked), refusedLines, reason: 'Used.' })
    const refund = { lines: [{ id: bowls.id, quantity: 2 }], reason: 'Early', idempotencyKey: randomUUID() }
    const early = await refundOrder(shop, refunds, { ...edit(decided), ...refund })
    expect(early.owedPaise).toBe(0)
    const back = await receiveReturn(shop, orders, { ...edit(early), lines: [{ id: bowls.id, restock: accepted }] })
    expect(back.owedPaise).toBe((accepted - 2) * bowls.discounted * 100)
  })

  it('leaves broken pieces with the buyer, and is owed when it is accepted', async () => {
    const { bowls, ask } = await receive()
    const asked = await ask({ reason: 'DAMAGED', lines: [{ id: bowls.id, quantity: 2 }] })
    const accepted = await decideReturn(shop, orders, edit(asked))
    expect([accepted.status, accepted.owedPaise]).toEqual(['DELIVERED', 2 * bowls.discounted * 100])
    expect(accepted.events.at(-1)!.note).toContain('You need not send the broken items back.')
  })

  it('is owed at once for broken pieces, while the shop waits for the others', async () => {
    const { bowls, cups, ask } = await receive()
    const lines = [
      { id: bowls.id, quantity: 1, reason: 'DAMAGED' as const },
      { id: cups.id, quantity: 1 },
    ]
    const decided = await decideReturn(shop, orders, edit(await ask({ lines })))
    expect([decided.status, decided.owedPaise]).toEqual(['RETURN_REQUESTED', bowls.discounted * 100])
  })
})

describe('a replacement', () => {
  it('is an order at Rs. 0, whose stock is taken when the return is accepted', async () => {
    const { id, bowls, ask } = await receive()
    const asked = await ask({ reason: 'DAMAGED', wish: 'REPLACEMENT', lines: [{ id: bowls.id, quantity: 1 }] })
    const stock = await stockOf(app, BOWL)
    const accepted = await decideReturn(shop, orders, edit(asked))
    expect(await stockOf(app, BOWL)).toBe(stock - 1)
    expect([accepted.status, accepted.owedPaise]).toEqual(['DELIVERED', 0])
    expect(accepted.lines[0]).toMatchObject({ replaced: 1, returned: 0 })
    const replacement = await replacementOf(id)
    expect(replacement).toMatchObject({
      status: 'CONFIRMED',
      isReplacement: true,
      totalAmount: 0,
      payOnDelivery: false,
    })
    expect(accepted.events.at(-1)!.note).toContain(orderNumber(replacement))
    expect(invoiceOf(shop.settings, replacement)).toBeNull()
    const shipped = await shipOrder(shop, orders, { ...edit(replacement), ...parcelOf(replacement) })
    const delivered = await deliverOrder(shop, orders, edit(shipped))
    expect(delivered.status).toBe('DELIVERED')
    expect((await readMoney(db, replacement.id)).payments).toEqual([])
  })

  it('is refused to a buyer who changed their mind, also for some of the items, and staff cannot send one', async () => {
    const { id, bowls, cups, ask } = await receive()
    const before = await readOrder(app, id)
    const mixed = [
      { id: bowls.id, quantity: 1, reason: 'WRONG_ITEM' as const },
      { id: cups.id, quantity: 1 },
    ]
    const refused = rejected('INVALID_INPUT', 'A replacement is for broken, wrong or faulty items.')
    await expect(ask({ wish: 'REPLACEMENT' })).rejects.toEqual(refused)
    await expect(ask({ wish: 'REPLACEMENT', lines: mixed })).rejects.toEqual(refused)
    expect(await readOrder(app, id)).toEqual(before)
    const asked = await ask({ lines: mixed })
    await expect(decideReturn(shop, orders, { ...edit(asked), wish: 'REPLACEMENT' })).rejects.toEqual(refused)
    // The faulty item alone can be replaced.
    const decision = { ...edit(asked), refused: [cups.id], reason: 'Used', wish: 'REPLACEMENT' as const }
    expect((await decideReturn(shop, orders, decision)).lines[0]).toMatchObject({ replaced: 1 })
  })

  it('that release 1.0.0 let a buyer wish for who changed their mind becomes a refund', async () => {
    const { id, bowls, ask } = await receive()
    const asked = await ask({ lines: [{ id: bowls.id, quantity: 1 }] })
    await db.orderReturn.updateMany({ where: { orderId: id }, data: { wish: 'REPLACEMENT' } })
    const back = await acceptReturn(shop, orders, { ...edit(asked), restock: false })
    expect(back.owedPaise).toBe(bowls.discounted * 100)
  })

  it('and a refund count the broken pieces, which the buyer keeps, apart from those that came back', async () => {
    const { id, shopper, bowls, cups, ask } = await receive()
    const broken = async (order: Order) =>
      (await mine(shopper, order)).items.map(({ returned, returnedBroken }: Record<string, number>) => [
        returned,
        returnedBroken,
      ])
    const lines = [
      { id: bowls.id, quantity: 2, reason: 'DAMAGED' as const },
      { id: cups.id, quantity: 1, reason: 'NOT_AS_DESCRIBED' as const },
    ]
    const asked = await ask({ lines })
    expect(await broken(asked)).toEqual([[0, 0], [0, 0]]) // prettier-ignore
    expect((await mine(shopper, asked)).returns).toEqual([{ sendTo: null, owesRefund: false }])
    const decided = await decideReturn(shop, orders, edit(asked))
    expect(await broken(decided)).toEqual([[2, 2], [0, 0]]) // prettier-ignore
    const sendTo = 'Sample Seller, 1 Sample Street, Bengaluru 560001'
    expect((await mine(shopper, decided)).returns).toEqual([{ sendTo, owesRefund: true }])
    const back = await receiveReturn(shop, orders, { ...edit(decided), lines: [{ id: cups.id, restock: 0 }] })
    expect(await broken(back)).toEqual([[2, 2], [1, 0]]) // prettier-ignore
    expect((await mine(shopper, back)).returns).toEqual([{ sendTo: null, owesRefund: true }])
    // One bowl is replaced. The replacement is broken too, and comes back for money.
    const again = await ask({ reason: 'DAMAGED', wish: 'REPLACEMENT', lines: [{ id: bowls.id, quantity: 1 }] })
    const replaced = await decideReturn(shop, orders, edit(again))
    expect(await broken(replaced)).toEqual([[2, 2], [1, 0]]) // prettier-ignore
    const sent = await replacementOf(id)
    const shipped = await shipOrder(shop, orders, { ...edit(sent), ...parcelOf(sent) })
    const arrived = await deliverOrder(shop, orders, edit(shipped))
    const request = await requestReturn(shop, shopper, orderNumber(arrived), { reason: 'DAMAGED' })
    await decideReturn(shop, orders, edit(request))
    expect(await broken(arrived)).toEqual([[1, 1]])
    const first = await readOrder(app, id)
    expect(await broken(first)).toEqual([[3, 3], [1, 0]]) // prettier-ignore
    expect((await mine(shopper, arrived)).returns).toEqual([{ sendTo: null, owesRefund: true }])
    const owed = { lines: [bowls, cups].map((line, i) => ({ id: line.id, quantity: 3 - 2 * i })), reason: 'Broken' }
    await refundOrder(shop, refunds, { ...edit(first), ...owed, idempotencyKey: id })
    expect((await mine(shopper, arrived)).returns).toEqual([{ sendTo: null, owesRefund: false }])
  })

  it.each(['REFUND', 'REPLACEMENT'] as const)(
    'and a refund count broken pieces as returned if their parcel came back: %s',
    async (wish) => {
      const { id, number, shopper, bowls, ask } = await receive()
      const asked = await ask({ reason: 'DAMAGED', wish, lines: [{ id: bowls.id, quantity: 2 }] })
      const back = await acceptReturn(shop, orders, { ...edit(asked), restock: false })
      if (wish === 'REPLACEMENT') await cancelByBuyer(shop, shopper, orderNumber(await replacementOf(id)))
      const [line] = (await mine(shopper, back)).items
      expect(line).toMatchObject({ returned: 2, returnedBroken: 0 })
      const READ = `query ($number: String!) { me { order(number: $number) { returns { lines { state isBack } } } } }`
      const { data } = await call(app, READ, { token: shopper.token, variables: { number } })
      expect(data.me.order.returns[0].lines).toEqual([{ state: 'COMPLETED', isBack: true }])
    },
  )

  it('that is cancelled counts a wrong piece that came back apart from a broken one that was replaced', async () => {
    const { id, shopper, bowls, ask } = await receive()
    const one = { wish: 'REPLACEMENT' as const, lines: [{ id: bowls.id, quantity: 1 }] }
    await decideReturn(shop, orders, edit(await ask({ ...one, reason: 'DAMAGED' })))
    const decided = await decideReturn(shop, orders, edit(await ask({ ...one, reason: 'WRONG_ITEM' })))
    const { replacement } = await db.orderReturn.findFirstOrThrow({
      where: { orderId: id },
      orderBy: { id: 'desc' },
      select: { replacement: true },
    })
    await cancelByBuyer(shop, shopper, orderNumber(replacement!))
    const lines = [{ id: bowls.id, restock: 0 }]
    const back = await receiveReturn(shop, orders, { ...edit(await readOrder(app, decided.id)), lines })
    expect((await mine(shopper, back)).items[0]).toMatchObject({ returned: 1, returnedBroken: 0 })
  })

  it('says which items it waits for, until they are back', async () => {
    const { id, shopper, bowls, ask } = await receive()
    const asked = await ask({ reason: 'WRONG_ITEM', wish: 'REPLACEMENT', lines: [{ id: bowls.id, quantity: 1 }] })
    const decided = await decideReturn(shop, orders, edit(asked))
    const replacement = await replacementOf(id)
    expect(decided.events.at(-1)!.note).toContain(
      `We send your replacement with order ${orderNumber(replacement)} when the parcel is here.`,
    )
    const waitsFor = async (order: Order) => {
      const query = 'query ($number: String!) { office { order(number: $number) { waitsForReturnOf } } }'
      const { data } = await call(app, query, { token: staff.token, variables: { number: orderNumber(order) } })
      return data.office.order.waitsForReturnOf
    }
    expect([await waitsFor(replacement), await waitsFor(asked)]).toEqual([orderNumber(asked), null])
    expect((await mine(shopper, replacement)).waitsForReturn).toBe(true)
    await receiveReturn(shop, orders, { ...edit(decided), lines: [{ id: bowls.id, restock: 1 }] })
    expect(await waitsFor(replacement)).toBeNull()
    expect((await mine(shopper, replacement)).waitsForReturn).toBe(false)
  })

  it('waits for nothing once it is sent before the items are back', async () => {
    const { id, shopper, bowls, ask } = await receive()
    const asked = await ask({ reason: 'WRONG_ITEM', wish: 'REPLACEMENT', lines: [{ id: bowls.id, quantity: 1 }] })
    await decideReturn(shop, orders, edit(asked))
    const replacement = await replacementOf(id)
    await shipOrder(shop, orders, { ...edit(replacement), ...parcelOf(replacement) })
    expect((await mine(shopper, replacement)).waitsForReturn).toBe(false)
  })

  it('has an email of its own, which says when it is sent', async () => {
    const { id, bowls, cups, ask } = await receive()
    const mailed = async (order: Order) => {
      const settings = { ...shop.settings, mail: { origin: 'https://shop.example' } as never }
      const found = await db.order.findUniqueOrThrow({ where: { id: order.id }, include: withBuyer })
      const rows = await db.outboxMessage.findMany({ where: { topic: order.id, channel: 'mail' } })
      return rows.map(({ body }) => composeOf({ ...shop, settings }, found, body)!)
    }
    const lines = [
      { id: bowls.id, quantity: 1, reason: 'WRONG_ITEM' as const },
      { id: cups.id, quantity: 2, reason: 'DAMAGED' as const },
    ]
    const decided = await decideReturn(shop, orders, edit(await ask({ wish: 'REPLACEMENT', lines })))
    const replacement = await replacementOf(id)
    const [mail, ...others] = await mailed(replacement)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ kind: 'PLACED', subject: `Your free replacement: order ${orderNumber(replacement)}` })
    const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '').replace(/\s+/g, ' ')
    expect(plain(mail!.text)).toContain(
      `Order ${orderNumber(replacement)} replaces items of order ${orderNumber(decided)}. You don't need to pay anything. ` +
        'We send it when the items that you return are with us, and email you when it ships. View your order:',
    )
    expect(plain(mail!.text)).toContain(`1 × ${bowls.title} 2 × ${cups.title} --`)
    await receiveReturn(shop, orders, { ...edit(decided), lines: [{ id: bowls.id, restock: 1 }] })
    expect(plain((await mailed(replacement))[0]!.text)).toMatch(
      /packing your order and will email you when it ships\. It should arrive by \w+day,/,
    )
    const [, returned] = (await mailed(decided)).filter(({ kind }) => kind === 'RETURN_ACCEPTED' || kind === 'RETURNED')
    expect(returned!.kind).toBe('RETURNED')
    expect(plain(returned!.text)).toContain(`Your replacement is order ${orderNumber(replacement)}.`)
    // The broken cups were not in the parcel.
    expect(returned!.text).not.toContain(cups.title)
  })

  it('of a sold-out piece is refused, and the return can be accepted for money', async () => {
    const { bowls, ask } = await receive()
    const asked = await ask({ reason: 'DAMAGED', wish: 'REPLACEMENT', lines: [{ id: bowls.id, quantity: 2 }] })
    await setStock(app, { [BOWL]: 1 })
    await expect(decideReturn(shop, orders, edit(asked))).rejects.toEqual(
      rejected('OUT_OF_STOCK', 'Accept the return for money instead.'),
    )
    expect(await stockOf(app, BOWL)).toBe(1)
    const accepted = await decideReturn(shop, orders, { ...edit(asked), wish: 'REFUND' })
    expect(accepted.owedPaise).toBe(2 * bowls.discounted * 100)
  })

  it('that is cancelled, or comes back for money, is owed by the first order', async () => {
    const { shopper, id, bowls, ask } = await receive()
    const asked = await ask({ reason: 'DAMAGED', wish: 'REPLACEMENT', lines: [{ id: bowls.id, quantity: 2 }] })
    await decideReturn(shop, orders, edit(asked))
    const replacement = await replacementOf(id)
    const [line] = replacement.lines
    const parts = { lines: [{ id: line!.id, quantity: 1 }], version: replacement.version }
    const left = await cancelByBuyer(shop, shopper, orderNumber(replacement), parts)
    expect(left.status).toBe('CONFIRMED')
    expect((await readOrder(app, id)).owedPaise).toBe(bowls.discounted * 100)
    const shipped = await shipOrder(shop, orders, { ...edit(left), ...parcelOf(left) })
    await deliverOrder(shop, orders, edit(shipped))
    const again = await requestReturn(shop, shopper, orderNumber(replacement), { reason: 'DAMAGED' })
    expect((await decideReturn(shop, orders, edit(again))).status).toBe('RETURNED')
    const first = await readOrder(app, id)
    expect(first.lines[0]).toMatchObject({ returned: 2, replaced: 0 })
    expect(first.owedPaise).toBe(2 * bowls.discounted * 100)
  })

  it('owes nothing if the buyer keeps the first piece too and returns the new one', async () => {
    const { shopper, id, bowls, ask } = await receive()
    const lines = [{ id: bowls.id, quantity: 1 }]
    const asked = await ask({ reason: 'WRONG_ITEM', wish: 'REPLACEMENT', lines })
    const decided = await decideReturn(shop, orders, edit(asked))
    const replacement = await replacementOf(id)
    const shipped = await shipOrder(shop, orders, { ...edit(replacement), ...parcelOf(replacement) })
    await deliverOrder(shop, orders, edit(shipped))
    await refuseReturn(shop, orders, { ...edit(decided), reason: 'It did not arrive.' })
    const again = await requestReturn(shop, shopper, orderNumber(replacement), { reason: 'CHANGED_MIND' })
    await acceptReturn(shop, orders, { ...edit(again), restock: true })
    expect(await readOrder(app, id)).toMatchObject({ owedPaise: 0, lines: [{ returned: 0, replaced: 0 }, {}] })
  })

  it('is created and taken from stock once if several staff accept at the same moment', async () => {
    const { id, bowls, ask } = await receive()
    const asked = await ask({ reason: 'DAMAGED', wish: 'REPLACEMENT', lines: [{ id: bowls.id, quantity: 1 }] })
    const stock = await stockOf(app, BOWL)
    const calls = await Promise.allSettled([1, 2, 3].map(() => decideReturn(shop, orders, edit(asked))))
    expect(calls.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await stockOf(app, BOWL)).toBe(stock - 1)
    expect(await db.orderReturn.count({ where: { orderId: id, replacementId: { not: null } } })).toBe(1)
  })
})

describe('a cancellation of some pieces', () => {
  it('of a paid order keeps the rest, and the shop owes their price', async () => {
    const { shopper, id, number, order, bowls } = await pay()
    const stock = await stockOf(app, BOWL)
    const some = { lines: [{ id: bowls.id, quantity: 1 }], version: order.version }
    const changed = await cancelByBuyer(shop, shopper, number, some)
    expect([changed.status, changed.owedPaise]).toEqual(['PAID', bowls.discounted * 100])
    expect(changed.events.at(-1)!.note).toBe(`You cancelled 1 × ${bowls.title}.`)
    expect(await stockOf(app, BOWL)).toBe(stock + 1)
    // A repeated call cancels nothing more.
    await expect(cancelByBuyer(shop, shopper, number, some)).rejects.toEqual(rejected('STALE_VERSION'))
    await expect(cancelByBuyer(shop, shopper, number, { lines: some.lines })).rejects.toEqual(rejected('INVALID_INPUT'))
    const [line] = invoiceOf(shop.settings, changed)!.lines
    expect(line).toMatchObject({ quantity: 3, total: 3 * bowls.discounted * 100 })
    expect(await refundedOf(id)).toBe(0)
  })

  it('of all pieces cancels the order', async () => {
    const { shopper, number, order, bowls, cups } = await pay()
    const lines = [bowls, cups!].map(({ id, quantity }) => ({ id, quantity }))
    const changed = await cancelByBuyer(shop, shopper, number, { lines, version: order.version })
    expect(changed).toMatchObject({ status: 'REFUND_DUE', cancelledByBuyer: true })
  })

  it('of an unpaid order is refused', async () => {
    await setStock(app, { [BOWL]: 5 })
    const shopper = await newShopper(app, { [BOWL]: 2 })
    const { order } = await checkOut(app, shopper)
    const some = { lines: [{ id: order.lines[0]!.id, quantity: 1 }], version: order.version }
    await expect(cancelByBuyer(shop, shopper, orderNumber(order), some)).rejects.toEqual(
      rejected('ORDER_NOT_CANCELLABLE', 'cancelled whole'),
    )
  })

  it('of an order that is paid on delivery lowers what is due', async () => {
    await setStock(app, { [BOWL]: 50, [CUP]: 50 })
    const shopper = await newShopper(app, { [BOWL]: 2, [CUP]: 1 })
    const input = { addressId: shopper.addressId, idempotencyKey: 'a', networkAddress: addressOf(shopper.email) }
    const placed = await placeOnce(shop, shopper, input, { payOnDelivery: true })
    const [bowls] = placed.lines
    const some = { lines: [{ id: bowls!.id, quantity: 1 }], version: placed.version }
    const changed = await cancelByBuyer(shop, shopper, orderNumber(placed), some)
    expect(changed.owedPaise).toBe(0)
    expect(cancelledPaise(changed)).toBe(bowls!.discounted * 100)
    const shipped = await shipOrder(shop, orders, { ...edit(changed), ...parcelOf(changed) })
    const delivered = await deliverOrder(shop, orders, edit(shipped))
    const { payments } = await readMoney(db, placed.id)
    expect(payments.map(({ amount }) => amount)).toEqual([placed.totalAmount * 100 - bowls!.discounted * 100])
    expect(payablePaise(delivered)).toBe(payments[0]!.amount)
    expect(delivered.owedPaise).toBe(0)
  })

  it('by the shop requests the refund', async () => {
    const { id, order, bowls } = await pay()
    const lines = [{ id: bowls.id, quantity: 1 }]
    const changed = await cancelByShop(shop, refunds, { ...edit(order), reason: 'It broke.', restock: false, lines })
    expect([changed.status, changed.owedPaise]).toEqual(['PAID', 0])
    expect(await refundedOf(id)).toBe(bowls.discounted * 100)
  })

  it('leaves out of the sales a line of which nothing is sent', async () => {
    const today = dayInIndia(new Date())
    const sold = async () => {
      const { rows } = await listSales(shop, { from: today, to: today }, 'PRODUCT', 200)
      return rows.find(({ name }) => name === 'Celadon Chai Cup')
    }
    const before = await sold()
    const { shopper, number, order, cups } = await pay()
    expect(await sold()).toMatchObject({ pieces: (before?.pieces ?? 0) + 2, orders: (before?.orders ?? 0) + 1 })
    const lines = [{ id: cups!.id, quantity: 2 }]
    await cancelByBuyer(shop, shopper, number, { lines, version: order.version })
    expect(await sold()).toEqual(before)
  })
})

describe('a buyer who gets something else than wished', () => {
  const READ = `query ($number: String!) { me { order(number: $number) { returns { wish insteadOf insteadReason refusal } } } }`
  const answer = async (asked: ReturnWish, decision: Partial<Decision>) => {
    const { shopper, id, number, bowls, ask } = await receive()
    const request = await ask({ reason: 'WRONG_ITEM', wish: asked, lines: [{ id: bowls.id, quantity: 2 }] })
    const refusedLines = decision.refusedLines?.map((line) => ({ ...line, id: bowls.id }))
    const decided = await decideReturn(shop, orders, {
      ...edit(request),
      ...decision,
      ...(refusedLines && { refusedLines }),
    })
    const { data } = await call(app, READ, { token: shopper.token, variables: { number } })
    const mail = await db.outboxMessage.findFirstOrThrow({
      where: { topic: id, channel: 'mail' },
      orderBy: { id: 'desc' },
    })
    const { text } = composeOf(
      shop,
      await db.order.findUniqueOrThrow({ where: { id }, include: withBuyer }),
      mail.body,
    )!
    return { note: decided.events.at(-1)!.note, text: text.replace(/\s+/g, ' '), request: data.me.order.returns[0] }
  }

  it.each<[ReturnWish, ReturnWish, string | null, string]>([
    [
      'REFUND',
      'REPLACEMENT',
      'We have the right one',
      'You asked for a refund. We send a free replacement instead: We have the right one.',
    ],
    ['REPLACEMENT', 'REFUND', null, 'You asked for a replacement. We refund the price instead.'],
  ])('reads so: %s, and %s', async (asked, wish, reason, words) => {
    const { note, text, request } = await answer(asked, { wish, reason })
    expect(note).toContain(words)
    expect(text).toContain(words)
    expect(request).toEqual({ wish, insteadOf: asked, insteadReason: reason, refusal: null })
  })

  it('reads the reason of a refusal once, and nothing if the wish is kept', async () => {
    const refusedLines = [{ id: '', quantity: 1 }]
    const some = await answer('REPLACEMENT', { wish: 'REFUND', refusedLines, reason: 'It was used' })
    expect(some.request).toEqual({
      wish: 'REFUND',
      insteadOf: 'REPLACEMENT',
      insteadReason: null,
      refusal: 'It was used',
    })
    expect(some.note).toContain('We refund the price instead. ')
    const kept = await answer('REFUND', { wish: 'REFUND', reason: 'Not shown' })
    expect(kept.request).toEqual({ wish: 'REFUND', insteadOf: null, insteadReason: null, refusal: null })
    expect(kept.note).not.toMatch(/instead|Not shown/)
  })
})

describe('the sum that a buyer gets back', () => {
  const SUM = `query ($number: String!, $lines: [ReturnLineInput!]!) { me { order(number: $number) { returnPaise(lines: $lines) } } }`
  const sumOf = async ({ token }: { token: string }, number: string, lines: { id: string; quantity: number }[]) =>
    (await call(app, SUM, { token, variables: { number, lines } })).data.me?.order.returnPaise as number

  it('is what the shop owes once the items are back, to the paisa, also after other returns and refunds', async () => {
    const { shopper, id, number, bowls, ask } = await receive({ [BOWL]: 3, [CUP]: 1 })
    const less = { couponDiscount: 101, couponCode: 'ODD', couponPercent: 1, totalAmount: { decrement: 101 } }
    await db.order.update({ where: { id }, data: less })
    const back = async () => {
      const lines = [{ id: bowls.id, quantity: 1 }]
      const { owedPaise } = await readOrder(app, id)
      const said = await sumOf(shopper, number, lines)
      const decided = await decideReturn(shop, orders, edit(await ask({ lines })))
      const received = await receiveReturn(shop, orders, { ...edit(decided), lines: [{ id: bowls.id, restock: 0 }] })
      expect(received.owedPaise - owedPaise).toBe(said)
      return said
    }
    const sums = [await back(), await back()]
    expect(sums[0]! % 100).not.toBe(0)
    // An amount that names no items: the shop can owe no more than what is left of the payment.
    const now = await readOrder(app, id)
    const { payments } = await readMoney(db, id)
    const left = 50_000
    await refundOrder(shop, refunds, {
      ...{ ...edit(now), amount: payments[0]!.amount - now.owedPaise - left },
      ...{ reason: 'Late', idempotencyKey: 'rest' },
    })
    expect(await back()).toBe(left)
  })

  it('is not said for a replacement, nor to others, and not for items that cannot be returned', async () => {
    const { shopper, id, number, bowls, ask } = await receive()
    const lines = [{ id: bowls.id, quantity: 1 }]
    const { token } = await newShopper(app)
    expect((await call(app, SUM, { token, variables: { number, lines } })).data.me.order).toBeNull()
    const tooMany = [{ id: bowls.id, quantity: 5 }]
    const refused = await call(app, SUM, { token: shopper.token, variables: { number, lines: tooMany } })
    expect(refused.errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } })
    await decideReturn(shop, orders, edit(await ask({ reason: 'DAMAGED', wish: 'REPLACEMENT', lines })))
    const replacement = await replacementOf(id)
    const own = [{ id: replacement.lines[0]!.id, quantity: 1 }]
    expect(await sumOf(shopper, orderNumber(replacement), own)).toBeNull()
  })
})

describe('two staff and the buyer at one order', () => {
  it('never cancel, ship or refund a piece twice', async () => {
    for (let i = 0; i < 12; i += 1) {
      const { shopper, id, number, order, bowls, cups } = await pay()
      const stock = { bowls: await stockOf(app, BOWL), cups: await stockOf(app, CUP) }
      const at = edit(order)
      await Promise.allSettled([
        cancelByBuyer(shop, shopper, number, { lines: [{ id: bowls.id, quantity: 2 }], version: order.version }),
        cancelByShop(shop, refunds, {
          ...{ ...at, reason: 'Broken', restock: true },
          lines: [{ id: bowls.id, quantity: 3 }],
        }),
        shipOrder(shop, orders, { ...at, ...parcelOf(order) }),
        ...(i % 2 === 0 ? [cancelByBuyer(shop, shopper, number)] : []),
      ])
      const after = await readOrder(app, id)
      const isCancelled = after.status === 'REFUND_DUE'
      const [left, cancelled] = [after.lines[0]!, after.lines[0]!.cancelled]
      expect([0, 2, 3]).toContain(cancelled)
      expect(await stockOf(app, BOWL)).toBe(stock.bowls + (isCancelled ? left.quantity : cancelled))
      expect(await stockOf(app, CUP)).toBe(stock.cups + (isCancelled ? cups!.quantity : 0))
      if (!isCancelled) expect(after.owedPaise + (await refundedOf(id))).toBe(cancelled * bowls.discounted * 100)
    }
  })
})
