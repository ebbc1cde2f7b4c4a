/** Tests lookups in the office, and adding product photos by dropping or pasting them. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page, Request } from 'playwright-core'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import { orderNumber } from '../../../server/domain/orders/order'
import { confirmPayment } from '../../../server/domain/orders/placement/checkout'
import { placeOnce } from '../../../server/domain/orders/placement/placement'
import { checkOut, newShopper, newStaff, payFor, setStock, stockOf } from '../../../server/testing/data/factories'
import { BOWL, CUP } from '../../../server/testing/data/fixtures'
import { openShopfront } from '../browser'
import { buy, photo, visitAs } from './officeVisits'
import { button, notification } from '../visits'

const folder = mkdtempSync(join(tmpdir(), 'cerashop-desk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const shopfront = openShopfront({ DATA_DIR: folder })

const dialog = (page: Page) => page.getByRole('dialog')
const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).locator('tbody tr')

/** Dispatches the event that a browser sends for dragged or pasted files. */
async function handOver(page: Page, kind: 'drop' | 'paste', files: { name: string; body: Buffer }[]) {
  const sent = files.map(({ name, body }) => ({ name, base64: body.toString('base64') }))
  const transfer = await page.evaluateHandle((all) => {
    const data = new DataTransfer()
    for (const { name, base64 } of all) {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
      data.items.add(new File([bytes], name, { type: 'image/jpeg' }))
    }
    return data
  }, sent)
  const target = page.getByText('Drop photos here, paste one, or choose files.')
  if (kind === 'paste')
    return target.evaluate(
      (element, clipboardData) =>
        element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
      transfer,
    )
  await target.dispatchEvent('dragover', { dataTransfer: transfer })
  return target.dispatchEvent('drop', { dataTransfer: transfer })
}

