/** Actions on a placed order, on a phone. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { OrderStatus } from '../../../server/generated/prisma/client'
import { listConsents } from '../../../server/domain/accounts/consents'
import { confirmPayment } from '../../../server/domain/orders/placement/checkout'
import { sweepExpiredHolds } from '../../../server/domain/orders/placement/holds'
import { orderNumber, type Order } from '../../../server/domain/orders/order'
import { moveOrder } from '../../../server/domain/orders/state/orderState'
import { withOrder } from '../../../server/domain/orders/state/withOrder'
import { CONSENTS } from '../../../server/shared/consents'
import {
  checkOut,
  newShopper,
  payFor,
  readOrder,
  setStock,
  stockOf,
  type Shopper,
} from '../../../server/testing/data/factories'
import { BOWL, CUP, newcomer, PASSWORD } from '../../../server/testing/data/fixtures'
import { expectNoSidewaysScroll, openShopfront } from '../browser'
import { button, notification, saveAddress } from '../visits'

const shopfront = openShopfront({ CONTACT_EMAIL: 'hello@cerashop.example' })

const visitAs = (shopper: Shopper, path: string) => shopfront.visitAs(shopper, 'phone', path)

async function shopperWith(wanted: Record<string, number>): Promise<Shopper> {
  const { app } = shopfront
  await setStock(app, { [BOWL]: 20, [CUP]: 20 })
  return newShopper(app, wanted)
}

const pathOf = (order: Order) => `/orders/${orderNumber(order)}`
const status = async ({ id }: Order) => (await readOrder(shopfront.app, id)).status
/** The status, which is the heading if nothing else can be said. */
const standing = (page: Page, text: string) =>
  page.getByRole('main').locator('h1, [aria-live=polite]').getByText(text, { exact: true })
const till = (page: Page) => page.getByRole('dialog').filter({ hasText: 'TEST MODE' })

async function buy(wanted: Record<string, number>) {
  const shopper = await shopperWith(wanted)
  const checkout = await checkOut(shopfront.app, shopper)
  const order = await confirmPayment(shopfront.app.shop, shopper.id, await payFor(shopfront.app, checkout))
  return { shopper, order }
}

const move = (order: Order, ...path: OrderStatus[]) =>
  shopfront.app.shop.db.$transaction(async (tx) => {
    for (const to of path)
      await withOrder(tx, order.id, (locked) =>
        moveOrder(shopfront.app.shop, tx, locked, to, { source: 'SHOP', note: `Now ${to}.` }),
      )
  })

