import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app'
import { formatRupees } from '../../shared/money/money'
import { ask } from '../../testing/calls'
import {
  actorAs,
  checkOut,
  fillCart,
  newShopper,
  newStaff,
  payFor,
  readOrder,
  setStock,
} from '../../testing/data/factories'
import { BOWL } from '../../testing/data/fixtures'
import { recordPayment } from '../orders/payment/payment'
import { confirmPayment } from '../orders/placement/checkout'
import { setGiftWrap } from '../cart/cart'
import { requestReturn } from '../orders/after-sale/ask'
import { cancelByBuyer } from '../orders/after-sale/cancel'
import { recordRefund } from '../orders/after-sale/refundReports'
import { refundOrder } from '../office/orders/refundOrder'
import { findOrderByLink } from '../orders/messages/linkedOrder'
import { moveOrder } from '../orders/state/orderState'
import { withOrder } from '../orders/state/withOrder'
import { orderLinks } from '../orders/messages/orderLink'
import { orderNumber } from '../orders/order'
import { mailOfOrder, mailOfRefund, type RefundInCurrency } from '../orders/messages/chooseMail'
import type { OrderStatus } from '../../generated/prisma/client'
import { composeOrderMail } from './composeOrderMail'

const app = await startTestApp({ PUBLIC_ORIGIN: 'https://shop.example', ORDER_LINK_DAYS: '30' })
const { shop } = app
const { db } = shop
const staff = await newStaff(app)
await setStock(app, { [BOWL]: 500 })

const move = (id: string, ...path: OrderStatus[]) =>
  db.$transaction(async (tx) => {
    for (const to of path)
      await withOrder(tx, id, (order) => moveOrder(shop, tx, order, to, { source: 'SHOP', note: 'A note.' }))
  })

async function order() {
  const shopper = await newShopper(app, { [BOWL]: 2 })
  const checkout = await checkOut(app, shopper)
  const pay = async () => confirmPayment(shop, shopper.id, await payFor(app, checkout))
  return { shopper, pay, id: checkout.order.id, number: orderNumber(checkout.order) }
}

async function paid(...path: OrderStatus[]) {
  const placed = await order()
  await placed.pay()
  await move(placed.id, ...path)
  return placed
}

const rowsOf = (topic: string) => db.outboxMessage.findMany({ where: { topic }, orderBy: { id: 'asc' } })
const kindsOf = async (topic: string) =>
  (await rowsOf(topic)).map(({ body }) => (JSON.parse(body) as { type: string }).type)
const mailsOf = async (topic: string) => Promise.all((await rowsOf(topic)).map((row) => composeOrderMail(shop, row)))
const keyIn = (text: string) => /\/track#([\w-]+)/.exec(text)![1]!
const keyOf = async (id: string) => keyIn((await mailsOf(id)).at(-1)!.text)

