/** What emails, webhooks, packing slips, invoices and the ledger say after random part cancellations and returns, against plain arithmetic. */
import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { startTestApp, without } from '../../../testing/app'
import { ask } from '../../../testing/calls'
import {
  actorAs,
  addressOf,
  checkOut,
  newProvenShopper,
  newStaff,
  parcelOf,
  payFor,
  readOrder,
  setStock,
} from '../../../testing/data/factories'
import { BOWL, CUP } from '../../../testing/data/fixtures'
import { SECRET } from '../../../testing/stand-ins/webhookReceiver'
import { applyCoupon, setCartChoices } from '../../cart/cart'
import { composeOrderMail } from '../../mail/composeOrderMail'
import { deliverOrder, shipOrder } from '../../office/orders/orderChanges'
import { refundOrder } from '../../office/orders/refundOrder'
import { acceptReturn } from '../../office/orders/returnChanges'
import { invoiceOf } from '../invoice'
import { readMoney } from '../money'
import { orderNumber, type Order } from '../order'
import { confirmPayment } from '../placement/checkout'
import { placeOnce } from '../placement/placement'
import { cancelByBuyer } from '../after-sale/cancel'
import { requestReturn } from '../after-sale/ask'

const app = await startTestApp(
  { ORDER_WEBHOOK_URL: 'http://127.0.0.1:9/hook', ORDER_WEBHOOK_SECRET: SECRET, COD_MAX_AMOUNT: '100000' },
  { limits: without('stock', 'coupons') },
)
const { shop } = app
const { db } = shop
const staff = await newStaff(app)
const orders = await actorAs(app, staff, 'write_orders')
const refunds = await actorAs(app, staff, 'write_refunds')
/** A set of three, whose items come back singly. */
const THIRD = 'saffron-nut-bowl'
await db.product.update({ where: { id: THIRD }, data: { piecesInSet: 3 } })
await db.coupon.create({ data: { code: 'ODD', percent: 13, description: 'For tests', position: 99 } })

/** A pseudorandom sequence that is the same in every run. */
let state = 11
const random = (below: number): number => {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
  return (state >> 8) % below
}

const edit = (order: Order) => ({ number: orderNumber(order), version: order.version })

async function buy(payOnDelivery: boolean) {
  await setStock(app, { [BOWL]: 90, [CUP]: 90, [THIRD]: 90 })
  const shopper = await newProvenShopper(app, { [BOWL]: 2 + random(3), [CUP]: 1 + random(4), [THIRD]: 1 + random(3) })
  if (random(4) > 0) await applyCoupon(shop, shopper, 'ODD')
  await setCartChoices(shop, shopper, { giftWrap: random(2) === 0 })
  if (payOnDelivery) {
    const input = {
      addressId: shopper.addressId,
      idempotencyKey: randomUUID(),
      networkAddress: addressOf(shopper.email),
    }
    return { shopper, order: await placeOnce(shop, shopper, input, { payOnDelivery }) }
  }
  const { id } = await confirmPayment(shop, shopper.id, await payFor(app, await checkOut(app, shopper)))
  return { shopper, order: await readOrder(app, id) }
}

/** Some of the pieces, and never all of them. */
function some(order: Order, most: (line: Order['lines'][number]) => number) {
  const lines = order.lines.map((line) => ({ id: line.id, quantity: random(most(line) + 1) }))
  const isAll = order.lines.every((line, i) => lines[i]!.quantity === most(line))
  return isAll ? [] : lines.filter(({ quantity }) => quantity > 0)
}

type Line = Order['lines'][number]
const each = ({ piecesInSet }: Pick<Line, 'piecesInSet'>) => piecesInSet ?? 1
const split = (line: Line, count: number) => ({ quantity: Math.floor(count / each(line)), pieces: count % each(line) })