describe('a new account on a phone', () => {
  it('signs up, adds an address, pays in the sandbox, and cancels', async () => {
    const { app, origin } = shopfront
    await setStock(app, { [CUP]: 20 })
    const { page, complaints, close } = await shopfront.visit('phone', '/signup')
    const person = newcomer()
    await page.getByLabel('First Name').fill(person.firstName)
    await page.getByLabel('Last Name').fill(person.lastName)
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm Password').fill(PASSWORD)
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
    await page.getByLabel(CONSENTS.REVIEW_REQUEST.text).check()
    await button(page, 'Sign Up').click()
    await page.waitForURL((url) => url.pathname !== '/signup')
    const { id } = await app.shop.db.user.findUniqueOrThrow({ where: { email: person.email } })
    expect(await listConsents(app.shop, id)).toMatchObject([{ purpose: 'REVIEW_REQUEST', withdrawnAt: null }])
    await page.goto(`${origin}/product/${CUP}`)
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await notification(page, 'Added to Cart').waitFor()
    await page.goto(`${origin}/checkout`)
    await button(page, 'Add New Address').click()
    await saveAddress(page)
    await page.getByRole('radio', { name: /^Meera Iyer/ }).waitFor()
    await button(page, 'Place Order').click()
    await till(page).getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL('**/order_summary')
    await page.getByRole('main').getByRole('link', { name: 'Track Order' }).click()
    await standing(page, 'Paid').waitFor()
    await expectNoSidewaysScroll(page)

    await button(page, 'Cancel order').click()
    const dialog = page.getByRole('dialog', { name: /^Cancel CER-/ })
    await dialog.getByText('We refund Rs. 270 the way you paid.').waitFor()
    await dialog.getByRole('button', { name: 'Keep order' }).click()
    await dialog.waitFor({ state: 'detached' })
    await button(page, 'Cancel order').click()
    await dialog.getByRole('button', { name: 'Cancel order' }).click()
    await standing(page, 'Cancelled, refund in progress').waitFor()
    await page
      .getByRole('region', { name: 'Timeline' })
      .getByText(/^You cancelled this order\. We will refund Rs\. 270/)
      .waitFor()
    expect(await button(page, 'Cancel order').count()).toBe(0)
    expect(await stockOf(app, CUP)).toBe(20)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('an unpaid order', () => {
  it('can be paid from the list of orders after the payment dialog was closed', async () => {
    const shopper = await shopperWith({ [CUP]: 1 })
    const { order } = await checkOut(shopfront.app, shopper)
    const { page, complaints, close } = await visitAs(shopper, '/orders')
    await button(page, 'Pay Rs. 270').click()
    await till(page).getByRole('button', { name: 'Close', exact: true }).click()
    await till(page).waitFor({ state: 'detached' })
    expect(await status(order)).toBe('AWAITING_PAYMENT')
    await button(page, 'Pay Rs. 270').click()
    await till(page).getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL('**/order_summary')
    await page.getByText(orderNumber(order)).first().waitFor()
    expect(await status(order)).toBe('PAID')
    expect(complaints).toEqual([])
    await close()
  })

  it('shows its payment deadline, and an Order again button once it has expired', async () => {
    const { app } = shopfront
    const shopper = await shopperWith({ [CUP]: 2 })
    const { order } = await checkOut(app, shopper)
    const { page, complaints, close } = await visitAs(shopper, pathOf(order))
    await page.getByText(/^It is not paid yet\. We hold its items for you until \d+:\d\d [ap]m\.$/).waitFor()
    await sweepExpiredHolds(app.shop, new Date(Date.now() + 3600_000))
    await standing(page, 'Cancelled').waitFor()
    await page.getByText('Not paid in time, so we released the items.').waitFor()
    expect(await button(page, 'Pay Rs. 540').count()).toBe(0)
    await setStock(app, { [CUP]: 1 })
    await button(page, 'Order again').click()
    await page.waitForURL('**/cart')
    await page.getByText('Celadon Chai Cup').first().waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('accepts a payment from an open dialog after its stock hold has expired', async () => {
    const { app } = shopfront
    const shopper = await shopperWith({ [CUP]: 1 })
    const { order } = await checkOut(app, shopper)
    const { page, close } = await visitAs(shopper, pathOf(order))
    await button(page, 'Pay Rs. 270').click()
    await till(page).waitFor()
    await sweepExpiredHolds(app.shop, new Date(Date.now() + 3600_000))
    expect(await status(order)).toBe('CANCELLED')
    await till(page).getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL('**/order_summary')
    expect(await status(order)).toBe('PAID')
    await close()
  })

  it('cannot be paid from a stale tab after it was cancelled', async () => {
    const shopper = await shopperWith({ [CUP]: 1 })
    const { order } = await checkOut(shopfront.app, shopper)
    const { page, context, close } = await visitAs(shopper, pathOf(order))
    await button(page, 'Pay Rs. 270').waitFor()
    // A poll that gets no response. No other poll starts, which would show the cancellation.
    let isPolling = false
    await page.route('**/graphql*', (route) => {
      const request = `${route.request().url()} ${route.request().postData()}`
      if (isPolling || !request.includes('AwaitedPaymentQuery')) return route.continue()
      isPolling = true
    })
    await expect.poll(() => isPolling).toBe(true)
    const other = await context.newPage()
    await other.goto(shopfront.origin + pathOf(order))
    await button(other, 'Cancel order').click()
    await other.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await standing(other, 'Cancelled').waitFor()
    await button(page, 'Pay Rs. 270').click()
    await notification(page, 'This order can no longer be paid.').waitFor()
    await standing(page, 'Cancelled').waitFor()
    await close()
  })
})

describe('a delivered order', () => {
  it('can be returned with a reason', async () => {
    const { shopper, order } = await buy({ [CUP]: 1 })
    await move(order, 'SHIPPED', 'DELIVERED')
    const { page, complaints, close } = await visitAs(shopper, pathOf(order))
    await page.getByText(/^Return by \d+ \w+ \d{4}\.$/).waitFor()
    await button(page, 'Return').click()
    const dialog = page.getByRole('dialog', { name: /^Return CER-/ })
    // The only line is chosen already.
    await dialog.getByLabel(/^Why do you return/).selectOption('Another reason')
    await dialog.getByRole('button', { name: 'Request return' }).click()
    await dialog.getByRole('alert').getByText('Please say why').waitFor()
    await dialog.getByLabel('More details').fill('Too small for my tea')
    await expectNoSidewaysScroll(page)
    await dialog.getByRole('button', { name: 'Request return' }).click()
    await standing(page, 'Return requested').waitFor()
    await page.getByRole('region', { name: 'Timeline' }).getByText('Another reason. “Too small for my tea”').waitFor()
    expect(await button(page, 'Return').count()).toBe(0)
    expect(complaints).toEqual([])
    await close()
  })

  it('can be bought again, except for sold-out products, which are listed', async () => {
    const { app } = shopfront
    const { shopper, order } = await buy({ [CUP]: 2, [BOWL]: 1 })
    await setStock(app, { [CUP]: 1, [BOWL]: 0 })
    const { page, complaints, close } = await visitAs(shopper, pathOf(order))
    await button(page, 'Order again').click()
    await notification(page, 'Only 1 left of Celadon Chai Cup. Sea Glass Serving Bowl is sold out.').waitFor()
    await page.waitForURL('**/cart')
    await page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})

describe('pay on delivery', () => {
  it('is offered on the product page with its limit, and confirms the order immediately', async () => {
    const { app, origin } = shopfront
    const shopper = await shopperWith({ [CUP]: 1 })
    const { page, complaints, close } = await visitAs(shopper, `/product/${CUP}`)
    await page.getByText('Cash on delivery in most places, up to Rs. 5,000').waitFor()
    await page.goto(`${origin}/checkout`)
    await page.getByRole('radio', { name: /^Cash on delivery/ }).check()
    await expectNoSidewaysScroll(page)
    await button(page, 'Place Order').click()
    await page.waitForURL('**/order_summary')
    await page.getByText('Please keep Rs. 270 ready.').waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Track Order' }).click()
    await standing(page, 'Confirmed').waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true }).waitFor()
    const order = await app.shop.db.order.findFirstOrThrow({ where: { userId: shopper.id } })
    expect([order.status, order.payOnDelivery]).toEqual(['CONFIRMED', true])
    expect(complaints).toEqual([])
    await close()
  })

  it('is disabled above its limit, and the checkout explains why', async () => {
    const shopper = await shopperWith({ [BOWL]: 5 })
    const { page, close } = await visitAs(shopper, '/checkout')
    const choice = page.getByRole('radio', { name: /^Cash on delivery/ })
    await page.getByText('Cash on delivery is available up to Rs. 5,000.').waitFor()
    expect(await choice.isDisabled()).toBe(true)
    await close()
  })
})

describe('the way of an order', () => {
  const timeline = (page: Page) => page.getByRole('region', { name: 'Timeline' })

  it('shows the day of arrival, the steps to come, and the payment id once', async () => {
    const { shopper, order } = await buy({ [CUP]: 2, [BOWL]: 1 })
    const { page, complaints, close } = await shopfront.visitAs(shopper, 'desktop', pathOf(order))
    await page.getByText(/^Arrives by \w{3}, \d+ \w{3}$/).waitFor()
    expect(await timeline(page).locator('li[data-ahead] strong').allTextContents()).toEqual([
      'Packed and shipped',
      'Delivered',
    ])
    const text = await page.getByRole('main').innerText()
    expect(text.match(/pay_\w+/g)).toHaveLength(1)
    expect(complaints).toEqual([])
    await close()
  })

  it('has a form for a question, with the order and the shopper filled in', async () => {
    const { shopper, order } = await buy({ [CUP]: 1 })
    const { page, complaints, close } = await visitAs(shopper, pathOf(order))
    await button(page, 'Contact us about this order').click()
    const dialog = page.getByRole('dialog', { name: `Ask about order ${orderNumber(order)}` })
    await button(page, 'Send').click()
    await dialog.getByText('Please write your question, in up to 2,000 characters').waitFor()
    expect(await dialog.getByLabel('Your question').evaluate((field) => field === document.activeElement)).toBe(true)
    await dialog.getByLabel('Your question').fill('Which day does it come?')
    await expectNoSidewaysScroll(page)
    await button(page, 'Send').click()
    await notification(page, `Your question is on its way. We will answer to ${shopper.email}.`).waitFor()
    expect(await shopfront.app.shop.db.studioQuestion.findMany({ where: { userId: shopper.id } })).toMatchObject([
      { orderId: order.id, email: shopper.email, message: 'Which day does it come?' },
    ])
    expect(complaints).toEqual([])
    await close()
  })

  it('is visible with forced colours, with hollow dots for what is still to come', async () => {
    const { shopper, order } = await buy({ [CUP]: 1 })
    const { page, close } = await visitAs(shopper, pathOf(order))
    await page.emulateMedia({ forcedColors: 'active' })
    const [done, ahead] = await Promise.all(
      ['li:not([data-ahead])', 'li[data-ahead]'].map((selector) =>
        timeline(page)
          .locator(selector)
          .first()
          .evaluate((item) => {
            const { backgroundColor, borderTopColor, borderTopWidth } = getComputedStyle(item, '::before')
            const page = getComputedStyle(document.body).backgroundColor
            return { isFilled: backgroundColor !== page, hasRing: borderTopWidth !== '0px' && borderTopColor !== page }
          }),
      ),
    )
    expect(done!.isFilled).toBe(true)
    expect(ahead).toEqual({ isFilled: false, hasRing: true })
    await close()
  })

  it('says Delivered once, and nothing is still to come', async () => {
    const { shopper, order } = await buy({ [CUP]: 1 })
    await move(order, 'SHIPPED')
    await shopfront.app.shop.db.$transaction(async (tx) => {
      const entry = { source: 'SHOP', note: 'Delivered.' } as const
      await withOrder(tx, order.id, (locked) => moveOrder(shopfront.app.shop, tx, locked, 'DELIVERED', entry))
    })
    const { page, close } = await visitAs(shopper, pathOf(order))
    await page.getByText(/^Delivered on \w{3}, \d+ \w{3}$/).waitFor()
    expect((await timeline(page).innerText()).match(/Delivered/g)).toHaveLength(1)
    expect(await timeline(page).locator('li[data-ahead]').count()).toBe(0)
    await close()
  })

  it('is one row in the list on a desktop, with the actions at its end', async () => {
    const { shopper, order } = await buy({ [CUP]: 2, [BOWL]: 1 })
    const { page, close } = await shopfront.visitAs(shopper, 'desktop', '/orders')
    const row = page.getByRole('article', { name: orderNumber(order) })
    await row.getByText(/^Arrives by /).waitFor()
    const [whole, photo, names, action] = await Promise.all(
      [row, row.locator('img').first(), row.getByRole('list'), row.getByRole('button').last()].map((each) =>
        each.boundingBox(),
      ),
    )
    expect(photo!.x).toBeLessThan(names!.x)
    expect(names!.x).toBeLessThan(action!.x)
    expect(whole!.x + whole!.width - action!.x - action!.width).toBeLessThan(40)
    expect(whole!.height).toBeLessThan(160)
    // The quantity and the number of a set stay with the words before them.
    expect(await row.getByRole('listitem').first().innerText()).toContain('\u00a0×\u00a02')
    await close()
  })
})

it('a long timeline stays in one column on a desktop, and the price details show a refund', async () => {
  const { shopper, order } = await buy({ [BOWL]: 1 })
  await move(order, 'SHIPPED', 'DELIVERED', 'RETURN_REQUESTED', 'RETURNED')
  const { db } = shopfront.app.shop
  const payment = await db.receivedPayment.findFirstOrThrow({ where: { orderId: order.id } })
  const refund = { orderId: order.id, paymentId: payment.id, amount: 50_000, reason: 'A chip', dueAt: new Date() }
  await db.refund.create({ data: { ...refund, state: 'PROCESSED', endedAt: new Date() } })
  for (const note of ['We refunded Rs. 500 (rfnd_1234567890).', 'We refunded Rs. 20 (UTR 4711).'])
    await db.orderEvent.create({
      data: { orderId: order.id, status: 'RETURNED', source: 'SHOP', at: new Date(), note },
    })
  const { page, close } = await shopfront.visitAs(shopper, 'desktop', pathOf(order))
  const events = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await events.getByText('We refunded Rs. 500', { exact: true }).waitFor()
  const boxes = await Promise.all((await events.all()).map(async (each) => (await each.boundingBox())!))
  expect(boxes.length).toBeGreaterThan(5)
  expect(new Set(boxes.map(({ x }) => x)).size).toBe(1)
  // Banks know the reference of a transfer, and not the payment provider's id.
  await events.getByText('Reference UTR 4711', { exact: true }).waitFor()
  expect(await events.getByText(/rfnd_|pay_/).count()).toBe(0)
  await page.getByRole('region', { name: 'Price details' }).getByText('Refunded', { exact: true }).waitFor()
  await close()
})

it('the checkout shows a stock shortage next to its line, where the quantity can be reduced', async () => {
  const shopper = await shopperWith({ [BOWL]: 4, [CUP]: 1 })
  await setStock(shopfront.app, { [BOWL]: 3 })
  const { page, close } = await visitAs(shopper, '/checkout')
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Sea Glass Serving Bowl' })
  await line.getByText(/3/).first().waitFor()
  await button(page, 'Set to 3').click()
  await line.getByText('Quantity 3').waitFor()
  expect(await button(page, 'Set to 3').count()).toBe(0)
  await close()
})
