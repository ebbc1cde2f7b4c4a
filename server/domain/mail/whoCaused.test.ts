/** Each email says who caused what it reports: the buyer, or the shop. */
import { expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import {
  actorAs,
  checkOut,
  newDelivered,
  newShopper,
  newStaff,
  payFor,
  readOrder,
  setStock,
} from '../../testing/data/factories'
import { BOWL, CUP } from '../../testing/data/fixtures'
import { formatPaise } from '../../shared/money/money'
import { addNote } from '../orders/state/orderState'
import { reread, withOrder } from '../orders/state/withOrder'
import { notifyOfChange } from '../orders/messages/writeMessages'
import { cancelByShop, deliverOrder, shipOrder } from '../office/orders/orderChanges'
import { refundOrder } from '../office/orders/refundOrder'
import { decideReturn, receiveReturn } from '../office/orders/returnChanges'
import { orderNumber, type Order } from '../orders/order'
import { confirmPayment } from '../orders/placement/checkout'
import { recordRefund } from '../orders/after-sale/refundReports'
import { cancelByBuyer } from '../orders/after-sale/cancel'
import { requestReturn } from '../orders/after-sale/ask'
import { fullTitle } from '../catalogue/variants'
import { composeNoticeMail } from './composeNoticeMail'
import { composeOrderMail } from './composeOrderMail'

const app = await startTestApp()
const { shop } = app
const { db } = shop
const staff = await newStaff(app)
const orders = await actorAs(app, staff, 'write_orders')
const refunds = await actorAs(app, staff, 'write_refunds')
await setStock(app, { [BOWL]: 500, [CUP]: 500 })
const edit = (order: Order) => ({ number: orderNumber(order), version: order.version })
const parcel = { carrier: 'India Post', trackingNumber: 'EK1' }

async function pay() {
  const shopper = await newShopper(app, { [BOWL]: 3 })
  const { id } = await confirmPayment(shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
  const order = await readOrder(app, id)
  return { shopper, order, lines: [{ id: order.lines[0]!.id, quantity: 1 }] }
}
type Paid = Awaited<ReturnType<typeof pay>>

async function mailOf(topic: string, kind: string): Promise<string> {
  const rows = await db.outboxMessage.findMany({ where: { topic, channel: 'mail' }, orderBy: { id: 'asc' } })
  const mails = await Promise.all(rows.map((row) => composeOrderMail(shop, row)))
  const mail = mails.findLast((each) => each!.kind === kind)!
  return `${mail.subject} ${mail.text}`.replace(/\s+/g, ' ')
}

const changeAddress = ({ order }: Paid, source: 'SHOPPER' | 'SHOP') =>
  db.$transaction((tx) =>
    withOrder(tx, order.id, async (locked) => {
      await addNote(tx, locked, { source, note: 'Another address.' })
      const changed = await reread(tx, locked)
      await notifyOfChange(shop, tx, changed, 'ADDRESS_CHANGED')
      return changed
    }),
  )

const refundAtProvider = ({ order }: Paid) =>
  recordRefund(shop, {
    refund: {
      ...{ id: `rfnd_${order.id}`, paymentId: order.paymentId!, key: null },
      ...{ amount: order.totalAmount * 100, status: 'processed' },
    },
    source: 'WEBHOOK',
  })

const whole = { whole: true, restock: true, reason: 'Secret', idempotencyKey: 'whole' }

it.each<[string, string, (paid: Paid) => Promise<unknown>, said: string, never: string]>([
  [
    'CANCELLED',
    'the buyer',
    ({ shopper, order }) => cancelByBuyer(shop, shopper, orderNumber(order)),
    'as you asked',
    'We have cancelled',
  ],
  [
    'CANCELLED',
    'a full refund by staff',
    ({ order }) => refundOrder(shop, refunds, { ...edit(order), ...whole }),
    'We have cancelled your order',
    'as you asked',
  ],
  [
    'CANCELLED',
    'a refund in the provider’s dashboard',
    refundAtProvider,
    'We have cancelled your order',
    'as you asked',
  ],
  [
    'CANCELLED',
    'staff',
    ({ order }) => cancelByShop(shop, refunds, { ...edit(order), reason: 'Too few', restock: true }),
    'We cancelled this order: Too few',
    'as you asked',
  ],
  [
    'ITEMS_CANCELLED',
    'the buyer',
    ({ shopper, order, lines }) => cancelByBuyer(shop, shopper, orderNumber(order), { lines, version: order.version }),
    'You cancelled 1 × Sea Glass Serving Bowl. We',
    'We cancelled',
  ],
  [
    'ITEMS_CANCELLED',
    'staff',
    ({ order, lines }) => cancelByShop(shop, refunds, { ...edit(order), reason: 'Too few', restock: true, lines }),
    'We cancelled 1 × Sea Glass Serving Bowl. Reason: Too few',
    'You cancelled',
  ],
  [
    'ADDRESS_CHANGED',
    'the buyer',
    (paid) => changeAddress(paid, 'SHOPPER'),
    'You changed the delivery address',
    'We changed',
  ],
  ['ADDRESS_CHANGED', 'staff', (paid) => changeAddress(paid, 'SHOP'), 'We changed the delivery address', 'You changed'],
])('the email %s names its cause: %s', async (kind, _cause, act, said, never) => {
  const paid = await pay()
  await act(paid)
  const text = await mailOf(paid.order.id, kind)
  expect(text).toContain(said)
  expect(text).not.toContain(never)
  expect(text).not.toContain('Secret')
})

it('the other side’s change of the address has an email of its own', async () => {
  const paid = await pay()
  for (const source of ['SHOPPER', 'SHOP', 'SHOPPER', 'SHOP'] as const) await changeAddress(paid, source)
  const rows = await db.outboxMessage.findMany({
    where: { topic: paid.order.id, body: { contains: 'ADDRESS_CHANGED' }, channel: 'mail' },
  })
  expect(rows).toHaveLength(2)
})

it('an email that names the payment also says what was cancelled since', async () => {
  const { shopper, order, lines } = await pay()
  expect(await mailOf(order.id, 'PAID')).not.toContain('To be refunded')
  await cancelByBuyer(shop, shopper, orderNumber(order), { lines, version: order.version })
  const [total, piece] = [order.totalAmount * 100, order.lines[0]!.discounted * 100]
  const text = await mailOf(order.id, 'PAID')
  expect(text).toContain(`your payment of ${formatPaise(total)}.`)
  expect(text).toContain(
    `Total: ${formatPaise(total - piece)} Paid: ${formatPaise(total)} To be refunded: ${formatPaise(piece)}`,
  )
})

it('a return request’s email names the pieces', async () => {
  const shopper = await newShopper(app)
  const order = await newDelivered(app, shopper, { [BOWL]: 2, [CUP]: 1 })
  const lines = [{ id: order.lines[0]!.id, quantity: 1 }]
  await requestReturn(shop, shopper, orderNumber(order), { reason: 'OTHER', note: 'Call 90000 12345', lines })
  const text = await mailOf(order.id, 'RETURN_REQUESTED')
  expect(text).toContain(`You want to return 1 × ${order.lines[0]!.title}. Please keep`)
  expect(text).not.toContain('90000')
})

it('the email about pieces that are back names the refund that the shop owes', async () => {
  const shopper = await newShopper(app)
  const order = await newDelivered(app, shopper, { [BOWL]: 2 })
  const [line] = order.lines
  const lines = [{ id: line!.id, quantity: 1 }]
  const asked = await requestReturn(shop, shopper, orderNumber(order), { reason: 'WRONG_ITEM', lines })
  const decided = await decideReturn(shop, orders, edit(asked))
  await receiveReturn(shop, orders, { ...edit(decided), lines: [{ id: line!.id, restock: 1 }] })
  const text = await mailOf(order.id, 'RETURNED')
  expect(text).toContain(`We'll refund ${formatPaise(line!.discounted * 100)}, and email you when it's done.`)
})

it('the emails of a replacement name the order that it belongs to, no price, and what the shop owes', async () => {
  const shopper = await newShopper(app)
  const order = await newDelivered(app, shopper, { [BOWL]: 2 })
  const [line] = order.lines
  const number = orderNumber(order)
  const ask = () =>
    requestReturn(shop, shopper, number, {
      ...{ reason: 'WRONG_ITEM', wish: 'REPLACEMENT' },
      lines: [{ id: line!.id, quantity: 1 }],
    })
  const replace = async () => {
    const decided = await decideReturn(shop, orders, edit(await ask()))
    const { replacementId } = await db.orderReturn.findFirstOrThrow({
      where: { orderId: order.id },
      orderBy: { id: 'desc' },
    })
    const receive = async () => receiveReturn(shop, orders, { ...edit(decided), lines: [{ id: line!.id, restock: 0 }] })
    return { replacement: await readOrder(app, replacementId!), receive }
  }
  const { replacement, receive } = await replace()
  await receive()
  await deliverOrder(shop, orders, edit(await shipOrder(shop, orders, { ...edit(replacement), ...parcel })))
  for (const kind of ['SHIPPED', 'DELIVERED']) {
    const text = await mailOf(replacement.id, kind)
    expect(text).toContain(`This is a free replacement for items of order ${number}.`)
    expect(text).not.toContain('Rs.')
  }
  const second = await replace()
  await cancelByBuyer(shop, shopper, orderNumber(second.replacement))
  const waiting = await mailOf(second.replacement.id, 'CANCELLED')
  expect(waiting).toContain("We'll refund the price of the items that you return when they are with us.")
  await second.receive()
  const text = await mailOf(second.replacement.id, 'CANCELLED')
  expect(text).toContain(
    `We owe you ${formatPaise(line!.discounted * 100)} for order ${number}. We'll refund it the way you paid`,
  )
  expect(text).not.toContain("You don't need to pay anything")
})

it.each(['BACK_IN_STOCK', 'PRICE_FELL'] as const)('the email %s names the variant', async (type) => {
  const product = await db.product.findFirstOrThrow({ where: { variantOf: null, variant: { not: null } } })
  const kind = type === 'PRICE_FELL' ? 'PRICE' : 'AVAILABLE'
  const { id } = await db.productNotice.create({
    data: {
      email: `${type}@shop.example`,
      kind,
      productId: product.id,
      price: product.discounted + 1,
      sentAt: new Date(),
    },
  })
  const mail = (await composeNoticeMail(shop, { type, at: new Date(), id }))!
  expect(fullTitle(product)).not.toBe(product.title)
  for (const text of [mail.subject, mail.text.replace(/\s+/g, ' ')]) expect(text).toContain(fullTitle(product))
})
