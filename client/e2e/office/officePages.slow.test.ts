/** Tests what all pages of the office share: loading and reloading, filters, and dialogs with addresses of their own. */
import type { Page, Route } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { newStaff, newStaffAs, setStock } from '../../../server/testing/data/factories'
import { BOWL, CUP } from '../../../server/testing/data/fixtures'
import { openShopfront } from '../browser'
import { button, notification } from '../visits'
import { buy, visitAs } from './officeVisits'

// Staff can only be invited in a shop that sends emails.
const shopfront = openShopfront({
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'orders@shop.example',
  PUBLIC_ORIGIN: 'https://shop.example',
})

const dialog = (page: Page) => page.getByRole('dialog')
const focused = (page: Page) => page.locator('*:focus')
const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name, exact: true })
const pathOf = (page: Page) => new URL(page.url()).pathname

/** Calls `handle` for the requests with this operation. */
const routeOperation = (page: Page, operation: string, handle: (route: Route) => Promise<void>) =>
  page.route('**/graphql*', (route) => {
    const request = route.request()
    return (request.url() + (request.postData() ?? '')).includes(operation) ? handle(route) : route.fallback()
  })

describe('an office page', () => {
  it('shows a failure with a button that loads the page again', async () => {
    const { app } = shopfront
    const { page, close } = await visitAs(shopfront, await newStaff(app), '/office')
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    await routeOperation(page, 'OfficeCouponsPageQuery', (route) => route.abort())
    await link(page, 'Coupons').click()
    await button(page, 'Retry').waitFor()
    expect(await link(page, 'Coupons').getAttribute('aria-current')).toBe('page')
    await page.unrouteAll()
    await button(page, 'Retry').click()
    await page.getByRole('heading', { name: 'Coupons', level: 1 }).waitFor()
    expect(await button(page, 'Retry').count()).toBe(0)
    await close()
  })

  it('keeps its data and the typed text if it cannot be reloaded after a change', async () => {
    const { app } = shopfront
    onTestFinished(async () => void (await app.shop.db.product.updateMany({ data: { hiddenAt: null } })))
    const { page, close } = await visitAs(shopfront, await newStaff(app), '/office/products')
    const stock = page.getByRole('textbox', { name: 'Stock of Celadon Chai Cup' })
    await stock.fill('7')
    await routeOperation(page, 'OfficeProductsPageQuery', (route) => route.abort())
    await button(page, 'Hide Saffron Nut Bowl').click()
    const warning = page.getByText('The page could not be reloaded and may be out of date.')
    await warning.waitFor()
    expect(await stock.inputValue()).toBe('7')
    await page.unrouteAll()
    await button(page, 'Retry').click()
    await button(page, 'Show Saffron Nut Bowl').waitFor()
    await warning.waitFor({ state: 'detached' })
    expect(await stock.inputValue()).toBe('7')
    await close()
  })

  it('does not show the data that another account has loaded in this tab', async () => {
    const { app } = shopfront
    const other = await newStaff(app)
    const { page, close } = await visitAs(shopfront, await newStaff(app), '/office/coupons')
    await page.getByRole('heading', { name: 'Coupons', level: 1 }).waitFor()
    await link(page, 'Today').click()
    await page.getByRole('heading', { name: 'Today' }).waitFor()
    // The other account logs in in another tab.
    await page.evaluate((token) => {
      localStorage.setItem('token', token)
      dispatchEvent(new StorageEvent('storage', { key: 'token', newValue: token }))
    }, other.token)
    await routeOperation(page, 'OfficeCouponsPageQuery', (route) => route.abort())
    await link(page, 'Coupons').click()
    await button(page, 'Retry').waitFor()
    expect(await page.getByText('may be out of date').count()).toBe(0)
    await close()
  })

  it('shows the list of the last filter, even if the response for an earlier filter arrives later', async () => {
    const { app } = shopfront
    await setStock(app, { [BOWL]: 20, [CUP]: 20 })
    const paid = await buy(shopfront, { [CUP]: 1 })
    const { page, complaints, close } = await visitAs(shopfront, await newStaff(app), '/office/orders')
    await page.getByRole('link', { name: paid.number }).waitFor()
    let deliver = () => {}
    const delivered = new Promise<void>((resolve) => (deliver = resolve))
    let arrived = () => {}
    const late = new Promise<void>((resolve) => (arrived = resolve))
    await routeOperation(page, 'OfficeOrdersPageQuery', async (route) => {
      const isEarlier = decodeURIComponent(route.request().url() + (route.request().postData() ?? '')).includes(
        'SHIPPED',
      )
      const response = await route.fetch()
      if (isEarlier) await delivered
      // The router may have dropped the request.
      await route.fulfill({ response }).catch(() => undefined)
      if (isEarlier) arrived()
    })
    const tabs = page.getByRole('navigation', { name: 'Status' })
    await tabs.getByRole('link', { name: /^Shipped/ }).click()
    // The list stays visible while the next one loads.
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor()
    expect(await page.getByRole('link', { name: paid.number }).isVisible()).toBe(true)
    await tabs.getByRole('link', { name: /^To pack/ }).click()
    await page.waitForURL('**/office/orders?tab=to-pack')
    deliver()
    await late
    await page.evaluate(() => new Promise(requestAnimationFrame))
    await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' })
    expect(await page.getByRole('link', { name: paid.number }).isVisible()).toBe(true)
    expect(new URL(page.url()).search).toBe('?tab=to-pack')
    expect(complaints).toEqual([])
    await close()
  })

  it('keeps the focus in a filter, and shows the filter of the address after Back', async () => {
    const { app } = shopfront
    const { page, complaints, close } = await visitAs(shopfront, await newStaff(app), '/office/products')
    const search = page.getByRole('searchbox', { name: 'Search products' })
    await search.fill('chai')
    await search.press('Enter')
    await page.waitForURL('**/office/products?search=chai')
    expect(await focused(page).getAttribute('name')).toBe('search')
    const show = page.getByLabel('Show', { exact: true })
    await show.selectOption('Hidden')
    await page.waitForURL('**/office/products?search=chai&show=hidden')
    await page.getByText('No products match.').waitFor()
    await page.goBack()
    await button(page, 'Hide Celadon Chai Cup').waitFor()
    expect(await show.inputValue()).toBe('')
    await page.goBack()
    await button(page, 'Hide Saffron Nut Bowl').waitFor()
    expect(await search.inputValue()).toBe('')
    expect(complaints).toEqual([])
    await close()
  })
})