describe('an email is sent', () => {
  it('when an order is paid, shipped, delivered or returned', async () => {
    const { id } = await paid('SHIPPED', 'DELIVERED', 'RETURN_REQUESTED', 'RETURNED', 'REFUND_DUE', 'REFUNDED')
    expect(await kindsOf(id)).toEqual(['PAID', 'SHIPPED', 'DELIVERED', 'RETURN_REQUESTED', 'RETURNED'])
    const refused = await paid('SHIPPED', 'DELIVERED', 'RETURN_REQUESTED', 'DELIVERED')
    expect((await kindsOf(refused.id)).at(-1)).toBe('RETURN_REFUSED')
  })

  it('that says whether the order is gift-wrapped, as its page does', async () => {
    const shopper = await newShopper(app)
    const wrapped = async (giftWrap: boolean) => {
      await fillCart(app, shopper, { [BOWL]: 1 })
      await setGiftWrap(shop, shopper, giftWrap)
      const checkout = await checkOut(app, shopper)
      await confirmPayment(shop, shopper.id, await payFor(app, checkout))
      const number = orderNumber(checkout.order)
      const query = 'query ($number: String!) { me { order(number: $number) { isGiftWrapped } } }'
      const { data } = await ask(app, query, { token: shopper.token, variables: { number } })
      const [mail] = await mailsOf(checkout.order.id)
      return [data.me.order.isGiftWrapped, mail!.text.includes('We will wrap your order as a gift.')]
    }
    expect(await wrapped(true)).toEqual([true, true])
    expect(await wrapped(false)).toEqual([false, false])
  })

  it('when the buyer cancels an order, but not when an order expires', async () => {
    const [cancelled, ranOut, back] = [await order(), await order(), await paid()]
    await cancelByBuyer(shop, cancelled.shopper, cancelled.number)
    await move(ranOut.id, 'CANCELLED')
    await cancelByBuyer(shop, back.shopper, back.number)
    expect(await kindsOf(cancelled.id)).toEqual(['CANCELLED'])
    expect(await kindsOf(ranOut.id)).toEqual([])
    expect(await kindsOf(back.id)).toEqual(['PAID', 'CANCELLED'])
    const [nothing] = await mailsOf(cancelled.id)
    expect(nothing!.text).toContain("You don't need to pay anything.")
    expect((await mailsOf(back.id)).at(-1)!.text).toContain("We'll refund what you paid")
  })

  it('for a payment of the wrong amount, stating the received and the expected amount', async () => {
    const { shopper, id } = await order()
    const { totalAmount, providerOrderId } = await db.order.findUniqueOrThrow({ where: { id } })
    const payment = {
      id: `pay_${shopper.id}`,
      status: 'captured',
      amount: totalAmount * 100 - 100,
      currency: 'INR',
      refunded: 0,
    } as const
    await recordPayment(shop, { providerOrderId: providerOrderId!, payment, source: 'WEBHOOK' })
    const [mail] = await mailsOf(id)
    const [received, expected] = [totalAmount - 1, totalAmount].map(formatRupees)
    expect(mail).toMatchObject({ kind: 'CANCELLED' })
    expect(mail!.text).toContain(`We received ${received} instead of ${expected}, so we will refund it.`)
  })

  it('for a refund, stating its amount, but not for a failed one', async () => {
    const { id } = await paid()
    const found = await db.order.findUniqueOrThrow({ where: { id }, include: { lines: true, events: true } })
    const refund = { id: 'r', amount: 123_450, currency: 'INR', endedAt: new Date() }
    expect(mailOfRefund(found, { ...refund, state: 'FAILED' } as RefundInCurrency)).toBeNull()
    const message = mailOfRefund(found, { ...refund, state: 'PROCESSED' } as RefundInCurrency)!
    const mail = await composeOrderMail(shop, message)
    expect(mail!.subject).toMatch(/^We've refunded Rs\. 1,234\.50 for order CER-\d+$/)
    expect(mail!.text).toContain('This is a partial refund.')
  })

  it('for a refund of some items, listing these and what the order costs now', async () => {
    const { id, number } = await paid()
    const { lines, version, totalAmount } = await readOrder(app, id)
    const refunds = await actorAs(app, staff, 'write_refunds')
    const refund = (more: object) =>
      refundOrder(shop, refunds, { number, version, reason: 'Chipped', idempotencyKey: JSON.stringify(more), ...more })
    const endAll = async () => {
      for (const { id: key, paymentId, amount } of await db.refund.findMany({
        where: { orderId: id, state: 'REQUESTED' },
      }))
        await recordRefund(shop, {
          ...{ refund: { id: `rfnd_${key}`, paymentId, key, amount, status: 'processed' }, source: 'WEBHOOK' },
        })
      return (await mailsOf(id)).at(-1)!.text
    }
    await refund({ lines: [{ id: lines[0]!.id, quantity: 1 }] })
    const price = totalAmount / 2
    const one = await endAll()
    const [paidText, priceText] = [totalAmount, price].map(formatRupees)
    expect(one).toContain(`1 × ${lines[0]!.title} (1 of 2): ${priceText}`)
    expect(one.split('\n').map((line) => line.trim())).toEqual(
      expect.arrayContaining([
        `Paid: ${paidText}`,
        `Refunded now: −${priceText}`,
        `Order total after refunds: ${formatRupees(totalAmount - price)}`,
      ]),
    )
    expect(one).not.toMatch(/ {2}Total|Convenience|To be refunded/)
    await refund({ amount: 5000, version: (await readOrder(app, id)).version })
    const two = await endAll()
    expect(two).not.toContain(lines[0]!.title)
    expect(two).toContain(`  Refunded before: −${priceText}\n  Refunded now: −Rs. 50\n`)
    expect(two).toContain(`Order total after refunds: ${formatRupees(totalAmount - price - 50)}`)
  })

  it('for a refund of a payment in another currency, stating the amount in that currency', async () => {
    const { id } = await paid()
    const found = await db.order.findUniqueOrThrow({ where: { id }, include: { lines: true, events: true } })
    const refund = { id: 'r', amount: 2_700_000, currency: 'JPY', state: 'PROCESSED', endedAt: new Date() }
    const mail = await composeOrderMail(shop, mailOfRefund(found, refund as RefundInCurrency)!)
    expect(mail!.subject).toMatch(/^We've refunded 2700000 JPY for order CER-\d+$/)
    expect(mail!.text).toContain('We refunded 2700000 JPY on')
    expect(mail!.text).toContain('This is a partial refund.')
    expect(mail!.html + mail!.text).not.toContain('27,000')
  })

  it('for a pay-on-delivery order, stating the amount due on delivery', async () => {
    const { id } = await order()
    await db.order.update({ where: { id }, data: { payOnDelivery: true } })
    const found = await db.order.findUniqueOrThrow({ where: { id }, include: { lines: true, events: true } })
    const mail = await composeOrderMail(shop, mailOfOrder({ ...found, status: 'CONFIRMED' }, null)!)
    expect(mail!.text).toContain(`Please keep ${formatRupees(found.totalAmount)} ready`)
  })
})

describe('an email', () => {
  it('can be composed for an order without lines or a delivery day', async () => {
    const { id } = await paid('SHIPPED', 'DELIVERED')
    await db.orderLine.deleteMany({ where: { orderId: id } })
    const [first] = await mailsOf(id)
    expect(first!.text).toContain('will email you when it ships.')
    expect(first!.text).not.toContain('should arrive')
  })

  it('has the same contents in HTML and text, and escapes or omits text from the shopper', async () => {
    const { shopper, id, number } = await paid()
    await db.user.update({ where: { id: shopper.id }, data: { firstName: `Tom & "Jerry"` } })
    await db.order.update({ where: { id }, data: { deliveryCity: 'Pay at evil.example' } })
    const [mail] = await mailsOf(id)
    expect(mail!.to).toBe(shopper.email)
    expect(mail!.subject).toBe(`Order ${number} confirmed: thank you, Tom & "Jerry"`)
    expect(mail!.html).toContain('Hello Tom &amp; &quot;Jerry&quot;,')
    expect(mail!.html).toMatch(/^<!doctype html>\s+<html lang="en-IN">/)
    expect(mail!.html).not.toMatch(/<script|<table|src="/)
    expect(keyIn(mail!.html)).toBe(keyIn(mail!.text))
    const { deliveryStreet, deliveryMobile } = await db.order.findUniqueOrThrow({ where: { id } })
    for (const text of [mail!.html, mail!.text]) {
      expect(text).not.toContain(deliveryStreet)
      expect(text).not.toContain(deliveryMobile)
      expect(text).not.toContain('evil.example')
    }
  })

  it.each([
    'your parcel is held. Pay customs at https://evil.example/pay now',
    'Pay:now',
    'evil.example/x',
    'evil.example',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ',
    'See t.co now',
    'evil。example',
    '203.0.113.9',
    'Parcel held, call 90000 12345',
    'please pay the customs now',
    'a@b.example',
    '<img src=x onerror=alert(1)>',
    'Asha\nBcc: a@b.example',
    'Asha\u2028Pay now',
    'Asha\u202eyaP',
    ' ',
  ])('omits the name %j from the greeting', async (firstName) => {
    const { shopper, id } = await order()
    await db.user.update({ where: { id: shopper.id }, data: { firstName } })
    const found = await db.order.findUniqueOrThrow({ where: { id }, include: { lines: true, events: true } })
    const mail = await composeOrderMail(shop, mailOfOrder({ ...found, status: 'PAID' }, 'AWAITING_PAYMENT')!)
    expect(mail!.text).toMatch(/^Hello,\n/)
    expect(mail!.html).toContain('>Hello,<')
    for (const text of [mail!.html, mail!.text]) expect(text).not.toMatch(/evil|onerror|Pay now|b\.example|A{20}/)
  })

  it.each([
    ['A'.repeat(41), 'Rao', 'Hello Rao,'],
    ['A'.repeat(41), 'Rao Bahadur', 'Hello Rao,'],
    ['A'.repeat(41), 'evil.example Rao', 'Hello,'],
    ['A'.repeat(41), 'B'.repeat(41), 'Hello,'],
    [`${'Venkata '.repeat(9)}`, 'Iyer', 'Hello Iyer,'],
    ['Pay at evil.example', 'Iyer', 'Hello,'],
  ])('greets %s %s with %s', async (firstName, lastName, greeting) => {
    const { shopper, id } = await paid()
    await db.user.update({ where: { id: shopper.id }, data: { firstName, lastName } })
    const [mail] = await mailsOf(id)
    expect(mail!.text.startsWith(greeting)).toBe(true)
    expect(mail!.html + mail!.subject).not.toMatch(/evil|A{20}|B{20}/)
  })

  it('about a return lists the items of the request, and no price', async () => {
    const { shopper, id, number } = await paid('SHIPPED', 'DELIVERED')
    const { lines } = await readOrder(app, id)
    await requestReturn(shop, shopper, number, { reason: 'DAMAGED', lines: [{ id: lines[0]!.id, quantity: 1 }] })
    const asked = (await mailsOf(id)).at(-1)!
    expect(asked.text).toContain(`1 × ${lines[0]!.title} (1 of 2)`)
    expect(asked.text.replaceAll('\n', ' ')).toMatch(
      /Please keep the broken item until we answer, by \w+day, \d+ \w+\./,
    )
    expect(asked.text + asked.html).not.toMatch(/Rs\.|Total|box/)
    await move(id, 'DELIVERED')
    const refused = (await mailsOf(id)).at(-1)!
    expect(refused.kind).toBe('RETURN_REFUSED')
    expect(refused.text).toContain(`1 × ${lines[0]!.title} (1 of 2)`)
    expect(refused.text + refused.html).not.toMatch(/Rs\.|Total/)
  })

  it('about a shipment names the day and links to the page of a known courier', async () => {
    const { id } = await paid()
    const parcel = { carrier: 'Delhivery', trackingNumber: '12345678901', trackingUrl: null }
    await db.order.update({ where: { id }, data: parcel })
    await move(id, 'SHIPPED')
    const mail = (await mailsOf(id)).at(-1)!
    expect(mail.text).toContain('Track with Delhivery:\nhttps://www.delhivery.com/track-v2/package/12345678901')
    expect(mail.text).toMatch(/It should arrive by\s\w+,/)
    expect(mail.html).toContain('>Track with Delhivery</a>')
  })

  it.each(['Asha', 'K.L. Rao', "D'Souza", 'Anna-Maria', 'मीरा', 'ക്ഷ\u200d', 'A'.repeat(40)])(
    'greets the buyer as %s',
    async (name) => {
      const { shopper, id } = await order()
      await db.user.update({ where: { id: shopper.id }, data: { firstName: name } })
      const found = await db.order.findUniqueOrThrow({ where: { id }, include: { lines: true, events: true } })
      const mail = await composeOrderMail(shop, mailOfOrder({ ...found, status: 'PAID' }, 'AWAITING_PAYMENT')!)
      expect(mail!.text).toContain(`Hello ${name},`)
    },
  )
})

const LINKED = `query ($key: String!) { orderByLink(key: $key) {
  number status firstName city placedAt payOnDelivery items { title quantity lineTotal } priceDetails { totalAmount }
  timeline { status at } shipment { carrier } refunds { amountPaise }
} }`
const linked = async (key: string) => {
  const { data, errors } = await ask(app, LINKED, { variables: { key } })
  expect(errors).toBeUndefined()
  return data.orderByLink
}

describe('the link in an email', () => {
  it("shows its order without a login, and only the buyer's first name and city", async () => {
    const { shopper, id, number } = await paid('SHIPPED')
    const shown = await linked(await keyOf(id))
    expect(shown).toMatchObject({
      number,
      status: 'SHIPPED',
      timeline: [{}, { status: 'PAID' }, { status: 'SHIPPED' }],
    })
    const found = await db.order.findUniqueOrThrow({ where: { id }, include: { user: true } })
    expect([shown.firstName, shown.city]).toEqual([found.user.firstName, found.deliveryCity])
    for (const secret of [
      found.deliveryStreet,
      found.deliveryMobile,
      shopper.email,
      found.user.lastName,
      found.paymentId!,
    ])
      expect(JSON.stringify(shown)).not.toContain(secret)
  })

  it('stops working when the buyer or staff revoke it, and later emails contain a new one', async () => {
    const { shopper, id, number } = await paid()
    const first = await keyOf(id)
    const stranger = await newShopper(app)
    const revoke = async (token: string) => {
      const { data } = await ask(
        app,
        'mutation ($number: String!) { revokeOrderLink(number: $number) { userErrors { code } } }',
        {
          ...{ token, variables: { number } },
        },
      )
      return data.revokeOrderLink.userErrors
    }
    expect(await revoke(stranger.token)).toEqual([{ code: 'ORDER_NOT_FOUND' }])
    expect(await linked(first)).not.toBeNull()
    expect(await revoke(shopper.token)).toEqual([])
    expect(await linked(first)).toBeNull()
    const second = await keyOf(id)
    expect(await linked(second)).not.toBeNull()
    expect(await revoke(staff.token)).toEqual([])
    expect(await linked(second)).toBeNull()
    expect(await db.auditEntry.count({ where: { action: 'revokeOrderLink', subjectId: number } })).toBe(1)
  })

  it('expires after ORDER_LINK_DAYS, and when the account is deleted', async () => {
    const { shopper, id } = await paid('SHIPPED', 'DELIVERED')
    const key = await keyOf(id)
    const DAY_MS = 24 * 3600_000
    expect(await findOrderByLink(shop, key, Date.now() + 29 * DAY_MS)).not.toBeNull()
    expect(await findOrderByLink(shop, key, Date.now() + 31 * DAY_MS)).toBeNull()
    await db.user.update({ where: { id: shopper.id }, data: { deletedAt: new Date() } })
    expect(await linked(key)).toBeNull()
  })

  it('is invalid after any change to its key', async () => {
    const [one, other] = [await paid(), await paid()]
    const [key, second] = [await keyOf(one.id), await keyOf(other.id)]
    const bytes = Buffer.from(key, 'base64url')
    for (let i = 0; i < bytes.length; i += 1) {
      const changed = Buffer.from(bytes)
      changed[i]! ^= 1
      expect(shop.orderLinks.read(changed.toString('base64url'))).toBeNull()
    }
    const mixed = Buffer.concat([Buffer.from(second, 'base64url').subarray(0, 24), bytes.subarray(24)])
    for (const bad of ['', 'x', `${key}A`, key.slice(1), mixed.toString('base64url'), 'é'.repeat(54)])
      expect(await linked(bad)).toBeNull()
  })

  it('stays valid while a new secret replaces the old one', () => {
    const content = { orderId: staff.id, generation: 3, issuedAt: new Date('2026-11-22T10:00:00Z') }
    const key = orderLinks('old', null).sign(content)
    expect(orderLinks('new', 'old').read(key)).toEqual(content)
    expect(orderLinks('new', null).read(key)).toBeNull()
  })
})

describe('Office.mails', () => {
  const MAILS = `query ($state: OfficeMailState, $after: String) { office { mails(first: 2, state: $state, after: $after) {
    nodes { id kind orderNumber to subject state error failures filedAs html text } pageInfo { hasNextPage endCursor }
  } } }`
  const mails = async (token: string, variables: object = {}) => ask(app, MAILS, { token, variables: { ...variables } })

  it('lists emails by state in pages, and resendMail sends one again; both are staff-only', async () => {
    await db.outboxMessage.deleteMany()
    const { id, shopper, number } = await paid('SHIPPED', 'DELIVERED')
    const [first, second] = await rowsOf(id)
    await db.outboxMessage.update({ where: { id: first!.id }, data: { state: 'SENT', filedAs: 'a.eml' } })
    await db.outboxMessage.update({
      ...{ where: { id: second!.id }, data: { state: 'DEAD', lastError: '550 no such mailbox', failures: 1 } },
    })
    const page = (await mails(staff.token)).data.office.mails
    expect(page.nodes.map((node: { kind: string; state: string }) => [node.kind, node.state])).toEqual([
      ['DELIVERED', 'WAITING'],
      ['SHIPPED', 'DEAD'],
    ])
    expect(page.pageInfo.hasNextPage).toBe(true)
    const next = (await mails(staff.token, { after: page.pageInfo.endCursor })).data.office.mails
    expect(next.nodes).toMatchObject([
      { kind: 'PAID', state: 'FILED', filedAs: 'a.eml', to: shopper.email, orderNumber: number },
    ])
    const dead = (await mails(staff.token, { state: 'DEAD' })).data.office.mails.nodes
    expect(dead).toMatchObject([{ error: '550 no such mailbox', subject: `Order ${number} is on its way` }])
    const RESEND = 'mutation ($id: ID!) { resendMail(id: $id) { mail { state failures } userErrors { code } } }'
    const resend = async (token: string, mailId: string) =>
      (await ask(app, RESEND, { token, variables: { id: mailId } })).data.resendMail
    const refused = await ask(app, RESEND, { token: shopper.token, variables: { id: dead[0].id } })
    expect(refused.errors![0]!.extensions.code).toBe('FORBIDDEN')
    expect(await resend(staff.token, dead[0].id)).toEqual({ mail: { state: 'WAITING', failures: 0 }, userErrors: [] })
    for (const none of ['999999', 'x', '-1', '99999999999'])
      expect((await resend(staff.token, none)).userErrors).toEqual([{ code: 'MAIL_NOT_FOUND' }])
    expect((await mails(shopper.token)).errors![0]!.extensions.code).toBe('FORBIDDEN')
  })

  it('discardMail lets only staff delete a dead email, and records the deletion', async () => {
    await db.outboxMessage.deleteMany()
    const { id, shopper, number } = await paid('SHIPPED')
    const [waiting, dead] = await rowsOf(id)
    await db.outboxMessage.update({ where: { id: dead!.id }, data: { state: 'DEAD' } })
    const DISCARD = 'mutation ($id: ID!) { discardMail(id: $id) { discardedId userErrors { code message } } }'
    const discard = (token: string, mailId: number | string) =>
      ask(app, DISCARD, { token, variables: { id: String(mailId) } })
    expect((await discard(shopper.token, dead!.id)).errors![0]!.extensions.code).toBe('FORBIDDEN')
    expect((await discard(staff.token, waiting!.id)).data.discardMail).toEqual({
      discardedId: null,
      userErrors: [{ code: 'INVALID_INPUT', message: 'Only an email that the shop stopped sending can be discarded.' }],
    })
    expect((await discard(staff.token, dead!.id)).data.discardMail).toEqual({
      discardedId: String(dead!.id),
      userErrors: [],
    })
    for (const none of [dead!.id, 'x'])
      expect((await discard(staff.token, none)).data.discardMail.userErrors).toMatchObject([{ code: 'MAIL_NOT_FOUND' }])
    expect((await rowsOf(id)).map((row) => row.id)).toEqual([waiting!.id])
    expect(await db.auditEntry.findFirst({ where: { action: 'discardMail' } })).toMatchObject({
      actorId: staff.id,
      subjectId: String(dead!.id),
      before: { state: 'DEAD', kind: 'SHIPPED', order: number },
      after: null,
    })
  })
})