/** Plain arithmetic, one line and one paisa at a time. */
function plain(order: Order) {
  const share = (whole: number, weights: number[]) => {
    const sum = weights.reduce((all, each) => all + each, 0)
    const shares = weights.map((weight) => Math.floor((whole * weight) / sum))
    while (shares.reduce((all, each) => all + each, 0) < whole) {
      const missing = weights.map((weight, i) => (whole * weight) / sum - shares[i]!)
      shares[missing.indexOf(Math.max(...missing))]! += 1
    }
    return shares
  }
  const totals = order.lines.map(({ discounted, quantity }) => 100 * discounted * quantity)
  const coupon = share(100 * order.couponDiscount, totals)
  const wrap = share(100 * order.giftWrap, totals.map((each, i) => each - coupon[i]!)) // prettier-ignore
  const off = order.lines.map(({ cancelled, quantity }, i) =>
    Math.floor(((totals[i]! - coupon[i]! + wrap[i]!) * cancelled) / quantity),
  )
  const exact = 100 * order.totalAmount - off.reduce((all, each) => all + each, 0)
  const total = order.payOnDelivery ? 100 * Math.floor(exact / 100) : exact
  const lines = order.lines.flatMap(({ title, discounted, quantity, cancelled, ...line }) =>
    quantity > cancelled
      ? [{ title, sent: quantity - cancelled, returned: returnedIn(line), rupees: discounted * (quantity - cancelled) }]
      : [],
  )
  return { lines, total, payable: order.payOnDelivery ? total : 100 * order.totalAmount }
}

function returnedIn(line: Pick<Line, 'returned' | 'returnedPieces' | 'piecesInSet'>): string {
  const count = line.returned * each(line) + line.returnedPieces
  if (count === 0) return ''
  if (line.returnedPieces === 0) return ` (${line.returned} returned)`
  return ` (${count} item${count === 1 ? '' : 's'} of the set${line.returned > 0 ? 's' : ''} returned)`
}

function paiseIn(text: string): number {
  const amount = Math.round(Number(/\d[\d,]*(?:\.\d+)?/.exec(text)![0].replaceAll(',', '')) * 100)
  return text.startsWith('−') ? -amount : amount
}

/** The lines and the sums of an email's plain text. */
function read(text: string) {
  const all = text
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\n {2}(?=\S)/g, '\n  ')
    .split('\n')
  const lines = all.flatMap((line) => {
    const [, quantity, title, amount] = /^ {2}(\d+) × (.*): (Rs\. [\d,.]+)$/.exec(line) ?? []
    return quantity === undefined ? [] : [{ quantity: Number(quantity), title: title!, paise: paiseIn(amount!) }]
  })
  const sums = all.flatMap((line) => {
    const [, name, amount] =
      /^ {2}(Coupon \w+|Gift wrap|Convenience fee|Rounding|Total): (−?Rs\. [\d,.]+)$/.exec(line) ?? []
    return name === undefined ? [] : [[name, paiseIn(amount!)] as const]
  })
  return { lines, sums, keep: /keep (Rs\. [\d,.]*\d)/.exec(text.replace(/\s+/g, ' '))?.[1] }
}

/** Checks that an email about a refund takes it, and those before it, from what was paid. */
function checkRefund(text: string, payable: number): void {
  const sum = (name: string) => {
    const amount = new RegExp(`^ {2}${name}: (.*)$`, 'm').exec(text)?.[1]
    return amount === undefined ? 0 : paiseIn(amount)
  }
  expect(sum('Paid')).toBe(payable)
  expect(sum('Refunded now')).toBeLessThan(0)
  const parts = ['Paid', 'Refunded before', 'Refunded now', 'To be refunded'].map(sum)
  expect(parts.reduce((all, each) => all + each, 0)).toBe(sum('Order total after refunds'))
}

