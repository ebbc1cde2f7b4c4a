import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectNoSidewaysScroll, openShopfront } from './browser'
import { button, emptyGuest, heading, logInAsGuest } from './visits'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const shopfront = openShopfront()

/** Nothing serious or critical, nothing wider than the screen. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(AXE)
  const { violations } = await page.evaluate(() =>
    (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  )
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    grave.map(({ id, nodes }) => `${what}: ${id}: ${nodes[0]?.html}`),
    what,
  ).toEqual([])
  await expectNoSidewaysScroll(page)
}

describe.each([320, 1280])('on a screen of %d pixels', (width) => {
  const visit = async (path = '/') => {
    const opened = await shopfront.visit('desktop', path)
    await opened.page.setViewportSize({ width, height: 800 })
    return opened
  }
  const open = async (page: Page, path: string) => {
    await page.goto(shopfront.origin + path)
    await heading(page).waitFor()
  }

  it('shows a visitor accessible pages', async () => {
    const { page, complaints, close } = await visit()
    const paths = ['/', '/products?category=cups&rating=4', '/products?search=zzzz', '/product/grand-moon-jar']
    for (const path of [...paths, '/login', '/signup', '/forgotpassword', '/help/faq', '/no-such-page']) {
      await open(page, path)
      await expectAccessible(page, path)
    }
    // The browser's own remark on the last of them.
    expect(complaints).toEqual([expect.stringContaining('status of 404')])
    await close()
  })

  it('shows a shopper accessible pages and dialogs', async () => {
    await emptyGuest(shopfront.app)
    const { page, complaints, close } = await visit('/login')
    await logInAsGuest(page)
    for (const path of ['/cart', '/wishlist', '/orders', '/order_summary']) {
      await open(page, path)
      await expectAccessible(page, `empty ${path}`)
    }
    await open(page, '/product/sea-glass-serving-bowl')
    await button(page, 'Share').click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, 'share')
    await page.keyboard.press('Escape')
    await page.getByRole('main').getByRole('button', { name: 'Add to Cart' }).first().click()
    await page.getByRole('alert').first().waitFor()
    await expectAccessible(page, 'a notification')

    for (const path of ['/cart', '/checkout', '/profile']) {
      await open(page, path)
      await expectAccessible(page, path)
    }
    await button(page, 'Add New Address').click()
    await button(page, 'Save').click()
    await page.getByText('Please enter valid Name').waitFor()
    await expectAccessible(page, 'address')
    await open(page, '/cart')
    await button(page, 'Apply Coupon').click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, 'coupons')
    expect(complaints).toEqual([])
    await close()
  })
})
