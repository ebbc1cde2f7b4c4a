/**
 * Payment events that arrive late, repeatedly, out of order or after the tab was closed. The tests trigger them in the
 * sandbox's payment dialog and check the order's page.
 */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { orderNumber, withHistory, type Order } from '../../../server/domain/orders/order'
import { reconcilePayments } from '../../../server/domain/orders/payment/reconcile'
import { fillCart, stockOf } from '../../../server/testing/data/factories'
import { openShopfront, type Device } from '../browser'
import { button, emptyGuest, guestOf, notification } from '../visits'

const shopfront = openShopfront()

const BOWL = 'sea-glass-serving-bowl'

beforeEach(async () => {
  await emptyGuest(shopfront.app)
  await shopfront.app.shop.db.order.deleteMany()
})

/** Opens the payment dialog in the checkout of an order for one bowl. */
async function openTill(device: Device) {
  const { app } = shopfront
  await fillCart(app, await guestOf(app), { [BOWL]: 1 })
  const visit = await shopfront.visitAsGuest(device, '/checkout')
  await button(visit.page, 'Place Order').click()
  const till = visit.page.getByRole('dialog')
  await till.getByText('TEST MODE').waitFor()
  return { ...visit, till }
}

type Till = Awaited<ReturnType<typeof openTill>>['till']

const press = (till: Till, name: string) => till.getByRole('button', { name, exact: true }).click()

async function play(till: Till, scenario: string): Promise<void> {
  await press(till, 'More')
  await press(till, scenario)
}

const cutOff = (page: Page, mutation: string) =>
  page.route('**/graphql', (route) =>
    route.request().postData()?.includes(mutation) ? route.abort() : route.continue(),
  )

/** The only order in the database. */
async function theOrder(): Promise<Order> {
  const orders = await shopfront.app.shop.db.order.findMany({ include: withHistory })
  expect(orders).toHaveLength(1)
  return orders[0]!
}

const stockLeft = () => stockOf(shopfront.app, BOWL)
const status = async () => (await theOrder()).status
const timelineOf = ({ events }: Order) => events.map((event) => `${event.status} ${event.source}`)

async function openOrder(page: Page): Promise<void> {
  await page.goto(`${shopfront.origin}/orders/${orderNumber(await theOrder())}`)
}

/** Checks the order's page: its status, and one timeline entry for each event. Steps that are still to come do not count. */
async function expectOnPage(page: Page, standing: string, entries: RegExp[]): Promise<void> {
  const { length } = entries
  await page.getByRole('main').getByText(standing, { exact: true }).first().waitFor()
  const timeline = page.getByRole('region', { name: 'Timeline' }).locator('li:not([data-ahead])')
  const texts = await timeline.allTextContents()
  expect(texts).toHaveLength(length)
  texts.forEach((text, i) => expect(text).toMatch(entries[i]!))
}

/**
 * Returns a function that reads the texts of all notifications shown since the call. A repeated notification is listed each time.
 */
async function watchNotifications(page: Page): Promise<() => Promise<string[]>> {
  const seen = await page.evaluateHandle(() => {
    const shown = new Set<Element>()
    new MutationObserver(() => {
      for (const each of document.querySelectorAll('[role=alert]')) shown.add(each)
    }).observe(document.body, { childList: true, subtree: true })
    return shown
  })
  return () => seen.evaluate((shown) => [...shown].map((each) => each.textContent).filter((text) => text !== ''))
}