describe('the list of products', () => {
  it('shows notifications that cover no links', async () => {
    const { app } = shopfront
    onTestFinished(async () => void (await app.shop.db.product.updateMany({ data: { hiddenAt: null } })))
    const { page, close } = await visitAs(shopfront, await newStaff(app), '/office/products')
    await button(page, 'Hide Celadon Chai Cup').click()
    await notification(page, 'Product is hidden').waitFor()
    for (const width of [1280, 800]) {
      await page.setViewportSize({ width, height: 800 })
      // Fails if another element is in front of the link. The notification stays for longer than this.
      for (const link of await page.getByRole('navigation', { name: 'Office' }).getByRole('link').all())
        await link.click({ trial: true, timeout: 15_000 })
    }
    await notification(page, 'Product is hidden').waitFor()
    await close()
  })

  it('shows the last change, even if the response after an earlier change arrives later', async () => {
    const { app } = shopfront
    onTestFinished(async () => void (await app.shop.db.product.updateMany({ data: { hiddenAt: null } })))
    const { page, complaints, close } = await visitAs(shopfront, await newStaff(app), '/office/products')
    await button(page, 'Hide Celadon Chai Cup').waitFor()
    let deliver = () => {}
    const delivered = new Promise<void>((resolve) => (deliver = resolve))
    const lists: Request[] = []
    await page.route('**/graphql*', async (route) => {
      const request = route.request()
      const isList = (request.postData() ?? request.url()).includes('OfficeProductsPageQuery')
      if (isList) lists.push(request)
      const response = await route.fetch()
      if (request === lists[0]) await delivered
      await route.fulfill({ response })
    })
    await button(page, 'Hide Celadon Chai Cup').click()
    await expect.poll(() => lists.length).toBe(1)
    await button(page, 'Hide Saffron Nut Bowl').click()
    await button(page, 'Show Saffron Nut Bowl').waitFor()
    const late = page.waitForEvent('requestfinished', (request) => request === lists[0])
    deliver()
    await late
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await button(page, 'Show Celadon Chai Cup').waitFor()
    await button(page, 'Show Saffron Nut Bowl').waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('shows a product with its variants in one row, which opens in place for prices and stock', async () => {
    const { app } = shopfront
    await setStock(app, { 'tea-for-two-set': 20, 'tea-for-two-set-oat': 20 })
    const { page, complaints, close } = await visitAs(shopfront, await newStaff(app), '/office/products?search=oat')
    await page.getByText('2 products', { exact: true }).waitFor()
    const table = page.getByRole('table', { name: 'Products' })
    const totals = page.getByRole('button', { name: /^Variants of Tea for Two Set/ })
    expect(await totals.innerText()).toMatch(/^2 variants, 40 items, from Rs\.\s[\d,]+$/)
    expect(await table.getByRole('row').count()).toBe(3)
    await totals.press('Space')
    await table.getByRole('link', { name: 'Oat', exact: true }).waitFor()
    const names = await table.getByRole('rowheader').getByRole('link').allInnerTexts()
    expect(names).toEqual(['Speckled Oat Tumbler', 'Tea for Two Set', 'Blue-grey', 'Oat'])
    const stock = page.getByRole('textbox', { name: 'Stock of Tea for Two Set, Oat' })
    await stock.fill('7')
    await stock.press('Enter')
    await expect.poll(() => stockOf(app, 'tea-for-two-set-oat')).toBe(7)
    const price = page.getByRole('textbox', { name: 'Price of Tea for Two Set, Oat' })
    // The product's own price is the lowest.
    await price.fill('1')
    await price.press('Enter')
    await table.getByRole('alert').filter({ hasText: 'would cost less than Tea for Two Set' }).waitFor()
    await page.getByText('2 variants, 27 items, from').waitFor()
    await totals.click()
    await table.getByRole('link', { name: 'Oat', exact: true }).waitFor({ state: 'detached' })
    expect(await totals.getAttribute('aria-expanded')).toBe('false')
    expect(complaints.filter((text) => !text.includes('INVALID_INPUT'))).toEqual([])
    await close()
  })

  it('saves the last entered number, and shows an error only for the number that it is about', async () => {
    const { app } = shopfront
    await setStock(app, { [CUP]: 20 })
    const { page, complaints, close } = await visitAs(
      shopfront,
      await newStaff(app),
      '/office/products?search=celadon-chai-cup',
    )
    const stock = page.getByRole('textbox', { name: /^Stock of Celadon Chai Cup/ })
    const errors = page.getByRole('table', { name: 'Products' }).getByRole('alert')
    const enter = async (text: string) => {
      await stock.fill(text)
      await stock.press('Enter')
    }
    /** The numbers sent. The client may send a request again. */
    const saves: number[] = []
    let release = () => {}
    let held = Promise.resolve()
    let fails = false
    const hold = () => {
      held = new Promise<void>((resolve) => (release = resolve))
    }
    await page.route('**/graphql*', async (route) => {
      if (!route.request().postData()?.includes('SetStock')) return route.continue()
      const { stock: sent } = (route.request().postDataJSON() as { variables: { stock: number } }).variables
      if (saves.at(-1) !== sent) saves.push(sent)
      await held
      return fails ? route.abort() : route.continue()
    })

    hold()
    await enter('7')
    await expect.poll(() => saves.length).toBe(1)
    await enter('8')
    await enter('9')
    release()
    await expect.poll(() => stockOf(app, CUP)).toBe(9)
    await page.locator('input[aria-busy]').waitFor({ state: 'detached' })
    expect([await stock.inputValue(), await errors.count(), saves.length]).toEqual(['9', 0, 2])

    // A number that is typed but not entered stays, and the failure of the number before it is not about it.
    hold()
    fails = true
    await enter('30')
    await expect.poll(() => saves.length).toBe(3)
    await stock.fill('31')
    release()
    await page.locator('input[aria-busy]').waitFor({ state: 'detached' })
    expect([await stock.inputValue(), await errors.count(), await stockOf(app, CUP)]).toEqual(['31', 0, 9])
    await stock.press('Enter')
    await errors.waitFor()
    await stock.fill('32')
    await errors.waitFor({ state: 'detached' })

    // The first number again, while another is being saved.
    fails = false
    hold()
    await enter('33')
    await expect.poll(() => saves.length).toBe(5)
    await enter('9')
    release()
    await expect.poll(() => saves.length).toBe(6)
    await page.locator('input[aria-busy]').waitFor({ state: 'detached' })
    expect([await stock.inputValue(), await stockOf(app, CUP)]).toEqual(['9', 9])

    // A colleague's change is shown before the next number replaces it.
    hold()
    await enter('40')
    await expect.poll(() => saves.length).toBe(7)
    await enter('41')
    await setStock(app, { [CUP]: 19 })
    release()
    await errors.getByText('It is now 19.').waitFor()
    expect([await stock.inputValue(), await stockOf(app, CUP), saves.length]).toEqual(['41', 19, 7])
    await stock.press('Enter')
    await expect.poll(() => stockOf(app, CUP)).toBe(41)
    // The browser logs the failed requests.
    expect(complaints.filter((text) => !/ERR_FAILED|Failed to fetch/.test(text))).toEqual([])
    await close()
  })

  it('names the limits of a price, and says where to change the price of a product on sale', async () => {
    const { app } = shopfront
    const before = await app.shop.db.product.findUniqueOrThrow({ where: { id: CUP } })
    onTestFinished(async () => {
      const { discounted, original } = before
      await app.shop.db.product.update({ where: { id: CUP }, data: { discounted, original } })
    })
    await app.shop.db.product.update({ where: { id: CUP }, data: { discounted: 799, original: 899 } })
    const staff = await newStaff(app)
    const { page, complaints, close } = await visitAs(shopfront, staff, '/office/products?search=celadon-chai-cup')
    const price = page.getByRole('textbox', { name: /^Price of Celadon Chai Cup/ })
    const errors = page.getByRole('table', { name: 'Products' }).getByRole('alert')
    const errorOf = async (text: string) => {
      await price.fill('')
      await price.fill(text)
      await price.press('Enter')
      return errors.textContent()
    }
    for (const text of ['₹1,299', '900', 'Rs. 2,499/-', '1 00 000', '200001'])
      expect([text, await errorOf(text)]).toEqual([
        text,
        'At most the price of Rs. 899. Change the price on the product’s page.',
      ])
    for (const text of ['abc', '0', '-5', '', '12.5', '1e2'])
      expect([text, await errorOf(text)]).toEqual([text, 'Please enter a whole number from 1 to 899'])
    await price.fill('₹899')
    await price.press('Enter')
    await notification(page, 'Price saved').waitFor()
    // The product is no longer on sale, so its one price may rise.
    await expect.poll(() => errorOf('free')).toBe('Please enter a whole number from 1 to 2,00,000')
    await price.fill('₹1,299')
    await price.press('Enter')
    const stored = async () => {
      const { discounted, original } = await app.shop.db.product.findUniqueOrThrow({ where: { id: CUP } })
      return [discounted, original]
    }
    await expect.poll(stored).toEqual([1299, 1299])
    expect(complaints).toEqual([])
    await close()
  })
})

describe('photos', () => {
  it('can be dropped or pasted, and are still uploaded if one of them is rejected', async () => {
    const { app } = shopfront
    const { page, complaints, close } = await visitAs(shopfront, await newStaff(app), `/office/products/${BOWL}`)
    const words = page.getByRole('textbox', { name: /^Photo \d/ })
    await words.first().waitFor()
    const before = await words.count()
    const named = (number: number) => page.getByRole('textbox', { name: new RegExp(`^Photo ${number}`) })
    await handOver(page, 'drop', [
      { name: 'front.jpg', body: await photo('#a52') },
      { name: 'notes.jpg', body: Buffer.from('no photo') },
      { name: 'side.jpg', body: await photo('#25a') },
    ])
    await named(before + 2).waitFor()
    await page.getByText('notes.jpg').waitFor()
    await button(page, 'Skip').click()
    await handOver(page, 'paste', [{ name: 'image.png', body: await photo('#5a2') }])
    await named(before + 3).waitFor()
    for (const number of [1, 2, 3]) await named(before + number).fill(`Added ${number}`)
    await button(page, 'Save').click()
    await notification(page, 'Saved').first().waitFor()
    const images = await app.shop.db.productImage.findMany({ where: { productId: BOWL }, orderBy: { position: 'asc' } })
    expect(images.slice(-3).map(({ imageAlt }) => imageAlt)).toEqual(['Added 1', 'Added 2', 'Added 3'])
    // Chromium logs the response to the rejected photo.
    expect(complaints).toEqual([expect.stringContaining('status of 422')])
    await close()
  })
})

describe('opening an office page', () => {
  it('sends the queries of the layout and the page in parallel', async () => {
    const { app, origin } = shopfront
    const { page, close } = await visitAs(shopfront, await newStaff(app), '/profile')
    const sent = new Set<string>()
    let release = () => {}
    const both = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/graphql*', async (route) => {
      const text = route.request().url() + (route.request().postData() ?? '')
      for (const name of ['OfficeAccessQuery', 'OfficeOrdersPageQuery']) if (text.includes(name)) sent.add(name)
      if (sent.size === 2) release()
      await both
      await route.continue()
    })
    await page.goto(`${origin}/office/orders`)
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
    expect(sent.size).toBe(2)
    await close()
  })
})

