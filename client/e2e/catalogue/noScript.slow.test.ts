/** The shop without JavaScript: a shopper can view everything, filter, sort, search and go to further pages of results. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectNoSidewaysScroll, openShopfront, VIEWPORTS, type Device } from '../browser'
import { button, heading } from '../visits'

const shopfront = openShopfront({ CONTACT_EMAIL: 'hello@shop.example' })
/** Playwright's text selectors ignore a noscript element. */
const notice = (page: Page) => page.locator('.no-script p')

/** Checks that no visible button depends on JavaScript. */
async function expectNoDeadButtons(page: Page): Promise<void> {
  const shown = await page.locator('button:not([type=submit], header [popovertarget]):visible').all()
  // A button with `display: contents` has no box, so it can be neither pressed nor focused. Only its content is
  // visible.
  const boxed = await Promise.all(shown.map((each) => each.evaluate((button) => getComputedStyle(button).display)))
  expect(boxed.filter((display) => display !== 'contents')).toEqual([])
}

describe.each(['phone', 'desktop'] as Device[])('without JavaScript on a %s', (device) => {
  const visit = (path: string) => shopfront.visit(device, path, { javaScriptEnabled: false })

  it.each(['/', '/products', '/product/grand-moon-jar', '/studio', '/cart', '/login', '/checkout'])(
    '%s explains at the top what needs JavaScript, and hides buttons that would do nothing',
    async (path) => {
      const { page, close } = await visit(path)
      const { y, height } = (await notice(page).boundingBox())!
      expect(y + height).toBeLessThan(VIEWPORTS[device].height / 3)
      await page.locator('h1').filter({ visible: true }).first().waitFor()
      await expectNoDeadButtons(page)
      await expectNoSidewaysScroll(page)
      await close()
    },
  )

  it('a listing can be filtered, sorted and paged', async () => {
    const { page, close } = await visit('/products')
    await page.getByRole('link', { name: '2', exact: true }).click()
    await page.waitForURL('**/products?page=2')
    await page.getByLabel(/^Bowls/).check()
    await page.locator('summary', { hasText: 'Rating' }).first().click()
    await page.getByLabel('3 stars & above').check()
    await page.getByLabel('To', { exact: true }).fill('2000')
    const sorting = page.getByRole('combobox', { name: 'Sort' })
    await sorting.selectOption('Price: low to high')
    // On a phone, the sort control is far above the filters, so it has its own button.
    const [sort, send] = [await button(page, 'Sort').boundingBox(), await sorting.boundingBox()]
    expect(Math.abs(sort!.y - send!.y)).toBeLessThan(200)
    await button(page, 'Show products').click()
    await page.waitForURL(/category=bowls/)
    const asked = new URL(page.url()).searchParams
    expect(Object.fromEntries(asked)).toMatchObject({ category: 'bowls', rating: '3', max: '2000', sort: 'price-low' })
    expect(asked.has('page')).toBe(false)
    expect(await heading(page).innerText()).toMatch(/^Bowls [1-9]/)
    expect(await page.getByLabel('3 stars & above').isChecked()).toBe(true)
    expect(await sorting.inputValue()).toBe('price-low')
    await close()
  })

  it('a product can be found by name and opened', async () => {
    const { page, close } = await visit('/')
    await button(page, 'Search').click()
    await page.getByPlaceholder('What are you looking for?').fill('moon')
    await button(page, 'Search').click()
    await page.getByRole('heading', { level: 1, name: /1 product/ }).waitFor()
    await page.getByRole('article', { name: 'Grand Moon Jar' }).getByRole('link').first().click()
    await page.getByRole('heading', { level: 1, name: 'Grand Moon Jar' }).waitFor()
    await page.getByText('Returns and exchanges within 14 days').waitFor()
    expect(await page.getByRole('link', { name: 'Ask about this' }).getAttribute('href')).toBe(
      'mailto:hello@shop.example?subject=Question%20about%20Grand%20Moon%20Jar%2C%20Milk%20white',
    )
    await close()
  })
})

it('the notice and the no-script fallbacks are hidden when JavaScript is enabled', async () => {
  const { page, close } = await shopfront.visit('desktop', '/products')
  expect(await notice(page).count()).toBe(0)
  expect(await page.locator('.without-script:visible').count()).toBe(0)
  await close()
})