describe('a webhook that is delivered three times', () => {
  it('marks one order paid, reduces the stock once and shows one notification', async () => {
    const before = await stockLeft()
    // The sandbox delivers its webhooks with `inject`.
    const deliveries = vi.spyOn(shopfront.app, 'inject')
    const { page, till, complaints, close } = await openTill('desktop')
    const notifications = await watchNotifications(page)
    await play(till, 'Webhook three times')
    await page.waitForURL('**/order_summary')
    await page
      .getByText(orderNumber(await theOrder()))
      .first()
      .waitFor()
    await expect.poll(() => deliveries.mock.results.length).toBe(3)
    const answers = await Promise.all(deliveries.mock.results.map(({ value }) => value))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])

    const order = await theOrder()
    expect(order.status).toBe('PAID')
    expect(timelineOf(order).map((entry) => entry.split(' ')[0])).toEqual(['AWAITING_PAYMENT', 'PAID'])
    expect(await stockLeft()).toBe(before - 1)
    expect(await notifications()).toEqual([])
    await page.getByRole('link', { name: 'Track Order' }).first().click()
    await expectOnPage(page, 'Paid', [/Order placed/, /Payment received\.$/])
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a payment whose confirmation never reaches the shop', () => {
  it('is reported as successful, and a late webhook marks the order paid', async () => {
    const { page, till, close } = await openTill('desktop')
    const notifications = await watchNotifications(page)
    await cutOff(page, 'ConfirmPayment')
    await play(till, 'Late webhook')
    await notification(page, 'Your payment went through, but the shop could not be reached.').waitFor()
    expect(await notifications()).toEqual([
      'Your payment went through, but the shop could not be reached. Your order will appear under Orders soon.',
    ])
    await page.waitForURL(`**/orders/${orderNumber(await theOrder())}`)
    await expect.poll(status).toBe('PAID')
    expect(timelineOf(await theOrder())).toEqual(['AWAITING_PAYMENT SHOPPER', 'PAID WEBHOOK'])
    await expectOnPage(page, 'Paid', [/Order placed/, /Payment received\.$/])
    await page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true }).waitFor()
    await close()
  })

  it("is pending on the order's page until the shop has queried the provider", async () => {
    const { page, till, close } = await openTill('phone')
    await cutOff(page, 'ConfirmPayment')
    await press(till, 'Pay')
    await notification(page, 'Your order will appear under Orders soon.').waitFor()
    await expectOnPage(page, 'Waiting for payment', [/Order placed/])

    // One minute later, so that the order is old enough for a check with the provider.
    await reconcilePayments(shopfront.app.shop, new Date(Date.now() + 60_000))
    // The page updates without a reload, and a screen reader announces it.
    await page.locator('[aria-live=polite]').getByText('Paid', { exact: true }).waitFor()
    await expectOnPage(page, 'Paid', [/Order placed/, /Payment received\.$/])
    await page.getByText(/^Payment reference pay_\w+$/).waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Cart', exact: true }).waitFor()
    // The page has stopped polling.
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.url()} ${request.postData()}`))
    await page.waitForTimeout(3500)
    expect(asked.filter((request) => request.includes('AwaitedPaymentQuery'))).toEqual([])
    expect(timelineOf(await theOrder())).toEqual(['AWAITING_PAYMENT SHOPPER', 'PAID SHOP'])
    await close()
  })

  it('is polled for 15 minutes while the page is visible', async () => {
    const { page, till, close } = await openTill('desktop')
    await cutOff(page, 'ConfirmPayment')
    await press(till, 'Pay')
    await notification(page, 'Your order will appear under Orders soon.').waitFor()
    await page.clock.install()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('AwaitedPaymentQuery') || request.postData()?.includes('AwaitedPaymentQuery'))
        asked += 1
    })
    await openOrder(page)
    await expectOnPage(page, 'Waiting for payment', [/Order placed/])
    const askedWithin = async (minutes: string) => {
      const before = asked
      await page.clock.fastForward(minutes)
      // Every request that is due has been sent by then.
      await page.waitForTimeout(500)
      return asked - before
    }
    const setHidden = (isHidden: boolean) =>
      page.evaluate((value) => Object.defineProperty(document, 'hidden', { configurable: true, value }), isHidden)
    const expectPoll = async () => {
      const before = asked
      await page.clock.fastForward('00:04')
      await expect.poll(() => asked).toBeGreaterThan(before)
    }
    await expectPoll()
    await setHidden(true)
    expect(await askedWithin('05:00')).toBe(0)
    await setHidden(false)
    await expectPoll()
    await askedWithin('11:00')
    expect(await askedWithin('01:00')).toBe(0)
    await close()
  })

  it("uses the provider's hosted page in Instagram's in-app browser, and returns to the order's page", async () => {
    const { app } = shopfront
    await fillCart(app, await guestOf(app), { [BOWL]: 1 })
    const { page, complaints, close } = await shopfront.visitAsGuest('phone', '/cart')
    await page.addInitScript(() => {
      const userAgent = `${navigator.userAgent} Instagram 300.0.0.0`
      Object.defineProperty(navigator, 'userAgent', { configurable: true, value: userAgent })
    })
    await page.goto(`${shopfront.origin}/checkout`)
    await button(page, 'Place Order').click()
    const [returned] = await Promise.all([
      page.waitForRequest('**/payments/return'),
      press(page.getByRole('dialog'), 'Pay'),
    ])
    expect(returned.method()).toBe('POST')
    await page.waitForURL(`**/orders/${orderNumber(await theOrder())}`)
    await expectOnPage(page, 'Paid', [/Order placed/, /Payment received\.$/])
    expect(complaints).toEqual([])
    await close()
  })

  it('is recorded even if the tab was closed', async () => {
    const { page, till, complaints, close } = await openTill('phone')
    await play(till, 'Tab closed after paying')
    await page.getByText('Oops! Could not find any orders').waitFor()
    await page.goto(`${shopfront.origin}/orders`)
    const order = page.getByRole('article', { name: orderNumber(await theOrder()) })
    await order.getByText('Paid', { exact: true }).waitFor()
    expect(await page.getByRole('main').getByRole('article').count()).toBe(1)
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a payment that fails first and is captured afterwards', () => {
  it('is accepted in the same dialog if the webhook arrives before the response', async () => {
    const { page, till, close } = await openTill('desktop')
    await press(till, 'Fail')
    await till.getByRole('alert').getByText('Your payment was declined by the bank.').waitFor()
    expect(await status()).toBe('AWAITING_PAYMENT')
    await play(till, 'Webhook before the answer')
    await page.waitForURL('**/order_summary')
    await openOrder(page)
    await expectOnPage(page, 'Paid', [
      /Order placed/,
      /A payment attempt failed \(pay_\w+\)\..*You can still pay/,
      /received/,
    ])
    expect(timelineOf(await theOrder())).toEqual([
      'AWAITING_PAYMENT SHOPPER',
      'AWAITING_PAYMENT WEBHOOK',
      'PAID WEBHOOK',
    ])
    await close()
  })

  it('is accepted after the shopper has closed the dialog', async () => {
    const { page, till, close } = await openTill('phone')
    await press(till, 'Fail')
    await till.getByRole('alert').getByText('Your payment was declined by the bank.').waitFor()
    await press(till, 'Close')
    await notification(page, 'Your payment was declined by the bank.').waitFor()
    await openOrder(page)
    await expectOnPage(page, 'Waiting for payment', [/Order placed/, /You can still pay for this order/])

    const paid = await page.request.post(`${shopfront.origin}/api/payments/sandbox/pay`, {
      data: { orderId: (await theOrder()).providerOrderId, scenario: 'webhook-only' },
    })
    expect(paid.status()).toBe(200)
    await expectOnPage(page, 'Paid', [/Order placed/, /You can still pay for this order/, /received/])
    await close()
  })
})