describe('the office', () => {
  it('finds orders by date, and shows order emails, sales and the audit log', async () => {
    const { app, origin } = shopfront
    await setStock(app, { [CUP]: 20 })
    const { number, order, shopper } = await buy(shopfront, { [CUP]: 2 })
    const old = await buy(shopfront, { [CUP]: 1 })
    // 18:30 UTC is midnight in India, so these are the first and the last moment of 2 February there.
    const [first, last] = [new Date('2026-02-01T18:30:00Z'), new Date('2026-02-02T18:29:59Z')]
    await app.shop.db.order.update({ where: { id: order.id }, data: { placedAt: last } })
    await app.shop.db.order.update({ where: { id: old.order.id }, data: { placedAt: first } })
    await app.shop.db.receivedPayment.updateMany({ data: { receivedAt: first } })
    const staff = await newStaff(app)
    const { page, complaints, close } = await visitAs(shopfront, staff, '/office/orders?tab=to-pack')

    await page.getByLabel('From').fill('2026-02-02')
    await page.getByLabel('To').fill('2026-02-02')
    await button(page, 'Search').last().click()
    await page.waitForURL('**/office/orders?tab=to-pack&from=2026-02-02&to=2026-02-02')
    // The new page replaces the form. `fill` does not change the attribute.
    await page.locator('[name=to][value="2026-02-02"]').waitFor()
    await page.getByLabel('To').fill('2026-02-01')
    await page.getByLabel('To').press('Enter')
    await page.getByText('The first day is after the last day.').waitFor()
    await page.goBack()
    await rows(page, 'Orders').nth(1).waitFor()
    expect(await rows(page, 'Orders').count()).toBe(2)
    await page.goto(`${origin}/office/orders?from=2026-02-03`)
    await page.getByText('No orders match.').waitFor()

    await page.goto(`${origin}/office/orders/${number}`)
    await button(page, 'Disable order links').click()
    await dialog(page).getByText('shows the order without a login').waitFor()
    await button(page, 'Disable links').click()
    await notification(page, 'Order links disabled').waitFor()
    expect((await app.shop.db.order.findUniqueOrThrow({ where: { id: order.id } })).linkGeneration).toBe(1)

    await page.getByText('Changes: 1').click()
    await page.getByRole('link', { name: 'Details of this activity' }).click()
    await page.getByRole('heading', { name: 'Activity', level: 1 }).waitFor()
    await page.getByRole('listitem').getByText('Order links disabled').waitFor()
    await page.getByRole('link', { name: 'Meera Iyer' }).click()
    await page.getByText(`Activity of ${number} by Meera Iyer`).waitFor()

    const mailWay = page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name: 'Emails' })
    await mailWay.click()
    await page.getByRole('link', { name: `Order confirmed, ${number}` }).click()
    const mail = page.frameLocator('iframe[title="Email preview"]')
    await mail.getByRole('heading', { name: 'Thank you for your order' }).waitFor()
    await page.getByRole('link', { name: 'Plain text' }).click()
    await page.getByText(`Hello Meera,`).waitFor()
    const message = { channel: 'mail', topic: order.id }
    await app.shop.db.outboxMessage.updateMany({
      where: message,
      data: { state: 'DEAD', failures: 3, lastError: '550 no such mailbox' },
    })
    await page.goto(`${origin}/office/emails?state=DEAD`)
    await page.getByText('550 no such mailbox').waitFor()
    await page.getByRole('link', { name: `Order confirmed, ${number}` }).click()
    await button(page, 'Send again').click()
    await dialog(page).getByText('We will try again now').waitFor()
    await dialog(page).getByText(shopper.email).waitFor()
    await dialog(page).getByRole('button', { name: 'Send again' }).click()
    await notification(page, 'Email will be sent again').waitFor()
    await dialog(page).waitFor({ state: 'detached' })
    expect((await app.shop.db.outboxMessage.findFirstOrThrow({ where: message })).failures).toBe(0)
    await button(page, 'Discard').waitFor({ state: 'detached' })
    await app.shop.db.outboxMessage.updateMany({ where: message, data: { state: 'DEAD' } })
    await page.reload()
    await button(page, 'Discard').click()
    await dialog(page).getByText('never sent').waitFor()
    await dialog(page).getByRole('button', { name: 'Discard' }).click()
    await notification(page, 'Email discarded').waitFor()
    await page.getByRole('heading', { name: /^No emails/ }).waitFor()
    expect(await app.shop.db.outboxMessage.count({ where: message })).toBe(0)

    await page.goto(`${origin}/office/activity?by=nonsense&type=ORDER&after=nonsense`)
    await page.getByRole('link', { name: 'First page' }).click()
    await page.getByText('Order links disabled').first().waitFor()

    await page.goto(`${origin}/office/sales?from=2026-02-01&to=2026-02-28`)
    const total = 3 * 270
    await page.getByText(`Rs. ${total}`).first().waitFor()
    expect(await rows(page, 'Sales').allInnerTexts()).toEqual([expect.stringContaining('Mon, 2 Feb')])
    await page.getByText('All invoices from 1 Feb 2026 to 28 Feb 2026').waitFor()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download invoices (CSV)').click(),
    ])
    expect(download.suggestedFilename()).toBe('invoices-2026-02-01-to-2026-02-28.csv')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a list of the office on a desktop', () => {
  it('shows all its tabs and keeps its choices on one line', async () => {
    const { page, close } = await visitAs(shopfront, await newStaff(shopfront.app), '/office/orders')
    const tabs = page.getByRole('navigation', { name: 'Status' })
    await tabs.waitFor()
    for (const width of [1280, 1024, 800]) {
      await page.setViewportSize({ width, height: 800 })
      const [inner, outer] = await tabs.evaluate((nav) => [nav.scrollWidth, nav.clientWidth])
      expect([width, inner]).toEqual([width, outer])
      if (width === 1280) expect((await tabs.boundingBox())!.height).toBeLessThan(60)
    }
    await page.goto(`${shopfront.origin}/office/products`)
    await page.getByLabel('Sort by').waitFor()
    for (const width of [1440, 1280, 1100]) {
      await page.setViewportSize({ width, height: 800 })
      const tops = await Promise.all(
        ['Show', 'Category', 'Sort by'].map(
          async (name) => (await page.getByLabel(name, { exact: true }).boundingBox())!.y,
        ),
      )
      expect([width, new Set(tops).size]).toEqual([width, 1])
    }
    await close()
  })
})