/** Composes all emails of the order as it is now, and compares them, the webhook, the slip, the page and the invoice. */
async function check(id: string, token: string): Promise<void> {
  const order = await readOrder(app, id)
  const { lines, total, payable } = plain(order)
  const rows = await db.outboxMessage.findMany({ where: { topic: id }, orderBy: { id: 'asc' } })
  const mails = await Promise.all(
    rows.filter(({ channel }) => channel === 'mail').map((row) => composeOrderMail(shop, row)),
  )
  expect(mails.length).toBeGreaterThan(0)
  for (const mail of mails) {
    // It lists the pieces of the return, without a sum.
    if (mail!.kind.startsWith('RETURN')) continue
    if (mail!.kind === 'REFUNDED') {
      checkRefund(mail!.text, payable)
      continue
    }
    const said = read(mail!.text)
    expect(said.lines).toEqual(
      lines.map(({ title, sent, returned, rupees }) => ({
        quantity: sent,
        title: title + returned,
        paise: 100 * rupees,
      })),
    )
    const sums = new Map(said.sums)
    expect(sums.get('Total')).toBe(total)
    const parts = said.sums.filter(([name]) => name !== 'Total').reduce((sum, [, paise]) => sum + paise, 0)
    expect(said.lines.reduce((sum, { paise }) => sum + paise, parts)).toBe(total)
    if (said.keep !== undefined) expect(paiseIn(said.keep)).toBe(payable)
  }
  const hook = JSON.parse(rows.findLast(({ channel }) => channel === 'webhook')!.body).data
  const { items, payablePaise, cancelledPaise } = hook.order ?? hook
  expect(items.filter(({ sent }: { sent: number }) => sent > 0).map(({ title, sent }: { title: string; sent: number }) => [title, sent])).toEqual(lines.map(({ title, sent }) => [title, sent])) // prettier-ignore
  expect([payablePaise, 100 * order.totalAmount - cancelledPaise]).toEqual([payable, total])
  expect(items.reduce((sum: number, { sentPaise }: { sentPaise: number }) => sum + sentPaise, 100 * order.convenienceFee)).toBe(total) // prettier-ignore
  // What the packing slip and the pages show.
  const query = `query ($number: String!) { me { order(number: $number) {
    payOnDelivery cancelledPaise items { title quantity cancelled } priceDetails { totalAmount } invoice { total { totalPaise } } } } }`
  const { me } = (await ask(app, query, { token, variables: { number: orderNumber(order) } })).data
  const shown = me.order
  expect(shown.items.filter((item: { quantity: number; cancelled: number }) => item.quantity > item.cancelled)).toHaveLength(lines.length) // prettier-ignore
  expect(100 * shown.priceDetails.totalAmount - shown.cancelledPaise).toBe(total)
  expect(shown.invoice.total.totalPaise).toBe(total)
  expect(invoiceOf(shop.settings, order)!.lines.reduce((sum, line) => sum + line.total, 0)).toBe(total)
  if (order.payOnDelivery) expect(payable % 100).toBe(0)
}

it.each([
  ['cash on delivery', true],
  ['payment online', false],
])('an order lists what is sent, and has one sum everywhere: %s', async (_, payOnDelivery) => {
  let rounded = 0
  for (let i = 0; i < 6; i += 1) {
    const { shopper, order: placed } = await buy(payOnDelivery)
    const { id } = placed
    const { token } = shopper
    for (let cancels = 0; cancels < 2; cancels += 1) {
      const now = await readOrder(app, id)
      const lines = some(now, ({ quantity, cancelled }) => quantity - cancelled)
      if (lines.length === 0) continue
      await cancelByBuyer(shop, shopper, orderNumber(now), { lines, version: now.version })
      await check(id, token)
    }
    const packed = await readOrder(app, id)
    const shipped = await shipOrder(shop, orders, { ...edit(packed), ...parcelOf(packed) })
    await check(id, token)
    const delivered = await deliverOrder(shop, orders, edit(shipped))
    await check(id, token)
    const { payments } = await readMoney(db, id)
    expect(payments.map(({ amount }) => amount)).toEqual([plain(delivered).payable])
    if (plain(delivered).total !== 100 * delivered.totalAmount) rounded += 1

    // All pieces come back, in two returns. The shop refunds what was paid for them, and owes nothing more.
    const first = some(delivered, (line) => (line.quantity - line.cancelled) * each(line)).map(({ id, quantity }) => ({
      id,
      ...split(
        delivered.lines.find((line) => line.id === id)!,
        quantity,
      ),
    }))
    const countIn = (lines: typeof first, line: Line) => {
      const found = lines.find(({ id }) => id === line.id)
      return found ? found.quantity * each(line) + found.pieces : 0
    }
    for (const lines of [first, null]) {
      if (lines?.length === 0) continue
      const asked = await requestReturn(shop, shopper, orderNumber(delivered), { reason: 'CHANGED_MIND', lines })
      const back = await acceptReturn(shop, orders, { ...edit(asked), restock: true })
      await check(id, token)
      const owed = back.lines.flatMap((line) => {
        const all = line.returned * each(line) + line.returnedPieces
        const cancelled = lines === (first.length > 0 ? first : null) && !payOnDelivery ? line.cancelled : 0
        const count = (lines ? countIn(lines, line) : all - countIn(first, line)) + cancelled * each(line)
        return count > 0 ? [{ id: line.id, ...split(line, count) }] : []
      })
      await refundOrder(shop, refunds, {
        ...{ ...edit(back), lines: owed, reason: 'Came back', idempotencyKey: randomUUID() },
        ...(payOnDelivery && { reference: 'UTR 1' }),
      })
      await check(id, token)
    }
    const money = await readMoney(db, id)
    expect(money.refunds.reduce((sum, { amount }) => sum + amount, 100 * placed.convenienceFee)).toBe(
      plain(delivered).payable,
    )
    expect((await readOrder(app, id)).owedPaise).toBe(0)
  }
  expect(rounded).toBeGreaterThan(2)
})
