/**
 * The phone's filter panel: before the page's code has loaded, and on a slow machine, opened by the first tap on a new page and closed right
 * after a choice.
 */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openShopfront } from '../browser'
import { button, untilHydrated } from '../visits'

const shopfront = openShopfront()
/** Each run uses a different slowdown. The runs alternate between a tap while the page loads and a tap afterwards. */
const TIMES = 3

const panelOf = (page: Page) => page.getByRole('region', { name: 'Filters' })

describe('the filter panel', () => {
  it('opens and closes without the code of the page, and a tap outside it presses no link below', async () => {
    const { page, close } = await shopfront.visit('phone', null)
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`${shopfront.origin}/products`)
    const panel = panelOf(page)
    const open = async () => {
      await button(page, 'Filter').tap()
      await panel.getByRole('checkbox', { name: /^Cups/ }).waitFor()
    }
    await open()
    await panel.getByRole('button', { name: 'Close' }).tap()
    await panel.waitFor({ state: 'hidden' })
    await open()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    await open()
    await page.touchscreen.tap(20, 500)
    await panel.waitFor({ state: 'hidden' })
    expect(page.url()).toBe(`${shopfront.origin}/products`)
    await close()
  })

  it('closes when Tab moves the focus to the page below', async () => {
    const { page, close } = await shopfront.visit('phone', '/products')
    await untilHydrated(page)
    await button(page, 'Filter').press('Enter')
    const panel = panelOf(page)
    await panel.getByRole('button', { name: /^Show / }).focus()
    await page.keyboard.press('Tab')
    await panel.waitFor({ state: 'hidden' })
    await close()
  })

  it('has the focus, and closes when the page below gets it', async () => {
    const { page, close } = await shopfront.visit('phone', null)
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`${shopfront.origin}/products`)
    const panel = panelOf(page)
    const heading = panel.getByRole('heading', { name: 'Filters' })
    const hasFocus = () => heading.evaluate((element) => element === document.activeElement)
    await button(page, 'Filter').press('Enter')
    await expect.poll(hasFocus).toBe(true)
    await page.unroute('**/*.js')
    await page.goto(shopfront.origin)
    await untilHydrated(page)
    // The browser renders this listing.
    await button(page, 'Menu').tap()
    const menu = page.getByRole('region', { name: 'Menu' })
    await menu.getByRole('link', { name: 'Shop All' }).tap()
    await button(page, 'Filter').press('Enter')
    await expect.poll(hasFocus).toBe(true)
    await page.keyboard.press('Shift+Tab')
    await panel.waitFor({ state: 'hidden' })
    await button(page, 'Menu').tap()
    await menu.waitFor()
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: /Made slowly/ }).waitFor()
    await menu.waitFor({ state: 'hidden' })
    await close()
  })

  it('leaves the products in their column on a screen that becomes wider', async () => {
    const { page, close } = await shopfront.visit('phone', '/products')
    await button(page, 'Filter').tap()
    await page.setViewportSize({ width: 1280, height: 800 })
    const title = () => page.getByRole('heading', { level: 1 }).boundingBox()
    const whileOpen = await title()
    await panelOf(page).getByRole('button', { name: 'Close' }).tap()
    await panelOf(page).getByRole('heading', { name: 'Filters' }).waitFor({ state: 'hidden' })
    expect(await title()).toEqual(whileOpen)
    await close()
  })

  it('can be closed even if it was opened before hydration', async () => {
    for (let i = 0; i < TIMES; i += 1) {
      const { page, context, close } = await shopfront.visit('phone', null)
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 2 + 3 * i })
      await page.goto(`${shopfront.origin}/products`, { waitUntil: i % 2 === 0 ? 'commit' : 'load' })
      await button(page, 'Filter').tap()
      const panel = panelOf(page)
      await panel.getByRole('checkbox', { name: /^Cups/ }).check()
      await panel.getByRole('button', { name: /^Show / }).tap()
      await panel.waitFor({ state: 'hidden' })
      await page.getByRole('heading', { level: 1, name: /^Cups/ }).waitFor()
      await page.waitForTimeout(1000)
      expect(await panel.isVisible()).toBe(false)
      await close()
    }
  })
})