describe('the page of an order', () => {
  it('shows without a reload that the payment provider has paid a refund', async () => {
    const { app } = shopfront
    await setStock(app, { [CUP]: 40 })
    const shopper = await newShopper(app, { [CUP]: 1 })
    const checkout = await checkOut(app, shopper)
    await confirmPayment(app.shop, shopper.id, await payFor(app, checkout, 'refund-pending'))
    const path = `/office/orders/${orderNumber(checkout.order)}`
    const { page, complaints, close } = await visitAs(shopfront, await newStaff(app), path)
    await button(page, 'Refund').click()
    await page.getByLabel('Reason (only staff can see it)').fill('A crack')
    await button(page, 'Continue').click()
    await page.getByRole('button', { name: /^Refund Rs\./ }).click()
    await page.getByText('Refund sent to the provider').waitFor()
    const ended = { state: 'PROCESSED' as const, endedAt: new Date() }
    await app.shop.db.refund.updateMany({ where: { orderId: checkout.order.id }, data: ended })
    await page.getByText('Refunded', { exact: true }).first().waitFor()
    await page.getByText('Refund sent to the provider').waitFor({ state: 'detached' })
    expect(complaints).toEqual([])
    await close()
  })
})

// Last, because the other tests expect no further orders.
describe('open orders on delivery', () => {
  it('are listed under a tab that is in view on a phone, with the time until which they must be shipped', async () => {
    const { app } = shopfront
    await setStock(app, { [CUP]: 40 })
    const shopper = await newShopper(app, { [CUP]: 1 })
    const input = { addressId: shopper.addressId, idempotencyKey: 'desk', networkAddress: '192.0.2.9' }
    const number = orderNumber(await placeOnce(app.shop, shopper, input, { payOnDelivery: true }))
    const { page, complaints, close } = await shopfront.visitAs(
      await newStaff(app),
      'phone',
      '/office/orders?tab=on-delivery',
    )
    const tab = page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'Open COD' })
    await tab.waitFor()
    await expect
      .poll(async () => {
        const { x, width } = (await tab.boundingBox())!
        return x >= 0 && x + width <= 390
      })
      .toBe(true)
    await rows(page, 'Orders').filter({ hasText: number }).getByText('Ship by').waitFor()
    await page.getByRole('link', { name: number }).click()
    await page.getByText(/^Ship by .+, or the shop cancels this order\.$/).waitFor()
    await page.goto(`${shopfront.origin}/office`)
    await page.getByText('The shop cancels an order with “Ship by” unless you ship it by then.').waitFor()
    expect(complaints).toEqual([])
    await close()
  })
})