describe('a dialog of the office', () => {
  it('has an address, is closed by Escape and Back, and then returns the focus', async () => {
    const { app, origin } = shopfront
    const { page, complaints, close } = await visitAs(shopfront, await newStaff(app), '/office')
    await link(page, 'Staff').click()
    const opener = button(page, 'Invite someone')
    await opener.click()
    await dialog(page).waitFor()
    expect(pathOf(page)).toBe('/office/staff/invite')
    expect(await focused(page).getAttribute('name')).toBe('email')
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await page.waitForURL('**/office/staff')
    await expect.poll(() => focused(page).innerText()).toBe('Invite someone')
    await opener.click()
    await dialog(page).waitFor()
    await page.goBack()
    await dialog(page).waitFor({ state: 'detached' })
    expect(pathOf(page)).toBe('/office/staff')
    await expect.poll(() => focused(page).innerText()).toBe('Invite someone')
    // Closing went back, so no entry of the dialog is left in between.
    await page.goBack()
    await page.getByRole('heading', { name: 'Today' }).waitFor()

    await page.goto(`${origin}/office/staff/invite`)
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await dialog(page).waitFor({ state: 'detached' })
    await page.waitForURL('**/office/staff')
    await expect.poll(() => focused(page).getAttribute('id')).toBe('main')
    expect(complaints).toEqual([])
    await close()
  })

  it('does not leave the page if the change finishes after Back', async () => {
    const { app } = shopfront
    const { page, complaints, close } = await visitAs(shopfront, await newStaff(app), '/office')
    await link(page, 'Coupons').click()
    await button(page, 'Edit BOHO').click()
    await page.waitForURL('**/office/coupons/BOHO/edit')
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await routeOperation(page, 'SaveCoupon', async (route) => {
      await released
      await route.fallback()
    })
    await dialog(page).getByLabel('Description for shoppers').fill('For friends')
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await page.goBack()
    await dialog(page).waitFor({ state: 'detached' })
    release()
    await notification(page, 'Coupon saved').waitFor()
    await page.getByRole('row', { name: /^BOHO .*For friends/ }).waitFor()
    await page.evaluate(() => new Promise(requestAnimationFrame))
    expect(pathOf(page)).toBe('/office/coupons')
    expect(complaints).toEqual([])
    await close()
  })

  it('does not open for an action that the order does not allow, or a role without the permission', async () => {
    const { app, origin } = shopfront
    await setStock(app, { [CUP]: 20 })
    const { number } = await buy(shopfront, { [CUP]: 1 })
    const owner = await newStaff(app)
    const { page, complaints, close } = await visitAs(shopfront, owner, `/office/orders/${number}/ship`)
    await dialog(page).getByLabel('Courier').waitFor()
    await page.goto(`${origin}/office/orders/${number}/parcel-back`)
    await page.waitForURL(`${origin}/office/orders/${number}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await dialog(page).count()).toBe(0)
    expect(complaints).toEqual([])
    await close()

    const manager = await visitAs(shopfront, await newStaffAs(app, 'Manager'), '/office/keys/new')
    await manager.page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor()
    expect(await dialog(manager.page).count()).toBe(0)
    await manager.close()
  })

  it('says that its record does not exist, and leads back to the list', async () => {
    const { app, origin } = shopfront
    const { page, complaints, close } = await visitAs(shopfront, await newStaff(app), '/office')
    for (const [list, path, sentence] of [
      ['/coupons', '/NOPE/edit', 'There is no coupon NOPE.'],
      ['/coupons', '/NONE/end', 'There is no coupon NONE.'],
      ['/coupons', '/A%20B/edit', 'There is no coupon A B.'],
      ['/staff', '/invitations/none/withdraw', 'There is no such invitation. It may have been accepted or withdrawn.'],
      ['/staff', '/members/nobody/role', 'There is no such person on the staff.'],
      ['/staff', '/members/nobody/remove', 'There is no such person on the staff.'],
      ['/staff', '/roles/none/edit', 'There is no such role.'],
      ['/staff', '/roles/none/remove', 'There is no such role.'],
      ['/keys', '/none/end', 'There is no such API key.'],
      ['/webhooks', '/0/resend', 'There is no such message on this page of the list.'],
      ['/webhooks', '/0/discard', 'There is no such message on this page of the list.'],
    ] as const) {
      await page.goto(`${origin}/office${list}${path}`)
      await dialog(page).getByText(sentence).waitFor()
      await dialog(page).getByRole('button', { name: 'Back to the list' }).click()
      await page.waitForURL(`${origin}/office${list}`)
      await dialog(page).waitFor({ state: 'detached' })
    }
    expect(complaints).toEqual([])
    await close()
  })
})

describe('the navigation of the office', () => {
  it('stays on the page for an unknown address', async () => {
    const { page, complaints, close } = await visitAs(shopfront, await newStaff(shopfront.app), '/office/nope')
    await page.getByRole('heading', { name: 'There is no page at this address.', level: 1 }).waitFor()
    expect(await page.locator('meta[name="robots"][content="noindex"]').count()).toBe(1)
    await page.getByRole('main').getByRole('link', { name: 'Today' }).last().click()
    await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  it('shows the further pages on a phone, also with the keyboard', async () => {
    const { page, complaints, close } = await visitAs(shopfront, await newStaff(shopfront.app), '/office', 'phone')
    const nav = page.getByRole('navigation', { name: 'Office' })
    const more = nav.getByRole('button', { name: /^More/ })
    await more.waitFor()
    expect(await nav.getByRole('link').allInnerTexts()).toEqual(['Today', 'Orders', 'Packing', 'Products'])
    await more.press('Enter')
    await nav.getByRole('list', { name: 'People' }).getByRole('link', { name: 'Staff' }).waitFor()
    expect(await more.getAttribute('aria-expanded')).toBe('true')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    expect(await more.getAttribute('aria-expanded')).toBe('false')
    expect(await more.evaluate((button) => button === document.activeElement)).toBe(true)
    await more.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sales', level: 1 }).waitFor()
    await nav.getByRole('button', { name: /^More ?, now Sales$/ }).click()
    expect(await nav.locator('[aria-current="page"]').allInnerTexts()).toEqual(['Sales'])
    expect(complaints).toEqual([])
    await close()
  })
})
